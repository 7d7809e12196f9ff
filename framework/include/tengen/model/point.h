// Points of the board and how they are written ("SGF FF[4], Go: Point, Move").
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tengen {

/// The largest side of a board that point letters can name.
inline constexpr int max_board_side = 52;

/// Sides of a board; 0 x 0 if the game has no board the model knows.
struct BoardSize {
    std::uint8_t columns = 19;
    std::uint8_t rows = 19;
    friend constexpr bool operator==(BoardSize, BoardSize) = default;
};

/// Column and row from 0, counted from the upper left.
struct Point {
    std::uint8_t column = 0;
    std::uint8_t row = 0;
    friend constexpr bool operator==(Point, Point) = default;
    friend constexpr auto operator<=>(Point, Point) = default;

    [[nodiscard]] constexpr bool is_on(BoardSize board) const { return column < board.columns && row < board.rows; }
};

/// A compressed point list "ul:lr"; both corners belong to it, left <= right, top <= bottom.
struct Rectangle {
    Point upper_left;
    Point lower_right;
    friend constexpr bool operator==(Rectangle, Rectangle) = default;

    [[nodiscard]] constexpr std::uint32_t size() const {
        return static_cast<std::uint32_t>(lower_right.column - upper_left.column + 1) *
               static_cast<std::uint32_t>(lower_right.row - upper_left.row + 1);
    }
    [[nodiscard]] constexpr bool contains(Point p) const {
        return p.column >= upper_left.column && p.column <= lower_right.column && p.row >= upper_left.row &&
               p.row <= lower_right.row;
    }
};

/// a-z are 0-25, A-Z 26-51, everything else -1.
[[nodiscard]] constexpr int coordinate_of(char letter) {
    if (letter >= 'a' && letter <= 'z') {
        return letter - 'a';
    }
    if (letter >= 'A' && letter <= 'Z') {
        return letter - 'A' + 26;
    }
    return -1;
}

[[nodiscard]] constexpr char coordinate_letter(int coordinate) {
    return static_cast<char>(coordinate < 26 ? 'a' + coordinate : 'A' + coordinate - 26);
}

/// Two letters, column first, as a point of the largest possible board.
[[nodiscard]] constexpr std::optional<Point> parse_point(std::string_view text) {
    if (text.size() != 2) {
        return std::nullopt;
    }
    const int column = coordinate_of(text[0]);
    const int row = coordinate_of(text[1]);
    if (column < 0 || row < 0) {
        return std::nullopt;
    }
    return Point{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
}

/// Two letters that are a point of this board.
[[nodiscard]] constexpr std::optional<Point> parse_point(std::string_view text, BoardSize board) {
    const std::optional<Point> point = parse_point(text);
    return point && point->is_on(board) ? point : std::nullopt;
}

[[nodiscard]] constexpr std::array<char, 2> point_letters(Point point) {
    return {coordinate_letter(point.column), coordinate_letter(point.row)};
}

enum class Color : std::uint8_t { black = 1, white = 2 };

[[nodiscard]] constexpr Color opponent(Color color) {
    return color == Color::black ? Color::white : Color::black;
}
[[nodiscard]] constexpr char color_letter(Color color) {
    return color == Color::black ? 'B' : 'W';
}

}  // namespace tengen
