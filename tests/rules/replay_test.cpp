#include "rules/replay.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/game_sketch.h"

namespace tengen::rules {
namespace {

using test::GameSketch;

struct Note {
    std::uint32_t node;
    std::string what;
    friend bool operator==(const Note&, const Note&) = default;
    friend std::ostream& operator<<(std::ostream& out, const Note& note) {
        return out << note.node << ' ' << note.what;
    }
};

// Everything remarkable of a game.
std::vector<Note> notes(GameSketch& sketch) {
    static constexpr const char* names[] = {"", "occupied", "suicide", "ko", "superko"};
    std::vector<Note> found;
    Replay replay;
    replay.run(sketch.game(), [&](const Step& step) {
        if (step.new_group_without_liberties) {
            found.push_back({step.node, "no liberties"});
        }
        for (const SetupStep& setup : step.setup) {
            if (setup.points != 0 && setup.changed == 0) {
                found.push_back({step.node, "no effect " + sketch.game().name(setup.property)});
            }
        }
        for (const MoveStep& move : step.moves) {
            const std::string number = " at " + std::to_string(move.number);
            if (move.verdict != Verdict::none) {
                found.push_back({step.node, names[static_cast<int>(move.verdict)] + number});
            }
            if (move.remarks.same_color) {
                found.push_back({step.node, "same color" + number});
            }
            if (move.remarks.against_player) {
                found.push_back({step.node, "against PL" + number});
            }
            if (move.remarks.after_two_passes) {
                found.push_back({step.node, "after two passes" + number});
            }
        }
    });
    return found;
}

TEST(Replay, JudgesEveryBranchByItsOwnLine) {
    GameSketch sketch({5, 5});
    sketch.node().add("AB", {"ba", "ab", "bc"}).add("AW", {"ca", "db", "cc", "bb"});
    sketch.black("cb");
    sketch.white("bb").black("cb");
    sketch.node(1).add("W", "ba");
    EXPECT_EQ(notes(sketch), (std::vector<Note>{{2, "ko at 2"}, {3, "ko at 3"}, {4, "occupied at 2"}}));
}

TEST(Replay, NumbersMovesByMoveNumberProperties) {
    GameSketch sketch;
    sketch.node().black("aa").node().add("W", "aa").add("MN", "20");
    sketch.node().add("B", "aa");
    sketch.node().add("MN", "7").node().add("W", "aa");
    EXPECT_EQ(notes(sketch), (std::vector<Note>{{2, "occupied at 20"}, {3, "occupied at 21"}, {5, "occupied at 8"}}));
}

TEST(Replay, ExecutesTwoMovesOfANodeInTheirOrder) {
    GameSketch sketch;
    sketch.node().node().add("W", "aa").add("B", "aa").add("B", "bb");
    std::vector<std::string> moves;
    Replay replay;
    replay.run(sketch.game(), [&](const Step& step) {
        for (const MoveStep& move : step.moves) {
            moves.emplace_back(1, color_letter(move.color));
            moves.back() += std::to_string(move.number);
        }
    });
    EXPECT_EQ(moves, (std::vector<std::string>{"W1", "B2"}));
    EXPECT_EQ(replay.board().at({0, 0}), Stone::black);
    EXPECT_EQ(replay.board().at({1, 1}), Stone::empty) << "the second B of the node does not count";
}

TEST(Replay, ExecutesSetupBeforeTheMove) {
    GameSketch sketch;
    sketch.node().node().add("B", "aa").add("AW", {"aa", "ba"}).add("AB", "ab");
    EXPECT_EQ(notes(sketch), (std::vector<Note>{{1, "occupied at 1"}}));
}

TEST(Replay, KeepsTheFirstMentionOfAPoint) {
    GameSketch sketch;
    sketch.node().add("AB", {"aa:cc"}).node().add("AE", "bb").add("AW", {"bb", "ac:cc"});
    Replay replay;
    replay.run(sketch.game(), [](const Step&) {});
    EXPECT_EQ(replay.board().at({1, 1}), Stone::empty);
    EXPECT_EQ(replay.board().at({1, 2}), Stone::white);
}

TEST(Replay, LetsLaterSetupWinInsideAStream) {
    GameSketch sketch;
    sketch.node().node().node().add("AB", {"aa", "bb"}).add("AE", "aa").add("B", "cc").add("B", "dd");
    sketch.storage().streams.push_back({1, TENGEN_SOURCE_CLOCK, {0, 0}, {0, 0}, 0, 0});
    Replay replay;
    replay.run(sketch.game(), [](const Step&) {});
    EXPECT_EQ(replay.board().at({0, 0}), Stone::empty);
    EXPECT_EQ(replay.board().at({1, 1}), Stone::black);
    EXPECT_EQ(replay.board().at({2, 2}), Stone::empty);
    EXPECT_EQ(replay.board().at({3, 3}), Stone::black);
}

TEST(Replay, NamesSetupThatChangesNothing) {
    GameSketch sketch;
    sketch.node().add("AE", "aa:ii");
    sketch.node().add("AB", "cc").add("AE", "dd");
    sketch.node().add("AB", "cc");
    EXPECT_EQ(notes(sketch), (std::vector<Note>{{0, "no effect AE"}, {1, "no effect AE"}, {2, "no effect AB"}}));
}

TEST(Replay, NamesSetupWithoutLibertiesOnlyOnce) {
    GameSketch sketch({5, 5});
    sketch.node().add("AW", {"aa", "ee"}).add("AB", {"ab", "ba"});
    sketch.node().add("AB", {"de", "ed"});
    sketch.node().add("AB", {"cc"});
    sketch.node().add("AB", "aa");
    sketch.node().add("AW", {"ca", "bb", "ac"});
    EXPECT_EQ(notes(sketch), (std::vector<Note>{{0, "no liberties"}, {1, "no liberties"}, {4, "no liberties"}}));
}

TEST(Replay, RemarksOnTheOrderOfMoves) {
    GameSketch sketch;
    sketch.node().add("AB", "cc").add("PL", "W");
    sketch.black("ee").black("dd").white("").black("").white("").black("").white("ff");
    sketch.node().add("AE", "aa");
    sketch.white("gg");
    EXPECT_EQ(notes(sketch),
              (std::vector<Note>{
                  {1, "against PL at 1"}, {2, "same color at 2"}, {5, "after two passes at 5"}, {8, "no effect AE"}}));
}

TEST(Replay, DoesNotExecuteInvalidMoves) {
    GameSketch sketch;
    sketch.node().black("aa").node().add("W", "!zz").black("bb").node().add("B", "!zz").black("aa");
    EXPECT_EQ(notes(sketch), (std::vector<Note>{{5, "occupied at 3"}, {5, "same color at 3"}}))
        << "an unreadable move takes its turn all the same";
}

TEST(Replay, RefusesOtherGames) {
    GameSketch sketch;
    sketch.node();
    sketch.storage().header.game_kind = 11;
    EXPECT_FALSE(Replay::is_possible(sketch.game()));
    sketch.storage().header.game_kind = 1;
    EXPECT_TRUE(Replay::is_possible(sketch.game()));
    sketch.storage().header.board_columns = 53;
    EXPECT_FALSE(Replay::is_possible(sketch.game()));
}

TEST(Replay, NeedsNoDepthForDeepAndWideTrees) {
    constexpr std::uint32_t count = 100'000;
    for (const bool deep : {true, false}) {
        GameStorage storage;
        storage.clear();
        GameBuilder builder(storage);
        builder.add_node(none);
        for (std::uint32_t i = 1; i < count; ++i) {
            ASSERT_TRUE(builder.add_node(deep ? i - 1 : 0));
            builder.add_property(i % 2 != 0 ? Identifier("B") : Identifier("W"));
            builder.add_value(
                make_point(0, {static_cast<std::uint8_t>(i % 19), static_cast<std::uint8_t>(i / 19 % 19)}));
        }
        tengen_game columns{};
        storage.describe(columns);
        std::uint32_t last = 0;
        Replay replay;
        replay.run(Game(columns), [&](const Step& step) { last = step.moves.empty() ? last : step.moves[0].number; });
        EXPECT_EQ(last, deep ? count - 1 : 1);
    }
}

}  // namespace
}  // namespace tengen::rules
