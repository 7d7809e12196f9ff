// Whatever the way to an instant, a stream shows there what a fresh start shows.
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "streams/random_stream.h"

namespace tengen::test {
namespace {

using streams::Playback;

TEST(RandomStreams, EveryRouteOfSeeksEndsWhereAFreshStartDoes) {
    // TENGEN_THOROUGH=1 is for before a release: minutes instead of a second.
    const bool is_thorough = std::getenv("TENGEN_THOROUGH") != nullptr;
    const std::uint32_t streams_tried = is_thorough ? 1000 : 150;
    const std::uint32_t seeks = is_thorough ? 400 : 60;
    for (std::uint32_t seed = 0; seed < streams_tried; ++seed) {
        RandomStream stream(seed);
        const Game game = stream.game();
        Playback playback(game, 0);
        for (std::uint32_t i = 0; i < seeks; ++i) {
            const std::string instant = stream.instant();
            playback.seek(at(instant));
            Playback fresh(game, 0);
            fresh.seek(at(instant));
            ASSERT_EQ(shown(playback), shown(fresh)) << "stream " << seed << ", seek " << i << " to " << instant;
        }
    }
}

TEST(RandomStreams, StepsForthAndBackAreExact) {
    for (std::uint32_t seed = 1000; seed < 1060; ++seed) {
        RandomStream stream(seed);
        const Game game = stream.game();
        Playback playback(game, 0);
        std::vector<std::string> seen{shown(playback)};
        while (playback.advance()) {
            seen.push_back(shown(playback));
        }
        for (std::size_t i = seen.size(); i-- > 1;) {
            ASSERT_EQ(shown(playback), seen[i]) << "stream " << seed;
            ASSERT_TRUE(playback.reverse());
        }
        ASSERT_EQ(shown(playback), seen.front()) << "stream " << seed;
        ASSERT_FALSE(playback.reverse());
    }
}

TEST(RandomStreams, SeekingCostsWhatItPasses) {
    // One node with very many items: a step near the end must not look at all of them.
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node();
    constexpr std::uint32_t items = 60'000;
    for (std::uint32_t i = 0; i < items; ++i) {
        sketch.put("C", "x", std::to_string(i));
    }
    Playback playback(sketch.game(), 0);
    playback.seek(at("final"));
    for (std::uint32_t i = 0; i < 200'000; ++i) {
        ASSERT_TRUE(playback.reverse());
        ASSERT_TRUE(playback.advance());
    }
    EXPECT_EQ(playback.past_events(), items + 2);
}

}  // namespace
}  // namespace tengen::test
