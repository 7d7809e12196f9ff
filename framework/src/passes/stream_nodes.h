// Which nodes belong to recorded streams.
#pragma once

#include <cstdint>
#include <vector>

#include <tengen/model/game.h>

namespace tengen::passes {

/// The stream nodes of a game and all below them. Costs nothing for games without streams.
class StreamNodes {
public:
    void find(Game game) {
        in_stream_.clear();
        if (game.columns().stream_count == 0) {
            return;
        }
        in_stream_.resize(game.node_count(), false);
        for (std::uint32_t i = 0; i < game.columns().stream_count; ++i) {
            in_stream_[game.columns().streams[i].node] = true;
        }
        for (std::uint32_t node = 1; node < game.node_count(); ++node) {
            if (in_stream_[game.parent(node)]) {
                in_stream_[node] = true;
            }
        }
    }
    [[nodiscard]] bool any() const { return !in_stream_.empty(); }
    [[nodiscard]] bool contains(std::uint32_t node) const { return any() && in_stream_[node]; }

private:
    std::vector<bool> in_stream_;
};

}  // namespace tengen::passes
