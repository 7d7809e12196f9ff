// Which points of the old property M are stones.
#pragma once

#include <cstddef>
#include <vector>

#include <tengen/model/game.h>

#include "rules/replay.h"

namespace tengen::passes {

/// "FF[1]-FF[2], M": a mark, which is a triangle on a stone and a cross elsewhere. Answers are given for all points of
/// all M of the record, in its order. Not thread-safe; memory is used again.
class MarkedStones {
public:
    /// Forget what was found.
    void clear() {
        on_stone_.clear();
        next_ = 0;
    }
    /// Replays a game of a file format that knows M.
    void find(Game game);
    /// Whether the next point of an M is a stone; not beyond what was found.
    [[nodiscard]] bool take_next() { return next_ < on_stone_.size() && on_stone_[next_++]; }

private:
    rules::Replay replay_;
    std::vector<bool> on_stone_;
    std::size_t next_ = 0;
};

}  // namespace tengen::passes
