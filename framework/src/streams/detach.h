// What a recording shows at an instant, as an ordinary tree beside it ("RGF text, detach").
#pragma once

#include <span>
#include <vector>

#include <tengen/model/storage.h>

#include "streams/timeline.h"

namespace tengen::streams {

struct Detached {
    OwnedGame game;                ///< the recording, each stream followed by what it shows
    std::vector<OwnedGame> trees;  ///< of streams that begin at a root, which has no siblings: game trees of their own
};

/// The instants are those of the streams by index, the last one counts for those behind. Streams whose events are in a
/// file that is not there stay alone. The new games need nothing of the old one.
[[nodiscard]] Detached detach(Game game, std::span<const Instant> instants);

}  // namespace tengen::streams
