// The keys of pipelines as a JSON Schema, for editors.
#pragma once

#include <string>

#include "plugins/registry.h"

namespace tengen::pipeline::schema {

/// Draft 2020-12, with the readers and writers of the registry and their options. Ends in a line break.
[[nodiscard]] std::string json_schema(plugins::Registry& registry);

}  // namespace tengen::pipeline::schema
