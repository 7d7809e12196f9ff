// Games in columns for benchmarks: moves that stay near each other, with captures and kos, the same in every run.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <tengen/model/builder.h>
#include <tengen/model/move_runs.h>

#include "sample_games.h"

namespace tengen::bench {

/// One game; owns its columns.
class PlayedGame {
public:
    /// A tree of `nodes` nodes on 19x19; one node in `branching` starts a branch up to `reach` moves back, 0: never.
    PlayedGame(std::uint64_t seed, std::uint32_t nodes, std::uint32_t branching = 0, std::uint32_t reach = 20)
        : storage_(std::make_unique<GameStorage>()) {
        Dice dice(seed);
        GameBuilder builder(*storage_);
        storage_->clear();
        builder.add_node(none);
        builder.add_property("FF");
        builder.add_text("4");
        builder.add_property("GM");
        builder.add_text("1");
        PlausibleMoves board;
        std::vector<std::uint32_t> depths{0};
        for (std::uint32_t node = 1; node < nodes; ++node) {
            std::uint32_t parent = node - 1;
            if (branching != 0 && dice.below(branching) == 0) {
                for (std::uint32_t up = dice.below(reach); up > 0 && parent != 0; --up) {
                    parent = storage_->nodes[parent].parent;
                }
            }
            builder.add_node(parent);
            depths.push_back(depths[parent] + 1);
            if (depths[node] % 300 == 0) {  // a new game on the same line: no board stays playable for ever
                builder.add_property("AE");
                builder.add_value(make_rectangle(0, {{0, 0}, {18, 18}}));
                board.start_anew();
                continue;
            }
            const Color color = depths[node] % 2 != 0 ? Color::black : Color::white;
            const Point point = board.next(color, dice);
            builder.add_property(color == Color::black ? Identifier("B") : Identifier("W"));
            builder.add_value(make_point(0, point));
        }
        find_move_runs(*storage_);
        storage_->describe(columns_);
    }

    [[nodiscard]] Game game() const { return Game(columns_); }

private:
    std::unique_ptr<GameStorage> storage_;
    tengen_game columns_{};
};

}  // namespace tengen::bench
