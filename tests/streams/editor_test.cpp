#include "streams/editor.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tengen/model/equality.h>
#include <tengen/model/invariant.h>

#include "streams/recorder.h"
#include "streams/stream_sketch.h"
#include "support/game_sketch.h"

namespace tengen::test {
namespace {

using streams::EditError;
using streams::Editor;

std::string text_of(Editor& editor) {
    return to_text(editor.finish().view());
}

GameSketch small_tree() {
    GameSketch sketch({9, 9});
    sketch.node().add("SZ", "9");
    sketch.node(0).add("B", "aa");
    sketch.node(1).add("W", "bb");
    sketch.node(0).add("B", "cc");
    return sketch;
}

TEST(Editor, KeepsWhatIsNotTouched) {
    GameSketch sketch = small_tree();
    Editor editor(sketch.game());
    const OwnedGame same = editor.finish();
    EXPECT_EQ(first_difference(sketch.game(), same.view()), std::nullopt);
    EXPECT_FALSE(editor.undo());
    EXPECT_FALSE(editor.redo());
}

TEST(Editor, BuildsATree) {
    GameSketch sketch = small_tree();
    Editor editor(sketch.game());
    const Editor::Node first = editor.add_node(Editor::root, 1);
    editor.put(first, "B", {"dd"});
    const Editor::Node last = editor.add_node(Editor::root);
    editor.put(last, "C", {"end"});
    EXPECT_EQ(text_of(editor), "(;SZ[9](;B[aa];W[bb])(;B[dd])(;B[cc])(;C[end]))");
    EXPECT_EQ(editor.find("/1"), first);
    EXPECT_EQ(editor.find("/0/0"), 2u);
    EXPECT_EQ(editor.find("/"), Editor::root);
    for (const char* const nowhere : {"", "0", "/4", "/0/1", "/x", "//", "/-1"}) {
        EXPECT_EQ(editor.find(nowhere), std::nullopt) << nowhere;
    }
    editor.remove_node(1);
    EXPECT_FALSE(editor.has(1));
    EXPECT_FALSE(editor.has(2));
    EXPECT_EQ(text_of(editor), "(;SZ[9](;B[dd])(;B[cc])(;C[end]))");
    EXPECT_EQ(editor.find("/0"), first);
}

TEST(Editor, PropertiesFollowTheRulesOfRecordings) {
    GameSketch sketch({9, 9});
    sketch.node().add("AB", {"aa:cc"});
    sketch.node(0);
    Editor editor(sketch.game());
    const Editor::Node node = 1;
    const auto node_text = [&] { return text_of(editor).substr(std::string("(;AB[aa:cc]").size()); };
    editor.put(node, "AW", {"dd", "ee"});
    editor.put(node, "AB", {"ee"});
    EXPECT_EQ(node_text(), ";AW[dd]AB[ee])");
    editor.put(node, "AE", {"ee", "dd"});  // nothing was there before the node
    EXPECT_EQ(node_text(), ";)");
    editor.put(node, "AW", {"aa"});
    editor.put(node, "AE", {"aa"});  // Black's stone was
    EXPECT_EQ(node_text(), ";AE[aa])");
    editor.remove(node, "AE");
    editor.put(node, "TR", {"aa:ab", "bb"});
    editor.put(node, "CR", {"ab"});
    EXPECT_EQ(node_text(), ";TR[aa][bb]CR[ab])");
    editor.remove(node, "TR", {"aa:ii"});
    editor.remove(node, "CR");
    editor.put(node, "LB", {"aa:1", "bb:2"});
    editor.put(node, "LB", {"aa:3"});
    EXPECT_EQ(node_text(), ";LB[bb:2][aa:3])");
    editor.remove(node, "LB", {"bb", "aa:4"});
    EXPECT_EQ(node_text(), ";LB[aa:3])");
    editor.remove(node, "LB", {"aa:3"});
    editor.put(node, "BM", {"1"});
    editor.put(node, "TE", {"2"});
    EXPECT_EQ(node_text(), ";TE[2])");
    editor.put(node, "TE", {"1"});
    editor.put(node, "B", {"ff"});
    editor.put(node, "W", {""});
    EXPECT_EQ(node_text(), ";TE[1]W[])");
    editor.remove(node, "TE");
    editor.remove(node, "W");
    editor.put(node, "C", {"so \xC3\xA4"});
    editor.put(node, "C", {"!"});
    EXPECT_EQ(node_text(), ";C[so \xC3\xA4!])");
    editor.cut_comment(node, 2);
    EXPECT_EQ(node_text(), ";C[so ])");
    editor.cut_comment(node, 9);
    EXPECT_EQ(node_text(), ";)");
    editor.put(node, "VW", {""});
    editor.put(node, "VW", {"aa"});
    EXPECT_EQ(node_text(), ";VW[aa])");
    editor.put(node, "VW", {""});
    EXPECT_EQ(node_text(), ";VW[])");
    editor.put(node, "LN", {"aa:bb"});
    editor.put(node, "LN", {"bb:aa"});
    EXPECT_EQ(node_text(), ";VW[]LN[aa:bb])");
}

TEST(Editor, ListsAreAsIfEachEntryWereAddedAlone) {
    std::mt19937 random(5);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(random() % below); };
    for (const std::string name : {"LB", "LN", "DD", "ZZ"}) {
        for (std::uint32_t round = 0; round < 100; ++round) {
            const auto entry = [&]() -> std::string {
                const auto point = [&] {
                    return std::string{static_cast<char>('a' + pick(3)), static_cast<char>('a' + pick(2))};
                };
                return name == "LB"   ? point() + ":" + std::string(1, static_cast<char>('x' + pick(2)))
                       : name == "LN" ? point() + ":" + point()
                       : name == "DD" ? point()
                                      : std::string(1 + pick(3), 'z');
            };
            GameSketch sketch({9, 9});
            sketch.node().add("SZ", "9");
            sketch.node(0).add("ZZ", {"one", "two"});
            Editor together(sketch.game());
            Editor alone(sketch.game());
            for (std::uint32_t edits = 1 + pick(5); edits > 0; --edits) {
                std::vector<std::string> entries;
                for (std::uint32_t count = 2 + pick(6); count > 0; --count) {
                    entries.push_back(entry());
                }
                const bool is_put = pick(3) != 0;
                if (is_put) {
                    together.put(1, name, entries);
                } else {
                    together.remove(1, name, entries);
                }
                for (const std::string& one : entries) {
                    if (is_put) {
                        alone.put(1, name, {one});
                    } else {
                        alone.remove(1, name, {one});
                    }
                }
                ASSERT_EQ(text_of(together), text_of(alone)) << name << " round " << round;
            }
        }
    }
}

// Quadratic work would take hours here.
TEST(Editor, LongListsTakeLinearTime) {
    GameSketch sketch({9, 9});
    sketch.node().add("SZ", "9");
    sketch.node(0).add("ZZ", {"one", "two"});
    Editor editor(sketch.game());
    constexpr std::uint32_t count = 300'000;
    std::vector<std::string> entries;
    for (std::uint32_t i = 0; i < count; ++i) {
        entries.push_back(std::to_string(i));
    }
    editor.put(1, "ZZ", entries);
    editor.put(1, "ZZ", entries);
    const OwnedGame game = editor.finish();
    EXPECT_EQ(game.view().values(game.view().first_property(1)).size(), count + 2);
    editor.remove(1, "ZZ", entries);
    EXPECT_EQ(text_of(editor), "(;SZ[9];ZZ[one][two])");
}

TEST(Editor, GoesBackAndForth) {
    GameSketch sketch = small_tree();
    Editor editor(sketch.game());
    std::vector<std::string> seen{text_of(editor)};
    const auto note = [&] { seen.push_back(text_of(editor)); };
    editor.put(1, "C", {"one"});
    note();
    const Editor::Node added = editor.add_node(1, 0);
    note();
    editor.put(added, "W", {"ee"});
    note();
    editor.remove_node(3);
    note();
    editor.remove(1, "B");
    note();
    for (std::size_t i = seen.size(); i-- > 1;) {
        EXPECT_EQ(text_of(editor), seen[i]);
        EXPECT_TRUE(editor.undo());
    }
    EXPECT_EQ(text_of(editor), seen.front());
    EXPECT_FALSE(editor.undo());
    EXPECT_EQ(editor.redoable(), seen.size() - 1);
    for (std::size_t i = 1; i < seen.size(); ++i) {
        EXPECT_TRUE(editor.redo());
        EXPECT_EQ(text_of(editor), seen[i]);
    }
    editor.undo();
    editor.put(1, "C", {" two"});
    EXPECT_FALSE(editor.redo());
}

TEST(Editor, WhatIsNotThereIsPassedOver) {
    GameSketch sketch({9, 9});
    sketch.node().add("AB", {"aa:cc"}).add("LB", {"dd:1"});
    GameStorage& storage = sketch.storage();
    storage.original_values.push_back(storage.store_value(0, ValueKind::invalid_stored, "cc:aa"));
    storage.originals.push_back({0, 0, 1});
    Editor editor(sketch.game());
    editor.put(Editor::root, "C", {"x"});
    editor.undo();
    editor.remove(Editor::root, "AB", {"dd", "ee:ff"});
    editor.remove(Editor::root, "LB", {"aa", "dd:2"});
    editor.remove(Editor::root, "TR", {"aa"});
    EXPECT_EQ(editor.undoable(), 0u);
    EXPECT_EQ(editor.redoable(), 1u);
    EXPECT_EQ(first_difference(sketch.game(), editor.finish().view()), std::nullopt);
    editor.remove(Editor::root, "AB", {"dd", "aa:ca"});
    EXPECT_EQ(editor.undoable(), 1u);
    EXPECT_EQ(text_of(editor), "(;AB[ab][ac][bb][bc][cb][cc]LB[dd:1])");
}

TEST(Editor, EntriesOfGamesWithoutMeaningAreTexts) {
    GameSketch sketch({9, 9});
    sketch.node();
    sketch.storage().header.typed = 0;
    Editor editor(sketch.game());
    editor.put(Editor::root, "LB", {"aa", "bb:1", "bb"});
    editor.put(Editor::root, "KM", {"1", "2", "3"});
    editor.remove(Editor::root, "LB", {"bb"});
    editor.remove(Editor::root, "KM", {"2"});
    EXPECT_EQ(text_of(editor), "(;LB[aa][bb:1]KM[1][3])");
    const std::size_t before = editor.undoable();
    editor.remove(Editor::root, "LB", {"bb"});
    EXPECT_EQ(editor.undoable(), before);
    editor.put(Editor::root, "LB", {"aa"});
    EXPECT_THROW(editor.remove(Editor::root, "LB", {"aa"}), EditError);
}

TEST(Editor, InsertedValuesKeepWhatTheyWere) {
    GameSketch tree({9, 9});
    tree.node().add("SZ", "9").add("KM", "6.5");
    tree.node().add("B", "aa").add("TR", {"bb"});
    GameStorage& storage = tree.storage();
    const auto was = [&storage](std::uint32_t property, std::initializer_list<std::string_view> values) {
        storage.originals.push_back(
            {property, storage.original_values.size(), static_cast<std::uint32_t>(values.size())});
        for (const std::string_view value : values) {
            storage.original_values.push_back(storage.store_value(0, ValueKind::invalid_stored, value));
        }
    };
    was(0, {"9x9"});
    was(1, {"6,5"});
    was(3, {"b b", "xx"});
    GameSketch sketch = small_tree();
    Editor editor(sketch.game());
    editor.insert(tree.game(), Editor::root);
    const OwnedGame together = editor.finish();
    EXPECT_EQ(broken_invariant(together.view().columns()), std::nullopt);
    EXPECT_EQ(to_text(together.view()), "(;SZ[9](;B[aa];W[bb])(;B[cc])(;KM[6.5];B[aa]TR[bb]))");
    std::vector<std::string> found;
    const Game game = together.view();
    for (std::uint32_t i = 0; i < game.columns().original_count; ++i) {
        const tengen_original& original = game.columns().originals[i];
        std::string text = game.name(original.property) + ":";
        for (std::uint32_t v = 0; v < original.value_count; ++v) {
            text += " " + std::string(game.text(game.columns().original_values[original.first_value + v]));
        }
        found.push_back(text);
    }
    EXPECT_EQ(found, (std::vector<std::string>{"KM: 6,5", "TR: b b xx"}));
}

TEST(Editor, PutsRecordingsIntoTrees) {
    streams::Recorder recorder("talk.ogg", {{"SZ", {"9"}}}, {9, 9});
    const std::uint32_t move = recorder.add_node(streams::Recorder::stream_node, "1.50");
    recorder.put(move, {"B", {"dd"}}, "1.50");
    const OwnedGame recording = recorder.finish();

    GameSketch sketch = small_tree();
    Editor editor(sketch.game());
    const Editor::Node stream = editor.insert(recording.view(), 1, 0);
    OwnedGame together = editor.finish();
    EXPECT_EQ(broken_invariant(together.view().columns()), std::nullopt);
    ASSERT_EQ(together.view().columns().stream_count, 1u);
    EXPECT_EQ(together.view().stored(together.view().columns().streams[0].source), "talk.ogg");
    EXPECT_EQ(tree_at(together.view(), "initial"), "(;)");
    EXPECT_EQ(tree_at(together.view(), "1.5"), "(;;B[dd])");

    EXPECT_THROW(editor.put(stream, "C", {"x"}), EditError);
    EXPECT_THROW(static_cast<void>(editor.add_node(editor.children(stream).front())), EditError);
    EXPECT_THROW(editor.remove_node(editor.children(stream).front()), EditError);
    EXPECT_THROW(static_cast<void>(editor.insert(recording.view(), stream)), EditError);
    editor.insert(recording.view(), Editor::root);
    EXPECT_EQ(editor.finish().view().columns().stream_count, 2u);
    editor.remove_node(stream);
    together = editor.finish();
    ASSERT_EQ(together.view().columns().stream_count, 1u);
    EXPECT_EQ(tree_at(together.view(), "final"), "(;;B[dd])");
    editor.undo();
    EXPECT_EQ(editor.finish().view().columns().stream_count, 2u);

    // What such a game holds is kept when it is edited again.
    Editor again(editor.finish().view());
    again.put(Editor::root, "C", {"x"});
    again.undo();
    EXPECT_EQ(first_difference(again.finish().view(), editor.finish().view()), std::nullopt);
}

TEST(Editor, RefusesWhatIsNotPossible) {
    GameSketch sketch = small_tree();
    Editor editor(sketch.game());
    EXPECT_THROW(editor.put(9, "C", {"x"}), EditError);
    EXPECT_THROW(editor.put(1, "TS", {"1"}), EditError);
    EXPECT_THROW(editor.remove(1, "B", {"aa"}), EditError);
    EXPECT_THROW(editor.remove_node(Editor::root), EditError);
    editor.remove_node(1);
    EXPECT_THROW(editor.remove_node(1), EditError);
    EXPECT_THROW(editor.put(2, "C", {"x"}), EditError);
    GameSketch other({13, 13});
    other.node();
    EXPECT_THROW(static_cast<void>(editor.insert(other.game(), 3)), EditError);
    EXPECT_EQ(editor.undoable(), 1u);
}

TEST(Editor, EveryRouteOfUndoAndRedoIsExact) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        std::mt19937 random(seed);
        const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(random() % below); };
        const auto point = [&] { return std::string{"abc"[pick(3)], "abc"[pick(3)]}; };
        GameSketch sketch = small_tree();
        Editor editor(sketch.game());
        std::vector<std::string> seen{text_of(editor)};
        std::uint32_t nodes = 4;
        for (int step = 0; step < 120; ++step) {
            const std::uint32_t node = pick(nodes);
            const std::size_t before = editor.undoable();
            try {
                switch (pick(9)) {
                    case 0:
                        editor.add_node(node, pick(3));
                        ++nodes;
                        break;
                    case 1:
                        editor.remove_node(node);
                        break;
                    case 2:
                        editor.put(node, pick(2) == 0 ? "B" : "W", {point()});
                        break;
                    case 3:
                        editor.put(node, "C", {"x\n"});
                        break;
                    case 4:
                        editor.cut_comment(node, 1);
                        break;
                    case 5:
                        editor.remove(node, "TR", {point()});
                        break;
                    case 6:
                        for (std::uint32_t back = pick(5); back > 0 && editor.undo(); --back) {
                        }
                        for (std::uint32_t forth = pick(5); forth > 0 && editor.redo(); --forth) {
                        }
                        ASSERT_EQ(text_of(editor), seen[editor.undoable()]) << seed;
                        continue;
                    default: {
                        const char* const lists[] = {"AB", "AW", "AE", "TR", "CR", "LB"};
                        const char* const name = lists[pick(6)];
                        editor.put(node, name, {name == lists[5] ? point() + ":x" : point()});
                        break;
                    }
                }
            } catch (const EditError&) {
                continue;
            }
            if (editor.undoable() > before) {
                seen.resize(editor.undoable());
                seen.push_back(text_of(editor));
            }
        }
        const OwnedGame end = editor.finish();
        EXPECT_EQ(broken_invariant(end.view().columns()), std::nullopt);
        while (editor.undo()) {
            ASSERT_EQ(text_of(editor), seen[editor.undoable()]) << seed;
        }
    }
}

}  // namespace
}  // namespace tengen::test
