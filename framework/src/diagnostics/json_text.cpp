#include "diagnostics/json_text.h"

#include <cstddef>
#include <iterator>

#include <fmt/format.h>

#include "diagnostics/utf8.h"

namespace tengen::diagnostics {

namespace {

bool is_plain(char byte) noexcept {
    const auto value = static_cast<unsigned char>(byte);
    return value >= 0x20 && value < 0x7F && byte != '"' && byte != '\\';
}

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
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_plain(text[end])) {
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
    out += '"';
}

}  // namespace tengen::diagnostics
