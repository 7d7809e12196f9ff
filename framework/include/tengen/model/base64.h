// Base64 (RFC 4648, section 4): how bytes that are no text stand in a JSON document.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tengen {

namespace base64_detail {

inline constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline constexpr std::array<std::int8_t, 256> digits = [] {
    std::array<std::int8_t, 256> table{};
    for (std::int8_t& digit : table) {
        digit = -1;
    }
    for (std::size_t i = 0; i < alphabet.size(); ++i) {
        table[static_cast<unsigned char>(alphabet[i])] = static_cast<std::int8_t>(i);
    }
    return table;
}();

}  // namespace base64_detail

/// Appended to `to`, with padding, without line breaks.
inline void append_base64(std::string_view bytes, std::string& to) {
    const auto byte = [&](std::size_t i) {
        return i < bytes.size() ? std::uint32_t{static_cast<unsigned char>(bytes[i])} : 0U;
    };
    to.reserve(to.size() + (bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
        to += base64_detail::alphabet[group >> 18];
        to += base64_detail::alphabet[group >> 12 & 63];
        to += i + 1 < bytes.size() ? base64_detail::alphabet[group >> 6 & 63] : '=';
        to += i + 2 < bytes.size() ? base64_detail::alphabet[group & 63] : '=';
    }
}

/// nullopt unless the text is exactly what append_base64 makes of some bytes.
[[nodiscard]] inline std::optional<std::string> decode_base64(std::string_view text) {
    if (text.size() % 4 != 0) {
        return std::nullopt;
    }
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    for (std::size_t i = 0; i < text.size(); i += 4) {
        const bool last = i + 4 == text.size();
        const std::size_t padding = !last || text[i + 3] != '=' ? 0 : text[i + 2] != '=' ? 1 : 2;
        std::uint32_t group = 0;
        for (std::size_t j = 0; j < 4; ++j) {
            const int digit = j + padding >= 4 ? 0 : base64_detail::digits[static_cast<unsigned char>(text[i + j])];
            if (digit < 0) {
                return std::nullopt;
            }
            group = group << 6 | static_cast<std::uint32_t>(digit);
        }
        // Bits that no byte takes must be zero: one spelling for every sequence of bytes.
        if ((group & ((1U << (8 * padding)) - 1)) != 0) {
            return std::nullopt;
        }
        for (std::size_t j = 0; j + padding < 3; ++j) {
            bytes += static_cast<char>(group >> (16 - 8 * j) & 0xFF);
        }
    }
    return bytes;
}

}  // namespace tengen
