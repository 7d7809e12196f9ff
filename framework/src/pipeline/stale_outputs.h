// What an interrupted run wrote of inputs that are not as they were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "pipeline/input_job.h"
#include "pipeline/journal.h"
#include "pipeline/output_paths.h"
#include "pipeline/plan.h"

namespace tengen::pipeline {

/// A file that an interrupted run wrote.
struct WrittenFile {
    std::string path;
    std::string input;
    std::size_t output = 0;  ///< of the plan
    std::uint64_t size = 0;
    Digest digest;  ///< all 0: unknown
};

/// Those of a job that was replayed; files in archives are made anew in any case.
[[nodiscard]] std::vector<WrittenFile> files_of(const InputJob& job, const Plan& plan);

/// Remove it, and the folders that are empty then and that fields of the template name, if it is as it was written.
/// Throws io::IoError if it cannot be removed.
void remove_written(const WrittenFile& file, const Plan& plan);

/// Throws ConfigurationError (io.output-exists) if files are there that were written of inputs which have changed
/// since, or are gone. With plan.overwrite they are removed instead, with the folders that are empty then and that
/// fields of the template name, and the journal forgets these inputs; a file that is not as it was written, or that is
/// read by this run (`paths` knows), is still a fault, and then nothing is removed. A file that another input, which is
/// done, has too stays. The names of the inputs that are gone come back.
///
/// Throws io::IoError if a file cannot be removed.
[[nodiscard]] std::set<std::string, std::less<>> settle_stale_outputs(Journal& journal, const Plan& plan,
                                                                      const std::vector<ListedInput>& inputs,
                                                                      const OutputPaths& paths);

}  // namespace tengen::pipeline
