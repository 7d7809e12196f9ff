// What an interrupted run wrote of inputs that are not as they were.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "pipeline/journal.h"
#include "pipeline/output_paths.h"
#include "pipeline/plan.h"

namespace tengen::pipeline {

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
