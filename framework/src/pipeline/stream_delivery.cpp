#include "pipeline/stream_delivery.h"

#include <filesystem>
#include <system_error>

#include "io/sink.h"
#include "pipeline/file_delivery.h"
#include "pipeline/run_parts.h"

namespace tengen::pipeline {

std::unique_ptr<io::Sink> StreamDelivery::open(InputJob& job, FileDraft& draft) {
    if (!tools_.claims.claim(job, draft, tools_.report)) {
        return nullptr;
    }
    if (tools_.archives.has(draft.output)) {
        if (tools_.options.dry) {
            return std::make_unique<io::NullSink>();
        }
        return std::make_unique<ArchiveMember>(tools_.archives, draft.output, draft.path);
    }
    return open_delivery(draft.path, tools_.file, accepts_identical(tools_.plan, tools_.options, draft.output),
                         tools_.options.dry);
}

void StreamDelivery::close(InputJob& job, FileDraft& draft) {
    Tally& tally = job.tallies[draft.output];
    tally.written += draft.games;
    ++tally.files;
    const bool has_no_file = tools_.options.dry || tools_.archives.has(draft.output);
    std::error_code error;
    const auto size = has_no_file ? 0 : std::filesystem::file_size(draft.path, error);
    draft.size = error ? 0 : size;
}

void StreamDelivery::note_games(std::uint64_t games) {
    if (tools_.options.games) {
        tools_.options.games(tools_.games_before + games);
    }
}

}  // namespace tengen::pipeline
