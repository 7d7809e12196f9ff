// Trees that claim to be what a recorded stream shows at an instant (GD of the later revision).
#pragma once

#include <cstdint>
#include <functional>

#include <tengen/model/game.h>

#include "streams/timeline.h"

namespace tengen::passes {

/// A GD that names an instant of a stream of its game by file.
struct Snapshot {
    std::uint32_t node = 0;
    std::uint32_t property = 0;
    std::uint32_t stream = 0;
    streams::Instant instant{};
};

/// Call visit for those whose tree is another one than that of the stream, in document order; the two nodes at the top
/// are not compared. Each stream is played back once, whatever the number of its snapshots. Throws std::bad_alloc and
/// what visit throws.
void find_differing_snapshots(Game game, const std::function<void(const Snapshot&)>& visit);

}  // namespace tengen::passes
