#include "text/utf8.h"

#include <bit>
#include <cstring>

#include <simdjson.h>

namespace tengen::text {

namespace {

constexpr std::uint64_t high_bits = 0x8080808080808080u;

std::uint64_t load_word(const char* bytes) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

std::uint8_t byte_at(std::string_view bytes, std::size_t index) noexcept {
    return static_cast<std::uint8_t>(bytes[index]);
}

bool is_continuation(std::uint8_t byte) noexcept {
    return (byte & 0xC0u) == 0x80u;
}

}  // namespace

bool is_ascii(std::string_view bytes) noexcept {
    const char* position = bytes.data();
    std::size_t left = bytes.size();
    // Blocks keep the loop free of branches, so that the compiler turns it into vector code, and still stop early.
    while (left >= 256) {
        std::uint64_t all = 0;
        for (std::size_t index = 0; index < 256; index += 8) all |= load_word(position + index);
        if ((all & high_bits) != 0) return false;
        position += 256;
        left -= 256;
    }
    std::uint64_t all = 0;
    for (; left >= 8; left -= 8, position += 8) all |= load_word(position);
    for (; left > 0; --left, ++position) all |= static_cast<std::uint8_t>(*position);
    return (all & high_bits) == 0;
}

std::size_t count_non_ascii(std::string_view bytes) noexcept {
    std::size_t count = 0;
    std::size_t index = 0;
    while (index < bytes.size()) {
        // Narrow sums vectorise best; 255 bytes cannot overflow one.
        const std::size_t end = index + std::min<std::size_t>(255, bytes.size() - index);
        std::uint8_t block = 0;
        for (; index < end; ++index) block = static_cast<std::uint8_t>(block + (byte_at(bytes, index) >> 7));
        count += block;
    }
    return count;
}

std::size_t first_non_ascii(std::string_view bytes) noexcept {
    std::size_t index = 0;
    if constexpr (std::endian::native == std::endian::little) {
        for (; index + 8 <= bytes.size(); index += 8) {
            const std::uint64_t high = load_word(bytes.data() + index) & high_bits;
            if (high != 0) return index + static_cast<std::size_t>(std::countr_zero(high)) / 8;
        }
    }
    for (; index < bytes.size(); ++index) {
        if (byte_at(bytes, index) >= 0x80) return index;
    }
    return std::string_view::npos;
}

bool is_valid_utf8(std::string_view bytes) noexcept {
    return simdjson::validate_utf8(bytes.data(), bytes.size());
}

std::size_t first_invalid_utf8(std::string_view bytes) noexcept {
    if (is_valid_utf8(bytes)) return std::string_view::npos;
    std::size_t index = 0;
    while (index < bytes.size()) {
        const std::size_t ascii = first_non_ascii(bytes.substr(index));
        if (ascii == std::string_view::npos) break;
        index += ascii;
        const Utf8Character character = first_utf8_character(bytes.substr(index));
        if (character.length == 0) return index;
        index += character.length;
    }
    return std::string_view::npos;
}

Utf8Character first_utf8_character(std::string_view bytes) noexcept {
    if (bytes.empty()) return {};
    const std::uint8_t lead = byte_at(bytes, 0);
    if (lead < 0x80) return {lead, 1};
    if (lead < 0xC2 || lead > 0xF4) return {};
    const unsigned length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (bytes.size() < length) return {};
    char32_t code_point = lead & (0xFFu >> (length + 1));
    for (unsigned index = 1; index < length; ++index) {
        const std::uint8_t byte = byte_at(bytes, index);
        if (!is_continuation(byte)) return {};
        code_point = (code_point << 6) | (byte & 0x3Fu);
    }
    const bool overlong = (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
    const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    if (overlong || surrogate || code_point > 0x10FFFF) return {};
    return {code_point, length};
}

void append_utf8(std::string& text, char32_t code_point) {
    const auto put = [&text](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    const auto value = static_cast<std::uint32_t>(code_point);
    if (value < 0x80) {
        put(value);
    } else if (value < 0x800) {
        put(0xC0u | (value >> 6));
        put(0x80u | (value & 0x3Fu));
    } else if (value < 0x10000) {
        put(0xE0u | (value >> 12));
        put(0x80u | ((value >> 6) & 0x3Fu));
        put(0x80u | (value & 0x3Fu));
    } else {
        put(0xF0u | (value >> 18));
        put(0x80u | ((value >> 12) & 0x3Fu));
        put(0x80u | ((value >> 6) & 0x3Fu));
        put(0x80u | (value & 0x3Fu));
    }
}

}  // namespace tengen::text
