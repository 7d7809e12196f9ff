#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tengen::diagnostics {

// One step through bytes that ought to be UTF-8.
struct CodePoint {
    char32_t value;       // U+FFFD if not valid
    std::uint8_t length;  // bytes taken: of an ill-formed sequence its longest start that could have been valid, so
                          // that replacing each by one U+FFFD follows the practice of the Unicode Standard
    bool valid;
};

// `at` is below bytes.size().
constexpr CodePoint decode_utf8(std::string_view bytes, std::size_t at) noexcept {
    constexpr char32_t replacement = 0xFFFD;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned first = byte(at);
    if (first < 0x80) {
        return {static_cast<char32_t>(first), 1, true};
    }
    // The range of the second byte shuts out overlong forms, surrogates and values above U+10FFFF.
    unsigned lowest = 0x80;
    unsigned highest = 0xBF;
    std::uint8_t length = 0;
    char32_t value = 0;
    if (first >= 0xC2 && first <= 0xDF) {
        length = 2;
        value = first & 0x1FU;
    } else if (first >= 0xE0 && first <= 0xEF) {
        length = 3;
        value = first & 0x0FU;
        lowest = first == 0xE0 ? 0xA0 : 0x80;
        highest = first == 0xED ? 0x9F : 0xBF;
    } else if (first >= 0xF0 && first <= 0xF4) {
        length = 4;
        value = first & 0x07U;
        lowest = first == 0xF0 ? 0x90 : 0x80;
        highest = first == 0xF4 ? 0x8F : 0xBF;
    } else {
        return {replacement, 1, false};
    }
    for (std::uint8_t i = 1; i < length; ++i) {
        if (at + i >= bytes.size() || byte(at + i) < lowest || byte(at + i) > highest) {
            return {replacement, i, false};
        }
        value = (value << 6U) | (byte(at + i) & 0x3FU);
        lowest = 0x80;
        highest = 0xBF;
    }
    return {value, length, true};
}

}  // namespace tengen::diagnostics
