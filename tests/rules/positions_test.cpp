#include "rules/positions.h"

#include <string>

#include <gtest/gtest.h>

#include "support/game_sketch.h"

namespace tengen::rules {
namespace {

using test::GameSketch;

class Positions : public testing::Test {
protected:
    // "black/white next number prisoners", dead stones behind.
    std::string describe(GameSketch& sketch, std::uint32_t node) {
        EXPECT_TRUE(table_.compute(sketch.game(), replay_));
        tengen_game columns = sketch.columns();
        table_.attach(columns);
        const tengen_position& p = columns.positions[node];
        const auto list = [&](std::uint32_t first, std::uint32_t count) {
            std::string text;
            for (std::uint32_t i = first; i < first + count; ++i) {
                const auto letters = point_letters({static_cast<std::uint8_t>(columns.position_points[i] & 0xFF),
                                                    static_cast<std::uint8_t>(columns.position_points[i] >> 8)});
                text.append(letters.begin(), letters.end());
            }
            return text;
        };
        std::string text = list(p.first_black, p.black_count) + '/' + list(p.first_white, p.white_count) + ' ' +
                           "?BW"[p.next] + std::to_string(p.move_number) + ' ' + std::to_string(p.prisoners_of_black) +
                           ':' + std::to_string(p.prisoners_of_white);
        if (p.has_dead != 0) {
            text += " dead " + list(p.first_dead_black, p.dead_black_count) + '/' +
                    list(p.first_dead_white, p.dead_white_count);
        }
        return text;
    }

    Replay replay_;
    PositionTable table_;
};

TEST_F(Positions, ListStonesByColumnThenRow) {
    GameSketch sketch;
    sketch.node().add("AB", {"ba", "ab", "aa:ac"}).add("AW", {"ii", "hi"});
    EXPECT_EQ(describe(sketch, 0), "aaabacba/hiii B0 0:0");
}

TEST_F(Positions, CountPrisonersAndMoves) {
    GameSketch sketch;
    sketch.node().add("AW", "aa").black("ab").white("ii").black("ba");
    EXPECT_EQ(describe(sketch, 3), "abba/ii W3 1:0");
}

TEST_F(Positions, TellTheSideToMove) {
    GameSketch named;
    named.node().add("PL", "W");
    EXPECT_EQ(describe(named, 0), "/ W0 0:0");
    GameSketch first_move;
    first_move.node().add("AB", "aa").node().add("B", "!x").node().add("B", "cc");
    EXPECT_EQ(describe(first_move, 0), "aa/ B0 0:0");
    GameSketch handicap;
    handicap.node().add("AB", {"cc", "gg"});
    EXPECT_EQ(describe(handicap, 0), "ccgg/ W0 0:0");
    GameSketch nothing;
    nothing.node();
    EXPECT_EQ(describe(nothing, 0), "/ B0 0:0");
}

TEST_F(Positions, KnowDeadStonesWhereTerritoryIsMarked) {
    GameSketch sketch;
    sketch.node().add("AB", {"aa", "bb"}).add("AW", {"cc", "dd"});
    sketch.node().add("TB", {"cc", "aa"}).add("TW", "bb");
    sketch.node().add("TW", "");
    EXPECT_EQ(describe(sketch, 0), "aabb/ccdd B0 0:0");
    EXPECT_EQ(describe(sketch, 1), "aabb/ccdd B0 0:0 dead bb/cc");
    EXPECT_EQ(describe(sketch, 2), "aabb/ccdd B0 0:0 dead /");
}

TEST_F(Positions, AreNoneForOtherGames) {
    GameSketch sketch;
    sketch.node();
    sketch.storage().header.game_kind = 2;
    EXPECT_FALSE(table_.compute(sketch.game(), replay_));
    tengen_game columns = sketch.columns();
    table_.attach(columns);
    EXPECT_EQ(columns.positions, nullptr);
}

}  // namespace
}  // namespace tengen::rules
