// What a list of games leaves out of all of them, said once.
#pragma once

#include <cstdint>
#include <string>

#include <tengen/model/game.h>
#include <tengen/sdk/host.h>

namespace tengen::sdk {

/// For writers of formats that hold game information and no tree.
class TreeLoss {
public:
    void see(Game game) {
        if (game.node_count() > 1) {
            ++games_;
            nodes_ += game.node_count() - 1;
        }
    }
    /// To be called when the last game was written.
    void report(const Host& host) const {
        if (games_ == 0) {
            return;
        }
        const std::string message = "moves, variations, markup and comments of nodes, in " + std::to_string(games_) +
                                    (games_ == 1 ? " game" : " games");
        host.report_loss({.id = "loss.tree",
                          .count = nodes_ < TENGEN_NONE ? static_cast<std::uint32_t>(nodes_) : TENGEN_NONE,
                          .what = "nodes",
                          .message = message});
    }

private:
    std::uint64_t games_ = 0;
    std::uint64_t nodes_ = 0;
};

}  // namespace tengen::sdk
