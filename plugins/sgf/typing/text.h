// Texts of values ("SGF FF[4], Text and SimpleText").
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tengen::sgf {

enum class TextKind : std::uint8_t {
    text,        ///< line breaks stay, as LF
    simple_text  ///< line breaks are blanks
};

/// What a text was like besides its escapes.
struct TextTraits {
    bool line_break = false;  ///< a bare line break in a simple text
    bool control = false;     ///< NUL or another control byte that is no white space; it is dropped
};

/// Whether the raw bytes of a value are its text already.
[[nodiscard]] bool is_own_text(std::string_view raw, TextKind kind);

/// Write the text of a value to `to`, where raw.size() bytes must have room, and tell its traits; returns the end of
/// what was written. Backslash and line break vanish together; a backslash
/// before other white space makes one blank; before anything else it makes that an ordinary character. Bare TAB, VT and
/// FF are blanks. LF, CR, CR LF and LF CR are one line break each.
char* unescape(std::string_view raw, TextKind kind, char* to, TextTraits& traits);

/// The text of a value of one line.
[[nodiscard]] std::string simple_text_of(std::string_view raw);

/// Where the first unescaped colon at or behind `from` is; npos if there is none.
[[nodiscard]] std::size_t find_colon(std::string_view raw, std::size_t from = 0);

}  // namespace tengen::sgf
