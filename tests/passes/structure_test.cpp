#include "passes/structure.h"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "passes/pass_harness.h"

namespace tengen::passes {
namespace {

using test::GameSketch;
using test::run_pass;
using testing::ElementsAre;
using testing::IsEmpty;

struct Case {
    std::string name;
    std::function<void(GameSketch&)> sketch;
    std::vector<std::string> found;
    std::string changed{};  // with all fixes
    std::string unfixed{};  // nothing is changed without fixes, so this stays empty
};

class Structure : public testing::TestWithParam<Case> {};

TEST_P(Structure, IsChecked) {
    StructurePass pass;
    GameSketch sketch;
    GetParam().sketch(sketch);
    const test::PassResult plain = run_pass(pass, sketch);
    EXPECT_EQ(plain.found, GetParam().found);
    EXPECT_EQ(plain.changed, "");
    const test::PassResult fixed = run_pass(pass, sketch, {"*"});
    EXPECT_EQ(fixed.found, GetParam().found);
    EXPECT_EQ(fixed.changed, GetParam().changed);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Structure,
    testing::Values(
        Case{"clean",
             [](GameSketch& s) {
                 s.node().add("FF", "4").add("GM", "1").add("PB", "x").add("AB", {"aa", "bb"}).add("AW", "cc");
                 s.black("dd").node().add("W", "ee").add("C", "hi").add("TR", "aa").add("SQ", "bb").add("TE", "1");
                 s.node().add("BL", "5").add("C", "no move").node().add("TB", "aa").add("TW", "bb");
             },
             {}},
        Case{"duplicates",
             [](GameSketch& s) {
                 s.node().add("AB", "aa").add("AB", "bb").add("AB", "cc").add("XX", "1").add("YY", "2").add("XX", "3");
             },
             {"node.unknown-property 0@40", "node.unknown-property 0@50", "node.unknown-property 0@60",
              "node.duplicate-property 0@20", "node.duplicate-property 0@30", "node.duplicate-property 0@60"}},
        Case{"setup_and_move",
             [](GameSketch& s) { s.node().node().add("AB", "aa").add("W", "bb"); },
             {"node.setup-and-move 1@20"}},
        Case{"player_and_move",
             [](GameSketch& s) { s.node().node().add("B", "aa").add("PL", "B"); },
             {"node.setup-and-move 1@20"}},
        Case{"setup_and_clock",
             [](GameSketch& s) { s.node().node().add("AB", "aa").add("WL", "9"); },
             {"node.setup-and-move 1@20"}},
        Case{
            "two_moves", [](GameSketch& s) { s.node().node().add("W", "aa").add("B", "bb"); }, {"node.two-moves 1@20"}},
        Case{"setup_conflict",
             [](GameSketch& s) {
                 s.node().add("AB", {"cc", "dd"}).add("AW", {"dd", "ee"}).add("AE", "ee");
             },
             {"node.setup-conflict 0@30", "node.setup-conflict 0@50"},
             "(;AB[cc][dd]AW[ee])"},
        Case{"setup_conflict_in_a_rectangle",
             [](GameSketch& s) {
                 s.node().add("AB", "bb").add("AE", {"aa:bb", "cc"});
             },
             {"node.setup-conflict 0@20"},
             "(;AB[bb]AE[aa][ab][ba][cc])"},
        Case{"markup_conflict",
             [](GameSketch& s) {
                 s.node().node().add("B", "aa").add("TR", {"cc", "dd"}).add("CR", {"dd", "ee"});
             },
             {"node.markup-conflict 1@40"},
             "(;;B[aa]TR[cc][dd]CR[ee])"},
        Case{"territory_conflict",
             [](GameSketch& s) {
                 s.node().node().add("TB", "aa:bb").add("TW", {"bb", "cc"});
             },
             {"node.territory-conflict 1@20"},
             "(;;TB[aa:bb]TW[cc])"},
        Case{"annotation_conflicts",
             [](GameSketch& s) {
                 s.node().node().add("W", "aa").add("TE", "2").add("BM", "1").add("UC", "1").add("DM", "2");
             },
             {"node.annotation-conflict 1@30", "node.annotation-conflict 1@50"},
             "(;;W[aa]TE[2]UC[1])"},
        Case{"annotations_without_move",
             [](GameSketch& s) {
                 s.node().node().add("KO", "").add("C", "x").node().add("DO", "").black("aa").node().add("GB", "1");
             },
             {"node.annotation-without-move 1@10", "node.annotation-without-move 2@30"}},
        Case{"move_in_root",
             [](GameSketch& s) {
                 s.node().add("FF", "4").add("B", "aa").add("C", "x").add("BL", "3").white("bb").node(0).add("W", "cc");
             },
             {"node.move-in-root 0@20"},
             "(;FF[4]C[x];B[aa]BL[3](;W[bb])(;W[cc]))"},
        Case{"root_property",
             [](GameSketch& s) { s.node().node().add("SZ", "9").add("B", "aa").add("AP", "a:b"); },
             {"node.root-property 1@10", "node.root-property 1@30"}},
        Case{"second_game_info_below_the_root",
             [](GameSketch& s) { s.node().add("PB", "x").black("aa").node().add("PW", "y").add("EV", "z"); },
             {"node.second-game-info 2@30"}},
        Case{"game_info_on_different_paths",
             [](GameSketch& s) {
                 s.node().node().add("PB", "x").node().add("C", "c").node().add("PW", "y");
                 s.node(0).add("PB", "z");
             },
             {"node.second-game-info 3@30"}},
        Case{"obsolete",
             [](GameSketch& s) { s.node().node().add("B", "aa").add("CH", "1").add("SI", "bb"); },
             {"node.obsolete-property 1@20", "node.obsolete-property 1@30"}},
        Case{"newer",
             [](GameSketch& s) {
                 s.storage().header.file_format = 3;
                 s.node().add("AP", "a:b").add("CH", "1");
             },
             {"node.newer-property 0@10"}},
        Case{"newer_than_nothing",
             [](GameSketch& s) {
                 s.storage().header.file_format = 1;
                 s.storage().header.file_format_stated = 0;
                 s.node().add("AP", "a:b");
             },
             {}},
        Case{"old_forms",
             [](GameSketch& s) {
                 s.storage().header.file_format = 1;
                 s.node().node().add("B", "aa").add("L", "bb").add("M", "cc").add("BM", "1").add("TE", "1");
             },
             {"node.old-property 1@20", "node.old-property 1@30", "node.old-property 1@50"}},
        Case{"korean_dialect",
             [](GameSketch& s) {
                 s.storage().header.file_format = 3;
                 s.node().add("TE", "Cup").add("RD", "2003-04-05").add("KO", "6.5").black("aa");
             },
             {"node.dialect-property 0@30", "node.dialect-property 0@20", "node.dialect-property 0@10"},
             "(;EV[Cup]DT[2003-04-05]KM[6.5];B[aa])"},
        Case{"no_dialect_with_a_move",
             [](GameSketch& s) { s.node().add("RD", "x").add("KO", "").add("B", "aa"); },
             {"node.unknown-property 0@10", "node.move-in-root 0@30"},
             "(;RD[x];KO[]B[aa])"},
        Case{"longer_branch",
             [](GameSketch& s) { s.node().black("cc").white("dd").node(1).add("W", "ee").black("gg").white("gc"); },
             {"node.longer-branch 3@30"}},
        Case{"branch_of_twice_the_length",
             [](GameSketch& s) { s.node().black("cc").white("dd").node(1).add("W", "ee").black("gg"); },
             {}},
        Case{"another_game",
             [](GameSketch& s) {
                 s.storage().header.game_kind = 11;
                 s.node().add("B", "aa").add("W", "aa").add("ZZ", "z").add("ZZ", "z");
             },
             {}}),
    [](const auto& info) { return info.param.name; });

TEST(StructureInStreams, LeavesRepetitionsToPlayBack) {
    StructurePass pass;
    GameSketch sketch;
    sketch.node().node().add("GS", "").add("SZ", "9");
    sketch.node().add("AB", "aa").add("AE", "aa").add("AB", "bb").add("TS", "5");
    sketch.node(0).add("TS", "5").add("AB", "aa").add("AE", "aa");
    sketch.storage().streams.push_back({1, TENGEN_SOURCE_CLOCK, {0, 0}, {0, 0}, 0, 0});
    EXPECT_THAT(run_pass(pass, sketch).found, ElementsAre("node.root-property 1@20", "node.setup-conflict 3@90"));
}

TEST(StructureOfHugeNodes, IsLinear) {
    GameSketch sketch;
    sketch.node();
    for (int i = 0; i < 20'000; ++i) {
        sketch.add("X" + std::to_string(i), "v").add("TR", "aa").add("CR", "aa");
    }
    StructurePass pass;
    const test::PassResult result = run_pass(pass, sketch, {"*"});
    EXPECT_EQ(result.found.size(), 20'000u + 2 * 19'999u + 20'000u);
}

TEST(StructureMessages, NameWhatIsWrong) {
    GameSketch sketch;
    sketch.node().add("AB", {"cc", "dd"}).add("AW", {"cc", "dd"});
    StructurePass pass;
    EXPECT_THAT(run_pass(pass, sketch).messages, ElementsAre("cc and 1 more are set up by AB and by AW"));
}

}  // namespace
}  // namespace tengen::passes
