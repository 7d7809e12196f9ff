// Journals that are damaged, and journals at places that belong to something else.
#include <cctype>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "io/error.h"
#include "io/temporary_folder.h"
#include "pipeline/interruption.h"
#include "pipeline/journal_key.h"
#include "pipeline/pipeline_fixture.h"
#include "pipeline/run.h"

namespace tengen::pipeline {
namespace {

namespace fs = std::filesystem;
using io::content_of;
using testing::AllOf;
using testing::HasSubstr;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

std::string text_of(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    return text;
}

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// The numbers that are values, each replaced.
std::string with_numbers(const std::string& line, const std::function<std::string(const std::string&)>& change) {
    std::string result;
    for (std::size_t at = 0; at < line.size();) {
        std::size_t end = at;
        while (end < line.size() && is_digit(line[end])) {
            ++end;
        }
        const bool is_value =
            end != at && at != 0 && std::string_view(":[,").find(line[at - 1]) != std::string_view::npos;
        if (is_value) {
            result += change(line.substr(at, end - at));
        } else {
            end = std::max(end, at + 1);
            result += line.substr(at, end - at);
        }
        at = end;
    }
    return result;
}

class JournalTest : public testing::Test {
protected:
    Plan plan(const std::string& yaml) {
        return parse_plan("version: 1\n" + yaml, folder.path(), registry, no_environment);
    }
    static std::string yaml(const std::string& more = {}) {
        return "level: lenient\nthreads: 1\ninput: [in]\noutput: [{path: 'out/{stem}-{n}.sgf', writer: {sgf: {}}}]\n"
               "quarantine: out/refused\n" +
               more;
    }
    // Findings, totals and books.
    std::string run(const Plan& plan, const RunOptions& options = {}) {
        Recorder report;
        result = pipeline::run(plan, registry, report, options);
        std::string lines;
        for (const diagnostics::Diagnostic& diagnostic : report.diagnostics) {
            lines += diagnostic.id + " " + diagnostic.input + " " + diagnostic.message + "\n";
        }
        for (const diagnostics::InputSummary& summary : report.summaries) {
            lines += fmt::format("{} {} {} {}\n", summary.input, summary.games, summary.rejected, summary.warnings);
        }
        return lines + report.books;
    }
    void interrupt(const Plan& plan, std::uint64_t after, const RunOptions& options = {}) {
        run(plan, Interruption(after, options).options());
        EXPECT_TRUE(result.interrupted);
    }
    std::map<std::string, std::string> content(const std::string& name) {
        std::map<std::string, std::string> files;
        if (!fs::exists(folder / name)) {
            return files;
        }
        for (const auto& entry : fs::recursive_directory_iterator(folder / name)) {
            if (entry.is_regular_file()) {
                files[fs::relative(entry.path(), folder / name).string()] = content_of(entry.path());
            }
        }
        return files;
    }
    void make_archive(int files) const {
        for (int i = 0; i < files; ++i) {
            folder.write(fmt::format("in/game-{:02}.sgf", i),
                         fmt::format("(;FF[4]GM[1]SZ[9]XX[a]PB[Player {}];B[ee];W[{}])", i, i % 3 == 0 ? "zz" : "cc"));
        }
    }
    ConfigurationFault fault_of(const Plan& plan, const RunOptions& options = {}) {
        try {
            run(plan, options);
        } catch (const ConfigurationError& error) {
            return error.faults().front();
        } catch (const std::exception& error) {
            ADD_FAILURE() << error.what();
            return {};
        }
        ADD_FAILURE() << "nothing is refused";
        return {};
    }

    io::TemporaryFolder folder;
    plugins::Registry registry = built_plugins();
    RunResult result;
};

TEST_F(JournalTest, WhatDoesNotFitItsDigestIsReadAgain) {
    constexpr std::size_t done = 7;
    make_archive(10);
    const std::string whole = run(plan(yaml()));
    const auto files = content("out");
    ASSERT_THAT(whole, HasSubstr("value.bad-move"));
    fs::remove_all(folder / "out");

    interrupt(plan(yaml("journal: journal\n")), done);
    const std::vector<std::string> journal = lines_of(content_of(folder / "journal"));
    fs::rename(folder / "out", folder / "saved");

    RunOptions resume;
    resume.resume = true;
    const auto go_on = [&](const std::vector<std::string>& lines, const std::string& what) {
        fs::remove_all(folder / "out");
        fs::copy(folder / "saved", folder / "out", fs::copy_options::recursive);
        folder.write("journal", text_of(lines));
        EXPECT_NO_THROW(EXPECT_EQ(run(plan(yaml("journal: journal\n")), resume), whole) << what) << what;
        EXPECT_EQ(content("out"), files) << what;
        EXPECT_FALSE(fs::exists(folder / "journal")) << what;
    };
    go_on(journal, "nothing");
    EXPECT_EQ(result.replayed, done);

    using Damage = std::function<void(std::vector<std::string>&, std::size_t)>;
    const std::vector<std::pair<std::string, Damage>> damages{
        {"removed", [](auto& lines, std::size_t i) { lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i)); }},
        {"doubled",
         [](auto& lines, std::size_t i) {
             const std::string line = lines[i];
             lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(i), line);
         }},
        {"garbled", [](auto& lines, std::size_t i) { lines[i][3] = '#'; }},
        {"cut", [](auto& lines, std::size_t i) { lines[i].resize(lines[i].size() / 2); }},
        {"huge numbers",
         [](auto& lines, std::size_t i) {
             lines[i] = with_numbers(lines[i], [](const std::string&) { return "99999999999999999999"; });
         }},
        {"other numbers",
         [](auto& lines, std::size_t i) {
             lines[i] = with_numbers(lines[i], [](const std::string& digits) { return digits == "0" ? "1" : "0"; });
         }},
        {"exchanged", [](auto& lines, std::size_t i) { std::swap(lines[i], lines[i - 1]); }},
    };
    for (std::size_t i = 2; i < journal.size(); ++i) {
        for (const auto& [name, damage] : damages) {
            std::vector<std::string> lines = journal;
            damage(lines, i);
            if (lines == journal) {
                continue;
            }
            go_on(lines, fmt::format("line {} {}: {}", i + 1, name, journal[i]));
            // What was going to be written says nothing about what was.
            constexpr std::string_view plan_line = R"({"plan":)";
            const bool is_plan =
                journal[i].starts_with(plan_line) || (name == "exchanged" && journal[i - 1].starts_with(plan_line));
            if (!is_plan) {
                EXPECT_LT(result.replayed, done) << name;
            }
            EXPECT_GE(result.replayed, done - 2) << name;  // where the end of an input is lost, the next one is, too
        }
    }
}

TEST_F(JournalTest, InputsOfACollectionAreNotedOnlyForWhatTheyLeave) {
    const auto collection = [](const std::string& more) {
        return "level: archive\nthreads: 1\ninput: [in]\noutput:\n  - {path: out/all.sgf, writer: {sgf: {}}}\n" + more +
               "journal: journal\nquarantine: refused\n";
    };
    const auto noted = [this] {
        std::size_t inputs = 0;
        for (const std::string& line : lines_of(content_of(folder / "journal"))) {
            inputs += line.starts_with(R"({"done":)") ? 1 : 0;
        }
        return inputs;
    };
    make_archive(10);
    folder.write("in/game-01.sgf", "no game");
    const std::string alone = run(plan(collection("")));
    const auto files = content("out");
    const auto refused = content("refused");
    ASSERT_EQ(refused.size(), 2U);
    fs::remove_all(folder / "out");
    fs::remove_all(folder / "refused");

    interrupt(plan(collection("")), 6);
    EXPECT_EQ(noted(), 1U) << "the one whose copy is in the quarantine";
    EXPECT_TRUE(content("out").empty());
    RunOptions resume;
    resume.resume = true;
    EXPECT_EQ(run(plan(collection("")), resume), alone);
    EXPECT_EQ(content("out"), files);
    EXPECT_EQ(content("refused"), refused);
    EXPECT_FALSE(fs::exists(folder / "journal"));

    // Beside files of their own, all that leave one are noted.
    fs::remove_all(folder / "out");
    fs::remove_all(folder / "refused");
    interrupt(plan(collection("  - {path: 'each/{stem}.sgf', writer: {sgf: {}}}\n")), 6);
    EXPECT_EQ(noted(), 6U);
}

// A power cut may leave a file of the right size without its content.
TEST_F(JournalTest, AFileThatIsNotAsItWasWrittenIsNoneOfTheRun) {
    make_archive(10);
    interrupt(plan(yaml()), 7);
    const std::string right = content_of(folder / "out/game-01-1.sgf");
    folder.write("out/game-01-1.sgf", std::string(right.size(), '\0'));
    RunOptions resume;
    resume.resume = true;
    EXPECT_THROW(run(plan(yaml()), resume), io::IoError);  // it is somebody else's
    EXPECT_EQ(content_of(folder / "out/game-01-1.sgf"), std::string(right.size(), '\0'));
    run(plan(yaml("overwrite: true\n")), resume);
    EXPECT_EQ(result.replayed, 6U);
    EXPECT_EQ(content_of(folder / "out/game-01-1.sgf"), right);
}

// A process that is killed has given names to files that are not yet noted as done.
TEST_F(JournalTest, FilesAreKnownBeforeTheyHaveTheirNames) {
    const auto forget_what_is_done = [this] {
        std::vector<std::string> kept;
        for (const std::string& line : lines_of(content_of(folder / "journal"))) {
            if (kept.empty() || line.starts_with(R"({"plan":)")) {
                kept.push_back(line);
            }
        }
        folder.write("journal", text_of(kept));
        return kept.size() - 1;
    };
    const std::string journal = "journal: journal\n";
    make_archive(10);
    folder.write("in/game-03.sgf", "no game");
    interrupt(plan(yaml(journal)), 7);
    EXPECT_EQ(forget_what_is_done(), 7U);
    EXPECT_TRUE(fs::exists(folder / "out/refused/game-03.sgf"));
    fs::remove(folder / "in/game-01.sgf");
    fs::remove(folder / "in/game-03.sgf");
    folder.write("in/game-02.sgf", "(;FF[4]GM[1]SZ[9]PB[Somebody else];B[aa])");

    RunOptions resume;
    resume.resume = true;
    ConfigurationFault fault = fault_of(plan(yaml(journal)), resume);
    EXPECT_EQ(fault.id, "io.output-exists");
    EXPECT_THAT(fault.message, AllOf(HasSubstr("the input 'in/game-01.sgf' is gone since the interrupted run"),
                                     HasSubstr("out/game-01-1.sgf'"), HasSubstr("--resume --overwrite")));
    const std::string report = run(plan(yaml(journal + "overwrite: true\n")), resume);
    EXPECT_EQ(result.replayed, 0U);
    const auto files = content("out");
    fs::remove_all(folder / "out");
    EXPECT_EQ(run(plan(yaml(journal))), report);
    EXPECT_EQ(files, content("out"));
    EXPECT_EQ(files.size(), 8U);
}

TEST_F(JournalTest, FilesOfBigInputsAreKnownBeforeTheyHaveTheirNames) {
    const std::string each =
        "level: archive\nthreads: 1\ninput: [in]\njournal: journal\n"
        "output: [{path: 'out/{black}-{n}.sgf', writer: {sgf: {}}}]\n";
    std::string games;
    while (games.size() < (std::size_t{3} << 19U)) {
        games += "(;FF[4]GM[1]SZ[9]PB[A]C[" + std::string(20'000, 'x') + "];B[ee];W[cc];B[gg])\n";
    }
    folder.write("in/big.sgf", games);
    folder.write("in/small.sgf", "(;FF[4]GM[1]SZ[9]PB[B];B[ee])");
    interrupt(plan(each), 1);
    const std::vector<std::string> lines = lines_of(content_of(folder / "journal"));
    std::vector<std::string> kept{lines.front()};
    for (const std::string& line : lines) {
        if (line.starts_with(R"({"plan":)")) {
            kept.push_back(line);
        }
    }
    EXPECT_EQ(kept.size() - 1, content("out").size());
    folder.write("journal", text_of(kept));

    folder.write("in/big.sgf", games.substr(0, games.size() / 2) + "C[the rest is gone])");
    RunOptions resume;
    resume.resume = true;
    EXPECT_THAT(fault_of(plan(each), resume).message, HasSubstr("the input 'in/big.sgf' has changed since"));
    run(plan(each + "overwrite: true\n"), resume);
    const auto files = content("out");
    fs::remove_all(folder / "out");
    run(plan(each));
    EXPECT_EQ(files, content("out"));
}

TEST_F(JournalTest, InputsThatAreNotAsTheyWereAreNamed) {
    make_archive(10);
    interrupt(plan(yaml()), 7);

    RunOptions resume;
    resume.resume = true;
    folder.write("in/game-01.sgf", "(;FF[4]GM[1]SZ[9]PB[Somebody else];B[aa])");
    folder.write("in/game-09.sgf", "(;FF[4]GM[1]SZ[9]PB[Nobody has read it];B[aa])");
    ConfigurationFault fault = fault_of(plan(yaml()), resume);
    EXPECT_EQ(fault.id, "io.output-exists");
    EXPECT_THAT(fault.message, HasSubstr("the input 'in/game-01.sgf' has changed since the interrupted run"));
    EXPECT_THAT(fault.message, HasSubstr("out/game-01-1.sgf'"));
    EXPECT_THAT(fault.message, HasSubstr("--resume --overwrite"));
    fs::remove(folder / "in/game-01.sgf");
    fault = fault_of(plan(yaml()), resume);
    EXPECT_THAT(fault.message, HasSubstr("the input 'in/game-01.sgf' is gone since the interrupted run"));

    // Each way out is one.
    folder.write("in/game-01.sgf", "(;FF[4]GM[1]SZ[9]PB[Somebody else];B[aa])");
    fs::remove(folder / "out/game-01-1.sgf");
    run(plan(yaml()), resume);
    EXPECT_EQ(result.replayed, 6U);
    EXPECT_THAT(content_of(folder / "out/game-01-1.sgf"), HasSubstr("Somebody else"));
    EXPECT_THAT(content_of(folder / "out/game-09-1.sgf"), HasSubstr("Nobody has read it"));
}

TEST_F(JournalTest, ChangedInputsAreReplacedIfThatIsAsked) {
    make_archive(10);
    interrupt(plan(yaml()), 7);
    folder.write("in/game-01.sgf", "(;FF[4]GM[1]SZ[9]PB[Somebody else];B[aa])");
    RunOptions resume;
    resume.resume = true;
    interrupt(plan(yaml("overwrite: true\n")), 8, resume);
    EXPECT_EQ(result.replayed, 6U);
    // The journal has two records of that input now, and the later one counts.
    run(plan(yaml()), resume);
    EXPECT_EQ(result.replayed, 8U);
    EXPECT_THAT(content_of(folder / "out/game-01-1.sgf"), HasSubstr("Somebody else"));
}

TEST_F(JournalTest, WhatChangedInputsLeftIsRemovedIfThatIsAsked) {
    make_archive(10);
    folder.write("in/game-02.sgf", "(;FF[4]GM[1]SZ[9];B[aa])(;FF[4]GM[1]SZ[9];B[bb])");
    folder.write("in/game-03.sgf", "no game");
    interrupt(plan(yaml()), 7);
    ASSERT_TRUE(fs::exists(folder / "out/game-02-2.sgf"));
    ASSERT_TRUE(fs::exists(folder / "out/refused/game-03.sgf"));
    folder.write("in/game-02.sgf", "(;FF[4]GM[1]SZ[9];B[aa])");
    for (const char* const name : {"in/game-01.sgf", "in/game-03.sgf"}) {
        fs::remove(folder / name);
    }

    // Not what somebody has changed, also if it is as big as before.
    RunOptions resume;
    resume.resume = true;
    const std::string mine = content_of(folder / "out/game-01-1.sgf");
    std::string changed = mine;
    changed.replace(changed.find("Player"), 6, "Plaier");
    for (const std::string& text : {changed, mine + "\n"}) {
        folder.write("out/game-01-1.sgf", text);
        const ConfigurationFault fault = fault_of(plan(yaml("overwrite: true\n")), resume);
        EXPECT_EQ(fault.id, "io.output-exists");
        EXPECT_THAT(fault.message, HasSubstr("out/game-01-1.sgf' was written of the input 'in/game-01.sgf'"));
        EXPECT_TRUE(fs::exists(folder / "out/game-02-2.sgf"));
        EXPECT_EQ(content_of(folder / "out/game-01-1.sgf"), text);
    }
    folder.write("out/game-01-1.sgf", mine);

    interrupt(plan(yaml("overwrite: true\n")), 1, resume);  // what is gone stays known
    EXPECT_FALSE(fs::exists(folder / "out/game-01-1.sgf"));
    EXPECT_FALSE(fs::exists(folder / "out/game-02-2.sgf"));
    run(plan(yaml("overwrite: true\n")), resume);
    EXPECT_FALSE(result.interrupted);
    EXPECT_EQ(result.replayed, 4U);
    const auto resumed = content("out");
    fs::remove_all(folder / "out");
    run(plan(yaml()));
    EXPECT_EQ(resumed, content("out"));
}

TEST_F(JournalTest, FoldersThatBecomeEmptyGoToo) {
    for (const char* const name : {"in/a/b/1.sgf", "in/a/b/c/2.sgf", "in/d/3.sgf", "in/d/4.sgf", "in/z.sgf"}) {
        folder.write(name, "(;FF[4]GM[1]SZ[9];B[aa])");
    }
    const std::string text =
        "threads: 1\ninput: [in]\noutput: [{path: 'out/x/{folder}/{stem}.sgf', writer: {sgf: {}}}]\n";
    interrupt(plan(text), 4);
    ASSERT_TRUE(fs::exists(folder / "out/x/a/b/c/2.sgf"));
    fs::remove_all(folder / "in/a");
    fs::remove(folder / "in/d/3.sgf");
    RunOptions resume;
    resume.resume = true;
    run(plan(text + "overwrite: true\n"), resume);
    EXPECT_FALSE(fs::exists(folder / "out/x/a"));
    EXPECT_TRUE(fs::exists(folder / "out/x/d/4.sgf"));
    EXPECT_FALSE(fs::exists(folder / "out/x/d/3.sgf"));

    // What stands before the fields is the keeper's.
    fs::remove_all(folder / "out");
    fs::remove(folder / "in/z.sgf");
    folder.write("in/y.sgf", "no game");
    interrupt(plan(text), 1);
    ASSERT_TRUE(fs::exists(folder / "out/x/d/4.sgf"));
    fs::remove_all(folder / "in/d");
    run(plan(text + "overwrite: true\n"), resume);
    EXPECT_EQ(result.books.outputs[0].files, 0U);
    EXPECT_TRUE(fs::is_directory(folder / "out/x"));
    EXPECT_TRUE(fs::is_empty(folder / "out/x"));
}

TEST_F(JournalTest, FoldersOfInputsStay) {
    for (const char* const name : {"in/a/1.sgf", "in/z.sgf"}) {
        folder.write(name, "(;FF[4]GM[1]SZ[9];B[aa])");
    }
    const std::string text =
        "threads: 1\ninput: [{path: in, exclude: ['*.new.sgf']}]\n"
        "output: [{path: 'in/{folder}/{stem}.new.sgf', writer: {sgf: {}}}]\njournal: journal\n";
    interrupt(plan(text), 1);
    ASSERT_TRUE(fs::exists(folder / "in/a/1.new.sgf"));
    fs::remove(folder / "in/a/1.sgf");
    RunOptions resume;
    resume.resume = true;
    run(plan(text + "overwrite: true\n"), resume);
    EXPECT_FALSE(fs::exists(folder / "in/a/1.new.sgf"));
    EXPECT_TRUE(fs::is_directory(folder / "in/a"));
}

// What an interrupted run did under names that depend on inputs which are gone is done again.
TEST_F(JournalTest, NamesAreThoseOfARunOverTheInputsThatAreThere) {
    const auto game = [](const std::string& year, int move) {
        return "(;FF[4]GM[1]SZ[9]DT[" + year + "]GN[" + std::to_string(move) + "];B[a" + static_cast<char>('a' + move) +
               "])";
    };
    RunOptions resume;
    resume.resume = true;
    for (const char* const collision : {"number", "error", "skip-identical"}) {
        const std::string text =
            "threads: 1\ninput: [in]\noutput: [{path: 'out/{date.year}.sgf', collision: " + std::string(collision) +
            ", writer: {sgf: {}}}]\nquarantine: q\n";
        for (const std::string change : {"gone", "changed", "renamed", "bad", "new"}) {
            SCOPED_TRACE(collision + (" " + change));
            for (const char* const name : {"in", "out", "q"}) {
                fs::remove_all(folder / name);
            }
            for (int i = 1; i <= 5; ++i) {
                folder.write("in/f" + std::to_string(i) + ".sgf", game("1990", i == 4 ? 2 : i));
            }
            folder.write("in/g.sgf", game("1980", 1));
            interrupt(plan(text), 4);
            if (change == "gone") {
                fs::remove(folder / "in/f1.sgf");
            } else if (change == "changed") {
                folder.write("in/f1.sgf", game("1991", 1));
            } else if (change == "renamed") {
                fs::rename(folder / "in/f1.sgf", folder / "in/f9.sgf");
            } else if (change == "bad") {
                folder.write("in/f1.sgf", "no game");
            } else {
                folder.write("in/f0.sgf", game("1990", 7));
            }
            run(plan(text + "overwrite: true\n"), resume);
            EXPECT_TRUE(result.books.balance());
            const auto resumed = content("out");
            const auto quarantined = content("q");
            const std::uint64_t written = result.books.outputs[0].written;
            const std::uint64_t files = result.books.outputs[0].files;
            for (const char* const name : {"out", "q"}) {
                fs::remove_all(folder / name);
            }
            run(plan(text));
            EXPECT_EQ(resumed, content("out"));
            EXPECT_EQ(quarantined, content("q"));
            EXPECT_EQ(written, result.books.outputs[0].written);
            EXPECT_EQ(files, result.books.outputs[0].files);
        }
    }
}

TEST_F(JournalTest, TheQuarantineIsThatOfARunOverTheInputsThatAreThere) {
    RunOptions resume;
    resume.resume = true;
    const std::string text =
        "threads: 1\ninput: [A, B]\noutput: [{path: 'out/{path}.sgf', writer: {sgf: {}}}]\nquarantine: q\n";
    for (const std::string change : {"new", "mended", "gone"}) {
        SCOPED_TRACE(change);
        for (const char* const name : {"A", "B", "out", "q"}) {
            fs::remove_all(folder / name);
        }
        folder.write("A/x/e.sgf", "bad E");
        folder.write("B/x/e.sgf", "bad too");
        folder.write("B/x/f.sgf", "bad B");
        folder.write("B/x/z.sgf", "(;FF[4]GM[1]SZ[9];B[aa])");
        interrupt(plan(text), 3);
        ASSERT_TRUE(fs::exists(folder / "q/x/f.sgf"));
        bool overwrite = false;
        if (change == "new") {
            folder.write("A/x/f.sgf", "bad A");
        } else if (change == "mended") {
            folder.write("A/x/e.sgf", "(;FF[4]GM[1]SZ[9];B[bb])");
        } else {
            fs::remove(folder / "A/x/e.sgf");
            EXPECT_THAT(fault_of(plan(text), resume).message, HasSubstr("the input 'A/x/e.sgf' is gone"));
            overwrite = true;
        }
        run(plan(text + (overwrite ? "overwrite: true\n" : "")), resume);
        const auto resumed = content("q");
        fs::remove_all(folder / "out");
        fs::remove_all(folder / "q");
        run(plan(text));
        EXPECT_EQ(resumed, content("q"));
    }
}

TEST_F(JournalTest, AFileOfTwoInputsStaysWhileOneIsThere) {
    for (const char* const name : {"in/a/1.sgf", "in/b/1.sgf", "in/c/2.sgf"}) {
        folder.write(name, "(;FF[4]GM[1]SZ[9];B[aa])");
    }
    const std::string text =
        "threads: 1\ninput: [in]\noutput: [{path: 'out/{stem}.sgf', collision: skip-identical, writer: {sgf: {}}}]\n";
    interrupt(plan(text), 2);
    fs::remove(folder / "in/a/1.sgf");
    RunOptions resume;
    resume.resume = true;
    run(plan(text + "overwrite: true\n"), resume);
    EXPECT_EQ(result.replayed, 1U);
    EXPECT_EQ(result.books.outputs[0].files, 2U);
    EXPECT_EQ(content("out").size(), 2U);
}

TEST_F(JournalTest, AnotherRunIsToldByWhatIsDifferent) {
    make_archive(10);
    const std::string journal = "journal: journal\n";
    interrupt(plan(yaml(journal)), 3);

    RunOptions resume;
    resume.resume = true;
    const auto said = [&](const std::string& text, const RunOptions& how) {
        const std::string message = fault_of(plan(text), how).message;
        EXPECT_THAT(message, HasSubstr("begin anew with --overwrite")) << text;
        return message;
    };
    const auto with = [&](const std::string& input, const std::string& more) {
        return "level: lenient\nthreads: 2\ninput: [" + input +
               "]\noutput: [{path: 'out/{stem}-{n}.sgf', writer: {sgf: {}}}]\nquarantine: out/refused\n" + journal +
               more;
    };
    EXPECT_THAT(said(with("{path: in, exclude: ['game-00*']}", ""), resume),
                HasSubstr("said something else (input.0.exclude, input.0.path, input.0)"));
    EXPECT_THAT(said(with("in", "max-size: 1000\n"), resume), HasSubstr("(max-size)"));
    std::vector<std::string> lines = lines_of(content_of(folder / "journal"));
    const std::string header = lines.front();
    lines.front() = R"({"journal":3,"version":"0.0.1"})";
    folder.write("journal", text_of(lines));
    EXPECT_THAT(said(with("in", ""), resume), HasSubstr("another version of tengen"));
    lines.front() = header;
    folder.write("journal", text_of(lines));
    run(plan(with("in", "tests: [{name: a, input: x, output: y}]\n")), resume);
    EXPECT_EQ(result.replayed, 3U) << "threads and tests make no other run";
}

TEST(JournalKey, SaysWhatIsDifferent) {
    const JournalKey key{{{"level", 1}, {"output.0.path", 2}}, 3, 4, "1/2", "1.0", "/home/archive"};
    const auto said = [&](const auto& change) {
        JournalKey other = key;
        change(other);
        EXPECT_NE(header_of(other), header_of(key));
        return difference_of(header_of(other), key);
    };
    EXPECT_THAT(said([](JournalKey& k) { k.shard = "1/3"; }), HasSubstr("is of the shard 1/3, and this is 1/2"));
    EXPECT_THAT(said([](JournalKey& k) { k.version = "0.9"; }), HasSubstr("another version"));
    EXPECT_THAT(said([](JournalKey& k) { k.folder = "/home/\"old\""; }),
                HasSubstr("of the pipeline in '/home/\"old\"', and this one is in '/home/archive'"));
    EXPECT_THAT(said([](JournalKey& k) { k.plugins = 5; }), HasSubstr("other plugins"));
    EXPECT_THAT(said([](JournalKey& k) { k.prepared = 5; }), HasSubstr("other cards"));
    EXPECT_THAT(said([](JournalKey& k) { k.pipeline["level"] = 5; }), HasSubstr("(level)"));
    EXPECT_THAT(said([](JournalKey& k) { k.pipeline.erase("level"); }), HasSubstr("(level)"));
    EXPECT_THAT(said([](JournalKey& k) {
                    for (const char* name : {"a", "b", "c", "d", "e", "f", "g"}) {
                        k.pipeline[name] = 1;
                    }
                }),
                HasSubstr("(a, b, c, d, e and 2 more)"));
    EXPECT_THAT(difference_of(R"({"journal":5,"version":"1.0"})", key), HasSubstr("damaged"));
    EXPECT_THAT(difference_of("", key), HasSubstr("--overwrite"));
}

TEST_F(JournalTest, ADamagedJournalIsTakenUpMoreThanOnce) {
    make_archive(10);
    const std::string whole = run(plan(yaml()));
    const auto files = content("out");
    fs::remove_all(folder / "out");
    RunOptions options;
    for (const std::uint64_t last : {5U, 8U}) {
        interrupt(plan(yaml("journal: journal\n")), last, options);
        std::vector<std::string> lines = lines_of(content_of(folder / "journal"));
        lines.erase(lines.begin() + 2);
        folder.write("journal", text_of(lines));
        options.resume = true;
    }
    EXPECT_EQ(run(plan(yaml("journal: journal\n")), options), whole);
    EXPECT_GE(result.replayed, 6U);
    EXPECT_EQ(content("out"), files);
}

TEST_F(JournalTest, FilesOfOthersAreNoJournals) {
    make_archive(2);
    const fs::path list = folder.write("list", (folder / "in/game-00.sgf").string() + "\n");
    const fs::path shared = folder.write("shared.yaml", "werror: false\n");
    const fs::path notes = folder.write("notes.txt", "my notes\n");
    const fs::path file = folder.write("pipeline.yaml", "version: 1\n");
    const fs::path link = folder / "link";
    fs::create_symlink(notes, link);
    fs::create_hard_link(folder / "in/game-01.sgf", folder / "hard");
    const auto before = content("");
    for (const auto& [name, why] :
         std::vector<std::pair<std::string, std::string>>{{"in/game-00.sgf", "it is an input"},
                                                          {"hard", "it is an input"},
                                                          {"in/../in/game-00.sgf", "it is an input"},
                                                          {"list", "it is a list of inputs"},
                                                          {"shared.yaml", "it is a file of the pipeline"},
                                                          {"pipeline.yaml", "it is a file of the pipeline"},
                                                          {"notes.txt", "no journal"},
                                                          {"link", "no journal"},
                                                          {"in", "no journal"},
                                                          {"/dev/null", "no journal"}}) {
        for (const bool overwrite : {false, true}) {
            for (const bool resume : {false, true}) {
                Plan plan =
                    this->plan("journal: " + name + "\ninclude: shared.yaml\ninput: [in, {files-from: list}]\n" +
                               "output: [{path: 'out/{stem}-{n}.sgf', writer: {sgf: {}}}]\n");
                plan.sources.push_back(file);
                plan.overwrite = overwrite;
                RunOptions options;
                options.resume = resume;
                const ConfigurationFault fault = fault_of(plan, options);
                EXPECT_EQ(fault.id, "config.bad-value") << name;
                EXPECT_THAT(fault.message, HasSubstr(why)) << name;
                EXPECT_EQ(fault.line, 2U) << name;
                EXPECT_EQ(fault.column, 10U) << name;
                EXPECT_EQ(content(""), before) << name;
                EXPECT_TRUE(fs::exists(fs::symlink_status(folder / name))) << name;
            }
        }
    }
}

// Also where the pipeline does not say where the journal is, and where a journal is all that is left of one.
TEST_F(JournalTest, OnlyJournalsAreBegunAnew) {
    make_archive(2);
    const std::string place = "out/.pipeline.tengen-journal";
    Plan over = plan(yaml());
    over.overwrite = true;
    folder.write(place, "somebody's\n");
    EXPECT_THAT(fault_of(over).message, HasSubstr("no journal"));
    EXPECT_EQ(content_of(folder / place), "somebody's\n");
    for (const char* text : {"", "{\"jou", "{\"journal\":1}\n", "{\"journal\":3,\"version\":\"0\"}\nx\n"}) {
        folder.write(place, text);
        EXPECT_NO_THROW(run(over)) << text;
        EXPECT_FALSE(fs::exists(folder / place)) << text;
    }
}

TEST_F(JournalTest, OutputsWithFieldsMakeWayForIt) {
    folder.write("in/j.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
    run(plan("input: [in]\njournal: out/j.sgf\noutput: [{path: 'out/{stem}.sgf', writer: {sgf: {}}}]\n"));
    EXPECT_FALSE(fs::exists(folder / "out/j.sgf"));
    EXPECT_TRUE(fs::exists(folder / "out/j-2.sgf"));
}

TEST_F(JournalTest, NothingIsWrittenOverThePipeline) {
    make_archive(2);
    folder.write("list", "in/game-00.sgf\n");
    folder.write("shared.yaml", "werror: false\n");
    const fs::path file = folder.write("pipeline.yaml", "version: 1\n");
    const auto before = content("");
    for (const char* target : {"list", "shared.yaml", "pipeline.yaml"}) {
        for (const std::string& writes :
             {fmt::format("output: [{{path: {}, writer: {{sgf: {{}}}}}}]\n", target),
              fmt::format("output: [{{path: '{}{{shard|x}}', writer: {{sgf: {{}}}}}}]\nreport: {{jsonl: {}}}\n", "o-",
                          target),
              fmt::format("output: [{{path: o.sgf, writer: {{sgf: {{}}}}}}]\nreport: {{html: {}}}\n", target)}) {
            Plan plan = this->plan("include: shared.yaml\ninput: [{files-from: list}]\noverwrite: true\n" + writes);
            plan.sources.push_back(file);
            try {
                run(plan);
                ADD_FAILURE() << writes;
            } catch (const io::IoError& error) {
                EXPECT_EQ(error.id(), "io.output-exists") << writes;
                EXPECT_THAT(error.what(), HasSubstr("nothing is written over what is read")) << writes;
            }
            EXPECT_EQ(content(""), before) << writes;
        }
    }
}

}  // namespace
}  // namespace tengen::pipeline
