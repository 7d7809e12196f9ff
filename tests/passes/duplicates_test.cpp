#include "passes/duplicates.h"

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/game_sketch.h"

namespace tengen::test {
namespace {

using passes::DuplicateFinder;
using passes::DuplicateKind;
using passes::Keep;
using testing::HasSubstr;

constexpr int side = 19;

struct Stone {
    int column;
    int row;
};
using Line = std::vector<Stone>;

// Different points in an order that the seed alone decides.
Line random_line(unsigned seed, std::size_t length) {
    std::mt19937 random(seed);
    Line line;
    for (int i = 0; i < side * side; ++i) {
        line.push_back({i % side, i / side});
    }
    for (std::size_t i = line.size() - 1; i > 0; --i) {
        std::swap(line[i], line[random() % (i + 1)]);
    }
    line.resize(length);
    return line;
}

// An independent way to turn a board: n times a quarter to the left, then perhaps mirrored.
Line turned(Line line, int quarters, bool mirrored) {
    for (Stone& stone : line) {
        for (int i = 0; i < quarters; ++i) {
            stone = {stone.row, side - 1 - stone.column};
        }
        if (mirrored) {
            stone.column = side - 1 - stone.column;
        }
    }
    return line;
}

GameSketch sketch(const Line& line, bool white_begins = false,
                  const std::map<std::string, std::string, std::less<>>& information = {}) {
    GameSketch game({side, side});
    game.node();
    for (const auto& [name, text] : information) {
        game.add(name, text);
    }
    bool is_white = white_begins;
    for (const Stone& stone : line) {
        const std::string point{static_cast<char>('a' + stone.column), static_cast<char>('a' + stone.row)};
        game.node().add(is_white ? "W" : "B", point);
        is_white = !is_white;
    }
    return game;
}

TEST(Duplicates, FindsAGameInAllOrientationsAndWithTheColoursExchanged) {
    const Line line = random_line(1, 120);
    for (int quarters = 0; quarters < 4; ++quarters) {
        for (const bool mirrored : {false, true}) {
            for (const bool exchanged : {false, true}) {
                DuplicateFinder finder;
                EXPECT_FALSE(finder.add(sketch(random_line(2, 120)).game(), "a", 0));
                EXPECT_FALSE(finder.add(sketch(line).game(), "a", 1));
                const auto note = finder.add(sketch(turned(line, quarters, mirrored), exchanged).game(), "b", 0);
                ASSERT_TRUE(note) << quarters << mirrored << exchanged;
                EXPECT_EQ(note->kind, DuplicateKind::same);
                EXPECT_EQ(note->id, "model.duplicate-game");
                EXPECT_EQ(note->earlier, 1u);
                const bool is_turned = quarters != 0 || mirrored;
                EXPECT_EQ(note->message,
                          std::string("the same moves as game 2 of a") + (exchanged   ? ", with the colours exchanged"
                                                                          : is_turned ? ", turned or mirrored"
                                                                                      : ""));
            }
        }
    }
}

TEST(Duplicates, AMoveMoreOrLessIsABeginning) {
    const Line line = random_line(3, 60);
    const Line start(line.begin(), line.begin() + 20);
    DuplicateFinder finder;
    static_cast<void>(finder.add(sketch(line).game(), "long", 0));
    const auto shorter = finder.add(sketch(turned(start, 1, true)).game(), "short", 0);
    ASSERT_TRUE(shorter);
    EXPECT_EQ(shorter->id, "model.prefix-game");
    EXPECT_EQ(shorter->message, "the 20 moves are the beginning of game 1 of long, turned or mirrored");

    DuplicateFinder other;
    // Lines between the two in the order of words must not hide the beginning.
    Line branch = start;
    const Line tail = random_line(4, 361);
    for (const Stone& stone : tail) {
        if (branch.size() < 30) {
            branch.push_back(stone);
        }
    }
    static_cast<void>(other.add(sketch(start).game(), "short", 0));
    static_cast<void>(other.add(sketch(branch).game(), "branch", 0));
    const auto longer = other.add(sketch(line).game(), "long", 0);
    ASSERT_TRUE(longer);
    EXPECT_EQ(longer->kind, DuplicateKind::beginning);
    EXPECT_EQ(longer->message, "the first 20 moves are those of game 1 of short, which ends there");
}

TEST(Duplicates, SaysLittleAboutShortBeginnings) {
    const Line line = random_line(5, 60);
    DuplicateFinder finder;
    static_cast<void>(finder.add(sketch(Line(line.begin(), line.begin() + 4)).game(), "a", 0));
    EXPECT_FALSE(finder.add(sketch(line).game(), "a", 1));
    EXPECT_FALSE(finder.add(sketch(Line(line.begin(), line.begin() + 3)).game(), "a", 2));
    EXPECT_FALSE(finder.add(sketch({}).game(), "a", 3)) << "no move, nothing to compare";
    EXPECT_FALSE(finder.add(sketch({}).game(), "a", 4));
}

TEST(Duplicates, ShortRecordsOfOneGroupNeverContradictEachOther) {
    const Line line = random_line(6, 3);
    using Said = std::map<std::string, std::string, std::less<>>;
    DuplicateFinder finder;
    const auto add = [&](const Said& said) {
        const auto note = finder.add(sketch(line, false, said).game(), "a", finder.games());
        return note ? std::optional(note->earlier) : std::nullopt;
    };
    EXPECT_EQ(add({{"DT", "1999-01-01"}}), std::nullopt);
    EXPECT_EQ(add({{"RE", "B+R"}}), 0U);
    EXPECT_EQ(add({{"RE", "W+3.5"}}), std::nullopt) << "the first one may be the same game; the second one is not";
    EXPECT_EQ(add({{"RE", "W+3.5"}, {"PB", "Ann"}}), 2U);
    EXPECT_EQ(add({{"RE", "W+3.5"}, {"DT", "1998"}}), 2U);
    EXPECT_EQ(add({{"RE", "W+3.5"}, {"DT", "1999-01-01"}}), std::nullopt) << "the date of the fifth is another one";
    EXPECT_EQ(add({}), 0U);
    const auto groups = finder.groups();
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].size(), 3U);
    EXPECT_EQ(groups[1].size(), 3U);
}

TEST(Duplicates, FindsGamesWithSlipsInAnyOrientation) {
    for (unsigned seed = 10; seed < 40; ++seed) {
        const Line line = random_line(seed, 150);
        Line slips = line;
        std::swap(slips[60], slips[61]);   // two moves exchanged: two differ
        slips.erase(slips.begin() + 100);  // one left out: the colours behind it change, all of them
        slips.erase(slips.begin() + 100);  // so two are
        slips[140] = random_line(seed, 361)[200];
        DuplicateFinder finder;
        for (unsigned noise = 100; noise < 120; ++noise) {
            static_cast<void>(finder.add(sketch(random_line(noise, 150)).game(), "noise", noise - 100));
        }
        static_cast<void>(finder.add(sketch(line).game(), "a", 0));
        const auto note = finder.add(sketch(turned(slips, static_cast<int>(seed % 4), seed % 2 != 0)).game(), "b", 0);
        ASSERT_TRUE(note) << seed;
        EXPECT_EQ(note->kind, DuplicateKind::similar);
        EXPECT_EQ(note->earlier, 20u);
        EXPECT_EQ(note->message, "all but 5 moves are those of game 1 of a") << seed;
    }
}

TEST(Duplicates, DoesNotCallGamesSimilarThatShareTheirOpening) {
    const Line opening = random_line(50, 30);
    DuplicateFinder finder;
    for (unsigned seed = 51; seed < 90; ++seed) {
        Line line = opening;
        for (const Stone& stone : random_line(seed, 361)) {
            if (line.size() < 120) {
                line.push_back(stone);
            }
        }
        EXPECT_FALSE(finder.add(sketch(line).game(), "a", seed)) << seed;
    }
    EXPECT_TRUE(finder.groups().empty());
}

TEST(Duplicates, NamesTheInformationThatDiffers) {
    const Line line = random_line(60, 80);
    DuplicateFinder finder;
    static_cast<void>(
        finder.add(sketch(line, false, {{"PB", "Ann"}, {"DT", "1999-01-01"}, {"RE", "B+R"}}).game(), "a", 0));
    const auto note =
        finder.add(sketch(line, false, {{"PB", "ANN"}, {"DT", "1999-01-02"}, {"PW", "Bob"}}).game(), "b", 0);
    ASSERT_TRUE(note);
    EXPECT_EQ(note->message, "the same moves as game 1 of a; other date, white, result");
}

TEST(Duplicates, AFewMovesAreNoGameOfOtherPlayers) {
    DuplicateFinder finder;
    EXPECT_FALSE(finder.add(sketch(random_line(1, 4), false, {{"PB", "Ann"}, {"PW", "Ben"}}).game(), "a", 0));
    EXPECT_FALSE(finder.add(sketch(random_line(1, 4), false, {{"PB", "Ann"}, {"PW", "Eve"}}).game(), "a", 1));
    const std::map<std::string, std::string, std::less<>> more{{"PB", "ann"}, {"DT", "1999"}};
    EXPECT_TRUE(finder.add(sketch(random_line(1, 4), false, more).game(), "a", 2));
    EXPECT_EQ(finder.groups(Keep::best, DuplicateKind::same).size(), 1U);
    EXPECT_EQ(finder.groups(Keep::best, DuplicateKind::same)[0].size(), 2U);
    EXPECT_FALSE(finder.add(sketch(random_line(1, 5), false, {{"PW", "Ben"}}).game(), "a", 3));
    EXPECT_TRUE(finder.add(sketch(random_line(1, 5), false, {{"PW", "Eve"}}).game(), "a", 4));
}

TEST(Duplicates, SetupAndBoardBelongToTheGame) {
    DuplicateFinder finder;
    GameSketch plain({9, 9});
    plain.node().black("cc").white("gg").black("cg");
    GameSketch handicap({9, 9});
    handicap.node().add("AB", {"gc", "ee"}).black("cc").white("gg").black("cg");
    GameSketch turned_handicap({9, 9});
    turned_handicap.node().add("AB", {"ee", "cc"}).black("gc").white("cg").black("gg");
    GameSketch larger({13, 13});
    larger.node().black("cc").white("gg").black("cg");
    EXPECT_FALSE(finder.add(plain.game(), "a", 0));
    EXPECT_FALSE(finder.add(handicap.game(), "a", 1));
    EXPECT_FALSE(finder.add(larger.game(), "a", 2));
    const auto note = finder.add(turned_handicap.game(), "a", 3);
    ASSERT_TRUE(note);
    EXPECT_EQ(note->earlier, 1u);
}

TEST(Duplicates, ASymmetricGameIsItself) {
    GameSketch first({9, 9});
    first.node().black("ee").white("").black("");
    GameSketch second({9, 9});
    second.node().black("ee").white("").black("");
    DuplicateFinder finder;
    EXPECT_FALSE(finder.add(first.game(), "a", 0));
    const auto note = finder.add(second.game(), "a", 1);
    ASSERT_TRUE(note);
    EXPECT_EQ(note->message, "the same moves as game 1 of a");
}

TEST(Duplicates, RectangularBoardsTurn) {
    GameSketch wide({9, 5});
    wide.node().black("ab").white("cd").black("ie");
    GameSketch tall({5, 9});
    tall.node().black("ba").white("dc").black("ei");
    DuplicateFinder finder;
    EXPECT_FALSE(finder.add(wide.game(), "a", 0));
    EXPECT_TRUE(finder.add(tall.game(), "a", 1));
}

TEST(Duplicates, KeepsTheBestOrTheFirstOfAGroup) {
    const Line line = random_line(70, 100);
    const Line start(line.begin(), line.begin() + 50);
    DuplicateFinder finder;
    static_cast<void>(finder.add(sketch(start).game(), "short", 0));
    static_cast<void>(finder.add(sketch(line).game(), "bare", 0));
    static_cast<void>(finder.add(sketch(random_line(71, 100)).game(), "other", 0));
    static_cast<void>(finder.add(sketch(turned(line, 2, false), false, {{"PB", "Ann"}}).game(), "named", 4));

    const auto best = finder.groups(Keep::best);
    ASSERT_EQ(best.size(), 1u);
    ASSERT_EQ(best[0].size(), 3u);
    EXPECT_EQ(best[0][0].source, "named");
    EXPECT_EQ(best[0][0].index, 4u);
    EXPECT_TRUE(best[0][0].is_kept);
    EXPECT_EQ(best[0][1].source, "short");
    EXPECT_EQ(best[0][1].kind, DuplicateKind::beginning);
    EXPECT_EQ(best[0][1].note, "its first 50 moves; turned or mirrored; other black");
    EXPECT_EQ(best[0][2].source, "bare");
    EXPECT_EQ(best[0][2].kind, DuplicateKind::same);

    const auto first = finder.groups(Keep::first);
    ASSERT_EQ(first.size(), 1u);
    EXPECT_EQ(first[0][0].source, "short");
    EXPECT_EQ(first[0][1].note, "goes on for 50 moves");
}

TEST(Duplicates, ABeginningOfManyGamesDoesNotJoinThem) {
    const Line start = random_line(80, 20);
    DuplicateFinder finder;
    static_cast<void>(finder.add(sketch(start).game(), "start", 0));
    for (unsigned seed = 81; seed < 86; ++seed) {
        Line line = start;
        for (const Stone& stone : random_line(seed, 361)) {
            if (line.size() < 90) {
                line.push_back(stone);
            }
        }
        EXPECT_TRUE(finder.add(sketch(line).game(), "long", seed));
    }
    const auto groups = finder.groups();
    ASSERT_EQ(groups.size(), 1u);
    EXPECT_EQ(groups[0].size(), 2u);
}

}  // namespace
}  // namespace tengen::test
