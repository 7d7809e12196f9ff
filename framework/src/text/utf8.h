#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Questions about UTF-8 that need no conversion. All functions are pure and may be called from any thread.
namespace tengen::text {

/// True when every byte is below 0x80 (so also for no bytes at all).
[[nodiscard]] bool is_ascii(std::string_view bytes) noexcept;

/// Number of bytes from 0x80 upwards.
[[nodiscard]] std::size_t count_non_ascii(std::string_view bytes) noexcept;

/// Offset of the first byte from 0x80 upwards, npos when there is none.
[[nodiscard]] std::size_t first_non_ascii(std::string_view bytes) noexcept;

/// True for well-formed UTF-8 (The Unicode Standard, table 3-7): no overlong forms, surrogates or values above
/// U+10FFFF.
[[nodiscard]] bool is_valid_utf8(std::string_view bytes) noexcept;

/// Offset of the first byte of the first sequence that is not well-formed, npos when all are. A sequence that the end
/// of the bytes cuts off counts as not well-formed.
[[nodiscard]] std::size_t first_invalid_utf8(std::string_view bytes) noexcept;

/// One character taken from UTF-8: its code point and how many bytes it used. A malformed sequence has length 0.
struct Utf8Character {
    char32_t code_point = 0;
    unsigned length = 0;
};

/// The character at the start of `bytes`; length 0 when `bytes` is empty or starts with a malformed sequence.
[[nodiscard]] Utf8Character first_utf8_character(std::string_view bytes) noexcept;

/// Appends the UTF-8 form of a code point, which must be a Unicode scalar value.
void append_utf8(std::string& text, char32_t code_point);

}  // namespace tengen::text
