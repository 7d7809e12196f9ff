#include "diagnostics/did_you_mean.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tengen::diagnostics {
namespace {

using ::testing::ElementsAre;

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
    EXPECT_EQ(edit_distance("komi", "komi", 9), 0U);
    EXPECT_EQ(edit_distance("komi", "kommi", 9), 1U);
    EXPECT_EQ(edit_distance("komi", "kom", 9), 1U);
    EXPECT_EQ(edit_distance("komi", "kimi", 9), 1U);
    EXPECT_EQ(edit_distance("komi", "kmoi", 9), 1U);
    EXPECT_EQ(edit_distance("kitten", "sitting", 9), 3U);
    EXPECT_EQ(edit_distance("", "abc", 9), 3U);
    EXPECT_EQ(edit_distance("abc", "", 9), 3U);
    EXPECT_EQ(edit_distance("", "", 9), 0U);
    EXPECT_EQ(edit_distance("KOMI", "komi", 9), 0U);
}

TEST(EditDistance, IsSymmetric) {
    const std::vector<std::string> words{"charset", "chraset", "handicap", "hadnicpa", "a", "", "setup"};
    for (const std::string& left : words) {
        for (const std::string& right : words) {
            EXPECT_EQ(edit_distance(left, right, 99), edit_distance(right, left, 99)) << left << ' ' << right;
        }
    }
}

TEST(EditDistance, StopsAtTheLimit) {
    EXPECT_EQ(edit_distance("kitten", "sitting", 3), 3U);
    EXPECT_EQ(edit_distance("kitten", "sitting", 2), 3U);
    EXPECT_EQ(edit_distance("kitten", "sitting", 0), 1U);
    EXPECT_EQ(edit_distance(std::string(1000000, 'x'), "komi", 2), 3U);
    // The swap at the very end needs the row before the last one.
    EXPECT_EQ(edit_distance("abcdba", "abcdab", 1), 1U);
}

TEST(NearestName, KnowsSlipsAndLeavesStrangersAlone) {
    const std::vector<std::string> keys{"input", "level", "passes", "output", "report", "threads", "quarantine"};
    EXPECT_EQ(nearest_name("ouput", keys), "output");
    EXPECT_EQ(nearest_name("pasess", keys), "passes");
    EXPECT_EQ(nearest_name("Level", keys), "level");
    EXPECT_EQ(nearest_name("quarantene", keys), "quarantine");
    EXPECT_EQ(nearest_name("banana", keys), std::nullopt);
    EXPECT_EQ(nearest_name("", keys), std::nullopt);
    EXPECT_EQ(nearest_name("x", std::vector<std::string>{"y"}), std::nullopt);
}

TEST(NearestNames, GivesTheBestFirstAndKeepsTheOrderOfEquals) {
    NearestNames nearest("sgff", 3);
    for (const char* name : {"gif", "rgf", "sgf", "sgfs", "sgfx", "json"}) {
        nearest.offer(name);
    }
    EXPECT_THAT(nearest.best(), ElementsAre("sgf", "sgfs", "sgfx"));
}

}  // namespace
}  // namespace tengen::diagnostics
