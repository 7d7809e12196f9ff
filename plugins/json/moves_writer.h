// The short form of a game: its main line as a plain list of moves, with what a reader of game records usually asks
// for. It is a summary for other programs; nothing reads it back.
#pragma once

#include <tengen/model/game.h>

#include "output_buffer.h"

namespace tengen::json {

/// Put {...} of one game: size, komi, handicap, setup, first, moves, result, players, ranks, date, rules, territory.
/// Only the main line is looked at, the first child at every branch. A member that the record says nothing about is
/// left out, but "size", "first" and "moves" are always there. Linear, without recursion.
void write_moves(Game game, OutputBuffer& out);

}  // namespace tengen::json
