// Runs of moves taken as a whole say the same as node by node.
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <tengen/model/move_runs.h>

#include "rules/replay.h"
#include "support/game_sketch.h"

namespace tengen::rules {
namespace {

using test::GameSketch;

std::string text_of(std::uint32_t node, const MoveStep& move) {
    std::string text = std::to_string(node) + ": " + color_letter(move.color);
    for (const std::uint32_t part :
         {static_cast<std::uint32_t>(move.verdict), std::uint32_t{move.captured}, move.number, move.ordinal,
          move.property, std::uint32_t{move.point.column}, std::uint32_t{move.point.row}}) {
        text += ' ' + std::to_string(part);
    }
    text += move.remarks.same_color ? " same" : "";
    text += move.remarks.against_player ? " PL" : "";
    text += move.remarks.after_two_passes ? " over" : "";
    return text;
}

// Mostly moves in turn, near each other so that stones are taken; sometimes out of turn, off the board, a pass, setup,
// PL, MN, or a branch.
GameSketch random_game(std::uint32_t seed, std::uint32_t nodes) {
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    GameSketch sketch({5, 5});
    std::vector<std::uint32_t> line{0};  // from the root to the last node
    sketch.node();
    for (std::uint32_t node = 1; node < nodes; ++node) {
        if (below(30) == 0) {
            line.resize(1 + below(static_cast<std::uint32_t>(line.size())));
        }
        sketch.node(line.back());
        line.push_back(node);
        if (below(20) == 0) {
            sketch.add("PL", below(2) == 0 ? "B" : "W");
        }
        if (below(40) == 0) {
            sketch.add("MN", std::to_string(1 + below(90)));
        }
        if (below(25) == 0) {
            sketch.add("AE", below(2) == 0 ? "aa:ee" : "bb:cc");
            continue;
        }
        const bool in_turn = below(12) != 0;
        const bool black = (line.size() % 2 == 0) == in_turn;
        std::string point;
        if (below(15) != 0) {
            const char last = below(60) == 0 ? 'h' : 'e';
            point = {static_cast<char>('a' + below(static_cast<std::uint32_t>(last - 'a' + 1))),
                     static_cast<char>('a' + below(5))};
        }
        sketch.add(black ? "B" : "W", point);
    }
    find_move_runs(sketch.storage());
    return sketch;
}

TEST(RemarkableMoves, AreTheSameInRunsAndNodeByNode) {
    Replay plain;
    Replay quick;
    std::uint64_t skipped = 0;
    std::uint64_t remarkable = 0;
    for (std::uint32_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE(seed);
        GameSketch sketch = random_game(seed, 200);
        std::vector<std::string> expected;
        std::vector<std::uint32_t> nodes;
        plain.run(sketch.game(), [&](const Step& step) {
            nodes.push_back(step.node);
            for (const MoveStep& move : step.moves) {
                if (move.is_remarkable()) {
                    expected.push_back(text_of(step.node, move));
                }
            }
        });
        std::vector<std::string> found;
        std::uint32_t next = 0;
        quick.run_remarkable(
            sketch.game(),
            [&](const Step& step) {
                EXPECT_LE(next, step.node);
                next = step.node + 1;
                for (const MoveStep& move : step.moves) {
                    if (move.is_remarkable()) {
                        found.push_back(text_of(step.node, move));
                    }
                }
            },
            [&](std::uint32_t node, std::uint32_t count) {
                EXPECT_LE(next, node + count);
                next = node + count;
                skipped += count;
            });
        EXPECT_EQ(found, expected);
        EXPECT_EQ(next, nodes.size());
        EXPECT_EQ(quick.board().hash(), plain.board().hash());
        EXPECT_EQ(quick.line().number, plain.line().number);
        EXPECT_EQ(quick.line().ordinal, plain.line().ordinal);
        EXPECT_EQ(quick.line().passes, plain.line().passes);
        EXPECT_EQ(quick.line().last, plain.line().last);
        EXPECT_EQ(quick.line().named, plain.line().named);
        EXPECT_EQ(quick.line().next, plain.line().next);
        remarkable += expected.size();
    }
    EXPECT_GT(skipped, 20'000u);
    EXPECT_GT(remarkable, 2'000u);
}

TEST(RemarkableMoves, OfAnyRunAreVisitedBeforeTheRunIsSkipped) {
    GameSketch sketch({5, 5});
    sketch.node();
    sketch.black("aa").white("bb").black("aa").white("cc").black("dd");
    find_move_runs(sketch.storage());
    std::vector<std::string> calls;
    Replay replay;
    replay.run_remarkable(
        sketch.game(), [&](const Step& step) { calls.push_back("node " + std::to_string(step.node)); },
        [&](std::uint32_t node, std::uint32_t count) {
            calls.push_back("skip " + std::to_string(node) + " + " + std::to_string(count));
        });
    EXPECT_EQ(calls, (std::vector<std::string>{"node 0", "node 3", "skip 1 + 5"}));
}

}  // namespace
}  // namespace tengen::rules
