// Where a journal may be: a run replaces and removes it, so it is never a file that belongs to something else.
#pragma once

#include <filesystem>
#include <vector>

#include "pipeline/configuration_error.h"
#include "pipeline/output_paths.h"
#include "pipeline/plan.h"
#include "pipeline/run.h"

namespace tengen::pipeline {

/// Tell `paths` what is read besides inputs and cards: lists of inputs, and the pipeline itself.
void add_sources(const Plan& plan, OutputPaths& paths);

/// Faults (config.bad-value) if there is a file at the journal's place that is read, or that is no journal. `paths`
/// knows what is read.
[[nodiscard]] std::vector<ConfigurationFault> journal_faults(const Plan& plan, const Shard& shard,
                                                             const OutputPaths& paths);

/// Whether a file is there that is no journal: no regular file, or one that begins with something else. An empty one,
/// or one that ends within the first bytes of a journal, may be what a full disk left of one.
[[nodiscard]] bool is_foreign_to_journals(const std::filesystem::path& path);

}  // namespace tengen::pipeline
