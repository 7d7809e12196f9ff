#include <array>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "passes/fitting.h"
#include "passes/value_text.h"
#include "streams/stream_sketch.h"
#include "support/game_sketch.h"

namespace tengen::passes {
namespace {

using test::GameSketch;
using test::StreamSketch;
using test::to_text;

constexpr std::array<std::uint8_t, TENGEN_FEATURE_COUNT> recording_capabilities = [] {
    std::array<std::uint8_t, TENGEN_FEATURE_COUNT> row{};
    row.fill(TENGEN_CAN);
    row[TENGEN_FEATURE_BOARD_SCORE] = TENGEN_CANNOT;
    return row;
}();

constexpr std::array<std::uint8_t, TENGEN_FEATURE_COUNT> sgf_capabilities = [] {
    std::array<std::uint8_t, TENGEN_FEATURE_COUNT> row = recording_capabilities;
    row[TENGEN_FEATURE_REPEATED_PROPERTIES] = TENGEN_CANNOT;
    return row;
}();

struct Case {
    std::string name;
    std::uint8_t file_format;
    std::function<void(GameSketch&)> sketch;
    std::string expected;  // of the second node
};

class OldFormsInRecordings : public testing::TestWithParam<Case> {};

/// "(;FF[3];X)" -> "X".
std::string second_node(const std::string& text) {
    return text.substr(text.find(';', 2) + 1);
}

TEST_P(OldFormsInRecordings, SayWhatPlainSgfSays) {
    GameSketch sketch;
    sketch.storage().header.file_format = GetParam().file_format;
    sketch.node().add("AB", "cc").node();
    GetParam().sketch(sketch);
    Fitting recording{std::span<const std::uint8_t>(recording_capabilities)};
    Fitting plain{std::span<const std::uint8_t>(sgf_capabilities)};
    const Fitted fitted = recording.fit(sketch.game());
    const Fitted beside = plain.fit(sketch.game());
    EXPECT_EQ(second_node(to_text(fitted.game())), GetParam().expected);
    EXPECT_EQ(second_node(to_text(beside.game())), GetParam().expected);
    EXPECT_EQ(fitted.losses().size(), beside.losses().size());
    EXPECT_FALSE(recording.fit(fitted.game()).is_changed());
}

INSTANTIATE_TEST_SUITE_P(
    Table, OldFormsInRecordings,
    testing::Values(
        Case{"letters", 1,
             [](GameSketch& s) {
                 s.add("B", "aa").add("L", {"bb", "dd"});
             },
             "B[aa]LB[bb:A][dd:B])"},
        Case{"letters_twice", 2,
             [](GameSketch& s) {
                 s.add("L", {"bb", "dd"}).add("L", {"bb", "ee"});
             },
             "LB[bb:A][dd:B][ee:D])"},
        Case{"letters_beside_labels", 2, [](GameSketch& s) { s.add("LB", "aa:x").add("L", "bb"); }, "LB[aa:x][bb:A])"},
        Case{"letters_of_a_rectangle", 1, [](GameSketch& s) { s.add("L", "aa:ba"); }, "LB[aa:A][ba:B])"},
        Case{"marks", 1,
             [](GameSketch& s) {
                 s.add("B", "aa").add("M", {"cc", "ff", "aa"});
             },
             "B[aa]TR[cc][aa]MA[ff])"},
        Case{"marks_beside_others", 2,
             [](GameSketch& s) {
                 s.add("MA", "gg").add("M", {"gg", "hh"});
             },
             "MA[gg][hh])"},
        Case{"marks_without_a_reading", 2,
             [](GameSketch& s) {
                 s.add("M", {"!q", "hh"});
             },
             "MA[hh])"},
        Case{"good_and_bad", 3, [](GameSketch& s) { s.add("B", "aa").add("TE", "1").add("BM", "1"); }, "B[aa]IT[])"},
        Case{"bad_and_good", 2, [](GameSketch& s) { s.add("W", "aa").add("BM", "1").add("TE", "2"); }, "W[aa]DO[])"},
        Case{"good_alone", 1, [](GameSketch& s) { s.add("B", "aa").add("TE", "2"); }, "B[aa]TE[2])"},
        Case{"good_and_bad_without_a_move", 3, [](GameSketch& s) { s.add("C", "x").add("TE", "1").add("BM", "1"); },
             "C[x])"},
        Case{"letters_after_their_time", 3, [](GameSketch& s) { s.add("L", "aa").add("M", "bb"); }, "L[aa]M[bb])"},
        Case{"all_of_ff4", 4, [](GameSketch& s) { s.add("B", "aa").add("L", "aa").add("M", "bb"); },
             "B[aa]L[aa]M[bb])"}),
    [](const auto& info) { return info.param.name; });

/// "B[aa]1 LB[cc:A]2": the properties of a node with their times.
std::string timed(Game game, std::uint32_t node) {
    std::string text;
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        text += text.empty() ? "" : " ";
        text += game.name(p);
        for (const tengen_value value : game.values(p)) {
            text += '[';
            append_value_text(game, value, text);
            text += ']';
        }
        const std::uint32_t stamp = game.columns().property_stamps[p];
        text += stamp == 0 ? "" : game.stored(game.columns().stamps[stamp - 1].time);
    }
    return text;
}

std::string fitted_second_node(StreamSketch& sketch, std::uint8_t file_format = 2) {
    sketch.storage().header.file_format = file_format;
    Fitting recording{std::span<const std::uint8_t>(recording_capabilities)};
    const Fitted fitted = recording.fit(sketch.game());
    return timed(fitted.game(), 1);
}

TEST(OldFormsInStreams, KeepTheirPlacesAndTimes) {
    StreamSketch sketch;
    sketch.node().put("AB", "cc").begin_stream();
    sketch.node("1").put("B", "aa", "1").put("L", "dd", "2").add("M", {"cc", "ff"}, "3").put("C", "x", "4");
    sketch.put("L", "ee", "5");
    EXPECT_EQ(fitted_second_node(sketch), "B[aa]1 LB[dd:A]2 TR[cc]3 MA[ff]3 C[x]4 LB[ee:B]5");
}

TEST(OldFormsInStreams, WhatIsTakenAwayHasTheNewName) {
    StreamSketch sketch;
    sketch.node().put("AB", "cc").begin_stream();
    sketch.node("1").add("L", {"dd", "ee"}, "1").add("M", {"cc", "ff"}, "2").put("RP", "L:dd", "3");
    sketch.put("RP", "M:ff", "4").put("RP", "M", "5").put("RP", "L", "6").put("RP", "C", "7");
    EXPECT_EQ(fitted_second_node(sketch),
              "LB[dd:A][ee:B]1 TR[cc]2 MA[ff]2 RP[LB:dd]3 RP[MA:ff]4 RP[TR]5 RP[MA]5 RP[LB]6 RP[C]7");
}

TEST(OldFormsInStreams, AnnotationsMeetWhenTheSecondComes) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node("1").put("B", "aa", "1").put("BM", "2", "2").put("TE", "1", "3").put("RP", "TE", "4");
    EXPECT_EQ(fitted_second_node(sketch, 3), "B[aa]1 BM[2]2 DO[]3 BM[2]4");
}

TEST(OldFormsInStreams, AnnotationsOfOneTimeAreOne) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node("1").put("B", "aa", "1").put("TE", "2", "2").put("C", "x", "2").put("BM", "1", "2");
    EXPECT_EQ(fitted_second_node(sketch, 3), "B[aa]1 IT[]2 C[x]2");
}

}  // namespace
}  // namespace tengen::passes
