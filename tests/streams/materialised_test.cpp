#include "streams/materialised.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "streams/stream_sketch.h"

namespace tengen::test {
namespace {

using streams::Instant;
using streams::materialise;
using streams::Materialised;

StreamSketch two_streams() {
    StreamSketch sketch;
    sketch.node().put("PB", "Ann").put("C", "root");
    sketch.node().begin_stream();
    sketch.node("1").put("B", "aa", "1").put("C", "x", "2").put("RP", "C", "3");
    sketch.node_below(0).begin_stream("talk.ogg").put("VT", "N", "1");
    sketch.node("2").put("W", "bb", "2").put("W", "cc", "4");
    sketch.node_below(0).put("B", "dd");
    return sketch;
}

TEST(Materialised, StreamsMayHaveTheirStampsInTurns) {
    StreamSketch sketch = two_streams();
    // Every stream has its stamps in another place of the table, and not one after the other.
    GameStorage& storage = sketch.storage();
    const std::uint32_t count = storage.stamps.size();
    std::vector<tengen_stamp> stamps(storage.stamps.data(), storage.stamps.data() + count);
    const auto place = [count](std::uint32_t stamp) { return stamp == 0 ? 0 : (stamp - 1) * 3 % count + 1; };
    ASSERT_NE(count % 3, 0u);
    for (std::uint32_t stamp = 1; stamp <= count; ++stamp) {
        storage.stamps[place(stamp) - 1] = stamps[stamp - 1];
    }
    for (std::uint32_t i = 0; i < storage.node_stamps.size(); ++i) {
        storage.node_stamps[i] = place(storage.node_stamps[i]);
    }
    for (std::uint32_t i = 0; i < storage.property_stamps.size(); ++i) {
        storage.property_stamps[i] = place(storage.property_stamps[i]);
    }
    const std::array<Instant, 2> instants{at("2"), at("2")};
    const Materialised result = materialise(sketch.game(), instants, nullptr);
    EXPECT_EQ(to_text(result.game.view()), "(;PB[Ann]C[root](;;B[aa]C[x])(;;W[bb])(;B[dd]))");
}

TEST(Materialised, EveryStreamHasItsInstant) {
    StreamSketch sketch = two_streams();
    const std::array<Instant, 2> instants{at("2"), at("initial")};
    const Materialised result = materialise(sketch.game(), instants, nullptr);
    EXPECT_EQ(to_text(result.game.view()), "(;PB[Ann]C[root](;;B[aa]C[x])(;)(;B[dd]))");
    EXPECT_EQ(result.game.columns().stream_count, 0u);
    EXPECT_EQ(result.game.columns().node_stamps, nullptr);
    ASSERT_EQ(result.streams.size(), 2u);
    EXPECT_EQ(result.streams[0].position, "/0");
    EXPECT_EQ(result.streams[0].cursor, 2u);
    EXPECT_EQ(result.streams[1].node, 3u);
    EXPECT_EQ(result.streams[1].old_node, 3u);
    EXPECT_EQ(result.streams[1].later_events, 4u);
    EXPECT_TRUE(result.streams[1].has_media);
    EXPECT_EQ(result.old_nodes, (std::vector<std::uint32_t>{0, 1, 2, 3, 5}));
}

TEST(Materialised, TheLastInstantCountsForTheStreamsBehind) {
    StreamSketch sketch = two_streams();
    const std::array<Instant, 1> end{at("final")};
    const Materialised result = materialise(sketch.game(), end, nullptr);
    EXPECT_EQ(to_text(result.game.view()), "(;PB[Ann]C[root](;;B[aa])(;;W[cc])(;B[dd]))");
    EXPECT_EQ(result.streams[0].tally.removed, 1u);
    EXPECT_EQ(result.streams[1].tally.overwritten, 1u);
    EXPECT_EQ(result.streams[1].triggers, 1u);
}

TEST(Materialised, FactsAreThoseOfTheNewGame) {
    StreamSketch sketch;
    sketch.node().begin_stream().put("KM", "6.5", "1").put("KM", "7.5", "2").put("PB", "Ann");
    const std::array<Instant, 1> early{at("1")};
    const Materialised result = materialise(sketch.game(), early, nullptr);
    const Game game = result.game.view();
    const tengen_fact* komi = find_fact(game, TENGEN_FIELD_KOMI);
    ASSERT_NE(komi, nullptr);
    EXPECT_EQ(fact_text(game, *komi), "6.5");
    EXPECT_EQ(komi->node, 0u);
}

TEST(Materialised, APlaceholderStaysAsItIsWritten) {
    GameSketch sketch;
    sketch.node().node().add("GS", "talk.rgf:30").add("C", "x");
    tengen_stream stream{};
    stream.node = 1;
    sketch.storage().streams.push_back(stream);
    const Game game = sketch.game();
    ASSERT_TRUE(streams::is_placeholder(game, 0));
    const Materialised result = materialise(game, {}, nullptr);
    EXPECT_EQ(to_text(result.game.view()), "(;;GS[talk.rgf:30]C[x])");
    EXPECT_TRUE(result.streams.empty());
}

}  // namespace
}  // namespace tengen::test
