#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "command.h"
#include "complaint.h"
#include "diagnostics/did_you_mean.h"
#include "io/error.h"
#include "pipeline/version.h"

namespace {

using namespace tengen;
using namespace tengen::cli;

void print_usage(std::FILE* to) {
    fmt::print(to,
               "tengen converts, checks and migrates records of board games.\n\n"
               "usage: tengen COMMAND [OPTIONS] [ARGUMENTS]\n\n");
    for (const Command& command : commands()) {
        fmt::print(to, "  {:<10} {}\n", command.name, command.summary);
    }
    fmt::print(to, "\ntengen COMMAND --help lists the options of a command.\n");
}

int unknown_command(std::string_view name) {
    diagnostics::NearestNames nearest(name, 1);
    for (const Command& command : commands()) {
        nearest.offer(command.name);
    }
    const auto best = nearest.best();
    complain(
        "tengen: no command '{}'{}\n", name,
        best.empty() ? std::string("; tengen --help lists them") : fmt::format("; did you mean '{}'?", best.front()));
    return exit_usage;
}

// A file that is opened while one of the three standard descriptors is closed would get its number, and messages would
// end up in it. The placeholders cannot be used for what the descriptor is for, so that its use still fails.
void occupy_standard_descriptors() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
            static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
        }
    }
}

// A big file is read where it is, and one that somebody makes shorter meanwhile has no bytes there any more. Nothing of
// an output has its name yet, or all of it.
void on_vanished_bytes(int) {
    constexpr std::string_view message =
        "tengen: an input became shorter while it was read; wait until nobody writes to it, and begin again (a run: "
        "with --resume) [io.open-failed]\n";
    static_cast<void>(!::write(STDERR_FILENO, message.data(), message.size()));
    ::_exit(exit_usage);
}

int run(const std::vector<std::string>& arguments) {
    if (arguments.empty()) {
        print_usage(stderr);
        return exit_usage;
    }
    const std::string& name = arguments.front();
    if (name == "--help" || name == "-h" || name == "help") {
        print_usage(stdout);
        return exit_done;
    }
    if (name == "--version") {
        fmt::print("tengen {}\n", pipeline::version);
        return exit_done;
    }
    for (const Command& command : commands()) {
        if (command.name == name) {
            return command.run({arguments.begin() + 1, arguments.end()});
        }
    }
    return unknown_command(name);
}

}  // namespace

int main(int count, char** values) {
    // A reader of our output that goes away is an error of writing, not a reason to die in the middle of a file.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGBUS, on_vanished_bytes);
    occupy_standard_descriptors();
    const std::string_view name = count > 1 ? values[1] : "";
    try {
        const int code = run({values + 1, values + count});
        if (std::fflush(stdout) != 0) {
            throw io::IoError::from_errno("io.write-failed", "write", "<stdout>", errno);
        }
        return code;
    } catch (const UsageError& error) {
        complain("tengen {}: {}\n", name, error.what());
        return exit_usage;
    } catch (const io::IoError& error) {
        if (!error.broken_pipe()) {
            complain("tengen {}: {} [{}]\n", name, error.what(), error.id());
        }
        return exit_usage;
    } catch (const std::exception& error) {
        complain("tengen {}: internal fault: {}\n", name, error.what());
        return exit_fault;
    }
}
