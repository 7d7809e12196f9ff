// How far a long command is, on a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "io/sink.h"

namespace tengen::cli {

/// One line on standard error that is written over and over, ten times a second at most, and is gone in the end;
/// nothing if standard error is no terminal. One thread at a time.
class ProgressLine {
public:
    explicit ProgressLine(bool is_wanted);
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(std::uint64_t done, std::uint64_t all);
    /// The same for who counts inputs one by one: so many more are to come ...
    void expect(std::uint64_t more) { all_ += more; }
    /// ... and one of them is done.
    void step() { show(++done_, all_); }
    /// Within one big input.
    void show_games(std::uint64_t games);
    void clear();

private:
    [[nodiscard]] bool is_time();
    void print(std::string line);

    using Clock = std::chrono::steady_clock;

    bool is_wanted_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_ = start_;
    std::size_t width_ = 0;
    std::uint64_t done_ = 0;
    std::uint64_t all_ = 0;
};

/// Output that may go to the terminal where the line stands: the line makes room.
class BesideProgress final : public io::Sink {
public:
    /// The line must outlive the object.
    BesideProgress(std::unique_ptr<io::Sink> sink, ProgressLine& progress)
        : sink_(std::move(sink)), progress_(progress) {}
    void write(std::string_view bytes) override {
        progress_.clear();
        sink_->write(bytes);
    }
    void commit() override {
        progress_.clear();
        sink_->commit();
    }

private:
    std::unique_ptr<io::Sink> sink_;
    ProgressLine& progress_;
};

}  // namespace tengen::cli
