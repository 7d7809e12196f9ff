// What a game looks like after one of its nodes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <tengen/model/game.h>

#include "board_drawing.h"
#include "rules/replay.h"

namespace tengen::cli {

/// A game on the board, as it stands after one node.
struct Position {
    Stones stones;
    std::array<std::uint32_t, 2> prisoners{};  ///< taken by Black, by White
    rules::Line line;
    std::optional<rules::MoveStep> last_move;  ///< of the node, or of the nearest node above it that has one
};

[[nodiscard]] std::uint32_t end_of_main_line(Game game);

/// Nothing if the game has no board.
[[nodiscard]] std::optional<Position> position_after(Game game, std::uint32_t wanted);

/// Whose turn it is ("SGF FF[4], PL"): what PL or the last move tells, else who moves first from here on, else White if
/// Black alone has stones on the board.
[[nodiscard]] Color next_player(Game game, std::uint32_t node, const Position& position);

/// The text of C; several are joined with a line break.
[[nodiscard]] std::string comment_of(Game game, std::uint32_t node);

}  // namespace tengen::cli
