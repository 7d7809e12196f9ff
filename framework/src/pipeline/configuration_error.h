// What is wrong with a pipeline or an option, and where.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tengen::pipeline {

struct ConfigurationFault {
    std::string id;  ///< config.bad-yaml, config.unknown-key, config.bad-value, config.unknown-name
    std::string message;
    std::uint64_t line = 0;    ///< from 1; 0: no place
    std::uint64_t column = 0;  ///< from 1
    std::string file{};        ///< an included file, or an option of the command line; empty: the pipeline itself
};

/// All faults that were found, at least one.
class ConfigurationError : public std::runtime_error {
public:
    explicit ConfigurationError(std::vector<ConfigurationFault> faults)
        : std::runtime_error(faults.empty() ? std::string() : faults.front().message), faults_(std::move(faults)) {}
    explicit ConfigurationError(ConfigurationFault fault)
        : ConfigurationError(std::vector<ConfigurationFault>{std::move(fault)}) {}

    [[nodiscard]] const std::vector<ConfigurationFault>& faults() const noexcept { return faults_; }

private:
    std::vector<ConfigurationFault> faults_;
};

}  // namespace tengen::pipeline
