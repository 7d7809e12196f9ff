// The inputs a command names, one after the other.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/source.h"
#include "pipeline/settings.h"

namespace tengen::cli {

/// Open every input in the order of the arguments; what cannot be opened goes to `refused`.
void visit_inputs(const std::vector<std::string>& arguments, const pipeline::Settings& settings,
                  const std::function<void(io::Input&)>& opened,
                  const std::function<void(const io::Finding&)>& refused);

}  // namespace tengen::cli
