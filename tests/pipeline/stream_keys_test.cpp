// Recordings in pipelines: the same settings as on the command line.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/temporary_folder.h"
#include "pipeline/pipeline_fixture.h"
#include "pipeline/plan.h"
#include "pipeline/run.h"
#include "pipeline/schema/json_schema.h"
#include "pipeline/schema/pipeline_keys.h"

namespace tengen::pipeline {
namespace {

using io::content_of;
using testing::HasSubstr;

constexpr const char* recording =
    "(;FF[4]GM[1]SZ[9](;GS[];TS[1]B[cc]TS[1]C[One]TS[2])(;GS[];TS[1]B[dd]TS[1]C[Two]TS[3]))";

class StreamKeys : public testing::Test {
protected:
    std::string output_of(const std::string& format, const std::string& streams, const char* record = recording) {
        const std::string out = "out" + std::to_string(++outputs) + "." + format;
        folder.write("in.rgf", record);
        const Plan plan = parse_plan("version: 1\nlevel: lenient\ninput: [in.rgf]\noutput: [{path: " + out +
                                         ", writer: {" + format + ": {}}, streams: " + streams + "}]\n",
                                     folder.path(), registry, no_environment);
        Recorder report;
        const RunResult result = pipeline::run(plan, registry, report);
        EXPECT_TRUE(result.books.balance());
        std::string text = content_of(folder / out);
        std::erase(text, '\n');
        return text;
    }
    std::vector<ConfigurationFault> faults_of(const std::string& streams, const std::string& format = "sgf") {
        try {
            static_cast<void>(parse_plan(
                "version: 1\ninput: [a]\noutput: [{path: b, writer: {" + format + ": {}}, streams: " + streams + "}]\n",
                folder.path(), registry, no_environment));
        } catch (const ConfigurationError& error) {
            return error.faults();
        }
        return {};
    }

    io::TemporaryFolder folder;
    plugins::Registry registry = built_plugins();
    int outputs = 0;
};

TEST_F(StreamKeys, ChooseTheInstant) {
    EXPECT_THAT(output_of("sgf", "{at: initial}"), HasSubstr("(;)(;)"));
    EXPECT_THAT(output_of("sgf", "{at: 1}"), HasSubstr("(;;B[cc])(;;B[dd])"));
    EXPECT_THAT(output_of("sgf", "{at: '0=1,1=final'}"), HasSubstr("(;;B[cc])(;;B[dd]C[Two])"));
    EXPECT_THAT(output_of("sgf", "{}"), HasSubstr("(;;B[cc]C[One])(;;B[dd]C[Two])"));
    EXPECT_THAT(output_of("rgf", "{}"), HasSubstr("GS[];TS[1]B[cc]TS[1]"));
    EXPECT_THAT(output_of("rgf", "{at: final}"), testing::Not(HasSubstr("GS")));
}

TEST_F(StreamKeys, ChooseTheLayout) {
    EXPECT_THAT(output_of("sgf", "{layout: one=1}"), HasSubstr(";B[dd]"));
    EXPECT_THAT(output_of("sgf", "{layout: one=1}"), testing::Not(HasSubstr(";B[cc]")));
    EXPECT_THAT(output_of("sgf", "{layout: split}"), HasSubstr(")(;FF[4]"));
}

TEST_F(StreamKeys, ALayoutIsForTreesOfAnyFormat) {
    for (const char* const format : {"json", "rgf"}) {
        const std::string black = format == std::string("json") ? R"({"id":"B","v":["dd"]})" : "B[dd]";
        const std::string other = format == std::string("json") ? R"({"id":"B","v":["cc"]})" : "B[cc]";
        const std::string one = output_of(format, "{at: final, layout: one=1}");
        EXPECT_THAT(one, HasSubstr(black));
        EXPECT_THAT(one, testing::Not(HasSubstr(other)));
        const std::string both = output_of(format, "{at: final}");
        EXPECT_THAT(both, HasSubstr(black));
        EXPECT_THAT(both, HasSubstr(other));
        // Recordings that stay recordings are not laid out.
        const auto faults = faults_of("{layout: one=1}", format);
        ASSERT_EQ(faults.size(), 1u);
        EXPECT_EQ(faults[0].message,
                  "'layout' is about trees, and " + std::string(format) + " holds recordings: it needs 'at'");
        EXPECT_EQ(faults[0].line, 3u);
    }
}

TEST_F(StreamKeys, DetachAndCursors) {
    EXPECT_THAT(output_of("rgf", "{detach: 1}"),
                HasSubstr("C[One]TS[2])(;;B[cc])(;GS[];TS[1]B[dd]TS[1]C[Two]TS[3])(;;B[dd])"));
    EXPECT_THAT(output_of("json", "{at: 2}"),
                HasSubstr("\"cursors\":[{\"stream\":0,\"time\":\"2\",\"position\":\"/0\""));
}

TEST_F(StreamKeys, ImportTimes) {
    constexpr const char* game = "(;FF[4]GM[1]SZ[9]TM[300];B[cc]BL[295];W[dd])";
    EXPECT_THAT(output_of("rgf", "{import-times: true, step: 0.5}", game),
                HasSubstr(";TS[5]B[cc]TS[5]BL[295]TS[5];TS[5.5]W[dd]TS[5.5]"));
    EXPECT_THAT(output_of("rgf", "{}", game), testing::Not(HasSubstr("GS")));
}

TEST_F(StreamKeys, ContainersAreNotWritten) {
    for (const char* const path : {"out/{stem}.rgz", "a.RGT"}) {
        try {
            static_cast<void>(
                parse_plan("version: 1\ninput: [a]\noutput: [{path: '" + std::string(path) + "', writer: {rgf: {}}}]\n",
                           folder.path(), registry, no_environment));
            FAIL() << path;
        } catch (const ConfigurationError& error) {
            EXPECT_THAT(error.what(), HasSubstr("a pipeline writes no containers"));
        }
    }
}

TEST_F(StreamKeys, AreInTheSchema) {
    const std::string text = schema::json_schema(registry);
    for (const schema::Key& key : schema::stream_keys()) {
        EXPECT_THAT(text, HasSubstr("\"" + std::string(key.name) + "\": {"));
    }
}

TEST_F(StreamKeys, AStreamThatAGameLacksRefusesThatGame) {
    for (const char* const streams : {"{layout: one=2}", "{at: '2=1'}", "{detach: '2=1'}"}) {
        folder.write("in.rgf", recording);
        folder.write("plain.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
        const std::string out = "refused" + std::to_string(++outputs) + ".sgf";
        const Plan plan = parse_plan(
            "version: 1\nlevel: lenient\ninput: [in.rgf, plain.sgf]\nquarantine: q\n"
            "overwrite: true\noutput: [{path: " +
                out + ", writer: {sgf: {}}, streams: " + streams + "}]\n",
            folder.path(), registry, no_environment);
        Recorder report;
        const RunResult result = pipeline::run(plan, registry, report);
        EXPECT_TRUE(result.books.balance());
        EXPECT_TRUE(result.rejected);
        ASSERT_EQ(report.count("config.bad-value"), 1u) << streams;
        const diagnostics::Diagnostic& fault = *report.find("config.bad-value");
        EXPECT_EQ(fault.game, 0u);
        EXPECT_THAT(fault.message, HasSubstr("names the recorded stream 2, the game has the streams 0 to 1"));
        EXPECT_EQ(content_of(folder / out), "(;FF[4]GM[1]SZ[9];B[ee])\n");  // the game without a recording
    }
}

TEST_F(StreamKeys, SayWhatDoesNotFit) {
    EXPECT_TRUE(faults_of("{at: 1.5, layout: push, detach: 0=initial, import-times: true, step: 2}").empty());
    for (const char* const wrong :
         {"{at: soon}", "{at: -1}", "{layout: two}", "{layout: one}", "{detach: x}", "{import-times: perhaps}",
          "{import-times: true, step: 0}", "{byoyomi-step: x}", "{step: 1}", "{when: 1}", "{at: '0=1,0=2'}", "[1]"}) {
        const auto faults = faults_of(wrong);
        ASSERT_EQ(faults.size(), 1u) << wrong;
        EXPECT_EQ(faults[0].line, 3u);
        EXPECT_GT(faults[0].column, 40u);
    }
    EXPECT_EQ(faults_of("{at: soon, layout: two}").size(), 2u);
    EXPECT_THAT(faults_of("{detatch: 1}").front().message, HasSubstr("did you mean 'detach'?"));
}

}  // namespace
}  // namespace tengen::pipeline
