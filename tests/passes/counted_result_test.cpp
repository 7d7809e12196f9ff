#include "passes/counted_result.h"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "passes/legality.h"
#include "passes/pass_harness.h"

namespace tengen::passes {
namespace {

using test::GameSketch;
using test::run_pass;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Information {
    std::string_view result;
    std::string_view komi = "0";
    std::string_view rules = {};
    std::string_view handicap = {};
};

// B . B . W . .  where Black took a white stone on the second point.
std::vector<std::string> found(const Information& info, bool goes_on = false) {
    GameSketch sketch({7, 1});
    sketch.node().add("RE", info.result);
    if (!info.komi.empty()) {
        sketch.add("KM", info.komi);
    }
    if (!info.rules.empty()) {
        sketch.add("RU", info.rules);
    }
    if (!info.handicap.empty()) {
        sketch.add("HA", info.handicap);
    }
    sketch.black("ca").white("ba").black("aa").white("ea").node().add("TB", "ba").add("TW", "fa");
    if (goes_on) {
        sketch.black("da");
    }
    LegalityPass pass;
    return run_pass(pass, sketch).found;
}

// Territory: Black 1 and a prisoner, White 1: Black leads by 1. Area: Black 2 + 1, White 1 + 1: by 1 as well.
TEST(CountedResult, AgreesWithTheCount) {
    EXPECT_THAT(found({"B+1"}), IsEmpty());
    EXPECT_THAT(found({"B+1.0"}), IsEmpty());
    EXPECT_THAT(found({"B+0.5", "0.5"}), IsEmpty());
    EXPECT_THAT(found({"W+5.5", "6.5", "Japanese"}), IsEmpty());
    EXPECT_THAT(found({"0", "1"}), IsEmpty());
}

TEST(CountedResult, IsReportedWhereItDiffers) {
    EXPECT_THAT(found({"W+1"}), ElementsAre("info.result-differs 0@10"));
    EXPECT_THAT(found({"B+2"}), ElementsAre("info.result-differs 0@10"));
    EXPECT_THAT(found({"0"}), ElementsAre("info.result-differs 0@10"));
    EXPECT_THAT(found({"B+1", "6.5"}), ElementsAre("info.result-differs 0@10"));
}

TEST(CountedResult, SaysWhatTheCountGives) {
    GameSketch sketch({3, 1});
    sketch.node().add("RE", "W+3").add("KM", "0.5").black("ba").node().add("TB", {"aa", "ca"});
    LegalityPass pass;
    EXPECT_THAT(run_pass(pass, sketch).messages, ElementsAre(HasSubstr("territory gives B+1.5, area B+2.5")));
}

TEST(CountedResult, FollowsTheRules) {
    const auto count = [](std::string_view result, std::string_view rules, std::string_view handicap = {}) {
        GameSketch sketch({3, 1});
        sketch.node().add("RE", result).add("KM", "0");
        if (!rules.empty()) {
            sketch.add("RU", rules);
        }
        if (!handicap.empty()) {
            sketch.add("HA", handicap).add("AB", "ba");
        } else {
            sketch.black("ba");
        }
        sketch.node().add("TB", {"aa", "ca"});
        LegalityPass pass;
        return run_pass(pass, sketch).found.empty();
    };
    EXPECT_TRUE(count("B+2", "Japanese"));
    EXPECT_FALSE(count("B+3", "Japanese"));
    EXPECT_FALSE(count("B+3", "Korean"));
    EXPECT_TRUE(count("B+3", "Chinese"));
    EXPECT_TRUE(count("B+1.5", "Chinese"));  // stones, which are two points each
    EXPECT_FALSE(count("B+2", "Chinese"));
    EXPECT_TRUE(count("B+2", "AGA"));
    EXPECT_TRUE(count("B+3", "AGA"));
    EXPECT_TRUE(count("B+2", ""));
    EXPECT_TRUE(count("B+3", "house rules"));
    EXPECT_TRUE(count("B+1", "Chinese", "2"));  // Black gives back what the handicap was worth
    EXPECT_TRUE(count("B+2", "Chinese", "2"));
    EXPECT_FALSE(count("B+2", "Chinese", "4"));
}

TEST(CountedResult, NeedsAMarginKomiAndACount) {
    EXPECT_THAT(found({"W+R"}), IsEmpty());
    EXPECT_THAT(found({"W+"}), IsEmpty());
    EXPECT_THAT(found({"?"}), IsEmpty());
    EXPECT_THAT(found({"W+1", ""}), IsEmpty());         // an unknown komi
    EXPECT_THAT(found({"W+1", "half"}), IsEmpty());     // named when it was typed
    EXPECT_THAT(found({"W+1", "0"}, true), IsEmpty());  // play went on
    GameSketch sketch({3, 1});
    sketch.node().add("RE", "W+9").add("KM", "0").black("ba");
    LegalityPass pass;
    EXPECT_THAT(run_pass(pass, sketch).found, IsEmpty());
}

TEST(CountedResult, LooksAtTheMainLineOnly) {
    GameSketch sketch({3, 1});
    sketch.node().add("RE", "W+9").add("KM", "0").black("ba");
    sketch.node(0).add("W", "ba").node().add("TW", {"aa", "ca"});
    LegalityPass pass;
    EXPECT_THAT(run_pass(pass, sketch).found, IsEmpty());
}

}  // namespace
}  // namespace tengen::passes
