#include "io/output_name.h"

#include <algorithm>

#include "io/member_name.h"
#include "io/utf8.h"

namespace tengen::io {
namespace {

constexpr std::size_t longest_extension = 16;

bool is_forbidden(char32_t code) noexcept {
    if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return true;
    switch (code) {
        case U'/':
        case U'\\':
        case U'<':
        case U'>':
        case U':':
        case U'"':
        case U'|':
        case U'?':
        case U'*':
        case 0x2028:  // line and paragraph separator
        case 0x2029:
        case 0xFEFF:  // byte order mark
            return true;
        default:
            // Marks that turn the direction of writing: a name must read as what it is.
            return code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
                   (code >= 0x2066 && code <= 0x2069);
    }
}

bool is_blank(char32_t code) noexcept {
    return code == U' ' || code == 0xA0 || code == 0x3000 || (code >= 0x2000 && code <= 0x200B);
}

bool is_trimmed(char32_t code) noexcept {
    return code == U'.' || is_blank(code);
}

std::string_view trim_end(std::string_view text) noexcept {
    for (;;) {
        if (text.empty()) return text;
        std::size_t begin = text.size() - 1;
        while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
        if (!is_trimmed(utf8::decode(text, begin).code)) return text;
        text = text.substr(0, begin);
    }
}

std::string_view trim_begin(std::string_view text) noexcept {
    while (!text.empty()) {
        const utf8::Decoded decoded = utf8::decode(text, 0);
        if (!is_trimmed(decoded.code)) break;
        text.remove_prefix(decoded.length);
    }
    return text;
}

std::string replace_forbidden(std::string_view text, std::string_view instead) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const utf8::Decoded decoded = utf8::decode(text, i);
        if (decoded.valid && !is_forbidden(decoded.code)) {
            out.append(text.substr(i, decoded.length));
        } else {
            out.append(instead);
        }
        i += decoded.length;
    }
    return out;
}

// Cuts before the extension if there is one worth the name.
std::string shorten(std::string_view name, std::size_t limit) {
    const std::size_t dot = name.rfind('.');
    std::string_view extension;
    if (dot != std::string_view::npos && dot > 0) extension = name.substr(dot);
    if (extension.size() > longest_extension || extension.size() >= limit ||
        extension.find(' ') != std::string_view::npos) {
        extension = {};
    }
    const std::string_view stem = name.substr(0, name.size() - extension.size());
    std::string out(trim_end(utf8::cut(stem, limit - extension.size())));
    if (out.empty()) return std::string(utf8::cut(name, limit));  // a limit of a few bytes
    out.append(extension);
    return out;
}

}  // namespace

std::string output_name(std::string_view text, const OutputNameOptions& options) {
    const std::string replaced = replace_forbidden(text, options.instead);
    std::string name(trim_begin(trim_end(replaced)));
    if (name.empty()) name = options.when_empty;
    if (name.front() == '~') name.front() = '_';
    if (is_device_name(name)) name.insert(name.begin(), '_');
    if (name.size() > options.max_bytes) {
        name = shorten(name, options.max_bytes);
        if (is_device_name(name)) name.front() = '_';
    }
    return name;
}

}  // namespace tengen::io
