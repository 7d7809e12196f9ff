// Recorded streams for targets that hold none: each becomes the tree it shows at an instant.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tengen/model/storage.h>

#include "passes/loss.h"
#include "streams/materialised.h"
#include "streams/timeline.h"

namespace tengen::passes {

/// Where the game information of streams goes: a tree has it once on a path.
struct StreamLayout {
    enum class Kind : std::uint8_t {
        automatic,  ///< to the root if all streams say the same and nothing contradicts, else as `split`
        split,      ///< a game tree for each stream: the root, the way to the stream, the stream
        push,       ///< what the root says is repeated in every branch
        one         ///< as `split`, one stream only
    };
    Kind kind = Kind::automatic;
    std::uint32_t stream = 0;  ///< of `one`
};

struct StreamFittingOptions {
    /// The instants of the streams by index; the last one counts for those behind; empty: the end.
    std::vector<streams::Instant> at{};
    StreamLayout layout{};
    bool arranges_info = true;  ///< false: the target may hold game information anywhere
};

struct FittedStreams {
    std::vector<OwnedGame> games;                      ///< one, or several where streams were taken apart
    std::vector<streams::MaterialisedStream> streams;  ///< nodes are those of the only game, if there is just one
    std::vector<Loss> losses;                          ///< nodes are those of the recorded game
};

/// "RGF text, exporting". The games refer to the text of the recorded one, which must outlive them. Linear.
[[nodiscard]] FittedStreams fit_streams(Game game, const StreamFittingOptions& options);

}  // namespace tengen::passes
