// Values of options that only the readers and writers themselves can judge.
#pragma once

#include <vector>

#include "pipeline/configuration_error.h"
#include "pipeline/plan.h"
#include "plugins/charset_services.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

/// Opens every reader and writer that a pipeline has options for, without an input or an output, and says which of them
/// refuse (an unknown charset). Paths among the options are left out: no file is looked at. Loads plugins; those that
/// cannot be found are left out, they are faults of their own.
[[nodiscard]] std::vector<ConfigurationFault> option_faults(const Plan& plan, plugins::Registry& registry,
                                                            plugins::CharsetServices& charsets);

}  // namespace tengen::pipeline
