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
    std::string changed;                        ///< the changed game as text, empty if there is none
    std::vector<std::string> extension_fields;  ///< of the changed game: "key=text@place"
};

inline PassResult run_pass(passes::Pass& pass, GameSketch& sketch, std::set<std::string, std::less<>> fixes = {}) {
    RecordingContext context(std::move(fixes));
    passes::GameEditor editor;
    find_move_runs(sketch.storage());  // as readers do
    const Game game = sketch.game();
    editor.begin(game);
    pass.run(game, context, editor);
    PassResult result{context.found, context.messages, {}, {}};
    if (editor.is_changed()) {
        const OwnedGame changed = editor.finish(nullptr);
        const Game view = changed.view();
        result.changed = to_text(view);
        for (std::uint32_t i = 0; i < view.columns().extension_field_count; ++i) {
            const tengen_extension_field& field = view.columns().extension_fields[i];
            result.extension_fields.push_back(std::string(view.stored(field.key)) + "=" +
                                              std::string(view.stored(field.text)) + "@" +
                                              std::string(view.stored(field.place)));
        }
    }
    return result;
}

}  // namespace tengen::test
