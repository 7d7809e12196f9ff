// Streams out of clocks: a game record with the time left after every move becomes a recording.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tengen/model/storage.h>

#include "passes/loss.h"

namespace tengen::passes {

/// Seconds, decimals above 0.
struct TimeImportOptions {
    std::string step = "1";           ///< of a move about whose time nothing is known
    std::string byo_yomi_step = "1";  ///< of a move within a byo-yomi period, about which a clock says nothing
};

struct ImportedTimes {
    std::optional<OwnedGame> game;  ///< nothing: there is no move to give a time
    std::vector<Loss> losses;
};

/// The moves of the main line get the time their side used for them: the difference of what was left before and after
/// (BL, WL), over borders of overtime (OT with OB, OW) as far as that can be told. Whatever is no plain difference is
/// reported as estimated. Times are exact decimals, counted from 0, and grow strictly.
///
/// Without variations the stream begins at the node with the game information, else at the root. A game with variations
/// becomes two subtrees: the recording of the main line, and the tree as it was. Games with streams are not touched.
/// The result refers to the text of the game. Linear.
[[nodiscard]] ImportedTimes import_times(Game game, const TimeImportOptions& options);

}  // namespace tengen::passes
