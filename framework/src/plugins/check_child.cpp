#include "plugins/check_child.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tengen::plugins {

namespace {

// What the child sends first; a child that sends nothing did not come to its end.
constexpr char done = 'd';
constexpr char thrown = 't';

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }
    [[nodiscard]] int number() const { return number_; }
    void close() {
        if (number_ >= 0) {
            ::close(number_);
        }
        number_ = -1;
    }

private:
    int number_;
};

void send(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            ::_exit(1);
        }
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

[[noreturn]] void be_the_child(const std::function<std::string()>& work, int descriptor) {
    // A plugin that prints must not spoil the output of the program, and one that crashes leaves no core file.
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) {
        ::dup2(nowhere, STDOUT_FILENO);
    }
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    std::string answer;
    try {
        answer = done + work();
    } catch (const std::exception& error) {
        answer = std::string(1, thrown) + error.what();
    } catch (...) {
        answer = std::string(1, thrown) + "an exception that is no std::exception";
    }
    send(descriptor, answer);
    ::_exit(0);  // nothing of the parent's is to be flushed or destroyed twice
}

enum class Received : unsigned char { all, timed_out };

Received receive(int descriptor, std::uint32_t seconds, std::string& to) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + std::chrono::seconds(seconds);
    std::array<char, 65536> buffer;
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd ready{descriptor, POLLIN, 0};
        const int count = left <= 0 ? 0 : ::poll(&ready, 1, static_cast<int>(left));
        if (count == 0) {
            return Received::timed_out;
        }
        if (count < 0) {
            if (errno == EINTR) {
                continue;
            }
            throw std::system_error(errno, std::generic_category(), "waiting for a child process");
        }
        const ssize_t size = ::read(descriptor, buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size <= 0) {
            return Received::all;
        }
        to.append(buffer.data(), static_cast<std::size_t>(size));
    }
}

}  // namespace

ChildResult run_in_child(const std::function<std::string()>& work, std::uint32_t seconds) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw std::system_error(errno, std::generic_category(), "cannot make a pipe");
    }
    Descriptor from_child(ends[0]);
    Descriptor to_parent(ends[1]);
    const pid_t child = ::fork();
    if (child < 0) {
        throw std::system_error(errno, std::generic_category(), "cannot make a child process");
    }
    if (child == 0) {
        be_the_child(work, to_parent.number());
    }
    to_parent.close();
    std::string answer;
    const Received received = receive(from_child.number(), seconds, answer);
    if (received == Received::timed_out) {
        ::kill(child, SIGKILL);
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (received == Received::timed_out) {
        return {false, fmt::format("did not end within {} s", seconds)};
    }
    if (WIFSIGNALED(status)) {
        return {false, fmt::format("crashed with signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)))};
    }
    if (answer.empty() || WEXITSTATUS(status) != 0) {
        return {false, fmt::format("ended the process with exit code {}", WEXITSTATUS(status))};
    }
    if (answer.front() == done) {
        return {true, answer.substr(1)};
    }
    return {false, answer.size() == 1 ? std::string("an exception without a message") : answer.substr(1)};
}

}  // namespace tengen::plugins
