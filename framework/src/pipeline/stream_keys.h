// What a pipeline says about recorded streams on their way to an output.
#pragma once

#include <vector>

#include "pipeline/configuration_error.h"
#include "pipeline/schema/document.h"
#include "pipeline/stream_settings.h"

namespace tengen::pipeline {

/// The mapping `streams` of an output. What does not fit goes to `faults`.
[[nodiscard]] StreamSettings read_stream_settings(const schema::Node& node, std::vector<ConfigurationFault>& faults);

}  // namespace tengen::pipeline
