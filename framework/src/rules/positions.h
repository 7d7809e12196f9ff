// The position after every node of a game.
#pragma once

#include <cstdint>
#include <vector>

#include <tengen/abi/game.h>
#include <tengen/model/column.h>
#include <tengen/model/game.h>

#include "rules/replay.h"

namespace tengen::rules {

/// Fills the columns `positions` and `position_points` of a game: stones, prisoners, move number, side to move, and in
/// nodes that mark territory (TB, TW) the dead stones, which are those on the other side's territory.
///
/// The side to move is the one PL names, else the other one than that of the last move. Where neither is known: the
/// side of the first move that follows along first children; without one White if only Black has stones, else Black.
///
/// Time and memory grow with nodes times stones. Not thread-safe; may be used for one game after the other.
class PositionTable {
public:
    /// False, and an empty table, if the game cannot be executed. Throws std::bad_alloc and TooManyEntries.
    bool compute(Game game, Replay& replay);

    /// Point the columns of `game` to this table, which must outlive it; NULL if the table is empty.
    void attach(tengen_game& game) const;

private:
    void find_first_moves(Game game);
    void add(Game game, const Step& step, const Replay& replay);
    template <class Wanted>
    void list_points(BoardSize size, std::uint32_t& first, std::uint32_t& count, Wanted&& wanted);

    Column<tengen_position> positions_;
    Column<std::uint16_t> points_;
    std::vector<std::uint8_t> first_moves_;  // a colour a node, 0 if no move follows
    std::vector<std::uint8_t> territory_;    // a colour a point, of the node at hand
};

}  // namespace tengen::rules
