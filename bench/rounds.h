// Several ways to do one thing, measured in turn, round by round, so that a machine that speeds up or slows down does
// not favour one of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace tengen::bench {

struct Contestant {
    std::string name;
    std::function<void()> run;
    std::vector<double> seconds{};

    [[nodiscard]] double median() const {
        std::vector<double> sorted = seconds;
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }
};

/// What is measured: the time that passes, or the processor time of this thread, to which others on the machine do not
/// count.
enum class Clock : std::uint8_t { wall, thread };

inline double seconds_now(Clock clock) {
    timespec time{};
    clock_gettime(clock == Clock::thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// How long one run takes.
template <class Run>
double seconds_of(Run&& run, Clock clock = Clock::wall) {
    const double start = seconds_now(clock);
    run();
    return seconds_now(clock) - start;
}

/// One warm-up round, then `rounds` that count. Before every turn, and not measured: `prepare`.
inline void compete(
    std::vector<Contestant>& contestants, int rounds, Clock clock = Clock::wall,
    const std::function<void()>& prepare = [] {}) {
    for (int round = -1; round < rounds; ++round) {
        for (Contestant& contestant : contestants) {
            prepare();
            const double start = seconds_now(clock);
            contestant.run();
            if (round >= 0) {
                contestant.seconds.push_back(seconds_now(clock) - start);
            }
        }
    }
}

/// "name   12.3 ms   0.81 GB/s   1.45 x floor"; the floor is the first contestant. `bytes` 0: no speed.
inline void print(const std::vector<Contestant>& contestants, double bytes) {
    const double floor = contestants.front().median();
    for (const Contestant& contestant : contestants) {
        const double time = contestant.median();
        fmt::print("{:<44} {:>9.2f} ms", contestant.name, time * 1e3);
        if (bytes > 0) {
            fmt::print("  {:>7.3f} GB/s", bytes / time / 1e9);
        }
        fmt::print("  {:>7.3f} x floor\n", time / floor);
    }
}

}  // namespace tengen::bench
