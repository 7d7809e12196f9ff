// The pipeline a command names, with what the command line changes of it.
#pragma once

#include <string>
#include <vector>

#include "options.h"
#include "pipeline/plan.h"
#include "plugins/registry.h"

namespace tengen::cli {

/// --set
void add_pipeline_options(options::options_description& description);

/// The one positional argument. Throws UsageError.
[[nodiscard]] std::string one_pipeline(const options::variables_map& values);

/// With `more` set beside what --set says. Throws pipeline::ConfigurationError and io::IoError.
[[nodiscard]] pipeline::Plan read_plan(const std::string& file, const options::variables_map& values,
                                       plugins::Registry& registry,
                                       const std::vector<pipeline::schema::Setting>& more = {});

}  // namespace tengen::cli
