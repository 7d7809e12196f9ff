#include "passes/stream_fitting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "streams/stream_sketch.h"

namespace tengen::test {
namespace {

using passes::FittedStreams;
using passes::StreamFittingOptions;
using passes::StreamLayout;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;

std::vector<std::string> texts_of(const FittedStreams& fitted) {
    std::vector<std::string> texts;
    for (const OwnedGame& game : fitted.games) {
        texts.push_back(to_text(game.view()));
    }
    return texts;
}

std::vector<std::string> ids_of(const FittedStreams& fitted) {
    std::vector<std::string> ids;
    for (const passes::Loss& loss : fitted.losses) {
        ids.push_back(std::string(loss.id) + " " + std::to_string(loss.node) + " x" + std::to_string(loss.count));
    }
    return ids;
}

StreamSketch two_streams(std::string_view first, std::string_view second) {
    StreamSketch sketch;
    sketch.node().put("SZ", "9").put("PB", "Ann");
    sketch.node().begin_stream().put("AN", first);
    sketch.node("1").put("B", "aa", "1");
    sketch.node_below(0).begin_stream().put("AN", second);
    sketch.node("1").put("B", "bb", "1").put("VT", "N", "2");
    return sketch;
}

FittedStreams fit(StreamSketch& sketch, StreamLayout::Kind kind, std::uint32_t stream = 0) {
    StreamFittingOptions options;
    options.layout = {kind, stream};
    return passes::fit_streams(sketch.game(), options);
}

TEST(StreamFitting, EqualInformationMovesToTheEndOfTheRoot) {
    StreamSketch sketch = two_streams("Cat", "Cat");
    const FittedStreams fitted = fit(sketch, StreamLayout::Kind::automatic);
    EXPECT_THAT(texts_of(fitted), ElementsAre("(;SZ[9]PB[Ann]AN[Cat](;;B[aa])(;;B[bb]))"));
    EXPECT_THAT(ids_of(fitted), ElementsAre("loss.info-moved 1 x1", "loss.timestamps 1 x2", "loss.info-moved 3 x1",
                                            "loss.timestamps 3 x3", "loss.triggers 3 x1"));
}

TEST(StreamFitting, DifferentInformationMakesATreeForEachStream) {
    StreamSketch sketch = two_streams("Cat", "Dan");
    const FittedStreams fitted = fit(sketch, StreamLayout::Kind::automatic);
    EXPECT_THAT(texts_of(fitted), ElementsAre("(;SZ[9]PB[Ann]AN[Cat];;B[aa])", "(;SZ[9]PB[Ann]AN[Dan];;B[bb])"));
    EXPECT_THAT(ids_of(fitted), Not(Contains(testing::HasSubstr("loss.tree"))));
}

TEST(StreamFitting, WhatContradictsTheRootOverridesItInATreeOfItsOwn) {
    StreamSketch sketch;
    sketch.node().put("PB", "Ann").put("RE", "B+R");
    sketch.node().begin_stream().put("PB", "Cat");
    sketch.node_below(0).put("B", "aa");
    const FittedStreams fitted = fit(sketch, StreamLayout::Kind::automatic);
    EXPECT_THAT(texts_of(fitted), ElementsAre("(;PB[Cat]RE[B+R];)"));
    EXPECT_THAT(ids_of(fitted), Contains("loss.tree 0 x1"));
}

TEST(StreamFitting, TreesHoldNothingOfTheOtherStreams) {
    StreamSketch sketch = two_streams("Cat", "Dan");
    const std::string comment(1000, 'x');
    sketch.node("4").put("LB", "cc:A", "4").put("LongName", "v", "4").put("C", comment, "4").put("C", "y", "5");
    const FittedStreams fitted = fit(sketch, StreamLayout::Kind::split);
    EXPECT_THAT(texts_of(fitted), ElementsAre("(;SZ[9]PB[Ann]AN[Cat];;B[aa])",
                                              "(;SZ[9]PB[Ann]AN[Dan];;B[bb];LB[cc:A]LongName[v]C[" + comment + "y])"));
    const tengen_game& first = fitted.games[0].view().columns();
    EXPECT_LT(first.stored_text_size, 100u);
    EXPECT_EQ(first.pair_count, 0u);
    EXPECT_EQ(first.long_identifier_count, 0u);
    EXPECT_EQ(fitted.games[1].view().columns().long_identifier_count, 1u);
}

// Each of them once cost as much as the whole game.
TEST(StreamFitting, StaysLinearInTheNumberOfStreams) {
    StreamSketch sketch;
    sketch.node();
    constexpr int streams = 20'000;
    for (int i = 0; i < streams; ++i) {
        sketch.node_below(0).begin_stream().put("AN", std::to_string(i));
        sketch.node("1").put("B", "aa", "1");
    }
    const FittedStreams fitted = fit(sketch, StreamLayout::Kind::automatic);
    ASSERT_EQ(fitted.games.size(), std::size_t{streams});
    EXPECT_EQ(to_text(fitted.games.back().view()), "(;AN[19999];;B[aa])");
}

TEST(StreamFitting, OneStreamOnly) {
    StreamSketch sketch = two_streams("Cat", "Cat");
    const FittedStreams fitted = fit(sketch, StreamLayout::Kind::one, 1);
    EXPECT_THAT(texts_of(fitted), ElementsAre("(;SZ[9]PB[Ann]AN[Cat];;B[bb])"));
}

TEST(StreamFitting, InformationPushedIntoEveryBranch) {
    StreamSketch sketch = two_streams("Cat", "Dan");
    sketch.node_below(0).put("B", "cc");
    const FittedStreams fitted = fit(sketch, StreamLayout::Kind::push);
    EXPECT_THAT(texts_of(fitted), ElementsAre("(;SZ[9](;AN[Cat]PB[Ann];B[aa])(;AN[Dan]PB[Ann];B[bb])(;B[cc]PB[Ann]))"));
}

TEST(StreamFitting, TellsWhatTheInstantLeavesOut) {
    StreamSketch sketch;
    sketch.node().begin_stream("talk.ogg");
    sketch.node("1").put("C", "a", "1").put("N", "x", "2").put("N", "y", "3").put("RC", "1", "4").put("N", "z", "5");
    StreamFittingOptions options;
    options.at = {at("4")};
    const FittedStreams fitted = passes::fit_streams(sketch.game(), options);
    EXPECT_THAT(texts_of(fitted), ElementsAre("(;;N[y])"));
    EXPECT_THAT(ids_of(fitted), ElementsAre("loss.later-items 0 x1", "loss.media-source 0 x1", "loss.overwritten 0 x1",
                                            "loss.removed 0 x1", "loss.timestamps 0 x6"));
}

}  // namespace
}  // namespace tengen::test
