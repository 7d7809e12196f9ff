#include <algorithm>
#include <functional>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "passes/recording_context.h"
#include "passes/standard.h"
#include "support/game_sketch.h"

namespace tengen::passes {
namespace {

using test::GameSketch;
using test::RecordingContext;
using testing::ElementsAre;
using testing::IsEmpty;

// A game as a reader hands it out.
OwnedGame published(const std::function<void(GameSketch&)>& fill) {
    GameSketch sketch;
    fill(sketch);
    const std::shared_ptr<GamePool> pool = GamePool::create();
    std::unique_ptr<GameStorage> storage = pool->acquire();
    GameEditor editor;
    const Game game = sketch.game();
    editor.begin(game);
    editor.edit(0);
    for (std::uint32_t p = 0; p < game.end_property(0); ++p) {
        editor.copy(p);
    }
    return editor.finish(nullptr);
}

TEST(PassRunner, CopiesNothingWithoutChanges) {
    OwnedGame game = published([](GameSketch& s) { s.node().add("FF", "4").black("aa").white("aa"); });
    const tengen_node* nodes = game.columns().nodes;
    PassRunner runner;
    RecordingContext context;
    InputMemory memory;
    EXPECT_FALSE(runner.run(game, context, memory).has_value());
    EXPECT_EQ(game.columns().nodes, nodes);
    EXPECT_THAT(context.found, ElementsAre("go.occupied 2@30"));
}

TEST(PassRunner, KeepsTheOldGameAliveUnderTheNewOne) {
    OwnedGame game = published([](GameSketch& s) {
        s.node().add("FF", "4").add("PB", "Ann").add("AB", {"aa", "bb"}).add("AW", {"bb", "cc"}).node().add("AB", "aa");
    });
    PassRunner runner;
    RecordingContext context({"*"});
    InputMemory memory;
    std::optional<OwnedGame> changed = runner.run(game, context, memory);
    ASSERT_TRUE(changed.has_value());
    game.reset();
    EXPECT_EQ(test::to_text(changed->view()), "(;FF[4]PB[Ann]AB[aa][bb]AW[cc];)");
    EXPECT_THAT(context.found, ElementsAre("node.setup-conflict 0@50", "node.setup-no-effect 1@70"));

    // What was repaired is not found again.
    RecordingContext second({"*"});
    EXPECT_FALSE(runner.run(*changed, second, memory).has_value());
    EXPECT_THAT(second.found, IsEmpty());
}

TEST(PassRunner, NamesMixedCollectionsOnce) {
    PassRunner runner;
    RecordingContext context;
    InputMemory memory;
    for (const unsigned file_format : {4u, 4u, 3u, 3u, 4u}) {
        GameSketch sketch;
        sketch.node().add("FF", std::to_string(file_format));
        sketch.storage().header.file_format = file_format;
        memory.see(sketch.game(), context);
    }
    EXPECT_THAT(context.found, ElementsAre("node.mixed-collection 0@10"));
}

TEST(StandardPasses, CanLeaveOutTheReplay) {
    PassOptions options;
    options.legality = false;
    for (const auto& pass : standard_passes(options)) {
        EXPECT_NE(pass->name(), "legality");
    }
    EXPECT_EQ(standard_passes().back()->name(), "legality");
}

TEST(StandardPasses, RunInTheirOrder) {
    std::vector<std::string_view> names;
    for (const auto& pass : standard_passes()) {
        names.push_back(pass->name());
    }
    auto from = names.begin();
    for (const std::string_view name :
         {"structure", "dates", "result", "handicap", "komi", "persons", "conditions", "legality"}) {
        from = std::find(from, names.end(), name);
        EXPECT_NE(from, names.end()) << name;
    }
}

}  // namespace
}  // namespace tengen::passes
