#include "diagnostics/json_text.h"

#include <array>
#include <cstddef>
#include <iterator>

#include <fmt/format.h>

#include "diagnostics/utf8.h"

namespace tengen::diagnostics {

namespace {

constexpr std::array<bool, 256> plain = [] {
    std::array<bool, 256> table{};
    for (std::size_t byte = 0x20; byte < 0x7F; ++byte) {
        table[byte] = byte != '"' && byte != '\\';
    }
    return table;
}();

void append_escaped(std::string& out, char control) {
    switch (control) {
        case '"':
            out += "\\\"";
            return;
        case '\\':
            out += "\\\\";
            return;
        case '\b':
            out += "\\b";
            return;
        case '\f':
            out += "\\f";
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned char>(control));
    }
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
    out += '"';
    append_json_escaped(out, text);
    out += '"';
}

void append_json_number(std::string& out, std::uint64_t number) {
    const fmt::format_int digits(number);
    out.append(digits.data(), digits.size());
}

void append_json_escaped(std::string& out, std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && plain[static_cast<unsigned char>(text[end])]) {
            ++end;
        }
        out += text.substr(at, end - at);
        at = end;
        if (at == text.size()) {
            break;
        }
        const CodePoint point = decode_utf8(text, at);
        if (!point.valid) {
            out += "\xEF\xBF\xBD";
        } else if (point.length == 1) {
            append_escaped(out, text[at]);
        } else {
            out += text.substr(at, point.length);
        }
        at += point.length;
    }
}

}  // namespace tengen::diagnostics
