#include "passes/time_import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/game_sketch.h"

namespace tengen::test {
namespace {

using passes::ImportedTimes;
using testing::ElementsAre;
using testing::IsEmpty;

/// "5.2 7.7": the times of the nodes that have one.
std::string times_of(const ImportedTimes& imported) {
    std::string text;
    const Game game = imported.game->view();
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        const std::uint32_t stamp = game.columns().node_stamps[node];
        if (stamp != 0) {
            text += (text.empty() ? "" : " ") + std::string(game.stored(game.columns().stamps[stamp - 1].time));
            for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
                EXPECT_EQ(game.columns().property_stamps[p], stamp);
            }
        }
    }
    return text;
}

std::uint32_t estimated(const ImportedTimes& imported) {
    std::uint32_t count = 0;
    for (const passes::Loss& loss : imported.losses) {
        count += loss.id == "loss.time-estimated" ? loss.count : 0;
    }
    return count;
}

TEST(TimeImport, MainTimesAreExactDifferences) {
    GameSketch sketch;
    sketch.node().add("TM", "10").add("C", "hello");
    sketch.black("aa").add("BL", "9.9").white("bb").add("WL", "9.8").black("cc").add("BL", "9.2");
    const ImportedTimes imported = passes::import_times(sketch.game(), {});
    EXPECT_EQ(times_of(imported), "0.1 0.3 1");
    EXPECT_THAT(imported.losses, IsEmpty());
    EXPECT_EQ(to_text(imported.game->view()), "(;TM[10]C[hello]GS[];B[aa]BL[9.9];W[bb]WL[9.8];B[cc]BL[9.2])");
    EXPECT_EQ(imported.game->columns().stream_count, 1u);
}

TEST(TimeImport, CanadianBlocks) {
    GameSketch sketch;
    sketch.node().add("TM", "20").add("OT", "5/60 canadian");
    sketch.black("aa")
        .add("BL", "5")
        .black("cc")
        .add("BL", "50")
        .add("OB", "4")
        .black("ee")
        .add("BL", "43.5")
        .add("OB", "3");
    const ImportedTimes imported = passes::import_times(sketch.game(), {});
    EXPECT_EQ(times_of(imported), "15 30 36.5");
    EXPECT_EQ(estimated(imported), 1u);
}

TEST(TimeImport, PeriodsLost) {
    GameSketch sketch;
    sketch.node().add("TM", "3").add("OT", "5x30");
    sketch.black("aa").add("BL", "30").add("OB", "5").black("bb").add("BL", "30").add("OB", "3");
    const ImportedTimes imported = passes::import_times(sketch.game(), {"1", "2"});
    EXPECT_EQ(times_of(imported), "5 67");
    EXPECT_EQ(estimated(imported), 2u);
}

TEST(TimeImport, WithoutAClockMovesTakeAStep) {
    GameSketch sketch;
    sketch.node().add("TM", "10").black("aa").white("bb").add("WL", "11").node().add("C", "x");
    const ImportedTimes imported = passes::import_times(sketch.game(), {"0.5", "1"});
    EXPECT_EQ(times_of(imported), "0.5 1 1.001");
    EXPECT_EQ(estimated(imported), 3u);
}

TEST(TimeImport, VariationsKeepATreeOfTheirOwn) {
    GameSketch sketch;
    sketch.node().add("SZ", "9").add("PB", "Ann").black("aa").white("bb").node(1).add("W", "cc");
    const ImportedTimes imported = passes::import_times(sketch.game(), {});
    EXPECT_EQ(to_text(imported.game->view()), "(;SZ[9](;GS[]PB[Ann];B[aa];W[bb])(;PB[Ann];B[aa](;W[bb])(;W[cc])))");
    EXPECT_EQ(times_of(imported), "1 2");
}

TEST(TimeImport, GamesWithoutMovesStayAsTheyAre) {
    GameSketch sketch;
    sketch.node().add("TM", "10").node().add("C", "x");
    EXPECT_FALSE(passes::import_times(sketch.game(), {}).game);
}

}  // namespace
}  // namespace tengen::test
