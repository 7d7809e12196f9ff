// The events of all streams of a game, as its columns have them.
#pragma once

#include <vector>

#include <tengen/abi/game.h>
#include <tengen/model/game.h>

namespace tengen::streams {

/// Fills the column `events`. Memory is used again; not thread-safe.
class EventTable {
public:
    /// Play every stream to its end. Throws std::bad_alloc.
    void compute(Game game);
    /// Point the column of `game` to this table, which must outlive it.
    void attach(tengen_game& game) const;

private:
    std::vector<tengen_event> events_;
};

}  // namespace tengen::streams
