#include "pipeline/run.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <boost/json/parse.hpp>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/atomic_file.h"
#include "io/error.h"
#include "io/temporary_folder.h"
#include "pipeline/pipeline_fixture.h"

namespace tengen::pipeline {
namespace {

namespace fs = std::filesystem;
using io::content_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* good = "(;FF[4]GM[1]SZ[9]PB[A]PW[B]DT[2001-02-03];B[ee])";
constexpr const char* bad = "(;FF[4]GM[1]SZ[9]PB[C]PW[D];B[ee];W[zz])";

class RunTest : public testing::Test {
protected:
    RunResult run(const std::string& yaml) {
        report.clear();
        const Plan plan = parse_plan("version: 1\n" + yaml, folder.path(), registry, no_environment);
        const RunResult result = pipeline::run(plan, registry, report);
        EXPECT_TRUE(result.books.balance());
        expect_no_temporaries();
        return result;
    }
    RunResult run_to(const std::string& output, const std::string& more = {}) {
        return run("input: [in]\noutput: [{path: '" + output + "', writer: {sgf: {}}}]\n" + more);
    }
    void expect_no_temporaries() {
        for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
            EXPECT_FALSE(io::is_temporary_name(entry.path().filename().string())) << entry.path();
        }
    }
    std::vector<std::string> files_below(const char* name) const {
        std::vector<std::string> files;
        if (fs::exists(folder / name)) {
            for (const auto& entry : fs::recursive_directory_iterator(folder / name)) {
                if (entry.is_regular_file()) {
                    files.push_back(fs::relative(entry.path(), folder / name).string());
                }
            }
        }
        std::sort(files.begin(), files.end());
        return files;
    }

    io::TemporaryFolder folder;
    plugins::Registry registry = built_plugins();
    Recorder report;
};

TEST_F(RunTest, OneFileForEveryInput) {
    folder.write("in/a/x.sgf", good);
    folder.write("in/b/x.sgf", std::string(good) + good);
    const RunResult result = run_to("out/{folder}/{stem}.sgf");
    EXPECT_THAT(files_below("out"), ElementsAre("a/x.sgf", "b/x.sgf"));
    EXPECT_EQ(result.books.inputs, 2U);
    EXPECT_EQ(result.books.read, 3U);
    ASSERT_EQ(result.books.outputs.size(), 1U);
    EXPECT_EQ(result.books.outputs[0].written, 3U);
    EXPECT_EQ(result.books.outputs[0].files, 2U);
    EXPECT_FALSE(result.rejected);
    EXPECT_FALSE(result.exceeded_losses);
}

TEST_F(RunTest, OneFileForEveryGame) {
    folder.write("in/x.sgf", std::string(good) + good);
    folder.write("in/y.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
    const RunResult result = run_to("out/{date.year|no year}/{stem}-{n}.sgf");
    EXPECT_THAT(files_below("out"), ElementsAre("2001/x-1.sgf", "2001/x-2.sgf", "no year/y-1.sgf"));
    EXPECT_EQ(result.books.outputs[0].files, 3U);
}

TEST_F(RunTest, OneCollection) {
    folder.write("in/x.sgf", std::string(good) + good);
    folder.write("in/y.sgf", good);
    run_to("out/all.sgf");
    const std::string text = content_of(folder / "out/all.sgf");
    EXPECT_THAT(files_below("out"), ElementsAre("all.sgf"));
    std::size_t games = 0;
    for (std::size_t at = text.find("GM[1]"); at != std::string::npos; at = text.find("GM[1]", at + 1)) {
        ++games;
    }
    EXPECT_EQ(games, 3U);
}

TEST_F(RunTest, RefusedGamesAndWhereTheyGo) {
    folder.write("in/mixed.sgf", std::string(good) + bad + good);
    folder.write("in/prose.sgf", "no game");
    folder.write("in/sub/fine.sgf", good);
    const RunResult result = run_to("out/{folder}/{stem}.sgf", "quarantine: q\n");
    EXPECT_TRUE(result.rejected);
    EXPECT_EQ(result.books.inputs, 3U);
    EXPECT_EQ(result.books.unreadable_inputs, 1U);
    EXPECT_EQ(result.books.quarantined_inputs, 2U);
    EXPECT_EQ(result.books.read, 4U);
    EXPECT_EQ(result.books.outputs[0].written, 3U);
    EXPECT_EQ(result.books.outputs[0].quarantined, 1U);
    EXPECT_THAT(files_below("out"), ElementsAre("mixed.sgf", "sub/fine.sgf"));
    EXPECT_EQ(content_of(folder / "out/mixed.sgf").find("zz"), std::string::npos);
    EXPECT_THAT(files_below("q"),
                ElementsAre("mixed.sgf", "mixed.sgf.reasons.jsonl", "prose.sgf", "prose.sgf.reasons.jsonl"));
    EXPECT_EQ(content_of(folder / "q/mixed.sgf"), std::string(good) + bad + good);
    const std::string reasons = content_of(folder / "q/mixed.sgf.reasons.jsonl");
    EXPECT_EQ(boost::json::parse(reasons.substr(0, reasons.find('\n'))).at("id").as_string(), "value.bad-move");
}

TEST_F(RunTest, AnInputThatIsMissingIsSaidBeforeAnythingIsWritten) {
    folder.write("in/x.sgf", good);
    folder.write("notes/readme.txt", "no game");
    const char* rest = "output: [{path: 'o/{stem}.sgf', writer: {sgf: {}}}]\nquarantine: q\n";
    const struct {
        const char* input;
        const char* part;
    } cases[] = {{"[in, gone.sgf]", "cannot open 'gone.sgf': No such file"},
                 {"[in, 'none/*.sgf']", "no file matches the pattern"},
                 {"['in/x.sgf/**/*.sgf']", "'in/x.sgf' is a file, no folder"},
                 {"[{path: notes, only: ['*.{sgf,zip}']}]", "no file in 'notes' with a name that 'only' takes"}};
    for (const auto& test : cases) {
        try {
            run(std::string("input: ") + test.input + "\n" + rest);
            ADD_FAILURE() << test.input;
        } catch (const ConfigurationError& error) {
            ASSERT_THAT(error.faults(), testing::SizeIs(1)) << test.input;
            EXPECT_EQ(error.faults()[0].id, "io.open-failed");
            EXPECT_EQ(error.faults()[0].line, 2U);
            EXPECT_THAT(error.faults()[0].message, HasSubstr(test.part));
        }
        EXPECT_FALSE(fs::exists(folder / "o"));
        EXPECT_FALSE(fs::exists(folder / "q"));
    }
}

TEST_F(RunTest, AFileOfAListThatIsMissingIsInTheBooks) {
    folder.write("in/x.sgf", good);
    folder.write("list", "in/x.sgf\ngone.sgf\n");
    const RunResult result =
        run("input: [{files-from: list}]\noutput: [{path: 'o/{stem}.sgf', writer: {sgf: {}}}]\nquarantine: q\n");
    EXPECT_TRUE(result.rejected);
    EXPECT_EQ(result.books.inputs, 2U);
    EXPECT_EQ(result.books.unreadable_inputs, 1U);
    EXPECT_THAT(files_below("q"), ElementsAre("gone.sgf.reasons.jsonl")) << "there are reasons, and no bytes";
}

TEST_F(RunTest, OfAFolderOnlyCertainNamesAreTaken) {
    for (const char* name : {"in/x.sgf", "in/y.SGF", "in/z.txt", "in/old/w.sgf", "one.txt"}) {
        folder.write(name, good);
    }
    const std::string rest = "output: [{path: 'o/{path}.sgf', writer: {sgf: {}}}]\noverwrite: true\n";
    run("input: [{path: in, only: ['*.sgf']}]\n" + rest);
    EXPECT_THAT(files_below("o"), ElementsAre("old/w.sgf", "x.sgf"));
    fs::remove_all(folder / "o");
    run("input: [{path: in, only: ['*.sgf'], exclude: ['in/old/**'], ignore-case: true}]\n" + rest);
    EXPECT_THAT(files_below("o"), ElementsAre("x.sgf", "y.sgf"));
    fs::remove_all(folder / "o");
    run("input: [{path: one.txt, only: ['*.sgf'], reader: {sgf: {}}}]\n" + rest);
    EXPECT_THAT(files_below("o"), ElementsAre("one.sgf")) << "a file that is named itself is taken";
}

TEST_F(RunTest, BooksBalanceWhenAGameNeverArrives) {
    std::string deep = good;
    deep += "(;FF[4]GM[1]SZ[9]";
    for (int i = 0; i < 30; ++i) {
        deep += "(;B[ee]";
    }
    deep += std::string(31, ')');
    folder.write("in/deep.sgf", deep);
    const RunResult result = run(
        "input: [{path: in, reader: {sgf: {max-depth: 10}}}]\noutput: [{path: 'out/{stem}.sgf', writer: {sgf: {}}}]\n"
        "quarantine: q\n");
    EXPECT_EQ(report.count("sgf.too-deep"), 1U);
    EXPECT_EQ(result.books.read, 2U);
    EXPECT_EQ(result.books.outputs[0].written, 1U);
    EXPECT_EQ(result.books.outputs[0].quarantined, 1U);
    EXPECT_TRUE(result.rejected);
    EXPECT_THAT(files_below("q"), testing::Contains("deep.sgf"));
}

TEST_F(RunTest, TheBooksInTheReport) {
    folder.write("in/x.sgf", std::string(good) + bad);
    const RunResult result = run_to("out/{stem}.sgf");
    const boost::json::value books = boost::json::parse(report.books);
    EXPECT_EQ(books.at("read").to_number<std::uint64_t>(), result.books.read);
    EXPECT_EQ(books.at("inputs").to_number<std::uint64_t>(), 1U);
    const auto& output = books.at("outputs").at(0);
    EXPECT_EQ(output.at("written").to_number<int>() + output.at("quarantined").to_number<int>() +
                  output.at("filtered").to_number<int>(),
              books.at("read").to_number<int>());
    EXPECT_EQ(output.at("path").as_string(), "out/{stem}.sgf");
}

TEST_F(RunTest, CollisionsGetNumbersOrAreRefused) {
    folder.write("in/a/x.sgf", good);
    folder.write("in/b/x.sgf", good);
    RunResult result = run_to("out/{stem}.sgf");
    EXPECT_THAT(files_below("out"), ElementsAre("x-2.sgf", "x.sgf"));
    EXPECT_FALSE(result.rejected);

    result =
        run("input: [in]\noutput: [{path: 'two/{stem}.sgf', writer: {sgf: {}}, collision: error}]\nquarantine: q\n");
    EXPECT_THAT(files_below("two"), ElementsAre("x.sgf"));
    EXPECT_EQ(result.books.outputs[0].quarantined, 1U);
    EXPECT_TRUE(result.rejected) << "a game was refused";
    EXPECT_EQ(report.count("io.output-exists"), 1U);
    EXPECT_EQ(content_of(folder / "q/b/x.sgf"), good);
}

TEST_F(RunTest, NothingIsReplacedUnlessAsked) {
    folder.write("in/x.sgf", good);
    folder.write("out/x.sgf", "mine");
    for (const char* path : {"out/{stem}.sgf", "out/x.sgf"}) {
        try {
            run_to(path);
            ADD_FAILURE() << path;
        } catch (const io::IoError& error) {
            EXPECT_EQ(error.id(), "io.output-exists");
        }
        EXPECT_EQ(content_of(folder / "out/x.sgf"), "mine");
        expect_no_temporaries();
    }
    run_to("out/{stem}.sgf", "overwrite: true\n");
    EXPECT_THAT(content_of(folder / "out/x.sgf"), HasSubstr("B[ee]"));
}

TEST_F(RunTest, ACollectionThatExistsIsFoundBeforeAnythingIsRead) {
    folder.write("in/x.sgf", good);
    folder.write("all.sgf", "mine");
    EXPECT_THROW(run("input: [in]\noutput: [{path: 'out/{stem}.sgf', writer: {sgf: {}}}, "
                     "{path: all.sgf, writer: {sgf: {}}}]\n"),
                 io::IoError);
    EXPECT_THAT(files_below("out"), IsEmpty());
    EXPECT_THAT(report.summaries, IsEmpty());
}

TEST_F(RunTest, InputsAreNeverReplaced) {
    folder.write("in/x.sgf", good);
    for (const char* output : {"in/{stem}.sgf", "in/x.sgf", "in/../in/{folder}/{stem}.sgf"}) {
        try {
            run_to(output, "overwrite: true\n");
            ADD_FAILURE() << output;
        } catch (const io::IoError& error) {
            EXPECT_THAT(error.what(), HasSubstr("is an input"));
        }
        EXPECT_EQ(content_of(folder / "in/x.sgf"), good);
    }
    EXPECT_THROW(run_to("out/{stem}.sgf", "report: {jsonl: in/x.sgf}\n"), io::IoError);
    folder.write("in/prose.sgf", "no game");
    EXPECT_THROW(run_to("more/{stem}.sgf", "quarantine: in\n"), io::IoError);
    EXPECT_EQ(content_of(folder / "in/prose.sgf"), "no game");
    expect_no_temporaries();
}

TEST_F(RunTest, OutputsAreNoInputs) {
    folder.write("in/x.sgf", good);
    const RunResult result = run_to("in/out/{stem}-copy.sgf");
    EXPECT_EQ(result.books.inputs, 1U);
    EXPECT_THAT(files_below("in/out"), ElementsAre("x-copy.sgf"));
}

TEST_F(RunTest, TheQuarantineDoesNotReplaceAnOutput) {
    folder.write("in/a.sgf", good);
    folder.write("in/q/mixed.sgf", std::string(good) + bad);
    folder.write("in/q/q/mixed.sgf", good);
    run_to("out/{path}.sgf", "quarantine: out/q\n");
    EXPECT_EQ(content_of(folder / "out/q/mixed.sgf").find("zz"), std::string::npos);
    EXPECT_EQ(content_of(folder / "out/q/q/mixed.sgf"), std::string(good) + bad);
    EXPECT_EQ(content_of(folder / "out/q/q/mixed-2.sgf").find("zz"), std::string::npos);
}

TEST_F(RunTest, AFolderThatCannotBeWrittenEndsTheRun) {
    folder.write("in/a.sgf", good);
    folder.write("in/b.sgf", good);
    folder.write("out/b.sgf/in-the-way", "a folder with the name of an output");
    EXPECT_THROW(run_to("out/{stem}.sgf", "overwrite: true\n"), io::IoError);
    EXPECT_THAT(content_of(folder / "out/a.sgf"), HasSubstr("B[ee]")) << "complete files stay";
    expect_no_temporaries();
}

TEST_F(RunTest, LossesAboveThePolicyRefuseTheGame) {
    folder.write("in/x.sgf", good);
    folder.write("in/y.sgf", bad);
    const RunResult result =
        run("level: archive\ninput: [in]\noutput:\n  - {path: 'out/{stem}.sgf', writer: {sgf: {}}, allow_loss: none}\n"
            "  - {path: all.json, writer: {json: {}}}\nquarantine: q\n");
    EXPECT_TRUE(result.exceeded_losses);
    EXPECT_EQ(result.books.outputs[0].written, 1U);
    EXPECT_EQ(result.books.outputs[0].quarantined, 1U);
    EXPECT_EQ(result.books.outputs[1].written, 2U) << "the other output can hold it";
    EXPECT_THAT(files_below("out"), ElementsAre("x.sgf"));
    EXPECT_THAT(files_below("q"), ElementsAre("y.sgf", "y.sgf.reasons.jsonl"));
    const std::string reasons = content_of(folder / "q/y.sgf.reasons.jsonl");
    EXPECT_THAT(reasons, HasSubstr(R"("kind":")")) << "what would be lost";
    EXPECT_THAT(reasons,
                HasSubstr(R"({"refused":{"output":"out/{stem}.sgf","format":"sgf","game":0,"because":"losses"}})"));
}

TEST_F(RunTest, AGameWithoutAFileOfItsOwnIsNotRefusedForTheLossesOfAnother) {
    std::string games = "(;FF[4]GM[1]SZ[9]DT[2001];B[ee])(;FF[4]GM[1]SZ[9]DT[2002];B[ee];W[zz])";
    while (games.size() < (std::size_t{3} << 19U)) {  // streamed: a name that is taken is known before the game is put
        games += "(;FF[4]GM[1]SZ[9]DT[2001];B[ee])";
    }
    folder.write("in/x.sgf", games);
    const RunResult result =
        run("level: archive\ninput: [in]\noutput: [{path: 'out/{date.year}.sgf', writer: {sgf: {}}, "
            "allow_loss: none, collision: error}]\nquarantine: q\n");
    EXPECT_EQ(result.books.outputs[0].written, 1U);
    const std::string reasons = content_of(folder / "q/x.sgf.reasons.jsonl");
    EXPECT_THAT(reasons, HasSubstr(R"("game":1,"because":"losses"})"));
    EXPECT_THAT(reasons, HasSubstr(R"("game":2,"because":"name"})"));
}

TEST_F(RunTest, InputsThatAreRightNowLeaveTheQuarantine) {
    folder.write("in/a/x.sgf", bad);
    folder.write("in/y.sgf", bad);
    const std::string more = "quarantine: q\noverwrite: true\n";
    run_to("out/{stem}.sgf", more);
    folder.write("q/z.sgf", "somebody's");
    folder.write("q/z.sgf.reasons.jsonl", "notes\n");
    folder.write("q/other.sgf.reasons.jsonl", R"({"summary":{"input":"elsewhere/other.sgf","games":1}})"
                                              "\n");
    EXPECT_THAT(files_below("q"), ElementsAre("a/x.sgf", "a/x.sgf.reasons.jsonl", "other.sgf.reasons.jsonl", "y.sgf",
                                              "y.sgf.reasons.jsonl", "z.sgf", "z.sgf.reasons.jsonl"));
    folder.write("in/a/x.sgf", good);
    run_to("out/{stem}.sgf", more);
    EXPECT_THAT(files_below("q"),
                ElementsAre("other.sgf.reasons.jsonl", "y.sgf", "y.sgf.reasons.jsonl", "z.sgf", "z.sgf.reasons.jsonl"));
}

TEST_F(RunTest, ANameWithoutFieldsStaysAsItIsWritten) {
    folder.write("in/x.sgf", good);
    const std::string name(230, 'n');
    run_to(name + ".sgf");
    EXPECT_TRUE(fs::exists(folder / (name + ".sgf")));
}

TEST_F(RunTest, PatternsMayIgnoreCase) {
    folder.write("in/x.Sgf", good);
    folder.write("in/y.SGF", good);
    folder.write("in/z.txt", good);
    const std::string rest = "output: [{path: 'out/{stem}-{n}.sgf', writer: {sgf: {}}}]\n";
    run("input: [{path: 'in/*.sgf', ignore-case: true, exclude: ['Y.*']}]\n" + rest);
    EXPECT_THAT(files_below("out"), ElementsAre("x-1.sgf"));
}

TEST_F(RunTest, VeryManyGamesOfOneInput) {
    std::string games;
    for (int i = 0; i < 12'000; ++i) {
        games += fmt::format("(;FF[4]GM[1]SZ[9]C[{:070}];B[ee])", i);
    }
    folder.write("in/all.sgf", games);
    const RunResult result = run_to("out/{n}.sgf");
    EXPECT_EQ(result.books.outputs[0].files, 12'000U);
    EXPECT_THAT(content_of(folder / "out/12000.sgf"), HasSubstr("11999"));
}

TEST_F(RunTest, AnOutputThatFailsRefusesItsGames) {
    folder.write("in/a.sgf", good);
    folder.write("in/b.sgf", "(;FF[4]GM[1]SZ[9]CA[UTF-8]PB[\xE6\x9E\xA6];B[ee])");
    folder.write("in/c.sgf", good);
    const RunResult result =
        run("input: [in]\noutput: [{path: all.sgf, writer: {sgf: {charset: ISO-8859-1}}}]\nquarantine: q\n");
    EXPECT_TRUE(result.rejected);
    EXPECT_FALSE(fs::exists(folder / "all.sgf"));
    EXPECT_EQ(result.books.outputs[0].written, 0U);
    EXPECT_EQ(result.books.outputs[0].quarantined, 3U);
    EXPECT_EQ(result.books.outputs[0].files, 0U);
    EXPECT_THAT(files_below("q"), testing::IsSupersetOf({"b.sgf", "c.sgf"}));
}

TEST_F(RunTest, FindingsComeInTheOrderOfTheInputs) {
    folder.write("in/a.sgf", bad);
    folder.write("in/b.sgf", bad);
    run_to("out/{stem}.sgf");
    ASSERT_EQ(report.summaries.size(), 2U);
    EXPECT_EQ(report.summaries[0].input, "in/a.sgf");
    EXPECT_EQ(report.summaries[1].input, "in/b.sgf");
    EXPECT_EQ(report.count("value.bad-move"), 2U);
}

TEST_F(RunTest, ReadyIsCalledOnceAndOnlyIfTheRunCanBegin) {
    folder.write("in/x.sgf", good);
    const Plan plan = parse_plan("version: 1\ninput: [in]\noutput: [{path: o.sgf, writer: {sgf: {}}}]\n", folder.path(),
                                 registry, no_environment);
    int calls = 0;
    RunOptions options;
    options.ready = [&](const io::FileOptions&) {
        EXPECT_THAT(report.summaries, IsEmpty());
        ++calls;
    };
    static_cast<void>(pipeline::run(plan, registry, report, options));
    EXPECT_EQ(calls, 1);
    EXPECT_THROW(static_cast<void>(pipeline::run(plan, registry, report, options)), io::IoError);
    EXPECT_EQ(calls, 1) << "the output exists now";
}

TEST_F(RunTest, TheSameBytesTwice) {
    folder.write("in/a.sgf", std::string(good) + bad);
    folder.write("in/b.sgf", good);
    run_to("one/{stem}.sgf", "level: archive\n");
    run_to("two/{stem}.sgf", "level: archive\n");
    for (const char* name : {"a.sgf", "b.sgf"}) {
        EXPECT_EQ(content_of(folder / "one" / name), content_of(folder / "two" / name));
    }
}

}  // namespace
}  // namespace tengen::pipeline
