// The little of UTF-8 that file names need; charsets proper live elsewhere.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tengen::io::utf8 {

struct Decoded {
    char32_t code;       // meaningless if not valid
    std::size_t length;  // bytes to step over; 1 for a byte that starts no valid sequence
    bool valid;
};

// The code point at `position`, which must be inside the text. Overlong forms, surrogates and codes above U+10FFFF
// are not valid (RFC 3629).
Decoded decode(std::string_view text, std::size_t position) noexcept;

bool is_valid(std::string_view text) noexcept;
void append(std::string& out, char32_t code);
std::string from_latin1(std::string_view bytes);

// The longest prefix of at most `limit` bytes that does not end inside a sequence.
std::string_view cut(std::string_view text, std::size_t limit) noexcept;

}  // namespace tengen::io::utf8
