#include "streams/size_limit.h"

#include <gtest/gtest.h>

#include "streams/stream_sketch.h"

namespace tengen::test {
namespace {

TEST(SizeLimit, PointsOfRectanglesInStreamsCountAsOftenAsTheyAreNamed) {
    StreamSketch sketch;
    sketch.node().put("AB", "aa:ii");  // outside
    sketch.node().begin_stream();
    sketch.node("1").add("TR", {"aa:ai", "bb", "aa:ba"}, "1").put("SQ", "aa:ci", "2");
    sketch.node_below(0).put("AB", "aa:ii");
    EXPECT_EQ(streams::listed_points(sketch.game()), 9U + 2 + 27);
    EXPECT_TRUE(streams::can_be_played(sketch.game()));
}

TEST(SizeLimit, WithoutStreamsThereIsNothingToCount) {
    StreamSketch sketch;
    sketch.node().put("AB", "aa:ii");
    EXPECT_EQ(streams::listed_points(sketch.game()), 0U);
}

TEST(SizeLimit, ARecordingAboveItIsNotPlayed) {
    StreamSketch sketch({52, 52});
    sketch.node().begin_stream();
    const std::uint64_t most = streams::most_listed_points / (52 * 52);
    for (std::uint64_t i = 0; i < most; ++i) {
        sketch.node("1").put("TR", "aa:ZZ", "1");
    }
    EXPECT_TRUE(streams::can_be_played(sketch.game()));
    sketch.node("1").put("TR", "aa:ZZ", "1");
    EXPECT_FALSE(streams::can_be_played(sketch.game()));
}

TEST(SizeLimit, PositionsOfEventsCountAsOftenAsTheyAreNamed) {
    StreamSketch sketch;
    sketch.node().put("AB", "aa");  // outside
    sketch.node().begin_stream();   // "/", which is named anyway
    for (int i = 0; i < 11; ++i) {
        sketch.node_below(1).put("C", "x", "1");  // "/0" to "/10"
    }
    sketch.node().put("B", "aa", "2").put("N", "x", "3");  // "/10/0"
    sketch.node_below(0).put("AB", "aa");
    EXPECT_EQ(streams::listed_positions(sketch.game()), 10U * 2 * 2 + 3 * 2 + 5 * 3);
    EXPECT_TRUE(streams::can_be_listed(sketch.game()));
}

TEST(SizeLimit, TheEventsOfALineOfNodesAreListedUpToADepth) {
    const auto line_of = [](std::uint64_t nodes) {
        StreamSketch sketch;
        sketch.node().begin_stream();
        for (std::uint64_t i = 0; i < nodes; ++i) {
            sketch.node("1").put("B", "aa", "1");
        }
        return streams::can_be_listed(sketch.game());
    };
    EXPECT_TRUE(line_of(5'000));
    EXPECT_TRUE(line_of(8'000));  // two events a node: 2 * 8,000 * 8,001 bytes
    EXPECT_FALSE(line_of(9'000));
}

}  // namespace
}  // namespace tengen::test
