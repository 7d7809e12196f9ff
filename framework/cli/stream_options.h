// Options about recorded streams.
#pragma once

#include "options.h"
#include "pipeline/stream_settings.h"

namespace tengen::cli {

/// --at, --layout, --import-times, --step, --byoyomi-step
void add_stream_options(options::options_description& description);

/// What they say. Throws UsageError.
[[nodiscard]] pipeline::StreamSettings stream_settings_of(const options::variables_map& values);

}  // namespace tengen::cli
