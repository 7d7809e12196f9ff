#include "passes/star_points.h"

#include <cstdint>

namespace tengen::passes {

namespace {

constexpr int smallest_side = 7;

struct Lines {
    int low;
    int middle;  // -1 for an even side
    int high;
};

constexpr Lines lines_of(int side) {
    const int low = side >= 13 ? 3 : 2;
    return {low, side % 2 != 0 ? side / 2 : -1, side - 1 - low};
}

constexpr bool is_on_line(int side, int coordinate) {
    const Lines lines = lines_of(side);
    return coordinate == lines.low || coordinate == lines.middle || coordinate == lines.high;
}

constexpr Point at(int column, int row) {
    return {static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
}

}  // namespace

bool is_star_point(BoardSize board, Point point) {
    return board.columns >= smallest_side && board.rows >= smallest_side && is_on_line(board.columns, point.column) &&
           is_on_line(board.rows, point.row);
}

std::vector<Point> fixed_handicap(BoardSize board, int stones) {
    const bool has_middles =
        board.columns > smallest_side && board.rows > smallest_side && board.columns % 2 != 0 && board.rows % 2 != 0;
    if (board.columns < smallest_side || board.rows < smallest_side || stones < 2 || stones > (has_middles ? 9 : 4)) {
        return {};
    }
    const Lines c = lines_of(board.columns);
    const Lines r = lines_of(board.rows);
    std::vector<Point> points{at(c.low, r.high), at(c.high, r.low)};
    if (stones >= 3) {
        points.push_back(at(c.low, r.low));
    }
    if (stones >= 4) {
        points.push_back(at(c.high, r.high));
    }
    if (stones >= 6) {
        points.push_back(at(c.low, r.middle));
        points.push_back(at(c.high, r.middle));
    }
    if (stones >= 8) {
        points.push_back(at(c.middle, r.low));
        points.push_back(at(c.middle, r.high));
    }
    if (stones == 5 || stones == 7 || stones == 9) {
        points.push_back(at(c.middle, r.middle));
    }
    return points;
}

}  // namespace tengen::passes
