// Command-line options shared by several commands, and what they mean for a run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/any.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/positional_options.hpp>
#include <boost/program_options/variables_map.hpp>

#include "pipeline/settings.h"
#include "plugins/registry.h"

namespace tengen::cli {

namespace options = boost::program_options;

/// The value of an option that counts from 0. (The numbers of the library take "-1" for a very large one.)
struct Index {
    std::uint32_t number = 0;
};
void validate(boost::any& to, const std::vector<std::string>& texts, Index*, int);

/// --level, --fix, --severity, --werror, --from, the options of readers ...
void add_reading_options(options::options_description& description);
/// --to's companions: --charset-out, --allow-loss, the options of writers.
void add_writing_options(options::options_description& description);
void add_plugin_options(options::options_description& description);

struct ParsedOptions {
    options::variables_map values;
    bool help = false;  ///< the help text was printed; there is nothing else to do
};

/// Parse; throws UsageError with the nearest known option for an unknown one. --help prints `usage`, an explanation and
/// the options.
[[nodiscard]] ParsedOptions parse_options(const std::vector<std::string>& arguments,
                                          options::options_description& visible, std::string_view usage,
                                          std::string_view explanation,
                                          const std::vector<std::string>& positional_names = {"input"});

/// What the reading and writing options say. Throws UsageError.
[[nodiscard]] pipeline::Settings settings_of(const options::variables_map& values);
[[nodiscard]] plugins::Registry registry_of(const options::variables_map& values);

/// Values of an option that may be repeated.
[[nodiscard]] std::vector<std::string> list_of(const options::variables_map& values, const char* name);
[[nodiscard]] std::string text_of(const options::variables_map& values, const char* name);
[[nodiscard]] bool has(const options::variables_map& values, const char* name);

}  // namespace tengen::cli
