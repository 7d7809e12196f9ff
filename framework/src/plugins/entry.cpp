#include "plugins/entry.h"

#include <charconv>
#include <cstddef>
#include <cstring>
#include <set>

#include <fmt/format.h>

#include "plugins/manifest.h"

namespace tengen::plugins {

namespace {

// Generous bounds; a table beyond them is garbage, not a table.
constexpr std::uint32_t most_formats = 256;
constexpr std::uint32_t most_options = 256;
constexpr std::uint32_t most_list_entries = 256;
constexpr std::uint32_t most_capabilities = 1024;
constexpr std::size_t most_text_bytes = 4096;

// Sizes of the structures as version 1.0 of the boundary has them; later members are optional.
constexpr std::size_t plugin_size = offsetof(tengen_plugin, get_extension) + sizeof(tengen_plugin::get_extension);
constexpr std::size_t reader_size = offsetof(tengen_reader, close) + sizeof(tengen_reader::close);
constexpr std::size_t writer_size = offsetof(tengen_writer, close) + sizeof(tengen_writer::close);

bool is_sane_text(const char* text) {
    return text != nullptr && ::strnlen(text, most_text_bytes + 1) <= most_text_bytes;
}

bool is_line(const char* text) {
    return is_sane_text(text) && *text != '\0' && std::strpbrk(text, "\r\n") == nullptr;
}

// How many entries a list has that ends with nullptr; more than the bound if it does not end.
std::uint32_t list_size(const char* const* list) {
    std::uint32_t size = 0;
    while (size <= most_list_entries && list[size] != nullptr) {
        ++size;
    }
    return size;
}

std::string check_default(const tengen_option& option) {
    const std::string_view value = option.default_value;
    switch (option.type) {
        case TENGEN_OPTION_BOOLEAN:
            return value == "true" || value == "false" ? "" : "has a default that is neither true nor false";
        case TENGEN_OPTION_INTEGER: {
            if (option.minimum > option.maximum) {
                return "has a minimum above its maximum";
            }
            std::int64_t number = 0;
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
            const bool whole = error == std::errc() && end == value.data() + value.size();
            return whole && number >= option.minimum && number <= option.maximum
                       ? ""
                       : "has a default that is no number between its minimum and maximum";
        }
        case TENGEN_OPTION_TEXT:
        case TENGEN_OPTION_PATH:
            return "";
        case TENGEN_OPTION_CHOICE: {
            if (option.choices == nullptr || list_size(option.choices) == 0 ||
                list_size(option.choices) > most_list_entries) {
                return "has no list of choices";
            }
            bool found = false;
            for (const char* const* choice = option.choices; *choice != nullptr; ++choice) {
                if (!is_line(*choice)) {
                    return "has a choice without a text";
                }
                found |= value == *choice;
            }
            return found ? "" : "has a default that is none of its choices";
        }
        default:
            return fmt::format("has a type of unknown number {}", option.type);
    }
}

std::string check_options(const tengen_option* options, std::uint32_t count) {
    if (count > most_options || (count != 0 && options == nullptr)) {
        return "has no sane table of options";
    }
    std::set<std::string_view> names;
    for (std::uint32_t i = 0; i < count; ++i) {
        const tengen_option& option = options[i];
        if (!is_sane_text(option.name) || !is_name(option.name)) {
            return fmt::format("has an option (number {}) without a proper name", i);
        }
        if (!names.insert(option.name).second) {
            return fmt::format("has two options '{}'", option.name);
        }
        if (!is_line(option.help)) {
            return fmt::format("has an option '{}' without a line of help", option.name);
        }
        if (!is_sane_text(option.default_value)) {
            return fmt::format("has an option '{}' without a default", option.name);
        }
        if (const std::string fault = check_default(option); !fault.empty()) {
            return fmt::format("has an option '{}' that {}", option.name, fault);
        }
    }
    return {};
}

std::string check_reader(const tengen_reader& reader) {
    if (!is_line(reader.title)) {
        return "has no title";
    }
    if (reader.extensions == nullptr || list_size(reader.extensions) > most_list_entries) {
        return "has no list of extensions";
    }
    for (const char* const* extension = reader.extensions; *extension != nullptr; ++extension) {
        if (!is_line(*extension) || **extension == '.') {
            return "has an extension that is empty or starts with a dot";
        }
    }
    if (std::string fault = check_options(reader.options, reader.option_count); !fault.empty()) {
        return fault;
    }
    if (reader.open == nullptr || reader.next == nullptr || reader.consumed == nullptr || reader.close == nullptr) {
        return "lacks a function (open, next, consumed or close)";
    }
    return {};
}

std::string check_writer(const tengen_writer& writer) {
    if (!is_line(writer.title)) {
        return "has no title";
    }
    if (!is_line(writer.extension) || *writer.extension == '.') {
        return "has no extension, or one that starts with a dot";
    }
    if (std::string fault = check_options(writer.options, writer.option_count); !fault.empty()) {
        return fault;
    }
    if (writer.capability_count > most_capabilities ||
        (writer.capability_count != 0 && writer.capabilities == nullptr)) {
        return "has no sane row of capabilities";
    }
    for (std::uint32_t i = 0; i < writer.capability_count; ++i) {
        if (writer.capabilities[i] > TENGEN_CAN) {
            return fmt::format("has a capability '{}' of unknown level {}", feature_name(i), writer.capabilities[i]);
        }
    }
    if (writer.open == nullptr || writer.put == nullptr || writer.finish == nullptr || writer.close == nullptr) {
        return "lacks a function (open, put, finish or close)";
    }
    return {};
}

template <class Part>
std::string check_parts(std::string_view word, const Part* const* parts, std::uint32_t count, std::size_t least_size,
                        std::string (*check)(const Part&)) {
    if (count > most_formats || (count != 0 && parts == nullptr)) {
        return fmt::format("its table of {}s is not sane", word);
    }
    std::set<std::string_view> formats;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (parts[i] == nullptr) {
            return fmt::format("its {} number {} is missing", word, i);
        }
        if (parts[i]->struct_size < least_size) {
            return fmt::format("its {} number {} is a structure of {} bytes, at least {} are needed", word, i,
                               parts[i]->struct_size, least_size);
        }
        if (!is_sane_text(parts[i]->format) || !is_name(parts[i]->format)) {
            return fmt::format("its {} number {} has no proper format name", word, i);
        }
        if (!formats.insert(parts[i]->format).second) {
            return fmt::format("it has two {}s of the format '{}'", word, parts[i]->format);
        }
        if (const std::string fault = check(*parts[i]); !fault.empty()) {
            return fmt::format("its {} of the format '{}' {}", word, parts[i]->format, fault);
        }
    }
    return {};
}

}  // namespace

bool is_name(std::string_view text) noexcept {
    if (text.empty() || text.size() > 64) {
        return false;
    }
    char before = '\0';
    for (const char c : text) {
        const bool letter = c >= 'a' && c <= 'z';
        const bool digit = c >= '0' && c <= '9';
        const bool inside = before != '\0';
        if (!letter && !(digit && inside) && !(c == '-' && inside && before != '-')) {
            return false;
        }
        before = c;
    }
    return before != '-';
}

std::string validate_entry(const tengen_plugin& entry) {
    if (entry.struct_size < plugin_size) {
        return fmt::format("its entry is a structure of {} bytes, at least {} are needed", entry.struct_size,
                           plugin_size);
    }
    if (!is_line(entry.id) || std::strchr(entry.id, ' ') != nullptr) {
        return "it has no id";
    }
    if (!is_line(entry.version)) {
        return "it has no version";
    }
    if (!is_line(entry.description)) {
        return "it has no description of one line";
    }
    if (entry.error_message == nullptr || entry.get_extension == nullptr) {
        return "it lacks a function (error_message or get_extension)";
    }
    if (entry.reader_count == 0 && entry.writer_count == 0) {
        return "it offers neither a reader nor a writer";
    }
    if (std::string fault = check_parts("reader", entry.readers, entry.reader_count, reader_size, &check_reader);
        !fault.empty()) {
        return fault;
    }
    return check_parts("writer", entry.writers, entry.writer_count, writer_size, &check_writer);
}

}  // namespace tengen::plugins
