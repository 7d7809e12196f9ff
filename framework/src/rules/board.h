// A Go board that executes moves the way SGF does.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <tengen/model/column.h>
#include <tengen/model/point.h>

#include "rules/position_set.h"

namespace tengen::rules {

/// What the rules of Go say about a move; the first one that applies. Every move is executed all the same.
enum class Verdict : std::uint8_t {
    none,
    occupied,  ///< a stone was there; it is overwritten and is no prisoner
    suicide,   ///< the own group had no liberty and was taken off
    ko,        ///< one stone taken, and the position from before the opponent's last move is back
    superko    ///< an earlier position of the line is back (stones only, whoever is to move)
};

/// What stands on a point.
enum class Stone : std::uint8_t { empty = 0, black = 1, white = 2 };

[[nodiscard]] constexpr Stone stone_of(Color color) {
    return static_cast<Stone>(color);
}

struct Played {
    Verdict verdict = Verdict::none;
    std::uint16_t captured = 0;  ///< stones of the other side that were taken
};

namespace board_detail {
// Rows are 64 cells apart, with a border around.
inline constexpr std::size_t cell_count = (max_board_side + 2) * std::size_t{64};
// One number for each cell and colour ("Zobrist hashing"); fixed, so that results never depend on the run.
extern const std::array<std::array<std::uint64_t, 2>, cell_count> stone_hashes;
}  // namespace board_detail

/// Any rectangle up to 52 x 52. "SGF FF[4], Move properties": a move puts its stone whatever was there, then takes
/// adjacent enemy groups without liberties, then its own group if that has none. Setup only edits.
///
/// A point is one byte: the colour and the number of empty neighbours. Groups are not kept: a group is looked at only
/// when one of its stones next to a move has no empty neighbour left, and only up to the first stone that has one.
///
/// Positions are compared by a 64-bit hash. Not thread-safe; a board is 20 KiB and meant to be used again.
class Board {
public:
    explicit Board(BoardSize size = {}) { reset(size); }

    /// An empty board with a new history and nothing to go back to. Sides are 1 to 52.
    void reset(BoardSize size);

    [[nodiscard]] BoardSize size() const { return size_; }
    [[nodiscard]] Stone at(Point point) const { return static_cast<Stone>(cells_[index_of(point)] >> 4 & 3u); }
    /// Stones taken by a side; a suicide counts for the other one.
    [[nodiscard]] std::uint32_t prisoners_of(Color color) const { return state_.prisoners[slot_of(color)]; }
    /// Equal positions have equal hashes.
    [[nodiscard]] std::uint64_t hash() const { return state_.hash; }

    /// Execute a move; the point must be on the board.
    Played play(Color color, Point point) {
        return color == Color::black ? play<Color::black>(point) : play<Color::white>(point);
    }
    void pass(Color color) { state_.stone_played[slot_of(color)] = 0; }

    /// Setup: no captures. False if that stood there already. A setup starts a new history: call start_history() when
    /// all its points are set.
    bool set(Point point, Stone stone);
    /// The position on the board is the first one of the line: what was before does not count as repeated.
    void start_history();

    /// Call visit(Point) for every stone of the group at `point`; false if the group has no liberty. True, and no call,
    /// for an empty point.
    template <class Visit>
    bool visit_group(Point point, Visit&& visit) {
        if (at(point) == Stone::empty) {
            return true;
        }
        bool has_liberty = false;
        const std::uint32_t stones = collect_group(index_of(point), has_liberty);
        for (std::uint32_t i = 0; i < stones; ++i) {
            visit(point_of(group_[i]));
        }
        return has_liberty;
    }

    // -- going back --

    struct State {
        std::uint64_t hash = 0;
        std::uint64_t history = 0;                   ///< makes keys of different histories differ
        std::array<std::uint64_t, 2> before_move{};  ///< hash before the last move of each side
        std::array<std::uint32_t, 2> prisoners{};
        std::array<std::uint8_t, 2> stone_played{};  ///< whether the last move of each side was one, and no pass
    };
    struct Mark {
        State state;
        std::uint32_t changes = 0;
        std::size_t positions = 0;
    };

    /// Note the present position, so that restore() finds it. Marks are nested: restoring one makes all later ones
    /// invalid, and itself stays valid.
    [[nodiscard]] Mark mark() {
        recording_ = true;
        return {state_, changes_.size(), positions_.size()};
    }
    /// Back to a mark; time linear in the changes since.
    void restore(const Mark& mark);
    /// No mark will be restored any more; playing on gets a little cheaper.
    void forget_marks() {
        recording_ = false;
        changes_.clear();
    }

private:
    // Rows are 64 bytes apart, whatever the size of the board; what lies between the rows is the border.
    static constexpr int stride = 64;
    static constexpr std::size_t cell_count = board_detail::cell_count;
    static constexpr std::uint8_t black_bits = 0x10;
    static constexpr std::uint8_t border = 0x40;
    static constexpr std::uint8_t stone_bits = 0x30;
    static constexpr std::uint8_t color_bits = 0x70;
    static constexpr std::uint8_t neighbour_bits = 0x07;
    static constexpr std::array<int, 4> directions{1, -1, stride, -stride};

    using Cell = std::uint16_t;  // index into cells_

    [[nodiscard]] static constexpr std::size_t slot_of(Color color) { return color == Color::black ? 0 : 1; }
    [[nodiscard]] static constexpr unsigned index_of(Point point) { return (point.row + 1u) * stride + point.column; }
    [[nodiscard]] static constexpr Point point_of(unsigned cell) {
        return {static_cast<std::uint8_t>(cell % stride), static_cast<std::uint8_t>(cell / stride - 1)};
    }

    [[nodiscard]] static std::uint64_t hash_of(unsigned cell, std::uint8_t color) {
        return board_detail::stone_hashes[cell][color == black_bits ? 0 : 1];
    }

    template <Color color>
    Played play(Point point);
    std::uint32_t fill(unsigned start);
    void capture(std::size_t side, unsigned cell, std::uint8_t enemy, Played& played);
    void take_own(std::size_t side, unsigned cell, std::uint8_t own, Played& played);
    std::uint32_t collect_group(unsigned start, bool& has_liberty);
    void start_fill();
    void take_group(std::uint32_t stones, std::uint8_t color);
    std::uint32_t take_neighbours(unsigned cell, std::uint8_t enemy);
    void overwrite(std::size_t side, unsigned cell, std::uint8_t own, Played& played);
    void change(unsigned cell, std::uint8_t color);

    void record(unsigned cell, std::uint8_t before) {
        if (recording_) {
            changes_.push_back(cell << 8 | before);
        }
    }

    std::array<std::uint8_t, cell_count> cells_;  // first, so that neighbours are at small offsets
    State state_;
    bool recording_ = false;
    BoardSize size_{0, 0};
    std::array<std::uint8_t, cell_count> empty_;  // cells_ of the empty board
    std::uint64_t histories_ = 0;
    std::uint32_t fills_ = 0;
    std::array<std::uint32_t, cell_count> filled_{};  // number of the fill that saw a cell last
    std::array<Cell, max_board_side * max_board_side> group_;
    PositionSet positions_;
    Column<std::uint32_t> changes_;  // cell and the colour bits it had
};

// Nearly all of a replay is this function; what is rare is elsewhere.
template <Color color>
inline Played Board::play(Point point) {
    constexpr std::size_t side = slot_of(color);
    constexpr std::uint8_t own = color == Color::black ? black_bits : black_bits << 1;
    constexpr std::uint8_t enemy = own ^ stone_bits;
    const unsigned cell = index_of(point);
    const std::uint64_t hash_before = state_.hash;
    Played played;

    if ((cells_[cell] & stone_bits) == 0) [[likely]] {
        record(cell, 0);
        cells_[cell] |= own;
        state_.hash = hash_before ^ hash_of(cell, own);
        const std::uint8_t right = --cells_[cell + 1];
        const std::uint8_t left = --cells_[cell - 1];
        const std::uint8_t below = --cells_[cell + stride];
        const std::uint8_t above = --cells_[cell - stride];
        if ((right == enemy) | (left == enemy) | (below == enemy) | (above == enemy)) [[unlikely]] {
            capture(side, cell, enemy, played);  // an enemy stone without an empty neighbour
        }
        if ((cells_[cell] & neighbour_bits) == 0) [[unlikely]] {
            // A friend that has an empty neighbour keeps the stone on the board.
            const auto helps = [&](std::uint8_t neighbour) {
                return static_cast<unsigned>((neighbour & color_bits) == own) &
                       static_cast<unsigned>((neighbour & neighbour_bits) != 0);
            };
            if ((helps(right) | helps(left) | helps(below) | helps(above)) == 0) {
                take_own(side, cell, own, played);
            }
        }
    } else {
        overwrite(side, cell, own, played);
    }
    state_.before_move[side] = hash_before;
    state_.stone_played[side] = 1;
    const bool is_new = positions_.insert(state_.hash ^ state_.history);
    if (!is_new && played.verdict == Verdict::none) [[unlikely]] {
        played.verdict = Verdict::superko;
    }
    return played;
}

}  // namespace tengen::rules
