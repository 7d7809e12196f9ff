// A pipeline made of several parts: shared blocks in other files, and values from the command line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pipeline/schema/document.h"

namespace tengen::pipeline::schema {

/// Replace the key `include` of every mapping (a path or a list of paths, relative to the file it stands in) by the
/// keys of those files that the mapping does not have itself; earlier files count before later ones. A file that cannot
/// be read, is no mapping, or includes itself is a fault. Environment variables in the paths are looked up. Gives the
/// files that were read.
[[nodiscard]] std::vector<std::filesystem::path> expand_includes(Node& root, const std::filesystem::path& folder,
                                                                 const char* (*look_up)(const char* name),
                                                                 std::vector<ConfigurationFault>& faults);

/// A value of the command line.
struct Setting {
    std::string text;      ///< "level=lenient": a path of keys and places in lists, and the value as YAML
    std::string option{};  ///< how it was given, for messages; empty: "--set" and the text
};

/// Set the values. Mappings on the way are made where they are missing; an item of a list must be there.
void apply_settings(Node& root, const std::vector<Setting>& settings, std::vector<ConfigurationFault>& faults);

}  // namespace tengen::pipeline::schema
