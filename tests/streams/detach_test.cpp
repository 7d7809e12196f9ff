#include "streams/detach.h"

#include <gtest/gtest.h>

#include <tengen/model/invariant.h>

#include "streams/stream_sketch.h"

namespace tengen::test {
namespace {

StreamSketch two_streams() {
    StreamSketch sketch;
    sketch.node().put("PB", "Ann");
    sketch.node_below(0).begin_stream("talk.ogg").put("AN", "Eve");
    sketch.node_below(1, "1").put("B", "aa", "1").put("C", "One", "2").put("RC", "2", "3");
    sketch.node_below(0).begin_stream();
    sketch.node_below(3).put("B", "bb").put("C", "Two", "5");
    return sketch;
}

TEST(Detach, PutsTheTreeBesideTheRecording) {
    StreamSketch sketch = two_streams();
    const std::vector<streams::Instant> instants{at("2"), at("initial")};
    const streams::Detached detached = streams::detach(sketch.game(), instants);
    EXPECT_TRUE(detached.trees.empty());
    const Game game = detached.game.view();
    EXPECT_EQ(broken_invariant(game.columns()), std::nullopt);
    ASSERT_EQ(game.columns().stream_count, 2u);
    EXPECT_EQ(to_text(game),
              "(;PB[Ann](;GS[talk.ogg]AN[Eve];B[aa]C[One]RC[2])(;AN[Eve];B[aa]C[One])(;GS[];B[bb]C[Two])(;;B[bb]))");
    // The recordings themselves are what they were.
    for (std::uint32_t stream = 0; stream < 2; ++stream) {
        for (const char* const time : {"initial", "1", "2", "3", "5", "final"}) {
            EXPECT_EQ(tree_at(game, time, stream), tree_at(sketch.game(), time, stream));
        }
    }
}

TEST(Detach, AStreamAtTheRootGivesATreeOfItsOwn) {
    StreamSketch sketch;
    sketch.node().put("SZ", "9").begin_stream();
    sketch.node_below(0, "1").put("B", "aa", "1");
    const streams::Detached detached = streams::detach(sketch.game(), std::vector{at("final")});
    ASSERT_EQ(detached.trees.size(), 1u);
    EXPECT_EQ(to_text(detached.trees[0].view()), "(;SZ[9];B[aa])");
    EXPECT_EQ(detached.trees[0].view().columns().stream_count, 0u);
    EXPECT_EQ(to_text(detached.game.view()), "(;SZ[9]GS[];B[aa])");
}

}  // namespace
}  // namespace tengen::test
