// Peak resident memory of whole runs of the program over archives that are bigger than what it may keep. Every case is
// a process of its own, so that none inherits what another one left behind; the limit is the same for all of them.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sample_games.h"

namespace {

using namespace tengen;
namespace fs = std::filesystem;

/// A collection of that many games, now and then with a name that is no ASCII; returns its size.
std::uint64_t write_collection(const fs::path& path, std::uint64_t games) {
    std::ofstream out(path, std::ios::binary);
    for (std::uint64_t i = 1; i <= games; ++i) {
        std::string text = bench::sample_game(i);
        if (i % 50 == 0) {
            text.insert(text.find("]PW["), " Müller 王");
        }
        out << text;
    }
    out.flush();
    if (!out) {
        fmt::print(stderr, "cannot write {}\n", path.string());
        std::exit(1);
    }
    return static_cast<std::uint64_t>(fs::file_size(path));
}

void write_files(const fs::path& folder, std::uint64_t files) {
    for (std::uint64_t i = 0; i < files; ++i) {
        const fs::path place = folder / std::to_string(i / 1000);
        if (i % 1000 == 0) {
            fs::create_directories(place);
        }
        std::ofstream(place / fmt::format("game-{:07}.sgf", i), std::ios::binary) << bench::sample_game(i + 1);
    }
}

struct Case {
    std::string name;
    std::vector<std::string> arguments;
};

/// Run the program; prints what the system says about the process. True if it kept to the limit.
bool measure(const std::string& program, const Case& which, double limit_mb) {
    std::vector<char*> values{const_cast<char*>(program.c_str())};
    for (const std::string& argument : which.arguments) {
        values.push_back(const_cast<char*>(argument.c_str()));
    }
    values.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        ::execv(program.c_str(), values.data());
        ::_exit(127);
    }
    int status = 0;
    rusage usage{};
    if (child < 0 || ::wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fmt::print(stderr, "{}: the program did not end well\n", which.name);
        std::exit(1);
    }
    const double peak = static_cast<double>(usage.ru_maxrss) / 1024;
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    fmt::print("{:<52} {:>8.1f} MB  {:>6.3f} x limit  {:>7.1f} s of CPU\n", which.name, peak, peak / limit_mb,
               seconds(usage.ru_utime) + seconds(usage.ru_stime));
    std::fflush(stdout);
    return peak <= limit_mb;
}

}  // namespace

int main(int count, char** values) {
    const std::uint64_t games = count > 1 ? std::strtoull(values[1], nullptr, 10) : 1'500'000;
    const std::uint64_t files = count > 2 ? std::strtoull(values[2], nullptr, 10) : 100'000;
    const double limit_mb = count > 3 ? std::strtod(values[3], nullptr) : 300;
    const bool one_file_a_game = count > 4;  // as many new files as there are games in the collection
    const std::string program = TENGEN_BENCH_PROGRAM;
    const fs::path base = fs::temp_directory_path() / fmt::format("tengen-memory-bench-{}", ::getpid());
    fs::create_directories(base / "in");
    const std::string collection = (base / "collection.sgf").string();
    const std::uint64_t size = write_collection(collection, games);
    write_files(base / "in", files);
    fmt::print("a collection of {} games, {:.2f} GB; {} files; the limit is {} MB\n", games,
               static_cast<double>(size) / 1e9, files, limit_mb);

    int number = 0;
    const auto pipeline = [&](const std::string& input, const std::string& output) {
        std::string name = (base / fmt::format("pipeline-{}.yaml", number++)).string();
        std::ofstream(name) << fmt::format(
            "version: 1\nlevel: archive\ninput: [\"{}\"]\noutput:\n  - {{path: \"{}/out-{}/{}\", writer: {{sgf: "
            "{{}}}}}}\n"
            "report: {{jsonl: \"{}/report-{}.jsonl\"}}\nmax-size: 1000000000000\n",
            input, base.string(), number, output, base.string(), number);
        return name;
    };
    std::vector<Case> cases;
    const auto run = [&](const std::string& name, const std::string& input, const std::string& output) {
        for (const char* threads : {"1", "2"}) {
            cases.push_back({fmt::format("run, {}, threads: {}", name, threads),
                             {"run", "--quiet", "--threads", threads, pipeline(input, output)}});
        }
    };
    cases.push_back({"convert, collection -> collection",
                     {"convert", "--quiet", "--level", "archive", "--max-size", "1000000000000", collection, "-o",
                      (base / "converted.sgf").string()}});
    run("collection -> collection", collection, "all.sgf");
    run("files -> files", base.string() + "/in", "{folder}/{stem}.sgf");
    run("files -> collection", base.string() + "/in", "all.sgf");
    cases.push_back({"convert, files -> files",
                     {"convert", "--quiet", "--level", "archive", base.string() + "/in", "--to", "sgf", "-o",
                      (base / "converted").string() + "/"}});
    if (one_file_a_game) {
        run("collection -> one file a game", collection, "{n}.sgf");
    }
    bool is_within = true;
    for (const Case& each : cases) {
        is_within = measure(program, each, limit_mb) && is_within;
    }
    fs::remove_all(base);
    return is_within ? 0 : 1;
}
