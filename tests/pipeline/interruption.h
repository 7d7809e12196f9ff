// Runs that are stopped on their way.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "pipeline/run.h"

namespace tengen::pipeline {

// Options of a run that stops when so many inputs are done. Lives as long as the run.
class Interruption {
public:
    explicit Interruption(std::uint64_t after, RunOptions options = {}) : options_(std::move(options)) {
        options_.stop = &stop_;
        options_.progress = [this, after](std::uint64_t done, std::uint64_t) { stop_ = stop_ || done == after; };
    }
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    [[nodiscard]] const RunOptions& options() const { return options_; }

private:
    std::atomic<bool> stop_{false};
    RunOptions options_;
};

}  // namespace tengen::pipeline
