// Many small files through a pipeline, with and without replaying the moves; the floor is a loop that reads each file
// and writes it under a new name, and `cp -r` is what a keeper would do instead. Every round writes into new folders:
// deleting files just before would slow the next ones down.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/bytes.h"
#include "pipeline/plan.h"
#include "pipeline/run.h"
#include "plugins/registry.h"
#include "rounds.h"
#include "sample_games.h"

namespace {

using namespace tengen;
using pipeline::NoReport;
namespace fs = std::filesystem;

const char* no_environment(const char*) {
    return nullptr;
}

std::string new_folder(const fs::path& base) {
    static int number = 0;
    const fs::path folder = base / ("out-" + std::to_string(number++));
    fs::create_directories(folder);
    return folder.string();
}

void copy_loop(const std::vector<std::string>& names, const fs::path& from, const fs::path& to) {
    std::string buffer(1 << 20, '\0');
    for (const std::string& name : names) {
        const int in = open((from / name).c_str(), O_RDONLY | O_CLOEXEC);
        const int out = open((to / name).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        ssize_t size = 0;
        while ((size = read(in, buffer.data(), buffer.size())) > 0) {
            if (write(out, buffer.data(), static_cast<std::size_t>(size)) != size) {
                fmt::print(stderr, "cannot write {}\n", name);
                std::exit(1);
            }
        }
        close(in);
        close(out);
    }
}

}  // namespace

int main(int count, char** values) {
    const std::size_t files = count > 1 ? static_cast<std::size_t>(std::atoi(values[1])) : 20000;
    const int rounds = count > 2 ? std::atoi(values[2]) : 5;
    const fs::path base = fs::temp_directory_path() / ("tengen-archive-bench-" + std::to_string(getpid()));
    const fs::path in = base / "in";
    fs::create_directories(in);
    std::vector<std::string> names;
    double bytes = 0;
    for (std::size_t i = 0; i < files; ++i) {
        names.push_back(fmt::format("game-{:06}.sgf", i));
        const std::string text = bench::sample_game(i + 1);
        std::ofstream(in / names.back(), std::ios::binary) << text;
        bytes += static_cast<double>(text.size());
    }
    plugins::ScanOptions scan;
    scan.installation_directory = TENGEN_BENCH_PLUGINS;
    plugins::Registry registry = plugins::Registry::scan(scan);
    enum class Moves { replayed, as_they_are };
    const auto run = [&](const std::string& path_template, unsigned threads, Moves moves = Moves::replayed) {
        NoReport report;
        const std::string yaml = fmt::format(
            "version: 1\nlevel: archive\ninput: [\"{}/*.sgf\"]\noutput:\n  - path: \"{}/{}\"\n    writer: {{sgf: "
            "{{}}}}\n",
            in.string(), new_folder(base), path_template);
        pipeline::Plan plan = pipeline::parse_plan(yaml, base, registry, no_environment);
        plan.threads = threads;
        plan.settings.passes.legality = moves == Moves::replayed;
        const pipeline::RunResult result = pipeline::run(plan, registry, report);
        if (!result.books.balance() || result.books.read != files) {
            fmt::print(stderr, "the run did not convert all games\n");
            std::exit(1);
        }
    };
    std::vector<bench::Contestant> contestants{
        {"floor: read and write each file", [&] { copy_loop(names, in, new_folder(base)); }},
        {"cp -r",
         [&] {
             const std::string command =
                 fmt::format("cp -r '{}' '{}'", in.string(), (fs::path(new_folder(base)) / "copy").string());
             if (std::system(command.c_str()) != 0) {
                 std::exit(1);
             }
         }},
        {"pipeline, file -> file, one thread", [&] { run("{stem}.sgf", 1); }},
        {"pipeline, file -> file, two threads", [&] { run("{stem}.sgf", 2); }},
        {"pipeline, files -> one collection, one thread", [&] { run("all.sgf", 1); }},
        {"pipeline, files -> one collection, two threads", [&] { run("all.sgf", 2); }},
        {"file -> file, one thread, no replay", [&] { run("{stem}.sgf", 1, Moves::as_they_are); }},
        {"files -> one collection, one thread, no replay", [&] { run("all.sgf", 1, Moves::as_they_are); }},
    };
    // What one contestant leaves to be written to the disk is not to be written in the time of the next one.
    bench::compete(contestants, rounds, bench::Clock::wall, [] { sync(); });
    fmt::print("{} files, {:.1f} MB; new files by way of a temporary name\n", files, bytes / 1e6);
    bench::print(contestants, bytes);
    const auto ratio = [&](std::size_t a, std::size_t b) { return contestants[a].median() / contestants[b].median(); };
    fmt::print("against cp -r: file -> file {:.2f} x (one thread), {:.2f} x (two threads)\n", ratio(2, 1), ratio(3, 1));
    fmt::print("the replay makes it {:.2f} x as long (file -> file), {:.2f} x (one collection)\n", ratio(2, 6),
               ratio(4, 7));
    fs::remove_all(base);
    return 0;
}
