// A pipeline as it was written down: what is read, how it is checked, where it goes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/configuration_error.h"
#include "pipeline/output_paths.h"
#include "pipeline/path_template.h"
#include "pipeline/settings.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

struct InputStep {
    std::string path;    ///< file, folder or pattern, relative to the pipeline file
    std::string format;  ///< empty: recognised by content
    OptionValues options;
    std::uint64_t line = 0;
    std::uint64_t column = 0;
};

struct OutputStep {
    PathTemplate path;
    std::string format;
    OptionValues options;
    AllowedLoss allowed_loss = AllowedLoss::all;
    Collision collision = Collision::number;
    std::uint64_t line = 0;
    std::uint64_t column = 0;
};

/// Paths are absolute or relative to the folder of the pipeline file.
struct Plan {
    std::filesystem::path folder;  ///< of the pipeline file
    Settings settings{};
    std::vector<InputStep> inputs;
    std::vector<OutputStep> outputs;
    std::filesystem::path quarantine;  ///< empty: none
    std::filesystem::path report_jsonl;
    std::filesystem::path report_sarif;
    bool overwrite = false;

    [[nodiscard]] std::filesystem::path resolve(const std::filesystem::path& path) const {
        return path.empty() || path.is_absolute() ? path : folder / path;
    }
};

/// Read a pipeline from YAML text. Throws ConfigurationError with all faults at once; nothing but the text, the
/// environment (through `look_up`) and what plugins publish is looked at.
[[nodiscard]] Plan parse_plan(std::string_view yaml, const std::filesystem::path& folder, plugins::Registry& registry,
                              const char* (*look_up)(const char* name));

}  // namespace tengen::pipeline
