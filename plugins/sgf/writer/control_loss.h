// Control characters in texts, which SGF has no place for.
#pragma once

#include <tengen/model/game.h>
#include <tengen/sdk/host.h>

namespace tengen::sgf {

/// Report what EscapingCopier leaves out of the texts of a game, or changes in them: one loss for each property that is
/// affected, and for each kind of change, at the first node where it occurs.
void report_control_characters(sdk::Host host, Game game);

}  // namespace tengen::sgf
