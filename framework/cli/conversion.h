// What convert and join have in common.
#pragma once

#include <string>
#include <vector>

#include "options.h"

namespace tengen::cli {

/// --to, --output, --force, --with, and the options of reading, writing, streams, reports and plugins.
void add_conversion_options(options::options_description& description);

struct ConversionInputs {
    std::vector<std::string> games;
    std::vector<std::string> cards;  ///< what the games are joined with; none: they are only converted
    int min_score = 0;               ///< for a match
};

/// Reads the games, joins them with the cards if there are any, and writes them. The answer is the exit code.
[[nodiscard]] int run_conversion(const options::variables_map& values, const ConversionInputs& named,
                                 const char* command);

}  // namespace tengen::cli
