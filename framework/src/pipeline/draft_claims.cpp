#include "pipeline/draft_claims.h"

#include <utility>

#include <fmt/format.h>

#include "io/error.h"

namespace tengen::pipeline {

namespace fs = std::filesystem;

bool DraftClaims::claim(InputJob& job, FileDraft& draft, DiagnosticReceiver& report) {
    const OutputStep& step = plan_.outputs[draft.output];
    const bool cannot_replace = !plan_.overwrite || archives_.has(draft.output);
    if (auto path = paths_.claim(draft.wanted, step.collision, cannot_replace)) {
        draft.path = std::move(*path);
        draft.state = FileDraft::State::claimed;
        if (step.collision == Collision::skip_identical) {
            paths_.set_content(draft.path, draft.digest);
        }
        return true;
    }
    if (step.collision == Collision::skip_identical && !job.streamed &&
        paths_.has_content(draft.wanted, draft.digest)) {
        draft.path = draft.wanted;
        draft.state = FileDraft::State::identical;
        return true;
    }
    refuse(job, draft, report);
    return false;
}

void DraftClaims::refuse(InputJob& job, FileDraft& draft, DiagnosticReceiver& report) const {
    draft.state = FileDraft::State::refused;
    diagnostics::Diagnostic diagnostic;
    diagnostic.id = "io.output-exists";
    diagnostic.severity = diagnostics::Severity::error;
    diagnostic.message = fmt::format("another game was written under the name {} in this run",
                                     io::display_path(fs::path(draft.wanted).lexically_relative(plan_.folder)));
    diagnostic.game = draft.first;
    diagnostic.input = job.input.name;
    diagnostic.file = draft.member;
    job.events.summary().count(diagnostic);
    job.reasons.add(diagnostic, {});
    if (!job.streamed) {  // else the games come, and each is refused by itself
        const OutputStep& step = plan_.outputs[draft.output];
        job.reasons.refuse_game(step.path.text(), step.format, draft.first, RefusedFor::name);
    }
    report.add(diagnostic, {});
}

void DraftClaims::settle(InputJob& job, FileDraft& draft) {
    Tally& tally = job.tallies[draft.output];
    if (claim(job, draft, job.events)) {
        tally.written += draft.games;
        tally.files += draft.state == FileDraft::State::claimed ? 1 : 0;
    } else {
        tally.quarantined += draft.games;
        job.refused = true;
    }
}

void DraftClaims::claim_again(InputJob& job, FileDraft& draft) {
    // A file that failed while it was written took its name from those behind it all the same.
    if (draft.path.empty()) {
        return;
    }
    if (draft.state == FileDraft::State::identical) {
        if (paths_.is_taken(draft.path)) {
            return;
        }
        draft.state = FileDraft::State::claimed;  // the input that had it first is gone
        ++job.tallies[draft.output].files;
    }
    const OutputStep& step = plan_.outputs[draft.output];
    const auto path = paths_.claim(draft.wanted, step.collision, true);
    if (!path || *path != draft.path) {
        throw io::IoError("io.output-exists",
                          fmt::format("'{}' would have another name now: the inputs have changed since the run was "
                                      "interrupted (--overwrite begins anew)",
                                      io::display_path(draft.path)),
                          draft.path);
    }
    if (step.collision == Collision::skip_identical && draft.state == FileDraft::State::claimed) {
        paths_.set_content(draft.path, draft.digest);
    }
}

}  // namespace tengen::pipeline
