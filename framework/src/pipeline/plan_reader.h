// From the tree of a pipeline file to a plan.
#pragma once

#include <vector>

#include "pipeline/configuration_error.h"
#include "pipeline/plan.h"
#include "pipeline/schema/document.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

/// Read a tree whose includes, variables and settings are in their places; plan.folder has to be known. All faults, and
/// a plan of what is right.
void read_plan(const schema::Node& root, plugins::Registry& registry, std::vector<ConfigurationFault>& faults,
               Plan& plan);

}  // namespace tengen::pipeline
