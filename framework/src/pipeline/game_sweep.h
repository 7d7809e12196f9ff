// All games of a run, read for what has to be known before the first one is written.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "pipeline/input_job.h"
#include "pipeline/input_reader.h"
#include "pipeline/settings.h"
#include "plugins/charset_services.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

/// Shown a game that is neither rejected nor filtered.
using SweepVisit = std::function<void(std::size_t input, std::string_view name, std::uint32_t index, Game game)>;

struct SweepTools {
    plugins::Registry& registry;
    plugins::CharsetServices& charsets;
    const std::vector<Settings>& settings;  ///< by input step
    std::size_t threads = 1;
    const std::atomic<bool>* stop = nullptr;
    /// Called behind every input, in one thread at a time; may be empty.
    std::function<void()> progress{};
};

/// Read all inputs and show every game that is neither rejected nor filtered, in the order of the inputs, in one thread
/// at a time. Nothing is reported: what is wrong is said when the inputs are read for good, with the same settings.
/// Throws Interrupted, and ConfigurationError if a reader refuses an option.
void sweep_games(const std::vector<ListedInput>& inputs, const SweepTools& tools, const SweepVisit& visit);

}  // namespace tengen::pipeline
