#pragma once

#include <cstdint>
#include <functional>
#include <string>

/// Private to this folder: work that may crash or hang, done by a child process.
namespace tengen::plugins {

struct ChildResult {
    bool ended_well = false;
    std::string text;  ///< what the work returned, or why there is nothing
};

/// Runs the work in a child process whose standard output goes nowhere. What it throws, a signal, an exit of its own
/// and running out of time give a result that did not end well. Throws std::system_error if no child can be made.
[[nodiscard]] ChildResult run_in_child(const std::function<std::string()>& work, std::uint32_t seconds);

}  // namespace tengen::plugins
