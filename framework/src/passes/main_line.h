// The moves of a game, whichever way the board was turned.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <tengen/model/game.h>

namespace tengen::passes {

/// One of the eight ways to lay a board on itself, and whether the colours are exchanged: 16 in all, 0 is none.
using Orientation = std::uint8_t;
inline constexpr Orientation orientation_count = 16;
/// A set of orientations, one bit each.
using Orientations = std::uint16_t;
/// Those that keep the colours.
inline constexpr Orientations same_colours = 0x00FF;

/// The board, a setup stone or a move, in two bytes.
using LineEntry = std::uint16_t;

/// An entry as it looks on a board of that size in another orientation.
[[nodiscard]] LineEntry turned(LineEntry entry, BoardSize board, Orientation orientation);
[[nodiscard]] bool is_move(LineEntry entry);

/// The path of first children: the size of the board, then the setup and the moves of every node; in the orientation
/// that comes first in the order of the entries. As that is the order of words, the beginning of a main line is the
/// main line of the beginning. Linear in the number of nodes on the path. Memory is used again; one thread at a time.
class MainLine {
public:
    /// False if there is nothing to compare: no move, another game than Go, no board the model knows.
    [[nodiscard]] bool read(Game game);

    /// Valid until the next read.
    [[nodiscard]] std::span<const LineEntry> entries() const { return entries_; }
    [[nodiscard]] std::uint32_t moves() const { return moves_; }
    /// Every orientation that turns the game into these entries; more than one for a symmetric game.
    [[nodiscard]] Orientations orientations() const { return orientations_; }

private:
    void take_node(Game game, std::uint32_t node);
    void append(std::span<LineEntry> group);

    BoardSize board_{};
    std::vector<LineEntry> entries_;
    std::vector<LineEntry> group_;
    std::array<std::vector<LineEntry>, orientation_count> turned_;
    std::uint32_t moves_ = 0;
    Orientations orientations_ = 0;
};

}  // namespace tengen::passes
