// Which files of a run get which names.
#pragma once

#include <optional>
#include <string>

#include "pipeline/input_job.h"
#include "pipeline/output_archives.h"
#include "pipeline/output_paths.h"
#include "pipeline/plan.h"
#include "pipeline/report.h"

namespace tengen::pipeline {

/// Drafts come in the order of the inputs, since names depend on those before. One thread at a time.
class DraftClaims {
public:
    /// All references must outlive the object.
    DraftClaims(const Plan& plan, const OutputArchives& archives, OutputPaths& paths)
        : plan_(plan), archives_(archives), paths_(paths) {}

    /// Whether the draft gets a file, or has one already. If not, `report` hears why, and so do the job's reasons and
    /// summary. Throws io::IoError (io.output-exists) if there is an input.
    bool claim(InputJob& job, FileDraft& draft, DiagnosticReceiver& report);

    /// Count the games of a draft where they belong.
    void settle(InputJob& job, FileDraft& draft);

    /// What an interrupted run did is done again in the same order, so that names come out the same, unless the inputs
    /// have changed since: then a path comes back that another name would be given now, and nothing is claimed.
    [[nodiscard]] std::optional<std::string> claim_again(InputJob& job);

private:
    void refuse(InputJob& job, FileDraft& draft, DiagnosticReceiver& report) const;

    const Plan& plan_;
    const OutputArchives& archives_;
    OutputPaths& paths_;
};

}  // namespace tengen::pipeline
