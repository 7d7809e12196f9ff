#include "plugins/manifest.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <limits>
#include <utility>

#include <boost/json.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/descriptor.h"
#include "plugins/entry.h"

namespace tengen::plugins {

namespace json = boost::json;

namespace {

constexpr std::size_t most_manifest_bytes = std::size_t{1} << 20;

constexpr std::array<std::string_view, 5> option_types{"boolean", "integer", "text", "choice", "path"};
constexpr std::array<std::string_view, 3> levels{"cannot", "partly", "can"};
constexpr std::array<std::string_view, TENGEN_FEATURE_COUNT> features{"several-games",
                                                                      "tree",
                                                                      "comments",
                                                                      "property-order",
                                                                      "repeated-properties",
                                                                      "streams",
                                                                      "stream-counters",
                                                                      "clocks",
                                                                      "rules",
                                                                      "unknown-properties",
                                                                      "any-board",
                                                                      "several-days",
                                                                      "unknown-stated",
                                                                      "certainty",
                                                                      "name-order",
                                                                      "rank-class",
                                                                      "board-score",
                                                                      "result-kinds",
                                                                      "handicap-stones",
                                                                      "two-colour-start",
                                                                      "references",
                                                                      "present-empty",
                                                                      "invalid-values",
                                                                      "any-charset"};

template <std::size_t Size>
std::size_t position(const std::array<std::string_view, Size>& words, std::string_view word) {
    std::size_t i = 0;
    while (i < Size && words[i] != word) {
        ++i;
    }
    return i;
}

// -- writing --

json::array to_value(const std::vector<std::string>& texts) {
    json::array array;
    for (const std::string& text : texts) {
        array.emplace_back(text);
    }
    return array;
}

json::array to_value(const std::vector<OptionInfo>& options) {
    json::array array;
    for (const OptionInfo& option : options) {
        json::object object;
        object["name"] = option.name;
        object["type"] = to_text(option.type);
        object["default"] = option.default_value;
        if (option.type == OptionType::choice) {
            object["choices"] = to_value(option.choices);
        }
        if (option.type == OptionType::integer) {
            object["minimum"] = option.minimum;
            object["maximum"] = option.maximum;
        }
        object["help"] = option.help;
        array.push_back(std::move(object));
    }
    return array;
}

json::object to_value(const ReaderInfo& reader) {
    json::object object;
    object["format"] = reader.format;
    object["title"] = reader.title;
    object["extensions"] = to_value(reader.extensions);
    object["options"] = to_value(reader.options);
    return object;
}

json::object to_value(const WriterInfo& writer) {
    json::object object;
    object["format"] = writer.format;
    object["title"] = writer.title;
    object["extension"] = writer.extension;
    object["options"] = to_value(writer.options);
    json::object row;
    for (std::uint32_t i = 0; i < writer.capabilities.size(); ++i) {
        row[feature_name(i)] = to_text(writer.capabilities[i]);
    }
    object["capabilities"] = std::move(row);
    return object;
}

// The depth of a manifest is fixed, so recursion is, too.
void print(const json::value& value, std::size_t depth, std::string& to) {
    const auto line = [&to](std::size_t indent) { to.append("\n").append(2 * indent, ' '); };
    if (const json::object* object = value.if_object(); object != nullptr && !object->empty()) {
        to += '{';
        bool first = true;
        for (const json::key_value_pair& member : *object) {
            to += std::exchange(first, false) ? "" : ",";
            line(depth + 1);
            to += json::serialize(member.key());
            to += ": ";
            print(member.value(), depth + 1, to);
        }
        line(depth);
        to += '}';
    } else if (const json::array* array = value.if_array(); array != nullptr && !array->empty()) {
        to += '[';
        bool first = true;
        for (const json::value& element : *array) {
            to += std::exchange(first, false) ? "" : ",";
            line(depth + 1);
            print(element, depth + 1, to);
        }
        line(depth);
        to += ']';
    } else {
        to += json::serialize(value);
    }
}

// -- reading --

// A value and the way to it, which only messages need. A node must not outlive the one above it.
struct Node {
    const json::value* value;
    const Node* above = nullptr;
    std::string_view name{};  // in the object above
    std::size_t index = 0;    // in the array above

    [[nodiscard]] std::string path() const {
        if (above == nullptr) {
            return {};
        }
        return name.empty() ? fmt::format("{}/{}", above->path(), index) : fmt::format("{}/{}", above->path(), name);
    }
    [[noreturn]] void fail(std::string_view what) const {
        throw BadManifest(fmt::format("{}: {}", above == nullptr ? "manifest" : path(), what));
    }
    // The text of `wanted` must live as long as the node.
    [[nodiscard]] Node member(std::string_view wanted) const {
        const json::object* object = value->if_object();
        if (object == nullptr) {
            fail("is no object");
        }
        const json::value* found = object->if_contains(wanted);
        if (found == nullptr) {
            fail(fmt::format("has no member \"{}\"", wanted));
        }
        return {found, this, wanted};
    }
    [[nodiscard]] std::string text() const {
        const json::string* text = value->if_string();
        if (text == nullptr) {
            fail("is no text");
        }
        return {text->begin(), text->end()};
    }
    [[nodiscard]] std::int64_t integer() const {
        const std::int64_t* number = value->if_int64();
        if (number == nullptr) {
            fail("is no whole number");
        }
        return *number;
    }
    [[nodiscard]] std::uint32_t count() const {
        const std::int64_t number = integer();
        if (number < 0 || number > std::numeric_limits<std::uint32_t>::max()) {
            fail("is out of range");
        }
        return static_cast<std::uint32_t>(number);
    }
    template <class Read>
    [[nodiscard]] auto list(Read&& read) const {
        const json::array* array = value->if_array();
        if (array == nullptr) {
            fail("is no array");
        }
        std::vector<decltype(read(*this))> result;
        result.reserve(array->size());
        for (std::size_t i = 0; i < array->size(); ++i) {
            result.push_back(read(Node{&(*array)[i], this, {}, i}));
        }
        return result;
    }
    [[nodiscard]] std::vector<std::string> texts() const {
        return list([](const Node& element) { return element.text(); });
    }
};

std::string format_of(const Node& node) {
    const Node format = node.member("format");
    std::string name = format.text();
    if (!is_name(name)) {
        format.fail("is no name of a format");
    }
    return name;
}

std::vector<OptionInfo> read_options(const Node& node) {
    return node.list([](const Node& element) {
        OptionInfo option;
        option.name = element.member("name").text();
        const Node type = element.member("type");
        const std::size_t number = position(option_types, type.text());
        if (number == option_types.size()) {
            type.fail("is no type of an option");
        }
        option.type = static_cast<OptionType>(number);
        option.default_value = element.member("default").text();
        if (option.type == OptionType::choice) {
            option.choices = element.member("choices").texts();
        }
        if (option.type == OptionType::integer) {
            option.minimum = element.member("minimum").integer();
            option.maximum = element.member("maximum").integer();
        }
        option.help = element.member("help").text();
        return option;
    });
}

ReaderInfo read_reader(const Node& node) {
    ReaderInfo reader;
    reader.format = format_of(node);
    reader.title = node.member("title").text();
    reader.extensions = node.member("extensions").texts();
    reader.options = read_options(node.member("options"));
    return reader;
}

WriterInfo read_writer(const Node& node) {
    WriterInfo writer;
    writer.format = format_of(node);
    writer.title = node.member("title").text();
    writer.extension = node.member("extension").text();
    writer.options = read_options(node.member("options"));
    const Node row = node.member("capabilities");
    const json::object* object = row.value->if_object();
    if (object == nullptr) {
        row.fail("is no object");
    }
    for (std::uint32_t i = 0; i < object->size(); ++i) {
        const std::string feature = feature_name(i);
        const Node level = row.member(feature);
        const std::size_t number = position(levels, level.text());
        if (number == levels.size()) {
            level.fail("is no level of a capability");
        }
        writer.capabilities.push_back(static_cast<CapabilityLevel>(number));
    }
    return writer;
}

// -- reading an entry --

std::vector<std::string> list_of(const char* const* list) {
    std::vector<std::string> result;
    for (; *list != nullptr; ++list) {
        result.emplace_back(*list);
    }
    return result;
}

std::vector<OptionInfo> describe_options(const tengen_option* options, std::uint32_t count) {
    std::vector<OptionInfo> result;
    for (std::uint32_t i = 0; i < count; ++i) {
        OptionInfo& info = result.emplace_back();
        info.name = options[i].name;
        info.type = static_cast<OptionType>(options[i].type);
        info.default_value = options[i].default_value;
        if (info.type == OptionType::choice) {
            info.choices = list_of(options[i].choices);
        }
        if (info.type == OptionType::integer) {
            info.minimum = options[i].minimum;
            info.maximum = options[i].maximum;
        }
        info.help = options[i].help;
    }
    return result;
}

template <class Part>
const Part* find_part(const std::vector<Part>& parts, std::string_view format) {
    for (const Part& part : parts) {
        if (part.format == format) {
            return &part;
        }
    }
    return nullptr;
}

template <class Part>
std::string difference_of(std::string_view word, const std::vector<Part>& manifest, const std::vector<Part>& entry) {
    for (const Part& part : manifest) {
        if (find_part(entry, part.format) == nullptr) {
            return fmt::format("the manifest promises a {} of the format '{}', the plugin has none", word, part.format);
        }
    }
    for (const Part& part : entry) {
        const Part* promised = find_part(manifest, part.format);
        if (promised == nullptr) {
            return fmt::format("the plugin has a {} of the format '{}', the manifest does not say so", word,
                               part.format);
        }
        if (*promised != part) {
            return fmt::format("the manifest describes the {} of the format '{}' otherwise than the plugin does", word,
                               part.format);
        }
    }
    return manifest == entry ? std::string()
                             : fmt::format("the manifest lists the {}s in another order than the plugin", word);
}

}  // namespace

std::string_view to_text(OptionType type) noexcept {
    return option_types[static_cast<std::size_t>(type)];
}

std::string_view to_text(CapabilityLevel level) noexcept {
    return levels[static_cast<std::size_t>(level)];
}

std::string feature_name(std::uint32_t feature) {
    return feature < features.size() ? std::string(features[feature]) : fmt::format("feature-{}", feature);
}

const ReaderInfo* Manifest::find_reader(std::string_view format) const {
    return find_part(readers, format);
}

const WriterInfo* Manifest::find_writer(std::string_view format) const {
    return find_part(writers, format);
}

std::filesystem::path manifest_path(const std::filesystem::path& module) {
    std::filesystem::path path = module;
    return path.replace_extension(".tengen-plugin.json");
}

std::string to_json(const Manifest& manifest) {
    json::object object;
    object["id"] = manifest.id;
    object["version"] = manifest.version;
    object["description"] = manifest.description;
    object["abi"] = {{"major", manifest.abi_major}, {"minor", manifest.abi_minor}};
    object["file"] = manifest.file;
    json::array readers;
    for (const ReaderInfo& reader : manifest.readers) {
        readers.push_back(to_value(reader));
    }
    object["readers"] = std::move(readers);
    json::array writers;
    for (const WriterInfo& writer : manifest.writers) {
        writers.push_back(to_value(writer));
    }
    object["writers"] = std::move(writers);
    std::string text;
    print(object, 0, text);
    text += '\n';
    return text;
}

Manifest parse_manifest(std::string_view text) {
    boost::system::error_code error;
    std::array<unsigned char, std::size_t{16} << 10U> memory;  // enough for the plugins of tengen
    json::monotonic_resource resource(memory.data(), memory.size());
    const json::value document = json::parse(json::string_view(text.data(), text.size()), error, &resource);
    if (error) {
        throw BadManifest("no JSON: " + error.message());
    }
    const Node root{&document};
    Manifest manifest;
    manifest.id = root.member("id").text();
    manifest.version = root.member("version").text();
    manifest.description = root.member("description").text();
    manifest.abi_major = root.member("abi").member("major").count();
    manifest.abi_minor = root.member("abi").member("minor").count();
    manifest.file = root.member("file").text();
    manifest.readers = root.member("readers").list(&read_reader);
    manifest.writers = root.member("writers").list(&read_writer);
    return manifest;
}

Manifest read_manifest(const std::filesystem::path& path) {
    // A pipe that nobody writes to must not be waited for.
    const io::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status {};
    if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
        throw BadManifest("the manifest cannot be read");
    }
    if (static_cast<std::uintmax_t>(status.st_size) > most_manifest_bytes) {
        throw BadManifest("the manifest is too large");
    }
    std::string text(static_cast<std::size_t>(status.st_size), '\0');
    const ssize_t count = ::pread(file.get(), text.data(), text.size(), 0);
    if (count < 0) {
        throw BadManifest("the manifest cannot be read");
    }
    text.resize(static_cast<std::size_t>(count));
    return parse_manifest(text);
}

Manifest describe(const tengen_plugin& entry, std::string file) {
    Manifest manifest;
    manifest.id = entry.id;
    manifest.version = entry.version;
    manifest.description = entry.description;
    manifest.abi_minor = entry.abi_minor;
    manifest.file = std::move(file);
    for (std::uint32_t i = 0; i < entry.reader_count; ++i) {
        const tengen_reader& reader = *entry.readers[i];
        manifest.readers.push_back({reader.format, reader.title, list_of(reader.extensions),
                                    describe_options(reader.options, reader.option_count)});
    }
    for (std::uint32_t i = 0; i < entry.writer_count; ++i) {
        const tengen_writer& writer = *entry.writers[i];
        WriterInfo info{
            writer.format, writer.title, writer.extension, describe_options(writer.options, writer.option_count), {}};
        for (std::uint32_t feature = 0; feature < writer.capability_count; ++feature) {
            info.capabilities.push_back(static_cast<CapabilityLevel>(writer.capabilities[feature]));
        }
        manifest.writers.push_back(std::move(info));
    }
    return manifest;
}

std::string difference(const Manifest& manifest, const Manifest& entry) {
    const auto text = [](std::string_view what, const std::string& said, const std::string& is) {
        return fmt::format("the manifest states the {} '{}', the plugin '{}'", what, said, is);
    };
    if (manifest.id != entry.id) {
        return text("id", manifest.id, entry.id);
    }
    if (manifest.version != entry.version) {
        return text("version", manifest.version, entry.version);
    }
    if (manifest.description != entry.description) {
        return text("description", manifest.description, entry.description);
    }
    if (manifest.abi_major != entry.abi_major || manifest.abi_minor != entry.abi_minor) {
        return text("interface version", fmt::format("{}.{}", manifest.abi_major, manifest.abi_minor),
                    fmt::format("{}.{}", entry.abi_major, entry.abi_minor));
    }
    if (manifest.file != entry.file) {
        return text("file", manifest.file, entry.file);
    }
    if (std::string found = difference_of("reader", manifest.readers, entry.readers); !found.empty()) {
        return found;
    }
    return difference_of("writer", manifest.writers, entry.writers);
}

}  // namespace tengen::plugins
