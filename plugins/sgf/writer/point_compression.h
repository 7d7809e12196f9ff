// Point lists in few characters ("SGF FF[4], Compressed point lists").
#pragma once

#include <span>
#include <vector>

#include <tengen/model/point.h>
#include <tengen/model/value.h>

namespace tengen::sgf {

/// Rectangles that hold exactly the points of a list, each once: from the upper row to the lower one, from left to
/// right, each the larger of what can be reached to the right first and what can be reached downwards first. The same
/// set of points gives the same answer whatever its order. Values of other kinds than point and rectangle do not count.
[[nodiscard]] std::vector<Rectangle> compress_points(std::span<const tengen_value> values);

/// Characters of such values between the brackets and with them: 4 for a point, 7 for a rectangle.
[[nodiscard]] constexpr std::size_t written_size(Rectangle rectangle) {
    return rectangle.size() == 1 ? 4 : 7;
}

}  // namespace tengen::sgf
