// Games in columns for benchmarks: moves that stay near each other, with captures and kos, the same in every run.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <tengen/model/builder.h>

#include "rules/board.h"
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
        rules::Board board({19, 19});
        std::vector<std::uint32_t> depths{0};
        Point last{9, 9};
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
                board.reset({19, 19});
                continue;
            }
            const Color color = depths[node] % 2 != 0 ? Color::black : Color::white;
            // Mostly an empty point near the last move; a full board is played over, which is as good as any other
            // work.
            Point point = last;
            for (int tries = 0; tries < 20; ++tries) {
                const bool near = dice.below(4) != 0;
                const auto coordinate = [&](std::uint8_t old) {
                    return static_cast<std::uint8_t>(near ? (old + 17u + dice.below(5)) % 19 : dice.below(19));
                };
                point = {coordinate(last.column), coordinate(last.row)};
                if (board.at(point) == rules::Stone::empty) {
                    break;
                }
            }
            for (std::uint32_t i = dice.below(361), tries = 0; tries < 361 && board.at(point) != rules::Stone::empty;
                 ++i, ++tries) {
                point = {static_cast<std::uint8_t>(i % 19), static_cast<std::uint8_t>(i / 19 % 19)};
            }
            board.play(color, point);
            last = point;
            builder.add_property(color == Color::black ? Identifier("B") : Identifier("W"));
            builder.add_value(make_point(0, point));
        }
        storage_->describe(columns_);
    }

    [[nodiscard]] Game game() const { return Game(columns_); }

private:
    std::unique_ptr<GameStorage> storage_;
    tengen_game columns_{};
};

}  // namespace tengen::bench
