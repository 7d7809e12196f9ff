// What it costs to find and load the four plugins of formats; the floor is dlopen of the same files. Each round is a
// program of its own, as a user's is: a module is loaded only once in a process, and what a process has from its parent
// it need not load.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugins/registry.h"
#include "rounds.h"

extern char** environ;

namespace {

using namespace tengen;

constexpr const char* modules[] = {"sgf", "rgf", "landman-card", "json"};

void load_plainly(const std::filesystem::path& folder) {
    for (const char* name : modules) {
        if (dlopen((folder / (std::string(name) + ".so")).c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr) {
            std::exit(1);
        }
    }
}

void scan_and_load(const std::filesystem::path& folder) {
    plugins::ScanOptions scan;
    scan.option_paths.push_back(folder);
    plugins::Registry registry = plugins::Registry::scan(scan);
    if (registry.plugins(true, true).size() < std::size(modules)) {
        std::exit(1);
    }
}

// Seconds that the work takes in a new program.
double in_new_program(std::string work, std::string folder) {
    int ends[2];
    if (pipe(ends) != 0) {
        return -1;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    std::string self = "/proc/self/exe";
    char* const arguments[] = {self.data(), work.data(), folder.data(), nullptr};
    pid_t child = 0;
    const bool is_started = posix_spawn(&child, self.c_str(), &actions, nullptr, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    double seconds = -1;
    if (is_started) {
        int status = 0;
        if (read(ends[0], &seconds, sizeof seconds) != sizeof seconds || waitpid(child, &status, 0) != child ||
            status != 0) {
            fmt::print(stderr, "the plugins cannot be loaded\n");
            std::exit(1);
        }
    }
    close(ends[0]);
    return seconds;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

}  // namespace

int main(int count, char** values) {
    if (count == 3) {
        const bool is_plain = std::string_view(values[1]) == "plain";
        const double seconds = bench::seconds_of([&] { (is_plain ? load_plainly : scan_and_load)(values[2]); });
        return write(STDOUT_FILENO, &seconds, sizeof seconds) == sizeof seconds ? 0 : 1;
    }
    // The four, alone in a folder.
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / fmt::format("tengen-plugins-bench-{}", getpid());
    std::filesystem::create_directory(folder);
    for (const char* name : modules) {
        for (const char* ending : {".so", ".tengen-plugin.json"}) {
            const std::string file = std::string(name) + ending;
            std::filesystem::copy_file(std::filesystem::path(TENGEN_BENCH_PLUGINS) / file, folder / file);
        }
    }
    std::vector<double> floor;
    std::vector<double> whole;
    for (int round = 0; round < 21; ++round) {
        floor.push_back(in_new_program("plain", folder.string()));
        whole.push_back(in_new_program("scan", folder.string()));
    }
    std::filesystem::remove_all(folder);
    fmt::print("{} plugins\n", std::size(modules));
    fmt::print("{:<44} {:>9.3f} ms      1.000 x floor\n", "floor: dlopen of each", median(floor) * 1e3);
    fmt::print("{:<44} {:>9.3f} ms  {:>9.3f} x floor\n", "scan, manifests, load and check", median(whole) * 1e3,
               median(whole) / median(floor));
    return 0;
}
