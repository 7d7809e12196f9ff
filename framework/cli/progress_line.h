// How far a long command is, on a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tengen::cli {

/// One line on standard error that is written over and over, ten times a second at most; nothing if standard error is
/// no terminal. One thread at a time.
class ProgressLine {
public:
    explicit ProgressLine(bool is_wanted);
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(std::uint64_t done, std::uint64_t all);
    /// Within one big input.
    void show_games(std::uint64_t games);
    void clear();

private:
    [[nodiscard]] bool is_time();
    void print(std::string line);

    using Clock = std::chrono::steady_clock;

    bool is_wanted_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_{};
    std::size_t width_ = 0;
};

}  // namespace tengen::cli
