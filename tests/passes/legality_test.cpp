#include "passes/legality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "passes/pass_harness.h"

namespace tengen::passes {
namespace {

using test::GameSketch;
using test::run_pass;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Legality, NamesTheMoveNumber) {
    GameSketch sketch;
    sketch.node().black("aa").node().add("W", "aa").add("MN", "30");
    LegalityPass pass;
    const test::PassResult result = run_pass(pass, sketch);
    EXPECT_THAT(result.found, ElementsAre("go.occupied 2@20"));
    EXPECT_THAT(result.messages, ElementsAre(HasSubstr("move 30, W[aa]")));
}

TEST(Legality, FindsKoAndSuperkoOncePerMove) {
    GameSketch sketch({5, 5});
    sketch.node().add("AB", {"ba", "ab", "bc"}).add("AW", {"ca", "bb", "db", "cc"}).add("PL", "B");
    sketch.black("cb").white("bb");
    LegalityPass pass;
    EXPECT_THAT(run_pass(pass, sketch).found, ElementsAre("go.ko 2@100"));
    GameSketch line({3, 1});
    line.node().black("aa").white("ca").black("ba").white("ca").black("aa");
    EXPECT_THAT(run_pass(pass, line).found, ElementsAre("go.superko 5@50"));
}

TEST(Legality, MentionsRulesThatAllowSuicide) {
    GameSketch sketch({2, 2});
    sketch.node().add("RU", "NZ").add("AW", {"ab", "ba"}).black("aa");
    LegalityPass pass;
    const test::PassResult result = run_pass(pass, sketch);
    EXPECT_THAT(result.found, ElementsAre("go.suicide 1@40"));
    EXPECT_THAT(result.messages, ElementsAre(HasSubstr("RU[NZ]")));
}

TEST(Legality, RemarksOnOrderAndPasses) {
    GameSketch sketch;
    sketch.node().add("PL", "W").black("aa").black("bb").white("").black("").white("cc");
    LegalityPass pass;
    EXPECT_THAT(run_pass(pass, sketch).found,
                ElementsAre("go.against-pl 1@20", "go.same-color 2@30", "go.after-two-passes 5@60"));
}

TEST(Legality, ExemptsHandicapMoves) {
    GameSketch sketch;
    sketch.node().add("HA", "3").black("aa").black("bb").black("cc").white("dd").white("ee");
    LegalityPass pass;
    EXPECT_THAT(run_pass(pass, sketch).found, ElementsAre("go.same-color 5@60"));
    GameSketch too_few;
    too_few.node().add("HA", "3").black("aa").black("bb").white("dd");
    EXPECT_THAT(run_pass(pass, too_few).found, ElementsAre("go.same-color 2@30"));
}

TEST(Legality, RemovesSetupWithoutEffectWhenAsked) {
    GameSketch sketch;
    sketch.node().add("FF", "4").add("AE", "aa:ii").node().add("AB", "cc").add("AE", "dd").node().add("AB", "cc");
    sketch.black("ee");
    LegalityPass pass;
    const test::PassResult result = run_pass(pass, sketch, {"node.setup-no-effect"});
    EXPECT_THAT(result.found,
                ElementsAre("node.setup-no-effect 0@20", "node.setup-no-effect 1@40", "node.setup-no-effect 2@50"));
    EXPECT_EQ(result.changed, "(;FF[4];AB[cc];;B[ee])");
}

TEST(Legality, NamesSetupWithoutLiberties) {
    GameSketch sketch({5, 5});
    sketch.node().add("AW", "aa").add("AB", {"ab", "ba"});
    LegalityPass pass;
    EXPECT_THAT(run_pass(pass, sketch).found, ElementsAre("go.setup-no-liberties 0@10"));
}

TEST(Legality, IsSilentAboutStreamsAndOtherGames) {
    GameSketch sketch;
    sketch.node().black("aa").white("aa");
    LegalityPass pass;
    sketch.storage().streams.push_back({1, TENGEN_SOURCE_CLOCK, {0, 0}, {0, 0}, 0, 0});
    EXPECT_THAT(run_pass(pass, sketch).found, IsEmpty());
    sketch.storage().streams.clear();
    EXPECT_THAT(run_pass(pass, sketch).found, ElementsAre("go.occupied 2@20"));
    sketch.storage().header.game_kind = 2;
    EXPECT_THAT(run_pass(pass, sketch).found, IsEmpty());
}

}  // namespace
}  // namespace tengen::passes
