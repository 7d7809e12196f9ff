#include "sgf/writer/point_compression.h"

#include <array>
#include <bit>
#include <cstdint>

namespace tengen::sgf {

namespace {

using Rows = std::array<std::uint64_t, 64>;  // bit x of row y; one row more than any board has stays empty

constexpr std::uint64_t columns(int first, int last) {
    return (~std::uint64_t{0} >> (63 - (last - first))) << first;
}

Rectangle rightwards_first(const Rows& rows, int x, int y) {
    const int right = x + std::countr_one(rows[static_cast<std::size_t>(y)] >> x) - 1;
    const std::uint64_t mask = columns(x, right);
    int bottom = y;
    while ((rows[static_cast<std::size_t>(bottom + 1)] & mask) == mask) {
        ++bottom;
    }
    return {{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)},
            {static_cast<std::uint8_t>(right), static_cast<std::uint8_t>(bottom)}};
}

Rectangle downwards_first(const Rows& rows, int x, int y) {
    int bottom = y;
    std::uint64_t common = rows[static_cast<std::size_t>(y)];
    while ((rows[static_cast<std::size_t>(bottom + 1)] >> x & 1u) != 0) {
        ++bottom;
        common &= rows[static_cast<std::size_t>(bottom)];
    }
    const int right = x + std::countr_one(common >> x) - 1;
    return {{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)},
            {static_cast<std::uint8_t>(right), static_cast<std::uint8_t>(bottom)}};
}

}  // namespace

std::vector<Rectangle> compress_points(std::span<const tengen_value> values) {
    Rows rows{};
    for (const tengen_value value : values) {
        for_each_point(value, [&](Point p) {
            if (p.column < max_board_side && p.row < max_board_side) {
                rows[p.row] |= std::uint64_t{1} << p.column;
            }
        });
    }
    std::vector<Rectangle> rectangles;
    for (int y = 0; y < max_board_side; ++y) {
        while (rows[static_cast<std::size_t>(y)] != 0) {
            const int x = std::countr_zero(rows[static_cast<std::size_t>(y)]);
            const Rectangle wide = rightwards_first(rows, x, y);
            const Rectangle tall = downwards_first(rows, x, y);
            const Rectangle best = tall.size() > wide.size() ? tall : wide;
            const std::uint64_t mask = columns(best.upper_left.column, best.lower_right.column);
            for (std::size_t row = best.upper_left.row; row <= best.lower_right.row; ++row) {
                rows[row] &= ~mask;
            }
            rectangles.push_back(best);
        }
    }
    return rectangles;
}

}  // namespace tengen::sgf
