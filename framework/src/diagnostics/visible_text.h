#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Text from an input made safe for a terminal: no control character, no escape sequence, no character that changes the
// direction of what follows, always valid UTF-8.

namespace tengen::diagnostics {

// One character of the input as it is shown.
struct VisibleCharacter {
    std::string_view bytes;  // the bytes of the input
    bool as_code;            // shown as <1B> (a byte) or <U+202E> (a character) instead of itself
    std::size_t cells;       // columns of a terminal it takes; a TAB counts as one
};

// The character that starts at `at`, which is below text.size(). A TAB is given as itself.
VisibleCharacter visible_character(std::string_view text, std::size_t at) noexcept;

void append_visible(std::string& out, const VisibleCharacter& character);

// The whole text on one line: TAB becomes a blank, line breaks and other controls become codes.
void append_visible(std::string& out, std::string_view text);

// Text of an input for use inside a message: in double quotes, on one line, cut behind `limit` characters.
std::string quoted(std::string_view text, std::size_t limit = 60);

// A message as it goes into reports: whatever a plugin quoted in it, it is no longer than `limit` bytes and a mark of
// what is missing, and no character is cut in two.
std::string shortened_message(std::string_view message, std::size_t limit = 2000);

}  // namespace tengen::diagnostics
