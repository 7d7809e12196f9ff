#include "json_text.h"

#include <cstddef>
#include <cstdint>
#include <limits>

#include <boost/json/basic_parser_impl.hpp>

#include "nesting.h"

namespace tengen::json {

namespace {

/// Takes every value for good: what counts is whether the parser gets through.
struct AnyValue {
    static constexpr std::size_t max_object_size = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_array_size = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_key_size = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_string_size = std::numeric_limits<std::size_t>::max();

    using Error = boost::json::error_code;
    using Text = boost::json::string_view;

    static bool on_document_begin(Error&) { return true; }
    static bool on_document_end(Error&) { return true; }
    static bool on_array_begin(Error&) { return true; }
    static bool on_array_end(std::size_t, Error&) { return true; }
    static bool on_object_begin(Error&) { return true; }
    static bool on_object_end(std::size_t, Error&) { return true; }
    static bool on_string_part(Text, std::size_t, Error&) { return true; }
    static bool on_string(Text, std::size_t, Error&) { return true; }
    static bool on_key_part(Text, std::size_t, Error&) { return true; }
    static bool on_key(Text, std::size_t, Error&) { return true; }
    static bool on_number_part(Text, Error&) { return true; }
    static bool on_int64(std::int64_t, Text, Error&) { return true; }
    static bool on_uint64(std::uint64_t, Text, Error&) { return true; }
    static bool on_double(double, Text, Error&) { return true; }
    static bool on_bool(bool, Error&) { return true; }
    static bool on_null(Error&) { return true; }
    static bool on_comment_part(Text, Error&) { return true; }
    static bool on_comment(Text, Error&) { return true; }
};

constexpr bool is_white_space(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

}  // namespace

std::string without_white_space(std::string_view text) {
    std::string compact;
    compact.reserve(text.size());
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char byte = text[i];
        if (!in_string && is_white_space(byte)) {
            continue;
        }
        compact += byte;
        if (byte == '"') {
            in_string = !in_string;
        } else if (byte == '\\' && i + 1 < text.size()) {
            compact += text[++i];
        }
    }
    return compact;
}

bool is_compact_json(std::string_view text) {
    boost::json::parse_options options;
    options.max_depth = most_nesting - nesting_around_members;
    boost::json::basic_parser<AnyValue> parser(options);
    boost::json::error_code error;
    const std::size_t parsed = parser.write_some(false, text.data(), text.size(), error);
    return !error && parsed == text.size() && without_white_space(text).size() == text.size();
}

}  // namespace tengen::json
