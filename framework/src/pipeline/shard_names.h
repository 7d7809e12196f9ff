// What the shards of a run have to agree on without talking to each other.
#pragma once

#include <vector>

#include "pipeline/configuration_error.h"
#include "pipeline/input_job.h"
#include "pipeline/plan.h"

namespace tengen::pipeline {

/// Every file must get the name that it has in a run without shards. That is so for an output whose names are known to
/// differ; one whose collisions get numbers is a fault if two inputs may want one name, since no shard knows what the
/// others wrote. `inputs` are those of all shards.
[[nodiscard]] std::vector<ConfigurationFault> shard_faults(const Plan& plan, const std::vector<ListedInput>& inputs);

}  // namespace tengen::pipeline
