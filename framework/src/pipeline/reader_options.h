// Which option values a reader or writer gets: its own, and those of the common ones that it publishes.
#pragma once

#include <string_view>
#include <vector>

#include <tengen/abi/plugin.h>

#include "pipeline/settings.h"
#include "plugins/session.h"

namespace tengen::pipeline {

/// Besides the options asked for, "detect" is off at strict, where nothing is guessed about a charset.
[[nodiscard]] std::vector<plugins::OptionValue> reader_options(const Settings& settings, const tengen_reader& reader,
                                                               std::string_view format);
[[nodiscard]] std::vector<plugins::OptionValue> writer_options(const Settings& settings, const tengen_writer& writer,
                                                               std::string_view format);

}  // namespace tengen::pipeline
