#include "pipeline/stream_delivery.h"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "io/sink.h"
#include "pipeline/file_delivery.h"
#include "pipeline/run_parts.h"

namespace tengen::pipeline {

namespace {

// A file whose name and size are in the journal before it gets the name.
class PlannedFile final : public io::Sink {
public:
    PlannedFile(std::unique_ptr<io::Sink> file, Journal& journal, const InputJob& job, const FileDraft& draft)
        : file_(std::move(file)), journal_(journal) {
        plan_.listed = job.listed;
        plan_.tallies = job.tallies;
        plan_.drafts.push_back(draft);
        plan_.draft_count = 1;
    }
    void write(std::string_view bytes) override {
        file_->write(bytes);
        plan_.drafts.front().size += bytes.size();
    }
    void commit() override {
        journal_.plan(plan_);
        journal_.write_plans();
        file_->commit();
    }

private:
    std::unique_ptr<io::Sink> file_;
    Journal& journal_;
    InputJob plan_;
};

}  // namespace

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
    auto file = open_delivery(draft.path, tools_.file, accepts_identical(tools_.plan, tools_.options, draft.output),
                              tools_.options.dry);
    return tools_.journal == nullptr ? std::move(file)
                                     : std::make_unique<PlannedFile>(std::move(file), *tools_.journal, job, draft);
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
