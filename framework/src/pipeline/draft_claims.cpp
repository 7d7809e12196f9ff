#include "pipeline/draft_claims.h"

#include <cstddef>
#include <utility>
#include <vector>

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

std::optional<std::string> DraftClaims::claim_again(InputJob& job) {
    std::vector<const FileDraft*> claimed;
    for (std::size_t i = 0; i < job.draft_count; ++i) {
        FileDraft& draft = job.drafts[i];
        // A file that failed while it was written took its name from those behind it all the same.
        if (draft.path.empty() || (draft.state == FileDraft::State::identical && paths_.is_taken(draft.path))) {
            continue;
        }
        if (draft.state == FileDraft::State::identical) {
            draft.state = FileDraft::State::claimed;  // the input that had it first is gone
            ++job.tallies[draft.output].files;
        }
        const OutputStep& step = plan_.outputs[draft.output];
        const auto path = paths_.claim(draft.wanted, step.collision, true);
        if (path && *path == draft.path) {
            claimed.push_back(&draft);
            if (step.collision == Collision::skip_identical) {
                paths_.set_content(draft.path, draft.digest);
            }
            continue;
        }
        if (path) {
            paths_.give_back(*path, draft.wanted);
        }
        for (auto each = claimed.rbegin(); each != claimed.rend(); ++each) {
            paths_.give_back((*each)->path, (*each)->wanted);
        }
        return draft.path;
    }
    return std::nullopt;
}

}  // namespace tengen::pipeline
