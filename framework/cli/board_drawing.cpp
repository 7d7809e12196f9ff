#include "board_drawing.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace tengen::cli {

namespace {

constexpr std::string_view column_letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

// A side of a board: where its lines with stars are, -1 if there are none.
struct Side {
    int near = -1;
    int far = -1;
    int middle = -1;
    bool is_long = false;
};

Side side_of(int length) {
    Side side;
    if (length >= 7) {
        side.near = length >= 13 ? 3 : 2;
        side.far = length - 1 - side.near;
    }
    if (length % 2 == 1 && length >= 5) {
        side.middle = length / 2;
    }
    side.is_long = length >= 15;
    return side;
}

std::string_view symbol(rules::Stone stone, bool star, bool unicode) {
    switch (stone) {
        case rules::Stone::black:
            return unicode ? "\u25CF" : "X";
        case rules::Stone::white:
            return unicode ? "\u25CB" : "O";
        case rules::Stone::empty:
            break;
    }
    if (star) {
        return "+";
    }
    return unicode ? "\u00B7" : ".";
}

// Names of columns above and below the board; each stands over the last character of a cell.
std::string column_line(int columns, std::size_t row_width, std::size_t cell) {
    std::string line(row_width, ' ');
    for (int column = 0; column < columns; ++column) {
        line += fmt::format("{:>{}}", column_name(column), cell);
    }
    return line + '\n';
}

}  // namespace

Stones::Stones(const rules::Board& board) : Stones(board.size()) {
    for (std::uint8_t column = 0; column < size_.columns; ++column) {
        for (std::uint8_t row = 0; row < size_.rows; ++row) {
            set({column, row}, board.at({column, row}));
        }
    }
}

std::string column_name(int column) {
    const auto letters = static_cast<int>(column_letters.size());
    return std::string(static_cast<std::size_t>(column / letters + 1),
                       column_letters[static_cast<std::size_t>(column % letters)]);
}

std::string point_name(Point point, BoardSize size) {
    return column_name(point.column) + std::to_string(size.rows - point.row);
}

bool is_star_point(Point point, BoardSize size) {
    const Side across = side_of(size.columns);
    const Side down = side_of(size.rows);
    const bool edge_column = point.column == across.near || point.column == across.far;
    const bool edge_row = point.row == down.near || point.row == down.far;
    const bool middle_column = point.column == across.middle;
    const bool middle_row = point.row == down.middle;
    return (edge_column && edge_row) || (middle_column && middle_row) || (edge_column && middle_row && down.is_long) ||
           (middle_column && edge_row && across.is_long);
}

std::string draw_board(const Stones& stones, std::optional<Point> last_move, const DrawingStyle& style) {
    const BoardSize size = stones.size();
    const std::size_t row_width = std::to_string(size.rows).size();
    // Names of more than one letter need more room.
    const std::size_t cell = column_name(size.columns - 1).size() + 1;
    const std::string columns = column_line(size.columns, row_width, cell);
    std::string text = columns;
    for (std::uint8_t row = 0; row < size.rows; ++row) {
        text += fmt::format("{:>{}}", size.rows - row, row_width);
        bool after_last_move = false;
        for (std::uint8_t column = 0; column < size.columns; ++column) {
            const Point point{column, row};
            const bool is_last = last_move == point;
            std::string before(cell - 1, ' ');
            if (std::exchange(after_last_move, is_last)) {
                before.front() = ')';
            }
            if (is_last) {
                before.back() = '(';
            }
            text += before;
            const std::string_view stone = symbol(stones.at(point), is_star_point(point, size), style.unicode);
            text += is_last && style.color ? fmt::format("\x1B[7m{}\x1B[0m", stone) : std::string(stone);
        }
        text += after_last_move ? ')' : ' ';
        text += fmt::format("{}\n", size.rows - row);
    }
    return text + columns;
}

}  // namespace tengen::cli
