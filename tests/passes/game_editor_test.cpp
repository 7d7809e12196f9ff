#include "passes/game_editor.h"

#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "support/game_sketch.h"

namespace tengen::passes {
namespace {

using test::GameSketch;
using test::to_text;

GameSketch tree() {
    GameSketch sketch;
    sketch.node().add("FF", "4").add("PB", "x").black("aa").white("bb").node(1).add("W", "cc").node(0).add("B", "dd");
    return sketch;
}

TEST(GameEditor, ChangesOneNodeAndCopiesTheRest) {
    GameSketch sketch = tree();
    GameEditor editor;
    editor.begin(sketch.game());
    EXPECT_FALSE(editor.is_changed());
    editor.edit(1);
    editor.copy(2);
    editor.add("C");
    editor.value(editor.store_text("new", 7));
    EXPECT_TRUE(editor.is_changed());
    EXPECT_TRUE(editor.is_edited(1));
    EXPECT_FALSE(editor.is_edited(0));
    const OwnedGame changed = editor.finish(nullptr);
    EXPECT_EQ(to_text(changed.view()), "(;FF[4]PB[x](;B[aa]C[new](;W[bb])(;W[cc]))(;B[dd]))");
    EXPECT_EQ(to_text(sketch.game()), "(;FF[4]PB[x](;B[aa](;W[bb])(;W[cc]))(;B[dd]))");
    EXPECT_EQ(changed.view().columns().fact_count, 1u);
}

TEST(GameEditor, MakesSeveralNodesOfOne) {
    GameSketch sketch = tree();
    GameEditor editor;
    editor.begin(sketch.game());
    editor.edit(3);
    editor.next_node();
    editor.copy(4);
    editor.edit(1);
    editor.next_node();
    editor.next_node();
    editor.copy(2);
    const OwnedGame changed = editor.finish(nullptr);
    EXPECT_EQ(to_text(changed.view()), "(;FF[4]PB[x](;;;B[aa](;W[bb])(;;W[cc]))(;B[dd]))");
}

TEST(GameEditor, TakesNodesOut) {
    GameSketch sketch;
    sketch.node().add("FF", "4").black("aa").black("bb").white("cc").node(2).add("W", "dd");
    GameEditor editor;
    editor.begin(sketch.game());
    editor.remove(2);
    editor.remove(1);
    const OwnedGame changed = editor.finish(nullptr);
    EXPECT_EQ(to_text(changed.view()), "(;FF[4](;W[cc])(;W[dd]))");
}

TEST(GameEditor, KeepsWhatStoodInReplacedProperties) {
    GameSketch sketch;
    sketch.node().add("AB", {"aa", "bb:cc"}).add("KM", "650");
    GameEditor editor;
    editor.begin(sketch.game());
    editor.edit(0);
    editor.replace(0, "AB");
    editor.value(sketch.game().values(0)[0]);
    editor.replace(1, "KM");
    editor.value(editor.store_text("6.5", 30));
    const OwnedGame changed = editor.finish(nullptr);
    const Game game = changed.view();
    ASSERT_EQ(game.columns().original_count, 2u);
    const tengen_original& first = game.columns().originals[0];
    EXPECT_EQ(first.property, 0u);
    ASSERT_EQ(first.value_count, 2u);
    EXPECT_EQ(game.text(game.columns().original_values[first.first_value + 1]), "bb:cc");
    const tengen_original& second = game.columns().originals[1];
    EXPECT_EQ(game.text(game.columns().original_values[second.first_value]), "650");

    // A second change does not hide the first state.
    GameEditor again;
    again.begin(game);
    again.edit(0);
    again.copy(0);
    again.replace(1, "KM");
    again.value(again.store_text("7", 30));
    const OwnedGame twice = again.finish(nullptr);
    const tengen_original& kept = twice.view().columns().originals[1];
    EXPECT_EQ(twice.view().text(twice.view().columns().original_values[kept.first_value]), "650");
}

TEST(GameEditor, MovesStreamsAlong) {
    GameSketch sketch = tree();
    sketch.storage().streams.push_back({4, TENGEN_SOURCE_CLOCK, {0, 0}, {0, 0}, 0, 0});
    GameEditor editor;
    editor.begin(sketch.game());
    editor.edit(2);
    editor.copy(3);
    editor.next_node();
    const OwnedGame changed = editor.finish(nullptr);
    EXPECT_EQ(changed.view().columns().streams[0].node, 5u);
}

TEST(GameEditor, CopiesRandomTreesUnharmed) {
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        GameSketch sketch;
        sketch.node().add("FF", "4");
        std::vector<std::uint32_t> parents{none};
        for (std::uint32_t i = 1; i < 30; ++i) {
            std::uint32_t parent = i - 1;
            for (unsigned up = random() % 4; up > 0 && parents[parent] != none; --up) {
                parent = parents[parent];
            }
            parents.push_back(parent);
            sketch.node(parent).add("B", "aa").add("C", std::to_string(i));
        }
        GameEditor editor;
        editor.begin(sketch.game());
        const auto node = static_cast<std::uint32_t>(random() % 30);
        editor.edit(node);
        for (std::uint32_t p = sketch.game().first_property(node); p < sketch.game().end_property(node); ++p) {
            editor.copy(p);
        }
        ASSERT_EQ(to_text(editor.finish(nullptr).view()), to_text(sketch.game()));
    }
}

}  // namespace
}  // namespace tengen::passes
