// Inputs that are outputs of an earlier run.
#pragma once

#include <vector>

#include "pipeline/configuration_error.h"
#include "pipeline/input_job.h"
#include "pipeline/plan.h"

namespace tengen::pipeline {

/// One fault for each folder of an output or of the quarantine that lies inside an input and holds files which that
/// input would read: they are taken for what an earlier run wrote.
[[nodiscard]] std::vector<ConfigurationFault> overlap_faults(const Plan& plan, const std::vector<ListedInput>& inputs);

}  // namespace tengen::pipeline
