// Pieces of values and nodes as text. Internal to this folder.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <tengen/model/identifier.h>
#include <tengen/model/point.h>
#include <tengen/model/value.h>

namespace tengen::sgf {

/// What a value of a fixed size may need, brackets included: "[aa:aa]".
inline constexpr std::size_t small_value_room = 8;

/// Letters of coordinates; the column of a point has eight bits, those beyond a board are never looked at.
inline constexpr std::array<char, 256> letters = [] {
    std::array<char, 256> table{};
    for (int i = 0; i < 256; ++i) {
        table[static_cast<std::size_t>(i)] = i < max_board_side ? coordinate_letter(i) : '?';
    }
    return table;
}();

inline constexpr Identifier format_identifier("FF");
inline constexpr Identifier charset_identifier("CA");

inline char* put_point(char* to, Point point) {
    to[0] = letters[point.column];
    to[1] = letters[point.row];
    return to + 2;
}

inline char* put_bracketed_point(char* to, Point point) {
    *to = '[';
    to = put_point(to + 1, point);
    *to = ']';
    return to + 1;
}

inline char* put_bracketed_rectangle(char* to, Rectangle rectangle) {
    if (rectangle.size() == 1) {
        return put_bracketed_point(to, rectangle.upper_left);
    }
    *to = '[';
    to = put_point(to + 1, rectangle.upper_left);
    *to = ':';
    to = put_point(to + 1, rectangle.lower_right);
    *to = ']';
    return to + 1;
}

/// One or two capital letters.
constexpr bool is_short_name(std::uint32_t code) {
    const std::uint32_t first = (code & 0xFF) - 'A';
    const std::uint32_t second = code >> 8;
    return first < 26 && (second == 0 || second - 'A' < 26);
}

inline char* put_short_name(char* to, std::uint32_t code) {
    to[0] = static_cast<char>(code & 0xFF);
    to[1] = static_cast<char>(code >> 8 & 0xFF);
    return to + (code > 0xFF ? 2 : 1);
}

inline bool is_writable_name(std::string_view name) {
    for (const char c : name) {
        if (c < 'A' || c > 'Z') {
            return false;
        }
    }
    return !name.empty();
}

}  // namespace tengen::sgf
