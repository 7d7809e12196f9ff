// Where files and games of an input go that is too big to be kept.
#pragma once

#include <cstdint>
#include <memory>

#include "io/atomic_file.h"
#include "pipeline/collections.h"
#include "pipeline/draft_claims.h"
#include "pipeline/input_worker.h"
#include "pipeline/journal.h"
#include "pipeline/output_archives.h"
#include "pipeline/plan.h"
#include "pipeline/report.h"
#include "pipeline/run.h"

namespace tengen::pipeline {

struct StreamTools {
    const Plan& plan;
    const RunOptions& options;
    const io::FileOptions& file;
    DraftClaims& claims;
    OutputArchives& archives;
    Collections& collections;
    DiagnosticReceiver& report;      ///< hears about names that are taken
    Journal* journal;                ///< hears what is going to be written; null in a dry run
    std::uint64_t games_before = 0;  ///< of other inputs
};

/// Files get their names and are written as they come, one input after the other. One thread at a time; all that the
/// tools refer to must outlive the object.
class StreamDelivery final : public StreamDestination {
public:
    explicit StreamDelivery(const StreamTools& tools) : tools_(tools) {}

    std::unique_ptr<io::Sink> open(InputJob& job, FileDraft& draft) override;
    void close(InputJob& job, FileDraft& draft) override;
    void put(InputJob& job, const ReadGame& game) override { tools_.collections.put(game, job.input.name); }
    void note_games(std::uint64_t games) override;

private:
    StreamTools tools_;
};

}  // namespace tengen::pipeline
