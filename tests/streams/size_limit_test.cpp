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

}  // namespace
}  // namespace tengen::test
