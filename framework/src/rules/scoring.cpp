#include "rules/scoring.h"

#include <cstddef>

namespace tengen::rules {

void Scoring::begin(const Board& board) {
    size_ = board.size();
    marks_.assign(std::size_t{size_.columns} * size_.rows, 0);
}

Score Scoring::count_marked(const Board& board, std::span<const Point> black, std::span<const Point> white) {
    begin(board);
    for (const Point point : black) {
        if (point.is_on(size_)) {
            mark_of(point) |= black_point;
        }
    }
    for (const Point point : white) {
        if (point.is_on(size_)) {
            mark_of(point) |= white_point;
        }
    }
    for (std::uint8_t row = 0; row < size_.rows; ++row) {
        for (std::uint8_t column = 0; column < size_.columns; ++column) {
            const Point point{column, row};
            std::uint8_t& mark = mark_of(point);
            const Stone stone = board.at(point);
            const bool is_dead = (stone == Stone::black && (mark & white_point) != 0) ||
                                 (stone == Stone::white && (mark & black_point) != 0);
            mark = static_cast<std::uint8_t>(is_dead ? mark | dead_stone : mark);
        }
    }
    return sum(board);
}

Score Scoring::count_dead(const Board& board, std::span<const Point> dead) {
    begin(board);
    for (const Point point : dead) {
        if (point.is_on(size_) && board.at(point) != Stone::empty) {
            mark_of(point) |= dead_stone;
        }
    }
    for (std::uint8_t row = 0; row < size_.rows; ++row) {
        for (std::uint8_t column = 0; column < size_.columns; ++column) {
            const Point point{column, row};
            const bool is_free = board.at(point) == Stone::empty || (mark_of(point) & dead_stone) != 0;
            if (is_free && (mark_of(point) & seen) == 0) {
                fill_region(board, point);
            }
        }
    }
    return sum(board);
}

// A region of empty points and dead stones becomes the territory of the side that alone surrounds it.
void Scoring::fill_region(const Board& board, Point start) {
    bool touches_black = false;
    bool touches_white = false;
    region_.assign(1, start);
    mark_of(start) |= seen;
    for (std::size_t i = 0; i < region_.size(); ++i) {
        const auto look_at = [&](int column, int row) {
            const Point point{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
            if (column < 0 || row < 0 || !point.is_on(size_)) {
                return;
            }
            std::uint8_t& mark = mark_of(point);
            const Stone stone = board.at(point);
            if (stone != Stone::empty && (mark & dead_stone) == 0) {
                touches_black = touches_black || stone == Stone::black;
                touches_white = touches_white || stone == Stone::white;
            } else if ((mark & seen) == 0) {
                mark |= seen;
                region_.push_back(point);
            }
        };
        const Point point = region_[i];
        look_at(point.column + 1, point.row);
        look_at(point.column - 1, point.row);
        look_at(point.column, point.row + 1);
        look_at(point.column, point.row - 1);
    }
    if (touches_black != touches_white) {
        for (const Point point : region_) {
            mark_of(point) |= touches_black ? black_point : white_point;
        }
    }
}

Score Scoring::sum(const Board& board) {
    Score score;
    score.black.prisoners = board.prisoners_of(Color::black);
    score.white.prisoners = board.prisoners_of(Color::white);
    for (std::uint8_t row = 0; row < size_.rows; ++row) {
        for (std::uint8_t column = 0; column < size_.columns; ++column) {
            const std::uint8_t mark = mark_of({column, row});
            const Stone stone = board.at({column, row});
            const bool is_dead = (mark & dead_stone) != 0;
            if (stone != Stone::empty) {
                SideCount& own = stone == Stone::black ? score.black : score.white;
                own.dead += is_dead ? 1 : 0;
                own.stones += is_dead ? 0 : 1;
            }
            if (stone == Stone::empty || is_dead) {  // a point that both sides claim is nobody's
                score.black.territory += (mark & black_point) != 0 && (mark & white_point) == 0 ? 1 : 0;
                score.white.territory += (mark & white_point) != 0 && (mark & black_point) == 0 ? 1 : 0;
            }
        }
    }
    return score;
}

}  // namespace tengen::rules
