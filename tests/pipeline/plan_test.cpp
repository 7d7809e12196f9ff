#include "pipeline/plan.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/pipeline_fixture.h"

namespace tengen::pipeline {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

Plan parse(std::string_view yaml) {
    plugins::Registry registry = built_plugins();
    return parse_plan(yaml, "/home/archive", registry, no_environment);
}

std::vector<ConfigurationFault> faults_of(std::string_view yaml) {
    try {
        static_cast<void>(parse(yaml));
    } catch (const ConfigurationError& error) {
        return error.faults();
    }
    return {};
}

// A pipeline with something wrong in one line, behind what every pipeline needs.
std::vector<ConfigurationFault> faults_with(const std::string& lines) {
    return faults_of("version: 1\ninput: [games]\noutput: [{path: out.sgf, writer: {sgf: {}}}]\n" + lines);
}

TEST(Plan, TheShortestOne) {
    const Plan plan = parse("version: 1\ninput: [games]\noutput:\n  - {path: out.sgf, writer: {sgf: {}}}\n");
    ASSERT_THAT(plan.inputs, SizeIs(1));
    EXPECT_EQ(plan.inputs[0].path, "games");
    EXPECT_EQ(plan.inputs[0].format, "");
    ASSERT_THAT(plan.outputs, SizeIs(1));
    EXPECT_EQ(plan.outputs[0].path.text(), "out.sgf");
    EXPECT_EQ(plan.outputs[0].format, "sgf");
    EXPECT_EQ(plan.outputs[0].collision, Collision::number);
    EXPECT_EQ(plan.settings.policy.level(), diagnostics::Level::strict);
    EXPECT_EQ(plan.outputs[0].allowed_loss, default_allowed_loss(diagnostics::Level::strict));
    EXPECT_FALSE(plan.overwrite);
    EXPECT_TRUE(plan.quarantine.empty());
    EXPECT_EQ(plan.resolve("out.sgf"), "/home/archive/out.sgf");
    EXPECT_EQ(plan.resolve("/abs/out.sgf"), "/abs/out.sgf");
    EXPECT_EQ(plan.resolve({}), "");
}

TEST(Plan, EveryKey) {
    const Plan plan = parse(R"(
version: 1
level: archive
fix: safe
severity: {go.ko: info, value.bad-move: error}
werror: false
max-size: 1000
input:
  - path: "a/*.sgf"
    reader: {sgf: {charset: Big5}}
  - b.json
output:
  - path: "out/{date.year|none}/{stem}-{n}.sgf"
    writer: {sgf: {charset: UTF-8}}
    allow_loss: none
    collision: error
  - path: out/all.ndjson
    writer: {json: {lines: true}}
quarantine: q
report: {jsonl: r.jsonl, sarif: r.sarif}
overwrite: true
)");
    EXPECT_EQ(plan.settings.policy.level(), diagnostics::Level::archive);
    EXPECT_EQ(plan.settings.policy.fix_mode(), diagnostics::FixMode::safe);
    EXPECT_EQ(plan.settings.policy.severity("go.ko"), diagnostics::Severity::info);
    EXPECT_EQ(plan.settings.policy.severity("value.bad-move"), diagnostics::Severity::error);
    EXPECT_EQ(plan.settings.max_size, 1000U);
    ASSERT_THAT(plan.inputs, SizeIs(2));
    EXPECT_EQ(plan.inputs[0].format, "sgf");
    EXPECT_EQ(plan.inputs[0].options, (OptionValues{{"charset", "Big5"}}));
    EXPECT_EQ(plan.inputs[0].line, 9U);
    EXPECT_EQ(plan.inputs[1].path, "b.json");
    ASSERT_THAT(plan.outputs, SizeIs(2));
    EXPECT_EQ(plan.outputs[0].path.spread(), Spread::per_game);
    EXPECT_EQ(plan.outputs[0].allowed_loss, AllowedLoss::none);
    EXPECT_EQ(plan.outputs[0].collision, Collision::error);
    EXPECT_EQ(plan.outputs[1].allowed_loss, AllowedLoss::all) << "what the level allows";
    EXPECT_EQ(plan.outputs[1].options, (OptionValues{{"lines", "true"}}));
    EXPECT_EQ(plan.quarantine, "q");
    EXPECT_EQ(plan.report_jsonl, "r.jsonl");
    EXPECT_EQ(plan.report_sarif, "r.sarif");
    EXPECT_TRUE(plan.overwrite);
}

TEST(Plan, RelativePathsMayBeginElsewhere) {
    const std::string rest = "input: [games]\noutput:\n  - {path: out.sgf, writer: {sgf: {}}}\n";
    EXPECT_EQ(parse("version: 1\n" + rest).folder, "/home/archive");
    EXPECT_EQ(parse("version: 1\nfolder: ..\n" + rest).folder, "/home");
    EXPECT_EQ(parse("version: 1\nfolder: /srv/games/\n" + rest).folder, "/srv/games");
    EXPECT_EQ(parse("version: 1\nfolder: new\n" + rest).place("out.sgf"), "/home/archive/new/out.sgf");
}

TEST(Plan, KnowsWhereValuesComeFrom) {
    plugins::Registry registry = built_plugins();
    const auto look_up = [](const char* name) -> const char* {
        return std::string_view(name) == "G" ? "games" : nullptr;
    };
    const Plan plan = parse_plan(
        "version: 1\nlevel: strict\ninput: ['${G}']\noutput:\n  - {path: '${O:-out.sgf}', writer: {sgf: {}}}\n",
        "/home/archive", registry, look_up, settings_of({"level=lenient", "output.0.writer.sgf.line-width=80"}));
    const std::map<std::string, std::string> expected{
        {"level", "--set level=lenient"},
        {"input.0", "environment"},
        {"output.0.writer.sgf.line-width", "--set output.0.writer.sgf.line-width=80"}};
    EXPECT_EQ(plan.origins, expected);
}

TEST(Plan, TheOrderOfKeysDoesNotMatter) {
    const Plan plan = parse("output: [{path: o.sgf, writer: {sgf: {}}}]\ninput: [g]\nlevel: archive\nversion: 1\n");
    EXPECT_EQ(plan.outputs[0].allowed_loss, AllowedLoss::all) << "the level counts wherever it stands";
}

TEST(Plan, SingleFaults) {
    const struct {
        const char* line;
        const char* id;
        std::uint64_t column;
        const char* part;
    } cases[] = {
        {"levl: strict\n", "config.unknown-key", 1, "did you mean 'level'?"},
        {"level: loose\n", "config.bad-value", 8, "one of strict, lenient, archive"},
        {"fix: some\n", "config.bad-value", 6, "one of none, safe, guess"},
        {"werror: 1\n", "config.bad-value", 9, "true or false"},
        {"max-size: 0\n", "config.bad-value", 11, "from 1 to"},
        {"overwrite: maybe\n", "config.bad-value", 12, "true or false"},
        {"quarantine: [a]\n", "config.bad-value", 13, "takes text"},
        {"report: r.jsonl\n", "config.bad-value", 9, "a mapping, not 'r.jsonl'"},
        {"report: {json: r}\n", "config.unknown-key", 10, "did you mean 'jsonl'?"},
        {"severity: {go.kp: info}\n", "config.bad-value", 12, "did you mean go.ko?"},
        {"severity: {go.ko: fatal}\n", "config.bad-value", 19, "one of error, warning, info, off"},
        {"severity: {io.open-failed: info}\n", "config.bad-value", 12, "fatal"},
        {"report: {jsonl: out.sgf}\n", "config.bad-value", 0, "have one path"},
        {"report: {jsonl: r, sarif: ./r}\n", "config.bad-value", 9, "have one path"},
        {"version: 1\n", "config.bad-yaml", 1, "occurs twice"},
        {"tests: [{name: t, input: x, diagnostics: [go.superko, go.kp]}]\n", "config.bad-value", 55, "mean go.ko?"},
    };
    for (const auto& test : cases) {
        const std::vector<ConfigurationFault> faults = faults_with(test.line);
        ASSERT_THAT(faults, SizeIs(1)) << test.line;
        EXPECT_EQ(faults[0].id, test.id) << test.line;
        EXPECT_THAT(faults[0].message, HasSubstr(test.part));
        if (test.column != 0) {
            EXPECT_EQ(faults[0].line, 4U) << test.line;
            EXPECT_EQ(faults[0].column, test.column) << test.line;
        }
    }
}

TEST(Plan, FaultsOfInputsAndOutputs) {
    const struct {
        const char* yaml;
        const char* id;
        const char* part;
    } cases[] = {
        {"version: 1\ninput: []\noutput: [{path: o, writer: {sgf: {}}}]\n", "config.bad-value", "empty list"},
        {"version: 1\ninput: g\noutput: [{path: o, writer: {sgf: {}}}]\n", "config.bad-value", "a list, not 'g'"},
        {"version: 1\ninput: [{reader: {sgf: {}}}]\noutput: [{path: o, writer: {sgf: {}}}]\n", "config.bad-value",
         "lacks the key 'path'"},
        {"version: 1\ninput: [{files-from: g, only: [x]}]\noutput: [{path: o, writer: {sgf: {}}}]\n",
         "config.bad-value", "names each file"},
        {"version: 1\ninput: [{path: g, reader: {sfg: {}}}]\noutput: [{path: o, writer: {sgf: {}}}]\n",
         "config.unknown-name", "did you mean 'sgf'?"},
        {"version: 1\ninput: [{path: g, reader: sgf}]\noutput: [{path: o, writer: {sgf: {}}}]\n", "config.bad-value",
         "a mapping, not 'sgf'"},
        {"version: 1\ninput: [{path: g, reader: {sgf: {}, json: {}}}]\noutput: [{path: o, writer: {sgf: {}}}]\n",
         "config.bad-value", "names one format"},
        {"version: 1\ninput: [{path: g, reader: {sgf: {charst: x}}}]\noutput: [{path: o, writer: {sgf: {}}}]\n",
         "config.unknown-key", "did you mean 'charset'?"},
        {"version: 1\ninput: [{path: g, reader: {sgf: {max-depth: deep}}}]\noutput: [{path: o, writer: {sgf: {}}}]\n",
         "config.bad-value", "max-depth"},
        {"version: 1\ninput: [{path: g, reader: {sgf: {charset: [x]}}}]\noutput: [{path: o, writer: {sgf: {}}}]\n",
         "config.bad-value", "a single value"},
        {"version: 1\ninput: [g]\noutput: [{path: o}]\n", "config.bad-value", "lacks the key 'writer'"},
        {"version: 1\ninput: [g]\noutput: [{path: 'o/{stm}', writer: {sgf: {}}}]\n", "config.bad-value",
         "did you mean {stem}?"},
        {"version: 1\ninput: [g]\noutput: [{path: o, writer: {json: {lines: perhaps}}}]\n", "config.bad-value",
         "lines"},
        {"version: 1\ninput: [g]\noutput: [{path: o, writer: {sgf: {}}, allow_loss: some}]\n", "config.bad-value",
         "one of none, normalised, demoted, all"},
        {"version: 1\ninput: [g]\noutput: [{path: o, writer: {sgf: {}}}, {path: ./o, writer: {sgf: {}}}]\n",
         "config.bad-value", "have one path"},
        {"version: 2\ninput: [g]\noutput: [{path: o, writer: {sgf: {}}}]\n", "config.bad-value",
         "'version' takes 1, not '2'"},
        {"input: [g]\noutput: [{path: o, writer: {sgf: {}}}]\n", "config.bad-value", "lacks the key 'version'"},
        {"- a\n", "config.bad-value", "a pipeline is a mapping"},
        {"", "config.bad-yaml", "empty"},
        {"version: 1\ninput: [${GAMES}]\noutput: [{path: o, writer: {sgf: {}}}]\n", "config.bad-yaml", ""},
        {"version: 1\ninput: ['${GAMES}']\noutput: [{path: o, writer: {sgf: {}}}]\n", "config.bad-value",
         "GAMES is not set"},
    };
    for (const auto& test : cases) {
        const std::vector<ConfigurationFault> faults = faults_of(test.yaml);
        ASSERT_THAT(faults, SizeIs(1)) << test.yaml;
        EXPECT_EQ(faults[0].id, test.id) << test.yaml;
        EXPECT_THAT(faults[0].message, HasSubstr(test.part)) << test.yaml;
        EXPECT_GE(faults[0].line, 1U) << test.yaml;
    }
}

TEST(Plan, AllFaultsInTheOrderOfTheFile) {
    const std::vector<ConfigurationFault> faults = faults_of(
        "version: one\n"
        "levl: strict\n"
        "input:\n"
        "  - {path: '${GAMES}', reader: {sgf: {charst: x}}}\n"
        "output:\n"
        "  - {path: 'o/{stm}', writer: {sgff: {}}}\n"
        "severity: {no.such: info}\n");
    ASSERT_THAT(faults, SizeIs(7));
    for (std::size_t i = 1; i < faults.size(); ++i) {
        EXPECT_LE(std::pair(faults[i - 1].line, faults[i - 1].column), std::pair(faults[i].line, faults[i].column));
    }
    EXPECT_EQ(faults.front().line, 1U);
    EXPECT_EQ(faults.back().line, 7U);
}

// The system would end the name there, and another file would be meant.
TEST(Plan, PathsHoldNoNul) {
    const std::vector<std::string> pipelines{
        R"(folder: "f\0o")",
        R"(include: "i\0")",
        R"(include: ["i\0"])",
        R"(input: ["in\0x"])",
        R"(input: [{path: "in\0x"}])",
        R"(input: [{files-from: "in\0x"}])",
        R"(input: [{path: x, exclude: ["a\0b"]}])",
        R"(output: [{path: "a\0b", writer: {sgf: {}}}])",
        R"(output: [{path: "{stem}.sgf", archive: "a\0.zip", writer: {sgf: {}}}])",
        R"(quarantine: "q\0")",
        R"(journal: "j\0")",
        R"(passes: [{join: {cards: "c\0"}}])",
        R"(passes: [{join: {cards: [c, "c\0"]}}])",
        R"(report: {jsonl: "r\0"})",
        R"(report: {sarif: "r\0"})",
        R"(report: {html: "r\0"})",
        R"(tests: [{name: t, input: x, file: "f\0", diagnostics: []}])",
    };
    for (const std::string& line : pipelines) {
        std::string yaml = "version: 1\n" + line + "\n";
        yaml += line.starts_with("input") ? "" : "input: [games]\n";
        yaml += line.starts_with("output") ? "" : "output: [{path: out.sgf, writer: {sgf: {}}}]\n";
        const std::vector<ConfigurationFault> faults = faults_of(yaml);
        ASSERT_THAT(faults, SizeIs(1)) << line;
        EXPECT_EQ(faults[0].id, "config.bad-value") << line;
        EXPECT_THAT(faults[0].message, HasSubstr("NUL")) << line;
        EXPECT_EQ(faults[0].line, 2U) << line;
        EXPECT_GT(faults[0].column, 1U) << line;
    }
    EXPECT_THAT(faults_with(R"(tests: [{name: t, input: "a\0", diagnostics: []}])"), SizeIs(0))
        << "records are no paths";
}

TEST(Plan, AJournalHasAPathOfItsOwn) {
    for (const char* lines : {"report: {jsonl: j}\njournal: ./j\n", "report: {sarif: j}\njournal: j\n",
                              "report: {html: a/../j}\njournal: j\n", "quarantine: j\njournal: j\n",
                              "quarantine: j/\njournal: j\n", "quarantine: a\njournal: ./out.sgf\n"}) {
        const std::vector<ConfigurationFault> faults = faults_with(lines);
        ASSERT_THAT(faults, SizeIs(1)) << lines;
        EXPECT_EQ(faults[0].id, "config.bad-value") << lines;
        EXPECT_THAT(faults[0].message, HasSubstr("the journal")) << lines;
        EXPECT_EQ(faults[0].line, 5U) << lines;
        EXPECT_EQ(faults[0].column, 10U) << lines;
    }
    const std::vector<ConfigurationFault> faults = faults_of(
        "version: 1\ninput: [games]\njournal: a.zip\noutput: [{path: '{stem}.sgf', archive: a.zip, writer: {sgf: "
        "{}}}]\n");
    ASSERT_THAT(faults, SizeIs(1));
    EXPECT_THAT(faults[0].message, HasSubstr("an archive (4:10) and the journal"));
}

TEST(Plan, OutputsDoNotShareFiles) {
    const auto found = [](const std::string& first, const std::string& second, const std::string& more = {}) {
        std::vector<ConfigurationFault> faults =
            faults_of("version: 1\ninput: [games]\noutput:\n  - {" + first + ", writer: {sgf: {}}}\n  - {" + second +
                      ", writer: {json: {}}}\n" + more);
        EXPECT_LE(faults.size(), 1U) << first << ' ' << second;
        return faults.empty() ? ConfigurationFault() : faults.front();
    };
    for (const auto& [first, second] : std::vector<std::pair<std::string, std::string>>{
             {"path: 'o/{stem}'", "path: 'o/{stem}'"},
             {"path: 'o/{stem}'", "path: './o/a/../{stem|x}'"},
             {"path: 'o/{path}'", "path: 'o/{folder}/{stem}'"},
             {"path: 'o/{n}'", "path: 'o/{n:4}'"},
             {"path: '{stem}', archive: a.zip", "path: '{stem}', archive: ./a.zip"},
             {"path: o", "path: o"},
             {"path: a.zip", "path: '{stem}', archive: a.zip"}}) {
        const ConfigurationFault fault = found(first, second);
        EXPECT_EQ(fault.id, "config.bad-value") << first;
        EXPECT_THAT(fault.message, HasSubstr("(4:5)")) << "the place of the first one";
        EXPECT_EQ(fault.line, 5U);
        EXPECT_EQ(fault.column, 5U);
    }
    for (const auto& [first, second] : std::vector<std::pair<std::string, std::string>>{
             {"path: 'o/{stem}.sgf'", "path: 'o/{stem}.json'"},
             {"path: '{stem}.sgf', archive: a.zip", "path: '{stem}.json', archive: a.zip"},
             {"path: '{stem}', archive: a.zip", "path: '{stem}'"},
             {"path: '{{stem}}'", "path: '{stem}'"}}) {
        EXPECT_EQ(found(first, second).message, "") << first;
    }
    for (const char* quarantine : {"o", "./o/", "."}) {
        const ConfigurationFault fault =
            found("path: 'o/{stem}.sgf'", "path: 'p/{n}.json'", std::string("quarantine: ") + quarantine + "\n");
        EXPECT_THAT(fault.message, HasSubstr("an output (4:5)")) << quarantine;
        EXPECT_EQ(fault.line, 6U);
    }
    EXPECT_EQ(found("path: 'o/{stem}.sgf'", "path: 'o/p/{n}.json'", "quarantine: o/q\n").message, "");
}

TEST(Plan, AVariableWithoutAValueIsOneFault) {
    for (const char* yaml :
         {"version: 1\ninput: [{path: '${NONE:?the games}'}]\noutput: [{path: 'o/{stem}', writer: {sgf: {}}}]\n",
          "version: 1\ninput: [games]\noutput: [{path: '${NONE}/{stem}', writer: {sgf: {}}}]\n",
          "version: 1\nlevel: '${NONE}'\ninput: [games]\noutput: [{path: 'o/{stem}', writer: {sgf: {}}}]\n",
          "version: 1\ninput: [games]\nthreads: '${NONE}'\noutput: [{path: 'o/{stem}', writer: {sgf: {}}}]\n",
          "version: 1\ninput: [games]\noutput: [{path: o, writer: {sgf: {line-width: '${NONE}'}}}]\n"}) {
        const std::vector<ConfigurationFault> faults = faults_of(yaml);
        ASSERT_THAT(faults, SizeIs(1)) << yaml;
        EXPECT_THAT(faults[0].message, HasSubstr("NONE is not set")) << yaml;
    }
    EXPECT_THAT(faults_of("version: 1\nlevl: strict\ninput: ['${NONE}']\noutput: [{path: o, writer: {sgf: {}}}]\n"),
                SizeIs(2))
        << "other faults are said";
}

}  // namespace
}  // namespace tengen::pipeline
