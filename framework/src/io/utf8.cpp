#include "io/utf8.h"

namespace tengen::io::utf8 {
namespace {

constexpr bool is_continuation(char byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

}  // namespace

Decoded decode(std::string_view text, std::size_t position) noexcept {
    const auto lead = static_cast<unsigned char>(text[position]);
    if (lead < 0x80) return {lead, 1, true};
    std::size_t length = 0;
    char32_t code = 0;
    char32_t least = 0;
    if ((lead & 0xE0U) == 0xC0U) {
        length = 2;
        code = lead & 0x1FU;
        least = 0x80;
    } else if ((lead & 0xF0U) == 0xE0U) {
        length = 3;
        code = lead & 0x0FU;
        least = 0x800;
    } else if ((lead & 0xF8U) == 0xF0U) {
        length = 4;
        code = lead & 0x07U;
        least = 0x10000;
    } else {
        return {0, 1, false};
    }
    if (text.size() - position < length) return {0, 1, false};
    for (std::size_t i = 1; i < length; ++i) {
        const char byte = text[position + i];
        if (!is_continuation(byte)) return {0, 1, false};
        code = (code << 6U) | (static_cast<unsigned char>(byte) & 0x3FU);
    }
    if (code < least || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {0, 1, false};
    return {code, length, true};
}

bool is_valid(std::string_view text) noexcept {
    for (std::size_t i = 0; i < text.size();) {
        const Decoded decoded = decode(text, i);
        if (!decoded.valid) return false;
        i += decoded.length;
    }
    return true;
}

void append(std::string& out, char32_t code) {
    const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0U | (code >> 6U));
        put(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
        put(0xE0U | (code >> 12U));
        put(0x80U | ((code >> 6U) & 0x3FU));
        put(0x80U | (code & 0x3FU));
    } else {
        put(0xF0U | (code >> 18U));
        put(0x80U | ((code >> 12U) & 0x3FU));
        put(0x80U | ((code >> 6U) & 0x3FU));
        put(0x80U | (code & 0x3FU));
    }
}

std::string from_latin1(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char byte : bytes) append(out, static_cast<unsigned char>(byte));
    return out;
}

std::string_view cut(std::string_view text, std::size_t limit) noexcept {
    if (text.size() <= limit) return text;
    std::size_t end = limit;
    // At most three bytes back: text that is not UTF-8 is cut where it is.
    while (end > 0 && limit - end < 3 && is_continuation(text[end])) --end;
    return text.substr(0, is_continuation(text[end]) ? limit : end);
}

}  // namespace tengen::io::utf8
