// Runs over an archive in a temporary folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/temporary_folder.h"
#include "pipeline/interruption.h"
#include "pipeline/pipeline_fixture.h"
#include "pipeline/run.h"

namespace tengen::pipeline {

// A report in memory, as a file has it.
class EngineReport final : public DiagnosticReceiver {
public:
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view) override {
        lines += diagnostic.id + " " + diagnostic.input + " " + diagnostic.message + "\n";
    }
    void add(const diagnostics::InputSummary& summary) override {
        lines += fmt::format("{} {} {} {}\n", summary.input, summary.games, summary.rejected, summary.losses);
    }
    void add_books(const Books& books) override { lines += to_json(books); }

    std::string lines;
};

class EngineTest : public testing::Test {
protected:
    // Good games, games that are refused, games that are repaired, files without a game, collisions, containers.
    void make_archive(int files) {
        for (int i = 0; i < files; ++i) {
            std::string text =
                fmt::format("(;FF[4]GM[1]SZ[9]PB[Player {}]DT[20{:02}-01-02];B[ee];W[cc]", i % 7, i % 20);
            text += i % 5 == 0 ? ";B[zz])" : ";B[gg])";
            if (i % 3 == 0) {
                text += "(;FF[4]GM[1]SZ[9];B[aa])";
            }
            if (i % 11 == 0) {
                text = "no game at all";
            }
            folder.write(fmt::format("in/{}/game-{}.sgf", i % 4, i / 2), text);
        }
    }

    Plan plan(const std::string& yaml, const std::vector<std::string>& settings = {}) {
        return parse_plan("version: 1\n" + yaml, folder.path(), registry, no_environment, settings_of(settings));
    }

    // A run that is stopped when so many inputs are done.
    void interrupt(const Plan& plan, std::uint64_t after) { run(plan, Interruption(after).options()); }

    std::string run(const Plan& plan, const RunOptions& options = {}) {
        EngineReport report;
        result = pipeline::run(plan, registry, report, options);
        EXPECT_TRUE(result.interrupted || result.books.balance());
        return report.lines;
    }

    // Names and contents of everything below a folder.
    std::map<std::string, std::string> content(const std::string& name) {
        std::map<std::string, std::string> files;
        if (std::filesystem::exists(folder / name)) {
            for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / name)) {
                if (entry.is_regular_file()) {
                    files[std::filesystem::relative(entry.path(), folder / name).string()] =
                        io::content_of(entry.path());
                }
            }
        }
        return files;
    }

    // Too many to be kept in memory while they are worked on.
    static std::string many_games() {
        std::string games;
        while (games.size() < (std::size_t{3} << 19U)) {
            games += "(;FF[4]GM[1]SZ[9]PB[A];B[ee];W[cc];B[gg])\n";
        }
        return games;
    }

    // Kept until the test ends.
    std::string_view bytes_of(const std::string& name) {
        read_.push_back(io::read_file(folder / name));
        return read_.back().view();
    }

    static std::string yaml(const std::string& out, const std::string& more = {}) {
        return "level: lenient\ninput: [in]\noutput:\n  - {path: '" + out +
               "/{date.year|none}/{stem}-{n}.sgf', writer: {sgf: {}}}\n"
               "  - {path: '" +
               out + "/by-input/{stem}.json', writer: {json: {}}}\n" + more + "quarantine: " + out + "/refused\n";
    }
    static std::string collection(const std::string& out) {
        return "  - {path: " + out + "/all.sgf, writer: {sgf: {}}}\n";
    }

    io::TemporaryFolder folder;
    plugins::Registry registry = built_plugins();
    RunResult result;

private:
    std::list<io::Bytes> read_;
};

}  // namespace tengen::pipeline
