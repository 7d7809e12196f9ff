// How the writer of SGF lays out trees and lines.
#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "support/game_sketch.h"
#include "written_games.h"

namespace tengen::test {
namespace {

TEST(SgfLayout, OnlyChildrenNeedNoParentheses) {
    GameSketch sketch;
    sketch.node();
    sketch.black("aa").white("bb").black("cc");
    EXPECT_EQ(written(sketch.game()), "(;FF[4];B[aa];W[bb];B[cc])\n");
}

TEST(SgfLayout, VariationsStandOnLinesOfTheirOwn) {
    GameSketch sketch;
    sketch.node().add("FF", "4");          // 0
    sketch.black("aa");                    // 1
    sketch.node(1).add("W", "bb");         // 2
    sketch.node(2).add("B", "cc");         // 3
    sketch.node(2).add("B", "dd").node();  // 4, 5
    sketch.node(1).add("W", "ee");         // 6
    sketch.node(0).add("C", "second");     // 7
    sketch.node(7);                        // 8
    sketch.node(8).add("B", "ff");         // 9
    sketch.node(8).add("B", "gg");         // 10
    EXPECT_EQ(written(sketch.game()),
              "(;FF[4]\n"
              "(;B[aa]\n"
              "(;W[bb]\n"
              "(;B[cc])\n"
              "(;B[dd];))\n"
              "(;W[ee]))\n"
              "(;C[second];\n"
              "(;B[ff])\n"
              "(;B[gg])))\n");
}

// A reader begins a new game at a line that opens a tree with one of these.
TEST(SgfLayout, AVariationThatLooksLikeAGameStartsNoLine) {
    GameSketch sketch;
    sketch.storage().header.game_kind = 2;
    sketch.node().add("FF", "4");     // 0
    sketch.node(0).add("B", "aa");    // 1
    sketch.node(0).add("SZ", "9");    // 2
    sketch.node(0).add("GM", "2");    // 3
    sketch.node(3).add("C", "text");  // 4
    sketch.node(3).add("FF", "4");    // 5
    EXPECT_EQ(written(sketch.game()), "(;FF[4]\n(;B[aa])(;SZ[9])(;GM[2]\n(;C[text])(;FF[4])))\n");
    const std::string narrow = written(sketch.game(), {{"line-width", "8"}});
    EXPECT_EQ(narrow.find("\n(;SZ"), std::string::npos) << narrow;
    EXPECT_EQ(narrow.find("\n(;GM"), std::string::npos) << narrow;
    EXPECT_EQ(narrow.find("\n(;FF"), std::string::npos) << narrow;
}

TEST(SgfLayout, AFileFormatWithoutAMeaningIsWrittenAllTheSame) {
    GameSketch sketch;
    sketch.storage().header.game_kind = 2;
    sketch.node().add("FF", "4");
    sketch.node(0).add("B", "aa");
    sketch.node(0).add("FF", "!x");
    EXPECT_EQ(written(sketch.game()), "(;FF[4]\n(;B[aa])(;FF[4]))\n");
}

TEST(SgfLayout, GamesFollowEachOtherAndNoGameIsNoText) {
    GameSketch sketch;
    sketch.node().add("FF", "4");
    EXPECT_EQ(write_games({sketch.game(), sketch.game()}).text, "(;FF[4])\n(;FF[4])\n");
    EXPECT_EQ(write_games({}).text, "");
    GameSketch without_nodes;
    EXPECT_EQ(written(without_nodes.game()), "(;FF[4])\n");
}

TEST(SgfLayout, EmptyNodesStay) {
    GameSketch sketch;
    sketch.node().node().node();
    EXPECT_EQ(written(sketch.game()), "(;FF[4];;)\n");
}

TEST(SgfLayout, BreaksLinesBetweenTokensOnly) {
    GameSketch sketch({19, 19});
    sketch.node().add("FF", "4").add("GM", "1").add("AB", {"aa", "bb", "cc"});
    sketch.node().add("C", "a long ] comment with [brackets] and ;W[aa] in it");
    sketch.black("dd").white("ee");
    sketch.node(3).add("B", "ff");
    sketch.node(3).add("B", "gg");
    EXPECT_EQ(written(sketch.game(), {{"line-width", "10"}}),
              "(;FF[4]\n"
              "GM[1]\n"
              "AB[aa][bb]\n"
              "[cc]\n"
              ";C[a long \\] comment with [brackets\\] and ;W[aa\\] in it]\n"
              ";B[dd]\n"
              ";W[ee]\n"
              "(;B[ff])\n"
              "(;B[gg]))\n");
}

TEST(SgfLayout, CountsCharactersAndLineBreaksInsideValues) {
    GameSketch sketch;
    sketch.node().add("FF", "4").add("CA", "UTF-8").add("PB", "éééé").add("PW", "x");
    sketch.node().add("C", "12\n123456").add("N", "7").add("V", "8");
    EXPECT_EQ(written(sketch.game(), {{"line-width", "17"}}),
              "(;FF[4]CA[UTF-8]\n"
              "PB[éééé]PW[x]\n"
              ";C[12\n"
              "123456]N[7]V[8])\n");
}

TEST(SgfLayout, LinesAreNeverLongerThanTheirTokensDemand) {
    GameSketch sketch({19, 19});
    sketch.node();
    for (int i = 0; i < 500; ++i) {
        sketch.node().add(i % 2 == 0 ? "B" : "W", i % 3 == 0 ? "aa" : "ss");
    }
    const std::string plain = written(sketch.game());
    const std::string wrapped = written(sketch.game(), {{"line-width", "60"}});
    std::istringstream lines(wrapped);
    std::string line;
    while (std::getline(lines, line)) {
        EXPECT_LE(line.size(), 60u);
    }
    std::string joined = wrapped;
    joined.erase(std::remove(joined.begin(), joined.end(), '\n'), joined.end());
    EXPECT_EQ(joined + "\n", plain);
}

// -- size and shape --

constexpr std::uint32_t million = 1'000'000;

std::string expected_chain() {
    std::string text = "(;FF[4]";
    for (std::uint32_t i = 1; i < million; ++i) {
        text += i % 2 == 1 ? ";B[aa]" : ";W[bb]";
    }
    return text + ")\n";
}

TEST(SgfLayout, AMillionNodesInALine) {
    GameSketch sketch;
    GameBuilder builder(sketch.storage());
    builder.add_node(none);
    for (std::uint32_t i = 1; i < million; ++i) {
        ASSERT_TRUE(builder.add_node(i - 1));
        builder.add_property(i % 2 == 1 ? Identifier("B") : Identifier("W"));
        builder.add_value(make_point(0, i % 2 == 1 ? Point{0, 0} : Point{1, 1}));
    }
    EXPECT_TRUE(written(sketch.game()) == expected_chain());
}

TEST(SgfLayout, AMillionBranchesOfOneNode) {
    GameSketch sketch;
    GameBuilder builder(sketch.storage());
    builder.add_node(none);
    for (std::uint32_t i = 1; i < million; ++i) {
        ASSERT_TRUE(builder.add_node(0));
    }
    std::string expected = "(;FF[4]";
    for (std::uint32_t i = 1; i < million; ++i) {
        expected += "\n(;)";
    }
    EXPECT_TRUE(written(sketch.game()) == expected + ")\n");
}

TEST(SgfLayout, AMillionForksInsideEachOther) {
    // Every node has two children; the second one is a leaf, and they close from the inside out.
    GameSketch sketch;
    GameBuilder builder(sketch.storage());
    builder.add_node(none);
    constexpr std::uint32_t depth = million / 2;
    for (std::uint32_t i = 1; i <= depth; ++i) {
        ASSERT_TRUE(builder.add_node(i - 1));
    }
    for (std::uint32_t i = depth; i >= 1; --i) {
        ASSERT_TRUE(builder.add_node(i - 1));
    }
    std::string expected = "(;FF[4]";
    for (std::uint32_t i = 0; i < depth; ++i) {
        expected += "\n(;";
    }
    for (std::uint32_t i = 0; i < depth; ++i) {
        expected += i == 0 ? ")\n(;" : "))\n(;";
    }
    EXPECT_TRUE(written(sketch.game()) == expected + "))\n");
}

TEST(SgfLayout, LargeValues) {
    GameSketch sketch;
    const std::string text(20'000'000, ']');
    sketch.node().add("FF", "4").add("C", text);
    const std::string out = written(sketch.game());
    EXPECT_EQ(out.size(), 2 * text.size() + std::string("(;FF[4]C[])\n").size());
}

}  // namespace
}  // namespace tengen::test
