// What it costs to find and load the four plugins of formats; the floor is dlopen of the same files. Each round is a
// process of its own, because a module is loaded only once in a process.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugins/registry.h"
#include "rounds.h"

namespace {

using namespace tengen;

// Seconds that `work` takes in a child process.
double in_child(const std::function<void()>& work) {
    int pipe_ends[2];
    if (pipe(pipe_ends) != 0) {
        return -1;
    }
    const pid_t child = fork();
    if (child == 0) {
        const double seconds = bench::seconds_of(work);
        const bool written = write(pipe_ends[1], &seconds, sizeof seconds) == sizeof seconds;
        _exit(written ? 0 : 1);
    }
    double seconds = -1;
    if (read(pipe_ends[0], &seconds, sizeof seconds) != sizeof seconds) {
        seconds = -1;
    }
    int status = 0;
    waitpid(child, &status, 0);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    return seconds;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

}  // namespace

int main() {
    // The four, alone in a folder.
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / fmt::format("tengen-plugins-bench-{}", getpid());
    std::filesystem::create_directory(folder);
    std::vector<std::string> files;
    for (const char* name : {"sgf", "rgf", "landman-card", "json"}) {
        for (const char* ending : {".so", ".tengen-plugin.json"}) {
            const std::string file = std::string(name) + ending;
            std::filesystem::copy_file(std::filesystem::path(TENGEN_BENCH_PLUGINS) / file, folder / file);
        }
        files.push_back((folder / (std::string(name) + ".so")).string());
    }
    const auto plain = [&] {
        for (const std::string& file : files) {
            if (dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr) {
                _exit(1);
            }
        }
    };
    const auto ours = [&] {
        plugins::ScanOptions scan;
        scan.option_paths.push_back(folder);
        plugins::Registry registry = plugins::Registry::scan(scan);
        if (registry.plugins(true, true).size() < files.size()) {
            _exit(1);
        }
    };
    std::vector<double> floor;
    std::vector<double> whole;
    for (int round = 0; round < 21; ++round) {
        floor.push_back(in_child(plain));
        whole.push_back(in_child(ours));
    }
    std::filesystem::remove_all(folder);
    fmt::print("{} plugins\n", files.size());
    fmt::print("{:<44} {:>9.3f} ms      1.000 x floor\n", "floor: dlopen of each", median(floor) * 1e3);
    fmt::print("{:<44} {:>9.3f} ms  {:>9.3f} x floor\n", "scan, manifests, load and check", median(whole) * 1e3,
               median(whole) / median(floor));
    return 0;
}
