// Options about recorded streams.
#pragma once

#include <vector>

#include "options.h"
#include "pipeline/stream_settings.h"

namespace tengen::cli {

/// --at, --layout, --detach, --import-times, --step, --byoyomi-step
void add_stream_options(options::options_description& description);

/// What --at, or another option of that kind, says. Throws UsageError.
[[nodiscard]] std::vector<streams::Instant> instants_of(const options::variables_map& values, const char* name);

/// What they say. Throws UsageError.
[[nodiscard]] pipeline::StreamSettings stream_settings_of(const options::variables_map& values);

}  // namespace tengen::cli
