#include "pipeline/schema/include.h"

#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/temporary_folder.h"
#include "pipeline/pipeline_fixture.h"
#include "pipeline/plan.h"

namespace tengen::pipeline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const char* environment(const char* name) {
    return std::string_view(name) == "ODD" ? "a[1]{x}*" : nullptr;
}

class IncludeTest : public testing::Test {
protected:
    Plan plan(const std::string& yaml, const std::vector<std::string>& settings = {}) {
        return parse_plan("version: 1\n" + yaml, folder.path(), registry, environment, settings_of(settings));
    }
    ConfigurationError error(const std::string& yaml, const std::vector<std::string>& settings = {}) {
        try {
            static_cast<void>(plan(yaml, settings));
        } catch (const ConfigurationError& error) {
            return error;
        }
        ADD_FAILURE() << yaml;
        return ConfigurationError(ConfigurationFault{});
    }

    static constexpr const char* rest = "input: [in]\noutput: [{path: o.sgf, writer: {sgf: {}}}]\n";
    io::TemporaryFolder folder;
    plugins::Registry registry = built_plugins();
};

TEST_F(IncludeTest, KeysThatAreMissingComeFromTheFile) {
    folder.write("shared/house.yaml", "include: rules.yaml\nlevel: archive\nquarantine: q\n");
    folder.write("shared/rules.yaml", "level: strict\nwerror: true\n");
    const Plan plan = this->plan(std::string("include: shared/house.yaml\nquarantine: mine\n") + rest);
    EXPECT_EQ(plan.settings.policy.level(), diagnostics::Level::archive) << "the nearer file counts";
    EXPECT_TRUE(plan.settings.policy.werror());
    EXPECT_EQ(plan.quarantine, "mine");
}

TEST_F(IncludeTest, ThePlanKnowsItsFiles) {
    folder.write("shared/house.yaml", "include: rules.yaml\nlevel: archive\n");
    folder.write("shared/rules.yaml", "werror: true\n");
    const Plan plan = this->plan(std::string("include: shared/house.yaml\n") + rest);
    EXPECT_THAT(plan.sources, ElementsAre(folder / "shared/house.yaml", folder / "shared/rules.yaml"));
}

TEST_F(IncludeTest, BlocksAnywhere) {
    folder.write("reader.yaml", "reader: {sgf: {charset: Big5}}\n");
    const Plan plan = this->plan(
        "input: [{path: a, include: reader.yaml}, {path: b, include: [reader.yaml]}]\n"
        "output: [{path: o.sgf, writer: {sgf: {}}}]\n");
    ASSERT_EQ(plan.inputs.size(), 2U);
    EXPECT_EQ(plan.inputs[1].format, "sgf");
    EXPECT_EQ(plan.inputs[1].options, (OptionValues{{"charset", "Big5"}}));
}

TEST_F(IncludeTest, FaultsNameTheFile) {
    folder.write("wrong.yaml", "level: leniant\n");
    const ConfigurationError wrong = error(std::string("include: wrong.yaml\n") + rest);
    EXPECT_EQ(wrong.faults().front().file, "wrong.yaml");
    EXPECT_EQ(wrong.faults().front().line, 1U);
    EXPECT_EQ(error(std::string("include: none.yaml\n") + rest).faults().front().id, "io.open-failed");
    folder.write("circle.yaml", "include: circle.yaml\n");
    EXPECT_THAT(error(std::string("include: circle.yaml\n") + rest).faults().front().message, HasSubstr("deep"));
}

TEST_F(IncludeTest, SettingsCountBeforeAllElse) {
    const Plan plan = this->plan(std::string("level: strict\n") + rest,
                                 {"level=lenient", "output.0.path=other.sgf", "report.jsonl=r.jsonl", "input=[a, b]"});
    EXPECT_EQ(plan.settings.policy.level(), diagnostics::Level::lenient);
    EXPECT_EQ(plan.outputs[0].path.text(), "other.sgf");
    EXPECT_EQ(plan.report_jsonl, "r.jsonl");
    EXPECT_EQ(plan.inputs.size(), 2U);
    // Ids have dots of their own.
    const Plan judged = this->plan(std::string("level: archive\n") + rest,
                                   {"severity.container.damaged=error", "severity.sgf.text-before=off"});
    EXPECT_EQ(judged.settings.policy.severity("container.damaged"), diagnostics::Severity::error);
    EXPECT_EQ(judged.settings.policy.severity("sgf.text-before"), diagnostics::Severity::off);
    EXPECT_THAT(error(rest, {"levl=x"}).faults().front().file, HasSubstr("--set levl=x"));
    EXPECT_THAT(error(rest, {"output.3.path=x"}).faults().front().message, HasSubstr("no place"));
    EXPECT_THAT(error(rest, {"level"}).faults().front().message, HasSubstr("KEY=VALUE"));
}

TEST_F(IncludeTest, EnvironmentIsNoPattern) {
    const Plan plan =
        this->plan("input: ['${ODD}', '${ODD}/*.sgf']\noutput: [{path: '${ODD}/{stem}.sgf', writer: {sgf: {}}}]\n");
    EXPECT_TRUE(plan.inputs[0].is_literal);
    EXPECT_EQ(plan.inputs[0].path, "a[1]{x}*");
    EXPECT_FALSE(plan.inputs[1].is_literal);
    EXPECT_EQ(plan.inputs[1].path, "a\\[1\\]\\{x\\}\\*/*.sgf");
    TemplateValues values;
    values.input = "game.sgf";
    EXPECT_EQ(plan.outputs[0].path.expand(values), "a[1]{x}*/game.sgf");
}

}  // namespace
}  // namespace tengen::pipeline
