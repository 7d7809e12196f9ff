// Whatever the way to an instant, a stream shows there what a fresh start shows.
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "streams/stream_sketch.h"

namespace tengen::test {
namespace {

using streams::Playback;

class RandomStream {
public:
    explicit RandomStream(std::uint32_t seed) : random_(seed) {
        sketch_.node().add("AB", {"aa", "bb", "cc"});
        sketch_.node().begin_stream();
        const std::uint32_t nodes = 1 + pick(12);
        std::vector<std::uint32_t> path{1};
        add_items();
        for (std::uint32_t i = 0; i < nodes; ++i) {
            const std::uint32_t depth = pick(static_cast<std::uint32_t>(path.size()));
            path.resize(depth + 1);
            sketch_.node_below(path.back(), time());
            path.push_back(sketch_.nodes() - 1);
            add_items();
        }
    }
    [[nodiscard]] Game game() { return sketch_.game(); }
    [[nodiscard]] std::uint32_t pick(std::uint32_t below) {
        return std::uniform_int_distribution<std::uint32_t>(0, below - 1)(random_);
    }
    /// A time of the stream, one between two of them, or one of its ends.
    [[nodiscard]] std::string instant() {
        switch (pick(8)) {
            case 0:
                return "initial";
            case 1:
                return "final";
            default:
                return std::to_string(pick(22)) + (pick(2) == 0 ? "" : ".5");
        }
    }

private:
    std::string time() {
        if (pick(4) == 0) {
            return {};
        }
        const std::string number = std::to_string(pick(20));
        return pick(5) == 0 ? number + ":" + std::to_string(pick(3)) : pick(30) == 0 ? "final" : number;
    }
    std::string point() {
        const std::string letters = "abc";
        return {letters[pick(3)], letters[pick(3)]};
    }
    void add_items() {
        for (std::uint32_t count = pick(9); count > 0; --count) {
            add_item();
        }
    }
    void add_item() {
        static constexpr const char* point_lists[] = {"AB", "AW", "AE", "TR", "CR", "SQ", "TB", "TW", "DD"};
        static constexpr const char* removable[] = {"AB", "AW", "AE", "TR", "CR", "LB", "C", "B", "W", "DD", "N", "ZZ"};
        switch (pick(14)) {
            case 0:
            case 1:
            case 2:
            case 3: {
                const std::string first = point();
                const std::string second = point();
                const char* name = point_lists[pick(9)];
                if (pick(3) == 0) {
                    sketch_.add(name, {first, second}, time());
                } else if (pick(6) == 0) {
                    sketch_.add(name, {"aa:cb"}, time());
                } else if (name == point_lists[8] && pick(2) == 0) {
                    sketch_.add(name, {""}, time());
                } else {
                    sketch_.add(name, {first}, time());
                }
                break;
            }
            case 4:
            case 5:
                sketch_.put(pick(2) == 0 ? "B" : "W", pick(5) == 0 ? "" : point(), time());
                break;
            case 6:
                sketch_.put("C", pick(2) == 0 ? "é1" : "ab\ncd", time());
                break;
            case 7:
                sketch_.put("RC", std::to_string(pick(6)), time());
                break;
            case 8:
                sketch_.put("LB", point() + (pick(2) == 0 ? ":x" : ":y"), time());
                break;
            case 9:
                sketch_.put("RP", std::string(removable[pick(12)]) + (pick(2) == 0 ? ":" : ":" + point()), time());
                break;
            case 10:
                sketch_.put("RP", pick(3) == 0 ? ":" : "N", time());
                break;
            case 11:
                sketch_.put("VT", pick(2) == 0 ? "N" : "score", time());
                break;
            case 12:
                sketch_.add("ZZ", {"one", pick(2) == 0 ? "two" : "three"}, time());
                break;
            default:
                sketch_.put(pick(2) == 0 ? "BM" : "TE", "1", time());
                break;
        }
    }

    std::mt19937 random_;
    StreamSketch sketch_;
};

TEST(RandomStreams, EveryRouteOfSeeksEndsWhereAFreshStartDoes) {
    constexpr std::uint32_t streams_tried = 150;
    constexpr std::uint32_t seeks = 60;
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
