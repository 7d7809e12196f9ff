// tengen formats: what can be read and written.
#include <map>
#include <string>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "command.h"
#include "io/sink.h"
#include "options.h"

namespace tengen::cli {

namespace {

namespace json = boost::json;

// Containers are entered by the host itself, whatever plugins there are.
struct ContainerFormat {
    const char* name;
    const char* title;
    const char* way = "enter";
};
constexpr ContainerFormat containers[] = {
    {"7z", "7-Zip archive"},
    {"bz2", "file compressed with bzip2"},
    {"gz", "file compressed with gzip"},
    {"rgt", "recording with its media, in a tar", "enter, write"},
    {"rgz", "recording with its media, in a compressed tar", "enter, write"},
    {"tar", "tar archive, also compressed"},
    {"xz", "file compressed with xz"},
    {"zip", "zip archive"},
    {"zst", "file compressed with Zstandard"},
};

struct Format {
    const plugins::OfferedReader* reader = nullptr;
    const plugins::OfferedWriter* writer = nullptr;
};

json::array options_json(const std::vector<plugins::OptionInfo>& table) {
    json::array list;
    for (const plugins::OptionInfo& option : table) {
        json::object row{
            {"name", option.name}, {"type", plugins::to_text(option.type)}, {"default", option.default_value}};
        if (option.type == plugins::OptionType::choice) {
            row["choices"] = json::array(option.choices.begin(), option.choices.end());
        }
        if (option.type == plugins::OptionType::integer) {
            row["minimum"] = option.minimum;
            row["maximum"] = option.maximum;
        }
        row["help"] = option.help;
        list.push_back(std::move(row));
    }
    return list;
}

std::string as_json(const std::map<std::string, Format>& formats) {
    json::array list;
    for (const auto& [name, format] : formats) {
        json::object row{{"name", name}};
        if (format.reader != nullptr) {
            row["title"] = format.reader->info.title;
            row["reader"] = json::object{{"plugin", format.reader->plugin_id},
                                         {"file", format.reader->file.string()},
                                         {"extensions", json::array(format.reader->info.extensions.begin(),
                                                                    format.reader->info.extensions.end())},
                                         {"options", options_json(format.reader->info.options)}};
        }
        if (format.writer != nullptr) {
            if (format.reader == nullptr) {
                row["title"] = format.writer->info.title;
            }
            json::object capabilities;
            for (std::uint32_t feature = 0; feature < TENGEN_FEATURE_COUNT; ++feature) {
                capabilities[plugins::feature_name(feature)] =
                    plugins::to_text(format.writer->info.level(static_cast<tengen_feature>(feature)));
            }
            row["writer"] = json::object{{"plugin", format.writer->plugin_id},
                                         {"file", format.writer->file.string()},
                                         {"extension", format.writer->info.extension},
                                         {"options", options_json(format.writer->info.options)},
                                         {"capabilities", std::move(capabilities)}};
        }
        list.push_back(std::move(row));
    }
    for (const ContainerFormat& container : containers) {
        list.push_back(json::object{{"name", container.name}, {"title", container.title}, {"container", true}});
    }
    return json::serialize(json::object{{"formats", std::move(list)}}) + "\n";
}

void append_options(std::string& text, const std::vector<plugins::OptionInfo>& table) {
    for (const plugins::OptionInfo& option : table) {
        std::string values;
        for (const std::string& choice : option.choices) {
            values += (values.empty() ? "" : "|") + choice;
        }
        if (option.type == plugins::OptionType::integer) {
            values = fmt::format("{}..{}", option.minimum, option.maximum);
        } else if (values.empty()) {
            values = plugins::to_text(option.type);
        }
        text += fmt::format("    {:<14} {} (default {}): {}\n", option.name, values,
                            option.default_value.empty() ? "none" : option.default_value, option.help);
    }
}

std::string container_text() {
    std::string text;
    for (const ContainerFormat& container : containers) {
        text += fmt::format("{:<10} {:<12} {}\n", container.name, container.way, container.title);
    }
    return text;
}

std::string as_text(const std::map<std::string, Format>& formats, bool details) {
    std::string text;
    for (const auto& [name, format] : formats) {
        const char* way = format.reader == nullptr ? "write" : format.writer == nullptr ? "read" : "read, write";
        text += fmt::format("{:<10} {:<12} {}\n", name, way,
                            format.reader != nullptr ? format.reader->info.title : format.writer->info.title);
        if (!details) {
            continue;
        }
        if (format.reader != nullptr) {
            text += fmt::format("  reader of {}, extensions {}\n", format.reader->file.string(),
                                fmt::join(format.reader->info.extensions, ", "));
            append_options(text, format.reader->info.options);
        }
        if (format.writer != nullptr) {
            text += fmt::format("  writer of {}, extension {}\n", format.writer->file.string(),
                                format.writer->info.extension);
            append_options(text, format.writer->info.options);
        }
    }
    return text;
}

}  // namespace

int run_formats(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    visible.add_options()                                                                                  //
        ("format", options::value<std::string>()->value_name("F")->default_value("text"), "text or json")  //
        ("details,d", options::bool_switch(), "also plugin files and the options of readers and writers");
    add_plugin_options(visible);
    const ParsedOptions parsed = parse_options(arguments, visible, "formats [OPTIONS] [FORMAT...]",
                                               "Lists the formats that can be read and written.", {"format-name"});
    if (parsed.help) {
        return exit_done;
    }
    plugins::Registry registry = registry_of(parsed.values);
    const std::vector<plugins::OfferedReader> readers = registry.readers();
    const std::vector<plugins::OfferedWriter> writers = registry.writers();
    std::map<std::string, Format> formats;
    for (const plugins::OfferedReader& reader : readers) {
        formats[reader.info.format].reader = &reader;
    }
    for (const plugins::OfferedWriter& writer : writers) {
        formats[writer.info.format].writer = &writer;
    }
    const std::vector<std::string> wanted = list_of(parsed.values, "format-name");
    if (!wanted.empty()) {
        std::map<std::string, Format> chosen;
        for (const std::string& name : wanted) {
            const auto found = formats.find(name);
            if (found == formats.end()) {
                const plugins::MissingPlugin missing = registry.missing_reader(name);
                throw UsageError(missing.message() + "\n" + missing.details(), "plugin.missing");
            }
            chosen.insert(*found);
        }
        formats = std::move(chosen);
    }
    const std::string how = text_of(parsed.values, "format");
    if (how != "text" && how != "json") {
        throw UsageError(fmt::format("--format takes text or json, not '{}'", how));
    }
    io::DescriptorSink out = io::standard_output();
    if (how == "json") {
        out.write(as_json(formats));
    } else {
        out.write(as_text(formats, parsed.values["details"].as<bool>() || !wanted.empty()));
        out.write(wanted.empty() ? container_text() : std::string());
    }
    out.commit();
    return exit_done;
}

}  // namespace tengen::cli
