#include "streams/playback.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "streams/stream_sketch.h"

namespace tengen::test {
namespace {

using streams::Playback;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Playback, ParentAndChildTakeTurns) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node("1").put("B", "aa", "1").put("C", "one", "3").put("C", " two", "9");
    sketch.node("2").put("W", "bb", "2").put("C", "late", "4");
    EXPECT_EQ(tree_at(sketch.game(), "initial"), "(;)");
    EXPECT_EQ(tree_at(sketch.game(), "1.999"), "(;;B[aa])");
    EXPECT_EQ(tree_at(sketch.game(), "2"), "(;;B[aa];W[bb])");
    EXPECT_EQ(tree_at(sketch.game(), "4"), "(;;B[aa]C[one];W[bb]C[late])");
    EXPECT_EQ(tree_at(sketch.game(), "final"), "(;;B[aa]C[one two];W[bb]C[late])");
    EXPECT_THAT(remarks_of(sketch.game()), IsEmpty());
}

TEST(Playback, ItemsAreNeverOlderThanWhatHoldsThem) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node("5").put("B", "aa");
    sketch.node().put("W", "bb", "2");
    EXPECT_EQ(tree_at(sketch.game(), "4"), "(;)");
    EXPECT_EQ(tree_at(sketch.game(), "5"), "(;;B[aa];W[bb])");
}

TEST(Playback, ValuesAreReplacedInPlaceListsGrowAndShrink) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node().put("N", "a", "1").add("TR", {"aa"}, "2").put("N", "b", "3").add("TR", {"bb", "cc"}, "4");
    sketch.put("RP", "TR:aa,cc", "5").put("RP", "TR:bb", "6");
    EXPECT_EQ(tree_at(sketch.game(), "4"), "(;;N[b]TR[aa][bb][cc])");
    EXPECT_EQ(tree_at(sketch.game(), "5"), "(;;N[b]TR[bb])");
    EXPECT_EQ(tree_at(sketch.game(), "6"), "(;;N[b])");
}

TEST(Playback, RectanglesOfARemovalMayBeLargerThanTheList) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node().add("TR", {"bb", "dd", "cc"}, "1").put("RP", "TR:aa:cc", "2").put("RP", "TR:dd:dd", "3");
    sketch.node().put("SQ", "aa:cc", "4").put("RP", "SQ:bb:cc", "5").put("RP", "SQ:ii:ba", "6");
    EXPECT_EQ(tree_at(sketch.game(), "2"), "(;;TR[dd];)");
    EXPECT_EQ(tree_at(sketch.game(), "3"), "(;;;)");
    EXPECT_EQ(tree_at(sketch.game(), "5"), "(;;;SQ[aa][ab][ac][ba][ca])");
    EXPECT_EQ(tree_at(sketch.game(), "6"), "(;;;SQ[aa][ab][ac])");
    EXPECT_THAT(remarks_of(sketch.game()), ElementsAre("rgf.rp-absent-entry 3", "rgf.rp-absent-entry 8"));
}

TEST(Playback, AnEmptyListTakesThePlaceOfDimmedPoints) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node().put("DD", "aa:bb", "1").put("DD", "", "2").put("DD", "cc", "3");
    EXPECT_EQ(tree_at(sketch.game(), "1"), "(;;DD[aa:bb])");
    EXPECT_EQ(tree_at(sketch.game(), "2"), "(;;DD[])");
    EXPECT_EQ(tree_at(sketch.game(), "3"), "(;;DD[cc])");
}

TEST(Playback, CommentsAreCutByCharacters) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node().put("C", "a囲\n碁", "1").put("RC", "2", "2").put("C", "!", "3").put("RC", "9", "4");
    EXPECT_EQ(tree_at(sketch.game(), "2"), "(;;C[a囲])");
    EXPECT_EQ(tree_at(sketch.game(), "3"), "(;;C[a囲!])");
    EXPECT_EQ(tree_at(sketch.game(), "4"), "(;;)");
    EXPECT_THAT(remarks_of(sketch.game()), ElementsAre("rgf.rc-too-long 5"));
}

TEST(Playback, SetupLeavesTheEarlierListAndAeStaysOnlyOverAStone) {
    StreamSketch sketch;
    sketch.node().add("AB", {"aa", "bb"});
    sketch.node().begin_stream();
    sketch.node().add("AB", {"cc"}, "1").add("AW", {"bb"}, "2").add("AE", {"bb", "cc", "dd"}, "3");
    EXPECT_EQ(tree_at(sketch.game(), "2"), "(;;AB[cc]AW[bb])");
    // bb has a stone above, cc has none; dd was in no list.
    EXPECT_EQ(tree_at(sketch.game(), "3"), "(;;AE[bb][dd])");
    EXPECT_THAT(remarks_of(sketch.game()), ElementsAre("rgf.setup-cancelled 4"));
}

TEST(Playback, TheLaterOfContradictionsStays) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node().put("B", "aa", "1").put("W", "bb", "2");
    sketch.node().add("TR", {"aa", "bb"}, "3").add("CR", {"aa"}, "4").add("TB", {"cc"}, "5").add("TW", {"cc"}, "6");
    sketch.node().put("BM", "1", "7").put("DO", "", "8").put("GB", "1", "9").put("DM", "1", "10");
    EXPECT_EQ(tree_at(sketch.game(), "final"), "(;;W[bb];TR[bb]CR[aa]TW[cc];DO[]DM[1])");
    EXPECT_THAT(remarks_of(sketch.game()), ElementsAre("rgf.conflict 3", "rgf.conflict 6", "rgf.conflict 8",
                                                       "rgf.conflict 11", "rgf.conflict 13"));
}

TEST(Playback, ContradictionsAreSettledWhenAMomentIsComplete) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node().add("TR", {"aa"}, "1").add("CR", {"aa"}, "2").put("RP", "TR:aa", "2");
    EXPECT_EQ(tree_at(sketch.game(), "2"), "(;;CR[aa])");
    EXPECT_THAT(remarks_of(sketch.game()), IsEmpty());
}

TEST(Playback, AMoveBesideSetupStays) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node().put("B", "aa", "1").add("AW", {"bb"}, "2").add("AW", {"cc"}, "3");
    EXPECT_EQ(tree_at(sketch.game(), "final"), "(;;B[aa]AW[bb][cc])");
    EXPECT_THAT(remarks_of(sketch.game()), ElementsAre("rgf.conflict 3"));
}

TEST(Playback, WhatContradictsItselfFromTheStartHasOneName) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node().put("N", "a").put("N", "b");
    sketch.node().add("AB", {"aa"}).add("AW", {"aa"});
    EXPECT_EQ(tree_at(sketch.game(), "initial"), "(;;N[b];AW[aa])");
    EXPECT_THAT(remarks_of(sketch.game()), ElementsAre("rgf.initial-not-sgf 3", "rgf.initial-not-sgf 6"));
}

TEST(Playback, RemovedNodesTakeTheirSubtreesAlong) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node("1").put("B", "aa", "1").put("RP", ":", "3").put("RP", "", "5");
    sketch.node("2").put("W", "bb", "2").put("C", "x", "4");
    sketch.node_below(0, "6").put("B", "cc", "6");
    EXPECT_EQ(tree_at(sketch.game(), "2"), "(;;B[aa];W[bb])");
    EXPECT_EQ(tree_at(sketch.game(), "3"), "(;)");
    EXPECT_EQ(tree_at(sketch.game(), "6"), "(;;B[cc])");
    EXPECT_THAT(remarks_of(sketch.game()), ElementsAre("rgf.removed-node 7", "rgf.removed-twice 4"));
    Playback playback(sketch.game(), 0);
    playback.seek(at("2"));
    EXPECT_EQ(playback.position(), "/0/0");
    playback.seek(at("4"));
    EXPECT_EQ(playback.position(), "/");
    playback.seek(at("final"));
    EXPECT_EQ(playback.position(), "/1");  // the first child keeps its number
}

TEST(Playback, RemovalsThatMeetNothingSaySo) {
    StreamSketch sketch;
    sketch.node().begin_stream().put("RP", ":", "1");
    sketch.node().put("C", "abc", "2").add("TR", {"aa"}, "2").put("RP", "SQ:", "3").put("RP", "TR:bb", "4");
    sketch.put("RP", "C:abc", "5").put("RP", "VT:", "6").put("RC", "x", "7").put("RC", "-1", "8");
    EXPECT_EQ(tree_at(sketch.game(), "final"), "(;;C[abc]TR[aa])");
    EXPECT_THAT(
        remarks_of(sketch.game()),
        ElementsAre("rgf.rp-stream-node 1", "rgf.rp-absent-property 5", "rgf.rp-absent-entry 6",
                    "rgf.rp-needless-entries 7", "rgf.rp-reserved 8", "rgf.rc-bad-count 9", "rgf.rc-bad-count 10"));
}

TEST(Playback, EntriesMatchByMeaning) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node().add("LB", {"aa:x,y", "bb:z"}, "1").put("RP", "LB:aa:q", "2").put("RP", "LB:aa:x\\,y,bb", "3");
    sketch.node()
        .add("TR", {"aa:cc"}, "4")
        .put("RP", "TR:aa:cb", "5")
        .add("LN", {"aa:bb"}, "6")
        .put("RP", "LN:bb:aa", "7");
    sketch.node().add("ZZ", {"one", "two"}, "8").put("ZZ", "three", "9").put("RP", "ZZ:two", "10");
    EXPECT_EQ(tree_at(sketch.game(), "2"), "(;;LB[aa:x,y][bb:z];;)");
    EXPECT_EQ(tree_at(sketch.game(), "final"), "(;;;TR[ac][bc][cc];ZZ[one][three])");
    EXPECT_THAT(remarks_of(sketch.game()), ElementsAre("rgf.rp-absent-entry 3"));
}

TEST(Playback, TheLastTriggerWithoutATimeSaysWhereToBegin) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node().put("B", "aa").put("VT", "N");
    sketch.node().put("W", "bb").put("VT", "N");
    sketch.node("4").put("B", "cc", "4");
    Playback playback(sketch.game(), 0);
    EXPECT_EQ(playback.position(), "/0/0");
    EXPECT_TRUE(playback.advance());
    EXPECT_EQ(playback.position(), "/0/0/0");
    EXPECT_FALSE(playback.advance());
    EXPECT_TRUE(playback.reverse());
    EXPECT_FALSE(playback.reverse());
    EXPECT_EQ(playback.position(), "/0/0");
}

TEST(Playback, CountersOrderItemsOfOneTime) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node("5:3").put("N", "late", "5:4");
    sketch.node_below(0, "5:1").put("N", "early", "5:2");
    const streams::Timeline timeline(sketch.game(), 0);
    std::vector<std::string> order;
    for (const streams::Event& event : timeline.events()) {
        order.push_back(timeline.position(event.node));
    }
    EXPECT_THAT(order, ElementsAre("/", "/1", "/1", "/0", "/0"));
    EXPECT_EQ(timeline.moments().size(), 2u);  // one time, one moment
}

TEST(Playback, TheEndIsLaterThanEveryTime) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node().put("N", "last", "final").put("N", "late", "1e299");
    EXPECT_EQ(tree_at(sketch.game(), "9e299"), "(;;N[late])");
    EXPECT_EQ(tree_at(sketch.game(), "final"), "(;;N[last])");
}

}  // namespace
}  // namespace tengen::test
