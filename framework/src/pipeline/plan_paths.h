// Paths of a plan that must not meet.
#pragma once

#include <vector>

#include "pipeline/configuration_error.h"
#include "pipeline/plan.h"
#include "pipeline/schema/keys.h"

namespace tengen::pipeline {

/// Faults (config.bad-value) for what can be known to be written to one place, before anything runs: files with one
/// path, outputs with one template, a quarantine in the folder of an output. Each names both places. `map` is the
/// pipeline that the plan was read from.
void find_shared_paths(const schema::Map& map, const Plan& plan, std::vector<ConfigurationFault>& faults);

}  // namespace tengen::pipeline
