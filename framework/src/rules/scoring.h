// What a finished position is worth, by territory and by area.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tengen/model/point.h>

#include "rules/board.h"

namespace tengen::rules {

/// What one side has at the end.
struct SideCount {
    std::uint32_t stones = 0;     ///< alive on the board
    std::uint32_t territory = 0;  ///< points, those under dead stones of the other side too
    std::uint32_t dead = 0;       ///< its own dead stones
    std::uint32_t prisoners = 0;  ///< taken from the other side during the game

    friend bool operator==(const SideCount&, const SideCount&) = default;
};

struct Score {
    SideCount black;
    SideCount white;

    /// Black's lead before komi: stones alive and territory.
    [[nodiscard]] int by_area() const {
        return static_cast<int>(black.stones + black.territory) - static_cast<int>(white.stones + white.territory);
    }
    /// Black's lead before komi: territory, prisoners and dead stones.
    [[nodiscard]] int by_territory() const {
        return static_cast<int>(black.territory + black.prisoners + white.dead) -
               static_cast<int>(white.territory + white.prisoners + black.dead);
    }
    friend bool operator==(const Score&, const Score&) = default;
};

/// Counts finished positions. Points that are not on the board count for nothing. Not thread-safe; memory is kept for
/// the next position.
class Scoring {
public:
    /// By the territory that the players agreed on ("SGF FF[4], Go, TB, TW"): stones on the other side's territory are
    /// dead, all others alive; own stones that are marked as own territory are stones.
    [[nodiscard]] Score count_marked(const Board& board, std::span<const Point> black, std::span<const Point> white);

    /// By the dead stones alone: with these taken off, an empty region that touches stones of one side only is
    /// territory. Points that both sides touch, or nobody, belong to nobody.
    [[nodiscard]] Score count_dead(const Board& board, std::span<const Point> dead);

private:
    enum Mark : std::uint8_t { black_point = 1, white_point = 2, dead_stone = 4, seen = 8 };

    void begin(const Board& board);
    [[nodiscard]] std::uint8_t& mark_of(Point point) {
        return marks_[point.row * std::size_t{size_.columns} + point.column];
    }
    [[nodiscard]] Score sum(const Board& board);
    void fill_region(const Board& board, Point start);

    BoardSize size_{};
    std::vector<std::uint8_t> marks_;
    std::vector<Point> region_;
};

}  // namespace tengen::rules
