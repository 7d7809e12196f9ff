// Running one pass over a sketched game.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <tengen/model/move_runs.h>

#include "passes/game_editor.h"
#include "passes/pass.h"
#include "passes/recording_context.h"
#include "support/game_sketch.h"

namespace tengen::test {

struct PassResult {
    std::vector<std::string> found;
    std::vector<std::string> messages;
    std::string changed;  ///< the changed game as text, empty if there is none
};

inline PassResult run_pass(passes::Pass& pass, GameSketch& sketch, std::set<std::string, std::less<>> fixes = {}) {
    RecordingContext context(std::move(fixes));
    passes::GameEditor editor;
    find_move_runs(sketch.storage());  // as readers do
    const Game game = sketch.game();
    editor.begin(game);
    pass.run(game, context, editor);
    PassResult result{context.found, context.messages, {}};
    if (editor.is_changed()) {
        const OwnedGame changed = editor.finish(nullptr);
        result.changed = to_text(changed.view());
    }
    return result;
}

}  // namespace tengen::test
