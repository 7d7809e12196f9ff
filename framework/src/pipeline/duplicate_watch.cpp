#include "pipeline/duplicate_watch.h"

#include <optional>

namespace tengen::pipeline {

void DuplicateWatch::take(const ReadGame& game) {
    ReadGame out = game;
    if (!game.rejected) {
        if (std::optional<passes::DuplicateNote> note = finder_.add(game.game, input_, game.index)) {
            diagnostics::Diagnostic diagnostic;
            diagnostic.id = note->id;
            diagnostic.severity = policy_.severity(note->id);
            diagnostic.message = std::move(note->message);
            diagnostic.input = input_;
            diagnostic.file = game.member;
            diagnostic.game = game.index;
            if (diagnostic.severity != diagnostics::Severity::off) {
                if (game.summary != nullptr) {
                    game.summary->count(diagnostic);
                }
                report_.add(diagnostic, {});
            }
            if (diagnostic.severity >= diagnostics::Severity::error) {
                out.rejected = true;
                if (game.summary != nullptr) {
                    ++game.summary->rejected;
                }
            }
        }
    }
    next_.take(out);
}

}  // namespace tengen::pipeline
