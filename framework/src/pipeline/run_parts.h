// Decisions of a run that depend on nothing but its plan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "pipeline/input_job.h"
#include "pipeline/plan.h"
#include "pipeline/report.h"
#include "pipeline/run.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

/// Whether the input is read piece by piece, and not kept: a file above a megabyte, a container that may become that
/// big, anything that is no regular file.
[[nodiscard]] bool is_streamed(const ListedInput& listed);

/// The size of an input, as a measure of the work it makes; a large number if that is not known before it is read.
[[nodiscard]] std::uint64_t work_of(const ListedInput& listed);

/// The name of an input, also of one that is missing.
[[nodiscard]] const std::string& name_of(const ListedInput& listed);

/// What can be known about the inputs to be wrong before anything is read: some are missing, or are what an earlier run
/// wrote, or their outputs cannot be shared by shards.
[[nodiscard]] std::vector<ConfigurationFault> input_faults(const Plan& plan, const std::vector<ListedInput>& inputs,
                                                           const Shard& shard);

/// The folder that all files of an output are in, or below: what stands before the first field of its template.
[[nodiscard]] std::filesystem::path fixed_folder(const Plan& plan, const OutputStep& output);

/// Beside the first output, unless the pipeline says where; each shard has its own.
[[nodiscard]] std::filesystem::path journal_path(const Plan& plan, const Shard& shard);

/// Whether a file of the output may be there already, if it is what would be written.
[[nodiscard]] bool accepts_identical(const Plan& plan, const RunOptions& options, std::size_t output);

/// What the books of a shard say about the run: reports of another one are not put together with its own. The folder
/// does not count, since machines may have the files at different places. `inputs`: of the whole run.
[[nodiscard]] BooksShard books_shard(const Plan& plan, const Shard& shard, std::uint64_t inputs);

/// Of the code that makes the outputs. Throws io::IoError.
[[nodiscard]] std::uint64_t plugins_digest(plugins::Registry& registry);

/// What is said about an input that is streamed, as it comes.
class StreamReport final : public DiagnosticReceiver {
public:
    StreamReport(DiagnosticReceiver& report, DiagnosticReceiver* journal) : report_(report), journal_(journal) {}
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override {
        report_.add(diagnostic, source);
        if (journal_ != nullptr) {
            journal_->add(diagnostic, source);
        }
    }
    void add(const diagnostics::InputSummary&) override {}

private:
    DiagnosticReceiver& report_;
    DiagnosticReceiver* journal_;
};

}  // namespace tengen::pipeline
