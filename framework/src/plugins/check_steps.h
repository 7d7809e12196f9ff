#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/check.h"
#include "plugins/manifest.h"

/// Private to this folder: the single questions of the conformance check. Each one is asked in a child process: it
/// loads the plugin and returns an empty text if all is well, else what is wrong.
namespace tengen::plugins {

struct CheckInput {
    std::string name;
    std::string bytes;
};

struct CheckSubject {
    std::filesystem::path file;
    std::string format;
    std::vector<CheckInput> inputs;  ///< for readers
    std::uint64_t seed = 1;
    std::uint32_t mutations = 0;
    std::size_t most_cuts = 0;
};

struct StepDefinition {
    std::string_view name;
    std::string (*ask)(const CheckSubject& subject);
};

[[nodiscard]] const std::vector<StepDefinition>& reader_steps();
[[nodiscard]] const std::vector<StepDefinition>& writer_steps();
[[nodiscard]] std::string ask_round_trip(const CheckSubject& subject);

/// What the plugin's entry says, as a manifest; throws with the reason if it does not load.
[[nodiscard]] Manifest ask_entry(const std::filesystem::path& file);

/// The dynamic symbols that a module exports beside its entry, the first few of them; empty if there are none. Names
/// that linkers and sanitizers add do not count. Loads nothing.
[[nodiscard]] std::string find_other_exports(const std::filesystem::path& path);

/// The outputs the plugin's writer makes of the built-in games, one for each that it does not refuse, and one with all
/// of them.
[[nodiscard]] std::vector<CheckInput> make_inputs(const std::filesystem::path& file, std::string_view format);

}  // namespace tengen::plugins
