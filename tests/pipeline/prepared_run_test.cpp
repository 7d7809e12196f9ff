// Runs that read everything before they write anything: cards for all games, games that occur more than once.
#include <atomic>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/error.h"
#include "io/temporary_folder.h"
#include "pipeline/pipeline_fixture.h"
#include "pipeline/plan_tests.h"
#include "pipeline/run.h"

namespace tengen::pipeline {
namespace {

namespace fs = std::filesystem;
using io::content_of;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

constexpr const char* opening = ";B[qd];W[dd];B[pq];W[dp];B[oc];W[qo]";
constexpr const char* whole = ";B[qd];W[dd];B[pq];W[dp];B[oc];W[qo];B[co];W[ep];B[fq];W[ck]";
constexpr const char* turned = ";B[cd];W[pd];B[dq];W[pp];B[ec];W[co];B[qo];W[op];B[nq];W[qk]";

class PreparedRunTest : public testing::Test {
protected:
    void game(const std::string& name, const std::string& info, const std::string& moves) {
        folder.write("in/" + name, "(;FF[4]GM[1]SZ[19]" + info + moves + ")");
    }
    void make_club() {
        game("a.sgf", "PB[Ann]", turned);
        game("b.sgf", "", opening);
        game("c.sgf", "PB[Ann]PW[Bob]DT[1999-05-01]", whole);
        game("d.sgf", "PB[Cid]PW[Dot]DT[1999-05-02]", ";B[aa];W[bb];B[cc];W[dd];B[ee];W[ff]");
    }

    Plan plan(const std::string& passes, const std::string& out = "out") {
        return parse_plan(
            fmt::format(
                "version: 1\nlevel: lenient\ninput: [in]\npasses:\n{}output:\n  - {{path: '{}/{{stem}}-{{n}}.sgf', "
                "writer: {{sgf: {{}}}}}}\n  - {{path: {}/all.sgf, writer: {{sgf: {{}}}}}}\n",
                passes, out, out),
            folder.path(), registry, no_environment);
    }

    RunResult run(const Plan& plan, const RunOptions& options = {}) {
        report.clear();
        RunResult result = pipeline::run(plan, registry, report, options);
        EXPECT_TRUE(result.books.balance());
        return result;
    }

    std::vector<std::string> names(const std::string& out = "out") {
        std::vector<std::string> found;
        for (const auto& entry : fs::directory_iterator(folder / out)) {
            if (entry.path().filename() != "all.sgf") {
                found.push_back(entry.path().filename().string());
            }
        }
        return found;
    }

    std::string messages() {
        std::string text;
        for (const diagnostics::Diagnostic& diagnostic : report.diagnostics) {
            text += diagnostic.input + " " + diagnostic.id + " " + diagnostic.message + "\n";
        }
        return text;
    }

    io::TemporaryFolder folder;
    plugins::Registry registry = built_plugins();
    Recorder report;
    std::string ignored;
};

TEST_F(PreparedRunTest, TheBestRecordOfAGameIsKept) {
    make_club();
    const RunResult result = run(plan("  - duplicates: {drop: beginnings}\n"));
    EXPECT_THAT(names(), UnorderedElementsAre("c-1.sgf", "d-1.sgf"));
    for (const Books::Output& output : result.books.outputs) {
        EXPECT_EQ(output.written, 2U);
        EXPECT_EQ(output.duplicates, 2U);
        EXPECT_EQ(output.filtered, 0U);
    }
    EXPECT_THAT(report.books, HasSubstr("\"written\":2,\"quarantined\":0,\"filtered\":0,\"duplicates\":2"));
    ASSERT_NE(report.find("model.duplicate-game"), nullptr);
    EXPECT_THAT(report.find("model.duplicate-game")->input, testing::EndsWith("in/a.sgf"));
    EXPECT_THAT(
        report.find("model.duplicate-game")->message,
        testing::MatchesRegex("left out: the same moves as game 1 of .*in/c.sgf; turned or mirrored; other .*"));
    EXPECT_THAT(report.find("model.prefix-game")->message, HasSubstr("left out: the beginning of game 1 of"));
    EXPECT_EQ(content_of(folder / "out/all.sgf").find("PB[Ann]"), content_of(folder / "out/all.sgf").rfind("PB[Ann]"));
}

TEST_F(PreparedRunTest, WhatIsDroppedIsChosen) {
    make_club();
    run(plan("  - duplicates: {}\n", "none"));
    EXPECT_EQ(names("none").size(), 4U);
    EXPECT_EQ(report.count("model.duplicate-game"), 1U);
    EXPECT_EQ(report.find("model.duplicate-game")->message.find("left out"), std::string::npos);
    run(plan("  - duplicates: {drop: same}\n", "same"));
    EXPECT_THAT(names("same"), UnorderedElementsAre("b-1.sgf", "c-1.sgf", "d-1.sgf"));
    run(plan("  - duplicates: {drop: same, keep: first}\n", "first"));
    EXPECT_THAT(names("first"), UnorderedElementsAre("a-1.sgf", "b-1.sgf", "d-1.sgf"));
    EXPECT_THROW(plan("  - duplicates: {drop: all, keep: first}\n"), ConfigurationError);
    EXPECT_THROW(plan("  - duplicates: {}\n  - duplicates: {}\n"), ConfigurationError);
}

TEST_F(PreparedRunTest, FilteredAndRefusedGamesAreNobodysDuplicates) {
    game("a.sgf", "PB[Ann]", whole);
    game("b.sgf", "PB[Ann]PW[Bob]", whole);                               // filtered
    game("c.sgf", "PB[Ann]PW[Cid]EV[x]", std::string(whole) + ";B[qd]");  // refused: the point is taken
    Plan strict = plan("  - filter: {where: \"not (white == 'Bob')\"}\n  - duplicates: {drop: all}\n");
    strict.settings.policy = diagnostics::Policy(diagnostics::Level::strict);
    const RunResult result = run(strict);
    EXPECT_THAT(names(), UnorderedElementsAre("a-1.sgf"));
    EXPECT_EQ(result.books.outputs[0].filtered, 1U);
    EXPECT_EQ(result.books.outputs[0].quarantined, 1U);
    EXPECT_EQ(result.books.outputs[0].duplicates, 0U);
}

TEST_F(PreparedRunTest, ADuplicateThatCountsAsAnErrorIsRefused) {
    make_club();
    Plan refusing = plan("  - duplicates: {drop: same}\n");
    ASSERT_FALSE(
        refusing.settings.policy.override_severity("model.duplicate-game", diagnostics::Severity::error).has_value());
    const RunResult result = run(refusing);
    EXPECT_EQ(result.books.outputs[0].quarantined, 1U);
    EXPECT_EQ(result.books.outputs[0].duplicates, 0U);
    EXPECT_EQ(result.books.quarantined_inputs, 1U);
}

// Many games, in one file and in many, so that several threads have something to do.
TEST_F(PreparedRunTest, ThreadsAndShardsDoNotMatter) {
    const std::vector<std::string> players{"Ann", "Bob", "Cid", "Dot"};
    std::string many;
    for (int i = 0; i < 60; ++i) {
        const std::string moves =
            fmt::format(";B[{0}a];W[{0}b];B[{0}c];W[{0}d];B[{0}e];W[{0}f]", static_cast<char>('a' + i % 9));
        game(fmt::format("{:02}.sgf", i),
             fmt::format("PB[{}]PW[Zoe]DT[2001-01-{:02}]", players[static_cast<std::size_t>(i % 4)], i % 28 + 1),
             moves);
        many += fmt::format("(;FF[4]GM[1]SZ[19]PB[P{}]{};B[sa])", i, moves);
    }
    folder.write("in/many.sgf", many);
    folder.write("cards.txt", "Date: 2001-01-03\nBlack: Cid\nWhite: Zoe\nEvent: Cup\nSource: x\n");
    const std::string passes = "  - join: {cards: cards.txt, min_score: 60}\n  - duplicates: {drop: beginnings}\n";
    Plan one = plan(passes, "one");
    one.threads = 1;
    const RunResult first = run(one);
    const std::string said = messages();
    EXPECT_GT(first.books.outputs[0].duplicates, 80U);
    EXPECT_THAT(said, HasSubstr("library.joined"));
    Plan four = plan(passes, "four");
    four.threads = 4;
    run(four);
    EXPECT_EQ(messages(), said);
    EXPECT_EQ(names("four").size(), names("one").size());
    EXPECT_EQ(content_of(folder / "four/all.sgf"), content_of(folder / "one/all.sgf"));

    Books sum;
    std::size_t card_lines = 0;
    for (std::uint32_t number = 1; number <= 3; ++number) {
        Plan part = parse_plan(
            fmt::format(
                "version: 1\nlevel: lenient\ninput: [in]\npasses:\n{}output:\n  - {{path: 'parts/{{stem}}-{{n}}.sgf', "
                "writer: {{sgf: {{}}}}}}\n  - {{path: 'parts-all-{{shard}}.sgf', writer: {{sgf: {{}}}}}}\n",
                passes),
            folder.path(), registry, no_environment);
        RunOptions options;
        options.shard = {number, 3};
        const RunResult result = run(part, options);
        for (const diagnostics::InputSummary& summary : report.summaries) {
            card_lines += summary.format == "landman" ? 1 : 0;
        }
        if (number == 1) {
            sum = result.books;
        } else {
            EXPECT_TRUE(sum.add(result.books));
        }
    }
    EXPECT_EQ(card_lines, 1U) << "what is wrong with cards is said once";
    EXPECT_EQ(sum.read, first.books.read);
    EXPECT_EQ(sum.outputs[0].duplicates, first.books.outputs[0].duplicates);
    EXPECT_EQ(names("parts").size(), names("one").size());
    for (const std::string& name : names("one")) {
        EXPECT_EQ(content_of(folder / ("parts/" + name)), content_of(folder / ("one/" + name))) << name;
    }
}

TEST_F(PreparedRunTest, CardsFillGamesBeforeAFilterLooks) {
    make_club();
    folder.write("cards/one.txt", "Date: 1999-05-01\nBlack: Ann\nWhite: Bob\nEvent: Cup\nSource: x\n");
    folder.write("cards/two.txt", "Date: 1999-05-02\nBlack: Cid\nWhite: Dot\nEvent: Cup\nSource: y\n");
    run(
        plan("  - filter: {where: \"event == 'Cup'\"}\n  - join: {cards: ['cards/*.txt']}\n  - completeness: {profile: "
             "library}\n"));
    EXPECT_THAT(names(), UnorderedElementsAre("c-1.sgf", "d-1.sgf"));
    EXPECT_THAT(content_of(folder / "out/c-1.sgf"), HasSubstr("EV[Cup]SO[x]"));
    EXPECT_GE(report.count("library.missing-field"), 2U);
    ASSERT_GE(report.summaries.size(), 2U);
    EXPECT_EQ(report.summaries[0].format, "landman");
    EXPECT_EQ(report.summaries[1].format, "landman");
}

TEST_F(PreparedRunTest, MissingCardsAndStandardInputAreFaults) {
    make_club();
    EXPECT_THROW(run(plan("  - join: {cards: nowhere.txt}\n")), ConfigurationError);
    folder.write("empty.txt", "nothing here\n");
    try {
        run(plan("  - join: {cards: empty.txt}\n"));
        ADD_FAILURE() << "there is no card";
    } catch (const ConfigurationError& error) {
        EXPECT_THAT(error.what(), HasSubstr("no card to join games with"));
        EXPECT_EQ(error.faults().front().line, 5U);
    }
    EXPECT_FALSE(fs::exists(folder / "out"));
    Plan piped = plan("  - duplicates: {drop: all}\n");
    piped.inputs.front().path = "-";
    EXPECT_THROW(run(piped), ConfigurationError);
    EXPECT_THROW(plan("  - join: {cards: '-'}\n"), ConfigurationError);
    EXPECT_THROW(plan("  - join: {}\n"), ConfigurationError);
    EXPECT_THROW(plan("  - join: {cards: []}\n"), ConfigurationError);
    EXPECT_THROW(plan("  - join: {cards: a.txt, min_score: 101}\n"), ConfigurationError);
    EXPECT_THROW(plan("  - join: {cards: a.txt}\n  - join: {cards: b.txt}\n"), ConfigurationError);
    folder.write("cards.txt", "Date: 1999-05-01\nBlack: Ann\nWhite: Bob\nSource: x\n");
    Plan over = plan("  - join: {cards: cards.txt}\n");
    over.outputs[1].path = *PathTemplate::parse("cards.txt", ignored);
    over.overwrite = true;
    EXPECT_THROW(run(over), io::IoError) << "cards are inputs";
}

TEST_F(PreparedRunTest, AnInterruptedRunGoesOnOnlyWithTheSameCardsAndDuplicates) {
    make_club();
    const std::string cards = "Date: 1999-05-01\nBlack: Ann\nWhite: Bob\nSource: ";
    folder.write("cards.txt", cards + "x\n");
    const auto parts = [&](const std::string& out) {
        Plan files = plan("  - join: {cards: cards.txt}\n  - duplicates: {drop: beginnings}\n", out);
        files.outputs.pop_back();
        files.threads = 1;
        return files;
    };
    run(parts("whole"));
    const std::string said = messages();

    std::atomic<bool> stop{false};
    RunOptions options;
    options.stop = &stop;
    // Two looks at four inputs, then two inputs for good.
    options.progress = [&](std::uint64_t done, std::uint64_t) { stop = done == 10; };
    EXPECT_TRUE(run(parts("out"), options).interrupted);

    RunOptions resume;
    resume.resume = true;
    folder.write("cards.txt", cards + "y\n");
    EXPECT_THROW(run(parts("out"), resume), ConfigurationError) << "other cards";
    folder.write("cards.txt", cards + "x\n");
    EXPECT_THROW(run(parts("out")), io::IoError) << "there is a journal";
    const RunResult result = run(parts("out"), resume);
    EXPECT_EQ(result.replayed, 2U);
    EXPECT_EQ(result.books.outputs[0].duplicates, 2U);
    EXPECT_EQ(messages(), said);
    EXPECT_EQ(names(), names("whole"));
}

TEST_F(PreparedRunTest, TestsOfAPipelineKnowCardsAndDuplicates) {
    folder.write("cards.txt", "Date: 1999-05-01\nBlack: Ann\nWhite: Bob\nSource: x\n");
    const std::string record = fmt::format(
        "(;FF[4]CA[UTF-8]GM[1]SZ[19]PB[Ann]PW[Bob]DT[1999-05-01]{0})(;FF[4]CA[UTF-8]GM[1]"
        "SZ[19]{0})",
        whole);
    Plan tested = plan("  - join: {cards: cards.txt}\n  - duplicates: {drop: same}\n");
    PlanTest test;
    test.name = "one is left";
    test.input = record;
    test.file = "game.sgf";
    test.output = fmt::format("(;FF[4]CA[UTF-8]GM[1]SZ[19]PB[Ann]PW[Bob]DT[1999-05-01]SO[x]{})", whole);
    test.diagnostics = {"library.joined", "model.duplicate-game"};
    tested.tests.push_back(test);
    const std::vector<TestOutcome> outcomes = run_tests(tested, registry);
    ASSERT_EQ(outcomes.size(), 1U);
    EXPECT_TRUE(outcomes[0].passed) << outcomes[0].message;
}

TEST_F(PreparedRunTest, DialectsAndHandicapAreSwitchedOneByOne) {
    const auto written = [&](const std::string& level, const std::string& passes) {
        fs::remove_all(folder / "out");
        Plan plan = parse_plan("version: 1\nlevel: " + level + "\ninput: [in]\npasses:\n" + passes +
                                   "output: [{path: out/all.sgf, writer: {sgf: {}}}]\n",
                               folder.path(), registry, no_environment);
        run(plan);
        return fs::exists(folder / "out/all.sgf") ? content_of(folder / "out/all.sgf") : std::string();
    };
    folder.write("in/fox.sgf", "(;FF[4]GM[1]SZ[19]AP[foxwq:1]KM[650]HA[0];B[pd])");
    EXPECT_THAT(written("lenient", "  - dialects: {fox-komi: on}\n"), HasSubstr("KM[6.5];"));
    EXPECT_THAT(written("lenient", "  - dialects: {all: off}\n"), HasSubstr("KM[650]HA[0]"));
    EXPECT_THAT(written("lenient", "  - dialects: {zero-handicap: off, all: on}\n"), HasSubstr("KM[6.5]HA[0]"))
        << "a rule with its name counts more than all";
    folder.write("in/fox.sgf", "(;FF[4]CA[UTF-8]GM[1]SZ[19]RU[japanese];B[pd])");
    EXPECT_THAT(written("lenient", "  - dialects: {ogs-rules: on}\n"), HasSubstr("RU[Japanese]"));
    EXPECT_THAT(written("strict", "  - dialects: {ogs-rules: on}\n"), HasSubstr("RU[japanese]"))
        << "strict changes nothing";

    folder.write("in/fox.sgf", "(;FF[4]GM[1]SZ[19]HA[3]AB[dd][pp];W[pd])");
    EXPECT_THAT(written("lenient", "  - handicap: {on_mismatch: fix}\n"), HasSubstr("HA[2]AB"));
    EXPECT_THAT(written("lenient", "  - handicap: {on_mismatch: warn}\n"), HasSubstr("HA[3]AB"));
    EXPECT_EQ(report.find("info.handicap-mismatch")->severity, diagnostics::Severity::warning);
    EXPECT_EQ(written("lenient", "  - handicap: {on_mismatch: refuse}\n"), "");
    EXPECT_EQ(report.find("info.handicap-mismatch")->severity, diagnostics::Severity::error);
    EXPECT_THAT(written("strict", "  - handicap: {on_mismatch: fix}\n  - legality: {replay: false}\n"),
                testing::Not(HasSubstr("HA[2]")));

    folder.write("in/fox.sgf", "(;FF[4]GM[1]SZ[19]HA[2];W[qd])");
    EXPECT_THAT(written("lenient", "  - handicap: {place: true}\n"), HasSubstr("HA[2]AB["));
    folder.write("in/fox.sgf", "(;FF[4]GM[1]SZ[19]HA[2];B[pd];B[dd];W[pp])");
    EXPECT_THAT(written("lenient", "  - handicap: {to_setup: true}\n"), HasSubstr("AB[pd][dd];W[pp]"));
    EXPECT_THROW(written("lenient", "  - handicap: {on_mismatch: ignore}\n"), ConfigurationError);
    EXPECT_THROW(written("lenient", "  - dialects: {fox: on}\n"), ConfigurationError);
}

}  // namespace
}  // namespace tengen::pipeline
