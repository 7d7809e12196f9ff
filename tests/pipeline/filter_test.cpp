#include "pipeline/filter.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/source.h"
#include "pipeline/input_reader.h"
#include "pipeline/pipeline_fixture.h"

namespace tengen::pipeline {
namespace {

using testing::HasSubstr;

class Asker final : public GameConsumer {
public:
    explicit Asker(const Filter& filter) : filter_(filter) {}
    void take(const ReadGame& game) override { answer = filter_.accepts(game.game); }
    bool answer = false;

private:
    const Filter& filter_;
};

class FilterTest : public testing::Test {
protected:
    bool accepts(const std::string& condition, const std::string& game = usual) {
        std::string fault;
        const auto filter = Filter::parse(condition, fault);
        EXPECT_TRUE(filter) << condition << ": " << fault;
        if (!filter) {
            return false;
        }
        Settings settings;
        Recorder report;
        InputReader reader(registry, charsets, settings, report);
        Asker asker(*filter);
        io::Input input;
        input.name = "game.sgf";
        input.bytes = io::Bytes::copy_of(game);
        reader.read(input, asker);
        return asker.answer;
    }
    static std::string fault(const std::string& condition) {
        std::string fault;
        EXPECT_FALSE(Filter::parse(condition, fault)) << condition;
        return fault;
    }

    static constexpr const char* usual =
        "(;FF[4]GM[1]SZ[19]PB[Honinbo Shusaku]PW[Gennan]DT[1846-09-11]KM[0]RE[B+2]HA[0];B[qd];W[dc](;B[pq])(;B[oc]))";
    plugins::Registry registry = built_plugins();
    plugins::CharsetServices charsets;
};

TEST_F(FilterTest, Comparisons) {
    EXPECT_TRUE(accepts("board.size == 19"));
    EXPECT_FALSE(accepts("board.size != 19"));
    EXPECT_TRUE(accepts("board.columns>=19"));
    EXPECT_TRUE(accepts("date >= \"1846\" and date < '1847'"));
    EXPECT_TRUE(accepts("date.year == 1846"));
    EXPECT_TRUE(accepts("black contains \"Shusaku\""));
    EXPECT_FALSE(accepts("white contains 'Shusaku'"));
    EXPECT_TRUE(accepts("result.winner == 'black' and result.by == 'points'"));
    EXPECT_TRUE(accepts("moves == 3"));
    EXPECT_TRUE(accepts("nodes == 5"));
    EXPECT_TRUE(accepts("variations == 1"));
    EXPECT_TRUE(accepts("komi < 0.5"));
    EXPECT_TRUE(accepts("streams == 0 and game == 1"));
}

TEST_F(FilterTest, WordsAndParentheses) {
    EXPECT_TRUE(accepts("black"));
    EXPECT_FALSE(accepts("event"));
    EXPECT_TRUE(accepts("not event"));
    EXPECT_TRUE(accepts("event or black and white"));
    EXPECT_FALSE(accepts("(event or black) and round"));
    EXPECT_TRUE(accepts("not (event or round)"));
    EXPECT_TRUE(accepts("not not black"));
    EXPECT_TRUE(accepts("not event and not round"));
}

TEST_F(FilterTest, WhatAGameDoesNotSayMeetsNoComparison) {
    EXPECT_FALSE(accepts("event == 'x'"));
    EXPECT_FALSE(accepts("event != 'x'"));
    EXPECT_FALSE(accepts("komi == 0", "(;FF[4]GM[1]SZ[19];B[qd])"));
    EXPECT_FALSE(accepts("board.size == 9", "(;FF[4]GM[1]SZ[9:13];B[ee])"));
    EXPECT_TRUE(accepts("board.rows == 13", "(;FF[4]GM[1]SZ[9:13];B[ee])"));
}

TEST_F(FilterTest, FaultsSayWhere) {
    EXPECT_THAT(fault("blck == 'x'"), HasSubstr("did you mean 'black'?"));
    EXPECT_THAT(fault("board.size == '19'"), HasSubstr("without quotes"));
    EXPECT_THAT(fault("black == 19"), HasSubstr("quotes"));
    EXPECT_THAT(fault("komi contains '6'"), HasSubstr("number"));
    EXPECT_THAT(fault("black =="), HasSubstr("at 9"));
    EXPECT_THAT(fault("black and"), HasSubstr("at 10"));
    EXPECT_THAT(fault("(black"), HasSubstr("')'"));
    EXPECT_THAT(fault("black white"), HasSubstr("at 7"));
    EXPECT_THAT(fault(""), HasSubstr("a condition"));
    EXPECT_THAT(fault(std::string(3000, '(')), HasSubstr("at most"));
    EXPECT_THAT(fault("black == 19"), HasSubstr("at 10"));
    EXPECT_THAT(fault("board.size == 1e400"), HasSubstr("'1e400' is beyond the numbers that can be compared (at 15)"));
    EXPECT_THAT(fault("board.size = 19"), HasSubstr("at 12, where '= 19' stands; equal is =="));
    EXPECT_THAT(fault("result.winner == 'B'"),
                HasSubstr("'result.winner' is never 'B'; there are black, white, draw, void (at 18)"));
    EXPECT_THAT(fault("not result.by != 'resignation'"), HasSubstr("points, resign, time, forfeit, unspecified"));
    EXPECT_THAT(fault("komi == inf"), HasSubstr("a number or a text in quotes at 9"));
}

TEST_F(FilterTest, NumbersAsTheyAreWritten) {
    const std::string game = "(;FF[4]GM[1]SZ[19]KM[-0.5];B[qd])";
    for (const char* condition : {"komi == -0.5", "komi == -.5", "komi == -5e-1", "komi < +1.",
                                  "komi==-0.50and moves==1", "not komi == 0.5E+0"}) {
        EXPECT_TRUE(accepts(condition, game)) << condition;
    }
}

// Every place where something can be missing: messages speak of conditions, not of the parser's types.
TEST_F(FilterTest, FaultsSpeakOfConditions) {
    for (const char* condition : {"black and or white",
                                  "black or",
                                  "black or or",
                                  "black and",
                                  "black and (",
                                  "black or (",
                                  "black and not",
                                  "black or not",
                                  "not",
                                  "not not",
                                  "(",
                                  "()",
                                  "(black",
                                  "(black and",
                                  "(black or",
                                  "(black))",
                                  "black ==",
                                  "black == and",
                                  "black == \"x",
                                  "black == x",
                                  "black contains",
                                  "black contains 3",
                                  "black contains 'x",
                                  "komi == 1e",
                                  "komi == .",
                                  "komi <",
                                  "komi < and",
                                  "komi = 3",
                                  "and",
                                  "or",
                                  "contains",
                                  "black and and",
                                  "black and or",
                                  "black or and",
                                  "black white",
                                  "black and white or",
                                  "black == 'x' or",
                                  "black == 'x' and ==",
                                  "black or white and",
                                  "black or white and not (",
                                  "1",
                                  "'x'",
                                  "",
                                  " ",
                                  ")",
                                  "==",
                                  "black & white",
                                  "nonsense",
                                  "black and nonsense",
                                  "komi == 1e999",
                                  "komi == -1e999",
                                  "komi contains '1'",
                                  "komi == 'x'",
                                  "black == 1"}) {
        const std::string said = fault(condition);
        EXPECT_THAT(said, testing::HasSubstr(" ")) << condition;
        EXPECT_THAT(said, testing::Not(HasSubstr("boost"))) << condition;
        EXPECT_THAT(said, testing::Not(HasSubstr("spirit"))) << condition;
        EXPECT_THAT(said, testing::Not(HasSubstr("undefined"))) << condition;
        EXPECT_THAT(said, testing::AnyOf(HasSubstr("there should be a"), HasSubstr("there should be '"),
                                         HasSubstr("there should be ')'"), HasSubstr("(at ")))
            << condition;
    }
}

}  // namespace
}  // namespace tengen::pipeline
