#include "streams/slot_table.h"

#include <map>
#include <random>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "streams/stream_sketch.h"

namespace tengen::test {
namespace {

TEST(SlotTable, DoesWhatAMapDoes) {
    // Nodes with no property, with few, and with more than are looked at in turn; some properties twice.
    StreamSketch sketch;
    sketch.node().put("AB", "aa");
    sketch.node().begin_stream();
    for (const std::uint32_t kinds : {0u, 1u, 8u, 9u, 60u}) {
        sketch.node();
        for (std::uint32_t i = 0; i < kinds; ++i) {
            const std::string name = {static_cast<char>('A' + i * 7 % 26), static_cast<char>('A' + i)};
            sketch.put(name.substr(0, i < 26 ? 2 : 1), "");
            sketch.put("VT", "N");
        }
    }
    const Game game = sketch.game();
    constexpr std::uint32_t first = 1;
    streams::SlotTable table(game, first, game.node_count());
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> map;
    std::mt19937 random(1);
    for (std::uint32_t round = 0; round < 20; ++round) {
        for (std::uint32_t node = first; node < game.node_count(); ++node) {
            for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
                const std::uint32_t code = game.identifier(p).code();
                if (game.name(p) != "VT" && game.name(p) != "GS" && random() % 3 != 0) {
                    const std::uint32_t slot = random() % 4 == 0 ? none : static_cast<std::uint32_t>(random() % 1000);
                    table.set(node, code, slot);
                    map[{node, code}] = slot;
                }
            }
        }
        for (std::uint32_t node = first; node < game.node_count(); ++node) {
            for (std::uint32_t p = 0; p < game.property_count(); ++p) {
                const std::uint32_t code = game.identifier(p).code();
                const auto found = map.find({node, code});
                ASSERT_EQ(table.find(node, code), found == map.end() ? none : found->second)
                    << "node " << node << ", " << game.name(p);
            }
        }
    }
}

}  // namespace
}  // namespace tengen::test
