#include "streams/recorder.h"

#include <gtest/gtest.h>

#include "streams/stream_sketch.h"

namespace tengen::test {
namespace {

using streams::Recorder;
using streams::RecordingError;

TEST(Recorder, WhatIsRecordedIsPlayedBack) {
    Recorder recorder("talk.ogg", {{"SZ", {"9"}}}, {9, 9});
    const std::uint32_t first = recorder.add_node(Recorder::stream_node, "");
    recorder.put(first, {"AB", {"aa", "bb:cc"}}, "");
    recorder.put(first, {"C", {"Look"}}, "1.5");
    const std::uint32_t move = recorder.add_node(first, "2");
    recorder.put(move, {"W", {"dd"}}, "2");
    recorder.put(first, {"LB", {"aa:x,y"}}, "3");
    recorder.cut_comment(first, 2, "4");
    recorder.remove(first, "LB", {"aa:x,y"}, "5");
    recorder.trigger(move, "N", "6");
    recorder.remove(move, "", {}, "7");
    const OwnedGame recorded = recorder.finish();
    const Game game = recorded.view();
    EXPECT_TRUE(remarks_of(game).empty());
    EXPECT_EQ(tree_at(game, "initial"), "(;SZ[9];AB[aa][bb:cc])");
    EXPECT_EQ(tree_at(game, "3"), "(;SZ[9];AB[aa][bb:cc]C[Look]LB[aa:x,y];W[dd])");
    EXPECT_EQ(tree_at(game, "6"), "(;SZ[9];AB[aa][bb:cc]C[Lo];W[dd])");
    EXPECT_EQ(tree_at(game, "final"), "(;SZ[9];AB[aa][bb:cc]C[Lo])");
    EXPECT_EQ(game.stored(game.columns().streams[0].source), "talk.ogg");
    EXPECT_EQ(game.columns().streams[0].source_kind, static_cast<std::uint32_t>(TENGEN_SOURCE_FILE));
}

TEST(Recorder, ATimeBelongsToOneNode) {
    Recorder recorder("", {}, {9, 9});
    const std::uint32_t a = recorder.add_node(Recorder::stream_node, "1");
    recorder.put(a, {"B", {"aa"}}, "1");
    const std::uint32_t b = recorder.add_node(a, "1");
    recorder.put(b, {"W", {"bb"}}, "1.001");
    const OwnedGame recorded = recorder.finish();
    const Game game = recorded.view();
    EXPECT_EQ(game.stored(game.columns().stamps[game.columns().node_stamps[b] - 1].time), "1.001");
    EXPECT_EQ(tree_at(game, "1"), "(;;B[aa])");
    EXPECT_EQ(tree_at(game, "1.001"), "(;;B[aa];W[bb])");
}

TEST(Recorder, RefusesWhatNoStreamHolds) {
    Recorder recorder("", {}, {9, 9});
    const std::uint32_t node = recorder.add_node(Recorder::stream_node, "5");
    EXPECT_THROW(recorder.put(node, {"C", {"x"}}, "4"), RecordingError);
    EXPECT_THROW(recorder.put(node, {"C", {"x"}}, ""), RecordingError);
    EXPECT_THROW(recorder.put(node, {"C", {"x"}}, "soon"), RecordingError);
    EXPECT_THROW(recorder.put(node, {"C", {"x"}}, "-1"), RecordingError);
    EXPECT_THROW(recorder.put(node + 1, {"C", {"x"}}, "6"), RecordingError);
    EXPECT_THROW(static_cast<void>(recorder.add_node(node + 1, "6")), RecordingError);
    recorder.put(node, {"C", {"x"}}, "6");
    EXPECT_EQ(tree_at(recorder.finish().view(), "final"), "(;;C[x])");
}

}  // namespace
}  // namespace tengen::test
