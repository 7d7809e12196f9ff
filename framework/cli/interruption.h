// SIGINT and SIGTERM as a wish that long work looks at.
#pragma once

#include <atomic>
#include <csignal>

namespace tengen::cli {

/// As long as the object lives, the first of these signals only sets a flag; a second one ends the program as usual.
/// One object at a time, made in the main thread.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    [[nodiscard]] const std::atomic<bool>& flag() const;
    /// The signal that came, or 0.
    [[nodiscard]] int signal() const;

private:
    struct sigaction old_interrupt_ {};
    struct sigaction old_terminate_ {};
};

}  // namespace tengen::cli
