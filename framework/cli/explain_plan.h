// What a pipeline will do, before it does it.
#pragma once

#include <string>
#include <vector>

#include "options.h"

namespace tengen::cli {

/// Whether the argument of tengen explain is a pipeline file rather than an id.
[[nodiscard]] bool is_pipeline_file(const std::string& argument);

/// Show the plan of a pipeline as text, JSON or for Graphviz (`format` is text, json or dot). The answer is an exit
/// code.
int explain_pipeline(const std::string& file, const std::string& format, const options::variables_map& values);

}  // namespace tengen::cli
