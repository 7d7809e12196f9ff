#include "interruption.h"

namespace tengen::cli {

namespace {

// A handler sees nothing but these.
std::atomic<bool> is_interrupted{false};
std::atomic<int> signal_number{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void note(int number) {
    signal_number.store(number);
    is_interrupted.store(true);
}

}  // namespace

Interruption::Interruption() {
    is_interrupted.store(false);
    signal_number.store(0);
    struct sigaction action {};
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
    ::sigaction(SIGINT, &action, &old_interrupt_);
    ::sigaction(SIGTERM, &action, &old_terminate_);
    // Who started the program with a signal ignored (nohup, a shell's background job) means it.
    if (old_interrupt_.sa_handler == SIG_IGN) {
        ::sigaction(SIGINT, &old_interrupt_, nullptr);
    }
}

Interruption::~Interruption() {
    ::sigaction(SIGINT, &old_interrupt_, nullptr);
    ::sigaction(SIGTERM, &old_terminate_, nullptr);
}

const std::atomic<bool>& Interruption::flag() const {
    return is_interrupted;
}

int Interruption::signal() const {
    return signal_number.load();
}

}  // namespace tengen::cli
