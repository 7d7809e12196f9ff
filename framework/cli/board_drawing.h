// A board in a terminal.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <tengen/model/point.h>

#include "rules/board.h"

namespace tengen::cli {

/// The stones of one position.
class Stones {
public:
    Stones() = default;
    explicit Stones(const rules::Board& board);
    explicit Stones(BoardSize size) : size_(size), stones_(std::size_t{size.columns} * size.rows) {}

    [[nodiscard]] BoardSize size() const { return size_; }
    [[nodiscard]] rules::Stone at(Point point) const { return stones_[index_of(point)]; }
    void set(Point point, rules::Stone stone) { stones_[index_of(point)] = stone; }

private:
    [[nodiscard]] std::size_t index_of(Point point) const {
        return std::size_t{point.row} * size_.columns + point.column;
    }

    BoardSize size_{0, 0};
    std::vector<rules::Stone> stones_;
};

struct DrawingStyle {
    bool unicode = false;  ///< round stones instead of X (Black) and O (White)
    bool color = false;    ///< the last move in inverse video, beside its brackets
};

/// The name of a column as players say it: A to T without I, Z is followed by AA, BB ... ZZ and AAA.
[[nodiscard]] std::string column_name(int column);
/// "Q16": the column, and the row counted from below.
[[nodiscard]] std::string point_name(Point point, BoardSize size);

/// Whether the point is marked on a board of that size: the fourth lines from 13 on, the third ones from 7 on, the
/// middle of boards with odd sides, and the middles of the sides from 15 on.
[[nodiscard]] bool is_star_point(Point point, BoardSize size);

/// All rows with coordinates on four sides, each line with a line break. The last move stands in brackets.
[[nodiscard]] std::string draw_board(const Stones& stones, std::optional<Point> last_move, const DrawingStyle& style);

}  // namespace tengen::cli
