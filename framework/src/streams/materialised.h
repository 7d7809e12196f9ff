// Streams as ordinary trees: what a recording shows at an instant ("RGF text, exporting").
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tengen/model/game.h>
#include <tengen/model/storage.h>

#include "streams/playback.h"
#include "streams/timeline.h"

namespace tengen::streams {

/// What one stream came to.
struct MaterialisedStream {
    std::uint32_t stream = 0;    ///< index in the recorded game
    std::uint32_t old_node = 0;  ///< the stream node in the recorded game ...
    std::uint32_t node = 0;      ///< ... and in the new one
    std::uint32_t cursor = 0;    ///< in the new game
    std::string position{};      ///< of the cursor, as positions of streams are written
    Instant instant{};
    std::uint32_t stamped_items = 0;  ///< nodes and properties with a time
    std::uint32_t triggers = 0;       ///< VT
    std::uint32_t later_events = 0;   ///< behind the instant
    Tally tally{};
    bool has_media = false;  ///< its source is more than the clock
};

struct Materialised {
    OwnedGame game;
    std::vector<std::uint32_t> old_nodes;  ///< by node of the new game: what it was in the recorded one
    std::vector<MaterialisedStream> streams;
};

/// Whether a stream is one only by name: its events are in a file that is not there ("RGF text", later revision).
[[nodiscard]] bool is_placeholder(Game game, std::uint32_t stream);

/// The game with every stream replaced by its state at an instant, one an index; the last one counts for the streams
/// behind. GS, RC, RP, TS and VT of streams vanish, nodes left empty stay. Streams that are placeholders stay as they
/// are. The new game has no streams; it refers to the text of the old one, which `keep` keeps alive.
[[nodiscard]] Materialised materialise(Game game, std::span<const Instant> instants, std::shared_ptr<const void> keep);

/// The subtree of one playback as a game of its own whose root is the stream node: what a tree beside the stream would
/// hold.
[[nodiscard]] OwnedGame detached(const Playback& playback, std::shared_ptr<const void> keep);

}  // namespace tengen::streams
