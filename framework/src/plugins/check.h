#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

// The conformance check of a plugin: does it keep the rules of the boundary, whatever it is fed with?
namespace tengen::plugins {

struct CheckOptions {
    /// Inputs for the readers of the plugin. What its own writers make of a few built-in games is used as well.
    std::vector<std::filesystem::path> samples;
    std::uint64_t seed = 1;         ///< of the mutations
    std::uint32_t mutations = 500;  ///< for each sample
    /// Samples up to this size are cut at every byte, larger ones at as many places, evenly spread.
    std::size_t most_cuts = 2000;
    std::uint32_t seconds = 120;  ///< for each step; a step that takes longer has failed
};

/// One question and its answer.
struct CheckStep {
    std::string name;     ///< "manifest", "cut" ...
    std::string subject;  ///< "plugin", "reader FORMAT" or "writer FORMAT"
    bool passed = false;
    std::string detail;  ///< what went wrong, or a remark on what could not be tried
};

struct CheckReport {
    std::vector<CheckStep> steps;
    [[nodiscard]] bool passed() const;
};

/// Checks one plugin file. Every step runs in a child process of its own, so a plugin that crashes, hangs or ends the
/// process fails that step and nothing else; this process never loads it. `progress` hears each step when it is done.
///
/// The process must have no other threads (it forks without executing). Throws std::system_error if no process can be
/// made or a sample cannot be read.
///
/// Steps of the plugin: entry (it loads, its tables are sane), exports (nothing but the entry), manifest (there, and
/// true). Of a reader: options, empty, samples, sniff, utf8, deterministic, threads, early-close, cut, mutations. Of a
/// writer: options, empty, output, deterministic, threads, refusing-sink. Of both together: round-trip (what a
/// written game has lost was reported as a loss).
[[nodiscard]] CheckReport check_plugin(const std::filesystem::path& file, const CheckOptions& options = {},
                                       const std::function<void(const CheckStep&)>& progress = {});

}  // namespace tengen::plugins
