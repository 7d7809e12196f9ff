// The tests a pipeline brings along.
#pragma once

#include <string>
#include <vector>

#include "pipeline/plan.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

struct TestOutcome {
    std::string name;
    bool passed = false;
    std::string message;  ///< what was expected and what came, if it did not pass
};

/// Read each test's record as the first input of the plan would be read, and write it as the first output would be
/// written; nothing touches the disk. Throws ConfigurationError if a writer is missing or an option is refused.
[[nodiscard]] std::vector<TestOutcome> run_tests(const Plan& plan, plugins::Registry& registry);

}  // namespace tengen::pipeline
