#include "passes/dialects.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "diagnostics/catalogue.h"
#include "passes/conditions.h"
#include "passes/handicap.h"
#include "passes/komi.h"
#include "passes/pass_harness.h"
#include "passes/persons.h"
#include "passes/standard.h"
#include "passes/structure.h"

namespace tengen::passes {
namespace {

using test::GameSketch;
using test::run_pass;
using testing::ElementsAre;

Dialects with(DialectRule rule, Switch position) {
    Dialects dialects;
    dialects.set(rule, position);
    return dialects;
}

TEST(Dialects, HaveNamesAndDiagnostics) {
    std::set<std::string_view> names;
    for (const DialectRuleInfo& info : dialect_rules()) {
        EXPECT_TRUE(names.insert(info.name).second);
        EXPECT_EQ(find_dialect_rule(info.name), info.rule);
        EXPECT_NE(diagnostics::find(info.id), nullptr) << info.id;
    }
    EXPECT_EQ(names.size(), 7U);
    EXPECT_EQ(find_dialect_rule("fox"), std::nullopt);
}

TEST(Dialects, AreSwitchedOneByOne) {
    Dialects dialects;
    EXPECT_TRUE(dialects.applies(DialectRule::fox_komi, true));
    EXPECT_FALSE(dialects.applies(DialectRule::fox_komi, false));
    EXPECT_FALSE(dialects.may_repair("info.komi-suspect"));
    dialects.set(DialectRule::fox_komi, Switch::on);
    EXPECT_TRUE(dialects.applies(DialectRule::fox_komi, false));
    EXPECT_FALSE(dialects.applies(DialectRule::zero_handicap, false));
    EXPECT_TRUE(dialects.may_repair("info.komi-suspect"));
    dialects.forbid_changes();
    EXPECT_FALSE(dialects.applies(DialectRule::fox_komi, false));
    dialects.set_all(Switch::off);
    EXPECT_FALSE(dialects.applies(DialectRule::fox_komi, true));
    dialects.forbid_changes();
    EXPECT_FALSE(dialects.applies(DialectRule::fox_komi, true));
}

TEST(Dialects, FoxKomi) {
    GameSketch sketch;
    sketch.node().add("KM", "650").add("AP", "foxwq:1");
    KomiPass on(with(DialectRule::fox_komi, Switch::on));
    EXPECT_EQ(run_pass(on, sketch).changed, "(;KM[6.5]AP[foxwq:1])");
    KomiPass off(with(DialectRule::fox_komi, Switch::off));
    EXPECT_EQ(run_pass(off, sketch, {"*"}).changed, "");
    GameSketch other;
    other.node().add("KM", "650");
    EXPECT_EQ(run_pass(on, other).changed, "");
    EXPECT_EQ(run_pass(off, other, {"*"}).changed, "(;KM[6.5])");
}

TEST(Dialects, ZeroHandicap) {
    GameSketch sketch;
    sketch.node().add("HA", "0").add("PB", "Ann");
    HandicapPass on({}, with(DialectRule::zero_handicap, Switch::on));
    EXPECT_EQ(run_pass(on, sketch).changed, "(;PB[Ann])");
    HandicapPass off({}, with(DialectRule::zero_handicap, Switch::off));
    EXPECT_EQ(run_pass(off, sketch, {"*"}).changed, "");
    GameSketch repeated;
    repeated.node().add("HA", "0").add("PB", "Ann").add("HA", "0");
    EXPECT_EQ(run_pass(on, repeated).changed, "(;PB[Ann])");
    GameSketch contradicted;  // the first HA counts, and another one must not come in its place, nor vanish
    contradicted.node().add("HA", "0").add("PB", "Ann").add("HA", "3");
    EXPECT_EQ(run_pass(on, contradicted).changed, "");
    GameSketch one;
    one.node().add("HA", "1");
    EXPECT_EQ(run_pass(on, one, {"*"}).changed, "");
}

TEST(Dialects, HandicapMoves) {
    GameSketch sketch;
    sketch.node().add("HA", "2").black("aa").black("bb").white("cc");
    HandicapPass on({}, with(DialectRule::handicap_moves, Switch::on));
    EXPECT_EQ(run_pass(on, sketch).changed, "(;HA[2]AB[aa][bb];W[cc])");
    HandicapOptions options;
    options.to_setup = true;
    HandicapPass off(options, with(DialectRule::handicap_moves, Switch::off));
    EXPECT_EQ(run_pass(off, sketch).changed, "");
}

TEST(Dialects, KgsRank) {
    GameSketch sketch;
    sketch.node().add("BR", "-").add("WR", "strong").add("PB", "Ann");
    PersonsPass on(with(DialectRule::kgs_rank, Switch::on));
    const test::PassResult result = run_pass(on, sketch);
    EXPECT_EQ(result.changed, "(;WR[strong]PB[Ann])");
    EXPECT_EQ(result.found.size(), 2U);
    PersonsPass automatic;
    EXPECT_EQ(run_pass(automatic, sketch, {"*"}).changed, "");
}

TEST(Dialects, OgsRules) {
    GameSketch sketch;
    sketch.node().add("RU", "japanese");
    ConditionsPass on(with(DialectRule::ogs_rules, Switch::on));
    EXPECT_EQ(run_pass(on, sketch).changed, "(;RU[Japanese])");
    ConditionsPass off(with(DialectRule::ogs_rules, Switch::off));
    EXPECT_EQ(run_pass(off, sketch, {"*"}).changed, "");
}

TEST(Dialects, CyberoroNames) {
    GameSketch sketch;
    sketch.node().add("RD", "2001-02-03").add("TE", "Cup");
    StructurePass off(with(DialectRule::cyberoro_names, Switch::off));
    EXPECT_EQ(run_pass(off, sketch, {"*"}).changed, "");
    StructurePass on(with(DialectRule::cyberoro_names, Switch::on));
    EXPECT_EQ(run_pass(on, sketch).changed, "(;DT[2001-02-03]EV[Cup])");
}

TEST(Dialects, RepeatedAp) {
    GameSketch sketch;
    sketch.node().add("AP", "GNU Go:3.8").add("PB", "Ann").add("AP", {"foxwq:1", "foxwq:2"});
    StructurePass on(with(DialectRule::repeated_ap, Switch::on));
    const test::PassResult result = run_pass(on, sketch);
    EXPECT_EQ(result.changed, "(;AP[GNU Go:3.8]PB[Ann])");
    EXPECT_THAT(result.extension_fields, ElementsAre("AP=foxwq:1@root", "AP=foxwq:2@root"));
    StructurePass automatic;
    EXPECT_EQ(run_pass(automatic, sketch, {"*"}).changed, "");
}

TEST(Handicap, IsMadeToFitTheStonesWhenAsked) {
    GameSketch sketch;
    sketch.node().add("HA", "3").add("AB", {"aa", "bb"}).white("cc");
    HandicapOptions options;
    options.to_stones = true;
    HandicapPass pass(options);
    const test::PassResult result = run_pass(pass, sketch);
    EXPECT_THAT(result.found, ElementsAre("info.handicap-mismatch 0@10"));
    EXPECT_EQ(result.changed, "(;HA[2]AB[aa][bb];W[cc])");
    HandicapPass as_it_is{HandicapOptions{}};
    EXPECT_EQ(run_pass(as_it_is, sketch, {"*"}).changed, "");
}

TEST(PassOptions, KnowWhatTheyRepair) {
    PassOptions options;
    EXPECT_FALSE(may_be_repaired_by_option(options, "info.handicap-no-stones"));
    options.handicap.place = true;
    EXPECT_TRUE(may_be_repaired_by_option(options, "info.handicap-no-stones"));
    EXPECT_FALSE(may_be_repaired_by_option(options, "info.unusual-rank"));
    options.dialects.set(DialectRule::kgs_rank, Switch::on);
    EXPECT_TRUE(may_be_repaired_by_option(options, "info.unusual-rank"));
}

}  // namespace
}  // namespace tengen::passes
