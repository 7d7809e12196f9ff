// The marked points of boards, and where fixed handicap stones stand.
#pragma once

#include <vector>

#include <tengen/model/point.h>

namespace tengen::passes {

/// Whether a point is a star point of the board: on the fourth lines from a side of 13 on, on the third lines below,
/// and on the middle lines of odd sides. Boards smaller than 7 have none.
[[nodiscard]] bool is_star_point(BoardSize board, Point point);

/// The points of a fixed handicap of so many stones ("GTP version 2, Fixed handicap placement"): the corners, the
/// middle of the sides, the centre. Empty if the board has no such placement.
[[nodiscard]] std::vector<Point> fixed_handicap(BoardSize board, int stones);

}  // namespace tengen::passes
