#include "passes/fitting.h"

#include <array>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tengen/model/card.h>

#include "passes/dialects.h"
#include "support/game_sketch.h"

namespace tengen::passes {
namespace {

using test::GameSketch;
using test::to_text;

constexpr std::array<std::uint8_t, TENGEN_FEATURE_COUNT> sgf_capabilities = [] {
    std::array<std::uint8_t, TENGEN_FEATURE_COUNT> row{};
    row.fill(TENGEN_CAN);
    row[TENGEN_FEATURE_REPEATED_PROPERTIES] = TENGEN_CANNOT;
    return row;
}();

std::vector<std::string> losses_of(const Fitted& fitted) {
    std::vector<std::string> texts;
    for (const Loss& loss : fitted.losses()) {
        texts.push_back(std::string(loss.id.substr(5)) + ' ' + std::to_string(loss.node) + ' ' + loss.what + " x" +
                        std::to_string(loss.count));
    }
    return texts;
}

struct Case {
    std::string name;
    std::function<void(GameSketch&)> sketch;
    std::string expected;  // empty: unchanged
    std::vector<std::string> losses{};
};

class FittingToSgf : public testing::TestWithParam<Case> {};

TEST_P(FittingToSgf, MakesCorrectGames) {
    GameSketch sketch;
    sketch.node();
    GetParam().sketch(sketch);
    Fitting fitting{std::span<const std::uint8_t>(sgf_capabilities)};
    const Fitted fitted = fitting.fit(sketch.game());
    if (GetParam().expected.empty()) {
        EXPECT_FALSE(fitted.is_changed());
        EXPECT_EQ(fitted.game().columns().nodes, sketch.columns().nodes);
    } else {
        EXPECT_TRUE(fitted.is_changed());
        EXPECT_EQ(to_text(fitted.game()), GetParam().expected);
        // What was fitted once needs no second fitting.
        const Fitted again = fitting.fit(fitted.game());
        EXPECT_EQ(to_text(again.game()), GetParam().expected);
        EXPECT_TRUE(again.losses().empty());
    }
    EXPECT_EQ(losses_of(fitted), GetParam().losses);
}

INSTANTIATE_TEST_SUITE_P(
    Table, FittingToSgf,
    testing::Values(
        Case{"clean",
             [](GameSketch& s) {
                 s.add("GM", "1").add("FF", "4").add("PB", "x").add("KM", "!x").add("AB", {"aa", "bb:cc"});
                 s.black("dd").white("").node().add("B", "ee").add("C", "c").add("LB", {"aa:1", "bb:2"}).add("KO", "");
                 s.node().add("TB", "").add("TW", "aa").add("XX", {"1", "2"}).add("FG", "").add("DD", "");
             },
             ""},
        Case{"no_file_format", [](GameSketch& s) { s.add("GM", "1"); }, "(;FF[4]GM[1])"},
        Case{"older_file_format",
             [](GameSketch& s) {
                 s.storage().header.file_format = 3;
                 s.add("GM", "1").add("FF", "3").add("SZ", "9").black("aa");
             },
             "(;GM[1]FF[4]SZ[9];B[aa])"},
        Case{"repeated_lists",
             [](GameSketch& s) {
                 s.add("FF", "4").add("AB", "aa").add("AW", "cc").add("AB", {"bb", "aa"}).add("AB", "aa:bb");
             },
             "(;FF[4]AB[aa][bb][ab][ba]AW[cc])"},
        Case{"repeated_labels_and_unknown",
             [](GameSketch& s) {
                 s.add("FF", "4").add("LB", "aa:1").add("LB", {"bb:2", "aa:3"}).add("XX", "p").add("XX", "p");
             },
             "(;FF[4]LB[aa:1][bb:2]XX[p][p])"},
        Case{"repeated_texts",
             [](GameSketch& s) {
                 s.add("FF", "4").add("C", "one").add("C", "two").add("C", "one").add("PB", "Ann").add("PB", "Anna");
                 s.node().add("B", "aa").add("C", "same").add("C", "same");
             },
             "(;FF[4]C[one\ntwo]PB[Ann];B[aa]C[same])",
             {"dropped-value 0 PB x1"}},
        Case{"values_without_a_reading",
             [](GameSketch& s) {
                 s.add("FF", "4").add("ST", "!9").add("KM", "!x").add("HA", "").add("GN", "").black("!zz");
                 s.node().add("B", "!zz").add("TR", {"aa", "!q", "bb"}).add("KO", "").add("C", "");
             },
             "(;FF[4]KM[!x];;TR[aa][bb])",
             {"invalid-value 0 ST x1", "invalid-value 0 HA x1", "present-empty 0 GN x1", "invalid-value 1 B x1",
              "dropped-value 2 KO x1", "invalid-value 2 B x1", "invalid-value 2 TR x1", "present-empty 2 C x1"}},
        Case{"extra_values",
             [](GameSketch& s) {
                 s.add("FF", "4").node().add("B", {"aa", "bb", "cc"}).add("C", {"x", "y"});
             },
             "(;FF[4];B[aa]C[x])",
             {"dropped-value 1 B x2", "dropped-value 1 C x1"}},
        Case{"setup_and_move",
             [](GameSketch& s) {
                 s.add("FF", "4").node().add("W", "bb").add("C", "x").add("AB", "aa").add("PL", "W").black("cc");
             },
             "(;FF[4];AB[aa]PL[W];W[bb]C[x];B[cc])"},
        Case{"setup_and_move_in_the_root",
             [](GameSketch& s) {
                 s.add("FF", "4").add("B", "bb").add("AB", "aa").add("PB", "x").white("cc").node(0).add("W", "dd");
             },
             "(;FF[4]AB[aa]PB[x];B[bb](;W[cc])(;W[dd]))"},
        Case{"clock_to_the_following_move",
             [](GameSketch& s) { s.add("FF", "4").node().add("AB", "cc").add("WL", "590").white("gg"); },
             "(;FF[4];AB[cc];W[gg]WL[590])"},
        Case{"clock_without_a_following_move",
             [](GameSketch& s) { s.add("FF", "4").node().add("AB", "cc").add("WL", "590"); },
             "(;FF[4];AB[cc];WL[590])"},
        Case{"two_moves",
             [](GameSketch& s) {
                 s.add("FF", "4").node().add("C", "x").add("W", "aa").add("BL", "1").add("TR", "cc").add("B", "bb");
                 s.add("WL", "2").add("AE", "ii").add("TE", "1");
             },
             "(;FF[4];AE[ii];C[x]W[aa]TR[cc]WL[2];BL[1]B[bb]TE[1])"},
        Case{"conflicts",
             [](GameSketch& s) {
                 s.add("FF", "4").add("AB", {"aa", "bb"}).add("AE", {"bb", "cc"}).node().add("TR", "aa:bb");
                 s.add("MA", {"bb", "cc"}).node().add("TB", "aa").add("TW", "aa");
                 s.node().add("B", "dd").add("TE", "1").add("BM", "1").add("GB", "1").add("UC", "2");
             },
             "(;FF[4]AB[aa][bb]AE[cc];TR[aa:bb]MA[cc];TB[aa];B[dd]TE[1]GB[1])",
             {"dropped-value 0 AE x1", "dropped-value 1 MA x1", "dropped-value 2 TW x1", "dropped-value 3 BM x1",
              "dropped-value 3 UC x1"}},
        Case{"root_properties_elsewhere",
             [](GameSketch& s) {
                 s.add("FF", "4").add("GM", "1").node().add("SZ", "9").add("B", "aa").node().add("GM", "1");
                 s.add("ST", "1").node().add("ST", "2").add("FF", "3");
             },
             "(;FF[4]GM[1]SZ[9];B[aa];;)",
             {"info-moved 1 SZ x1", "dropped-value 2 ST x1", "dropped-value 3 ST x1"}},
        Case{"second_game_info",
             [](GameSketch& s) {
                 s.add("FF", "4").add("PB", "Ann").black("aa").node().add("W", "bb").add("PW", "Ben").add("EV", "Cup");
                 s.node().add("PB", "Ann").add("PW", "Bob").add("B", "cc");
             },
             "(;FF[4]PB[Ann]PW[Ben]EV[Cup];B[aa];W[bb];B[cc])",
             {"info-moved 2 PW x1", "info-moved 2 EV x1", "dropped-value 3 PW x1"}},
        Case{"equal_numbers_in_other_words",
             [](GameSketch& s) {
                 s.add("FF", "4").add("GM", "1").add("SZ", "9:09").add("PB", "Ann").add("KM", "6.50").add("HA", "+2");
                 s.add("TM", "!1:00").node().add("SZ", "09:9").add("B", "aa").add("KM", "6.5").add("HA", "02");
                 s.add("TM", "!1:00").node().add("GM", "01").add("KM", "-6.5").add("TM", "!01:00").add("SZ", "9");
             },
             "(;FF[4]GM[1]SZ[9:09]PB[Ann]KM[6.50]HA[+2]TM[!1:00];B[aa];)",
             {"dropped-value 2 KM x1", "dropped-value 2 TM x1", "dropped-value 2 SZ x1"}},
        Case{"game_info_below_the_root",
             [](GameSketch& s) {
                 s.add("FF", "4").node().add("PB", "a").node().add("PW", "x").node(0).add("PB", "b").node().add("PW",
                                                                                                                "y");
             },
             "(;FF[4](;PB[a]PW[x];)(;PB[b]PW[y];))",
             {"info-moved 2 PW x1", "info-moved 4 PW x1"}},
        Case{"old_letters_and_marks",
             [](GameSketch& s) {
                 s.storage().header.file_format = 1;
                 s.add("GM", "1").add("AB", "cc").node().add("B", "ee").add("L", {"aa", "bb"}).add("M", {"cc", "ff"});
                 s.add("MA", "gg").node().add("M", "ee").add("L", "hh");
             },
             "(;FF[4]GM[1]AB[cc];B[ee]LB[aa:A][bb:B]TR[cc]MA[ff][gg];TR[ee]LB[hh:A])"},
        Case{"old_pairs_of_annotations",
             [](GameSketch& s) {
                 s.storage().header.file_format = 3;
                 s.add("FF", "3").node().add("B", "aa").add("TE", "1").add("BM", "1").node().add("W", "bb");
                 s.add("BM", "1").add("TE", "1").node().add("B", "cc").add("TE", "2");
             },
             "(;FF[4];B[aa]IT[];W[bb]DO[];B[cc]TE[2])"},
        Case{
            "obsolete_is_kept",
            [](GameSketch& s) { s.add("FF", "4").node().add("B", "aa").add("CH", "1").add("SI", "bb").add("L", "cc"); },
            ""},
        Case{"another_game",
             [](GameSketch& s) {
                 s.storage().header.game_kind = 11;
                 s.add("FF", "3").add("GM", "11").add("PB", "").node().add("B", "a1").add("W", "b2").add("B", "c3");
             },
             "(;FF[4]GM[11]PB[];B[!a1]W[!b2]B[!c3])"}),
    [](const auto& info) { return info.param.name; });

TEST(Fitting, LeavesGamesAloneForOtherTargets) {
    GameSketch sketch;
    sketch.node().add("C", "a").add("C", "b");
    std::array<std::uint8_t, TENGEN_FEATURE_COUNT> row = sgf_capabilities;
    row[TENGEN_FEATURE_REPEATED_PROPERTIES] = TENGEN_CAN;
    EXPECT_FALSE(Fitting{std::span<const std::uint8_t>(row)}.fit(sketch.game()).is_changed());
    EXPECT_TRUE(Fitting{std::span<const std::uint8_t>(sgf_capabilities)}.fit(sketch.game()).is_changed());
}

TEST(Fitting, LeavesSyntaxOnlyReadingsAlone) {
    GameSketch sketch;
    sketch.node().add("C", "a").add("C", "b");
    sketch.storage().header.typed = 0;
    EXPECT_FALSE(Fitting{std::span<const std::uint8_t>(sgf_capabilities)}.fit(sketch.game()).is_changed());
}

TEST(Fitting, StaysLinearInCrowdedNodes) {
    GameSketch sketch;
    sketch.node().add("FF", "4");
    for (int i = 0; i < 30'000; ++i) {
        sketch.add("C", std::to_string(i)).add("X" + std::to_string(i), "v").add("TR", "aa").add("LB", "bb:1");
    }
    Fitting fitting{std::span<const std::uint8_t>(sgf_capabilities)};
    const Fitted fitted = fitting.fit(sketch.game());
    EXPECT_EQ(fitted.game().property_count(), 30'004u);
}

TEST(FittingToAList, FactsStayAsTheyAre) {
    std::array<std::uint8_t, TENGEN_FEATURE_COUNT> row{};
    row[TENGEN_FEATURE_RESULT_KINDS] = TENGEN_CAN;
    GameSketch sketch;
    sketch.node().add("PB", "Ann").add("RE", "W+T").black("cc").white("dd");
    Fitting fitting{std::span<const std::uint8_t>(row)};
    const Fitted fitted = fitting.fit(sketch.game());
    EXPECT_FALSE(fitted.is_changed());
    EXPECT_THAT(losses_of(fitted), testing::IsEmpty()) << "its writer says once what a list leaves out";
}

TEST(FittingToProperties, FieldsOfOtherFormatsAreLostWithAWord) {
    GameSketch sketch;
    sketch.node();
    sketch.add("FF", "4").add("GM", "1");
    GameStorage& storage = sketch.storage();
    const auto add = [&storage](std::string_view key, std::string_view text, std::string_view place) {
        const tengen_slice stored_key = storage.store(key);
        const tengen_slice stored_text = storage.store(text);
        storage.extension_fields.push_back({stored_key, stored_text, storage.store(place)});
    };
    add("note", "\"shelf 12\"", "/games/0/note");
    add("AP", "foxwq:1", root_property_place);
    add("Shelf", "12", card_line_origin);  // still in GC
    std::array<std::uint8_t, TENGEN_FEATURE_COUNT> row = sgf_capabilities;
    row[TENGEN_FEATURE_BOARD_SCORE] = TENGEN_CANNOT;
    Fitting fitting{std::span<const std::uint8_t>(row)};
    const Fitted fitted = fitting.fit(sketch.game());
    EXPECT_THAT(losses_of(fitted), testing::ElementsAre("extension-field 0 note x1", "extension-field 0 AP x1"));
    EXPECT_EQ(fitted.losses()[0].message, "the member note of another format");
    EXPECT_EQ(fitted.losses()[1].message, "the root holds one AP, and this was a further one");
}

}  // namespace
}  // namespace tengen::passes
