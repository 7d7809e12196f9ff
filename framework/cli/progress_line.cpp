#include "progress_line.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "complaint.h"

namespace tengen::cli {

namespace {

std::string duration_text(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
    return whole < 3600 ? fmt::format("{}:{:02}", whole / 60, whole % 60)
                        : fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

ProgressLine::ProgressLine(bool is_wanted) : is_wanted_(is_wanted && ::isatty(STDERR_FILENO) != 0) {}

bool ProgressLine::is_time() {
    using namespace std::chrono_literals;
    const Clock::time_point now = Clock::now();
    if (!is_wanted_ || now - last_ < 100ms) {
        return false;
    }
    last_ = now;
    return true;
}

void ProgressLine::show(std::uint64_t done, std::uint64_t all) {
    if (!is_time()) {
        return;
    }
    const double seconds = std::chrono::duration<double>(last_ - start_).count();
    const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
    std::string line = fmt::format("{} of {} inputs, {:.0f} a second", done, all, rate);
    if (rate > 0 && seconds > 1) {
        line += fmt::format(", {} left", duration_text(static_cast<double>(all - done) / rate));
    }
    print(std::move(line));
}

void ProgressLine::show_games(std::uint64_t games) {
    if (!is_time()) {
        return;
    }
    const double seconds = std::chrono::duration<double>(last_ - start_).count();
    print(fmt::format("{} games, {:.0f} a second", games, seconds > 0 ? static_cast<double>(games) / seconds : 0));
}

void ProgressLine::print(std::string line) {
    const std::size_t width = line.size();
    line.resize(std::max(width, width_), ' ');
    width_ = width;
    complain("\r{}", line);
    std::fflush(stderr);
}

void ProgressLine::clear() {
    if (width_ != 0) {
        complain("\r{}\r", std::string(width_, ' '));
        std::fflush(stderr);
        width_ = 0;
    }
}

}  // namespace tengen::cli
