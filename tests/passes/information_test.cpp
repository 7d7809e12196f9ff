// The passes on game information: dates, result, komi, persons, conditions, handicap.

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "passes/conditions.h"
#include "passes/dates.h"
#include "passes/handicap.h"
#include "passes/komi.h"
#include "passes/pass_harness.h"
#include "passes/persons.h"
#include "passes/result.h"
#include "passes/star_points.h"

namespace tengen::passes {
namespace {

using test::GameSketch;
using test::run_pass;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct TextCase {
    std::string property;
    std::string text;
    std::vector<std::string> found;  // ids without "info."
    std::string fixed;               // the game with all fixes; empty: unchanged
};

void check(Pass& pass, const TextCase& c, const std::function<void(GameSketch&)>& more = {}) {
    SCOPED_TRACE(c.property + '[' + c.text + ']');
    GameSketch sketch({19, 19});
    sketch.node().add(c.property, c.text);
    if (more) {
        more(sketch);
    }
    std::vector<std::string> expected;
    for (const std::string& id : c.found) {
        expected.push_back("info." + id + " 0@10");
    }
    const test::PassResult plain = run_pass(pass, sketch);
    EXPECT_EQ(plain.changed, "");
    const test::PassResult fixed = run_pass(pass, sketch, {"*"});
    EXPECT_EQ(fixed.found, expected);
    EXPECT_EQ(fixed.changed, c.fixed);
}

TEST(Dates, AreCheckedAndRewritten) {
    DatesPass pass(false);
    const TextCase cases[] = {
        {"DT", "2003-05-20", {}, ""},
        {"DT", "2003-05-20,21", {}, ""},
        {"DT", "0196", {}, ""},
        {"DT", "12 May 1987", {"bad-date"}, "(;DT[1987-05-12])"},
        {"DT", "1996-05-06, 07", {"bad-date"}, "(;DT[1996-05-06,07])"},
        {"DT", "05/07/2003", {"bad-date"}, ""},
        {"DT", "Published 1962", {"bad-date"}, ""},
        {"DT", "1996,05", {"date-shortcut"}, ""},
        {"DT", "2010-02-30", {"no-such-day"}, ""},
        {"DT", "1996-05-06,06", {"date-repeated"}, "(;DT[1996-05-06])"},
        {"DT", "1996-05-06,1996-05-07", {"date-not-shortest"}, "(;DT[1996-05-06,07])"},
        {"DT", "2996-05-06", {"date-future"}, ""},
        {"DT", "1570-01-01", {}, ""},
        {"DT", "!x", {}, ""},
        {"DT", "", {}, ""},
    };
    for (const TextCase& c : cases) {
        check(pass, c);
    }
}

TEST(Dates, AreAuditedByThePlace) {
    DatesPass pass(true);
    check(pass, {"DT", "1570-01-01", {"date-old-calendar"}, ""});
    check(pass, {"DT", "1846-09-11", {}, ""});
    check(pass, {"DT", "1846-09-11", {"date-old-calendar"}, ""},
          [](GameSketch& s) { s.add("PC", "Inno-shima, Japan"); });
    check(pass, {"DT", "1846", {}, ""}, [](GameSketch& s) { s.add("PC", "Japan"); });
}

TEST(Results, AreCheckedAndRewritten) {
    ResultPass pass;
    const TextCase cases[] = {
        {"RE", "B+3.5", {}, ""},
        {"RE", "Void", {}, ""},
        {"RE", "?", {}, ""},
        {"RE", "B+Resign", {"result-long-form"}, "(;RE[B+R])"},
        {"RE", "W+0.0", {"zero-win"}, ""},
        {"RE", "w+t", {"bad-result"}, "(;RE[W+T])"},
        {"RE", "Black wins by 3,5 points", {"bad-result"}, "(;RE[B+3.5])"},
        {"RE", "no idea", {"bad-result"}, ""},
        {"RE", "B+R, White overlooked atari", {"bad-result"}, "(;RE[B+R]GC[White overlooked atari])"},
    };
    for (const TextCase& c : cases) {
        check(pass, c);
    }
    check(pass, {"RE", "W+0.75 (moves lost)", {"bad-result"}, "(;RE[W+0.75]GC[club game\n(moves lost)])"},
          [](GameSketch& s) { s.add("GC", "club game"); });
}

TEST(Komi, InOtherUnitsIsScaledOnRequest) {
    KomiPass pass;
    const auto fox = [](GameSketch& s) { s.add("AP", "foxwq"); };
    const auto fox_handicap = [](GameSketch& s) { s.add("AP", "foxwq").add("HA", "2"); };
    check(pass, {"KM", "6.5", {}, ""});
    check(pass, {"KM", "!x", {}, ""});
    check(pass, {"KM", "6.3", {"komi-unusual"}, ""});
    check(pass, {"KM", "25", {"komi-unusual"}, ""});
    check(pass, {"KM", "650", {"komi-suspect", "komi-scaled"}, "(;KM[6.5])"});
    check(pass, {"KM", "375", {"komi-suspect", "komi-scaled"}, "(;KM[7.5])"});
    check(pass, {"KM", "50", {"komi-suspect"}, ""});
    check(pass, {"KM", "50", {"komi-suspect", "komi-scaled"}, "(;KM[0.5]AP[foxwq])"}, fox);
    check(pass, {"KM", "375", {"komi-suspect"}, ""}, fox_handicap);
}

TEST(Persons, HaveRanks) {
    PersonsPass pass;
    check(pass, {"BR", "3d", {}, ""});
    check(pass, {"WR", "9p", {}, ""});
    check(pass, {"BR", "7 kyu", {"unusual-rank"}, ""});
    check(pass, {"WR", "strong", {"unusual-rank"}, ""});
}

TEST(Conditions, HaveKnownForms) {
    ConditionsPass pass;
    const TextCase cases[] = {
        {"RU", "Japanese", {}, ""},
        {"RU", "aga", {"rules-alias"}, "(;RU[AGA])"},
        {"RU", "Chinese", {"rules-alias"}, ""},
        {"RU", "Japanese:Komi 6.5", {"rules-alias"}, ""},
        {"RU", "house rules", {"unknown-rules"}, ""},
        {"OT", "5x30 byo-yomi", {}, ""},
        {"OT", "be quick", {"overtime-unparsed"}, ""},
    };
    for (const TextCase& c : cases) {
        check(pass, c);
    }
}

struct HandicapCase {
    std::string name;
    std::function<void(GameSketch&)> sketch;
    std::vector<std::string> found;
    std::string changed{};
};

class Handicap : public testing::TestWithParam<HandicapCase> {};

TEST_P(Handicap, IsChecked) {
    GameSketch sketch({13, 13});
    GetParam().sketch(sketch);
    HandicapPass reporting({});
    const test::PassResult plain = run_pass(reporting, sketch);
    EXPECT_EQ(plain.found, GetParam().found);
    EXPECT_EQ(plain.changed, "");
    HandicapPass changing({true, true});
    const test::PassResult changed = run_pass(changing, sketch, {"*"});
    EXPECT_EQ(changed.found, GetParam().found);
    EXPECT_EQ(changed.changed, GetParam().changed);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Handicap,
    testing::Values(
        HandicapCase{"stones_as_said",
                     [](GameSketch& s) {
                         s.node().add("HA", "4").add("AB", {"dd:ee", "dd"}).white("aa");
                     },
                     {}},
        HandicapCase{"mismatch",
                     [](GameSketch& s) {
                         s.node().add("HA", "3").add("AB", {"dd", "jj"});
                     },
                     {"info.handicap-mismatch 0@10"}},
        HandicapCase{"zero",
                     [](GameSketch& s) { s.node().add("HA", "0").add("KM", "5").black("aa"); },
                     {"info.handicap-out-of-range 0@10"},
                     "(;KM[5];B[aa])"},
        HandicapCase{"zero_and_another",
                     [](GameSketch& s) { s.node().add("HA", "0").add("HA", "3").black("aa"); },
                     {"info.handicap-out-of-range 0@10"}},
        HandicapCase{"zero_twice",
                     [](GameSketch& s) { s.node().add("HA", "0").add("HA", "0").black("aa"); },
                     {"info.handicap-out-of-range 0@10"},
                     "(;;B[aa])"},
        HandicapCase{
            "one", [](GameSketch& s) { s.node().add("HA", "1").black("aa"); }, {"info.handicap-out-of-range 0@10"}},
        HandicapCase{"unreadable",
                     [](GameSketch& s) {
                         s.node().add("HA", "!x").add("AB", {"dd", "jj"}).white("aa");
                     },
                     {}},
        HandicapCase{"metadata_only", [](GameSketch& s) { s.node().add("HA", "3"); }, {}},
        HandicapCase{"no_stones",
                     [](GameSketch& s) { s.node().add("HA", "3").add("KM", "0").white("aa"); },
                     {"info.handicap-no-stones 0@10"},
                     "(;HA[3]AB[dj][jd][dd]KM[0];W[aa])"},
        HandicapCase{"a_move_where_a_stone_would_be",
                     [](GameSketch& s) { s.node().add("HA", "3").white("aa").black("jd").white("bb"); },
                     {"info.handicap-no-stones 0@10"}},
        HandicapCase{"a_variation_where_a_stone_would_be",
                     [](GameSketch& s) { s.node().add("HA", "2").white("aa").black("bb").node(1).add("B", "dj"); },
                     {"info.handicap-no-stones 0@10"}},
        HandicapCase{"a_move_where_a_stone_was_taken",
                     [](GameSketch& s) {
                         s.node().add("HA", "2").white("di").black("aa").white("cj").black("ab").white("ej");
                         s.black("ac").white("dk").black("ad").white("dj");
                     },
                     {"info.handicap-no-stones 0@10"},
                     "(;HA[2]AB[dj][jd];W[di];B[aa];W[cj];B[ab];W[ej];B[ac];W[dk];B[ad];W[dj])"},
        HandicapCase{"a_white_stone_where_one_would_be",
                     [](GameSketch& s) { s.node().add("HA", "2").add("AW", {"dj"}).white("aa"); },
                     {"info.handicap-no-stones 0@10"}},
        HandicapCase{"a_move_in_the_same_node",
                     [](GameSketch& s) { s.node().add("HA", "2").add("W", "aa").black("bb"); },
                     {"info.handicap-no-stones 0@10"}},
        HandicapCase{"too_many_to_place",
                     [](GameSketch& s) { s.node().add("HA", "10").white("aa"); },
                     {"info.handicap-no-stones 0@10"}},
        HandicapCase{"elsewhere",
                     [](GameSketch& s) {
                         s.node().add("HA", "2").node().add("AB", {"dd", "jj"}).white("aa");
                     },
                     {"info.handicap-elsewhere 1@20"}},
        HandicapCase{
            "as_moves",
            [](GameSketch& s) { s.node().add("HA", "2").black("dd").black("jj").white("aa").node(2).add("W", "bb"); },
            {"info.handicap-as-move 1@20"},
            "(;HA[2]AB[dd][jj](;W[aa])(;W[bb]))"},
        HandicapCase{
            "as_moves_with_a_comment",
            [](GameSketch& s) { s.node().add("HA", "2").black("dd").add("C", "x").node().black("jj").white("aa"); },
            {"info.handicap-as-move 1@20"},
            "(;HA[2]AB[dd][jj];C[x];;W[aa])"},
        HandicapCase{"as_moves_with_a_branch",
                     [](GameSketch& s) { s.node().add("HA", "2").black("dd").black("jj").node(1).add("B", "gg"); },
                     {"info.handicap-as-move 1@20"}},
        HandicapCase{"inferred",
                     [](GameSketch& s) {
                         s.node().add("AB", {"dj", "jd"}).white("aa");
                     },
                     {"info.handicap-inferred 0@10"}},
        HandicapCase{"not_inferred_off_the_star_points",
                     [](GameSketch& s) {
                         s.node().add("AB", {"dj", "aa"}).white("aa");
                     },
                     {}},
        HandicapCase{"not_inferred_before_black",
                     [](GameSketch& s) {
                         s.node().add("AB", {"dj", "jd"}).black("aa");
                     },
                     {}}),
    [](const auto& info) { return info.param.name; });

struct Refusal {
    const char* name;
    std::function<void(GameSketch&)> sketch;
    const char* reason;
};
class HandicapLeftAlone : public testing::TestWithParam<Refusal> {};

TEST_P(HandicapLeftAlone, SaysWhy) {
    GameSketch sketch({13, 13});
    GetParam().sketch(sketch);
    HandicapPass changing({true, true, true});
    const test::PassResult result = run_pass(changing, sketch, {"*"});
    EXPECT_EQ(result.changed, "");
    EXPECT_THAT(result.messages, ElementsAre(EndsWith(GetParam().reason)));
    HandicapPass reporting({});
    EXPECT_THAT(run_pass(reporting, sketch).messages, ElementsAre(Not(HasSubstr("since"))));
}

INSTANTIATE_TEST_SUITE_P(
    Table, HandicapLeftAlone,
    testing::Values(
        Refusal{"one_stone", [](GameSketch& s) { s.node().add("HA", "3").add("AB", {"dd"}).white("aa"); },
                "; HA stays as it is, since one stone is no handicap"},
        Refusal{"no_star_points", [](GameSketch& s) { s.node().add("HA", "10").white("aa"); },
                "; no stones are put on the star points, since a board of 13x13 has none for so many"},
        Refusal{"broken_setup", [](GameSketch& s) { s.node().add("HA", "2").add("AB", {"!x"}).white("aa"); },
                "; no stones are put on the star points, since AB of the same node names no points"},
        Refusal{"a_branch",
                [](GameSketch& s) { s.node().add("HA", "2").black("dd").black("jj").node(1).add("B", "gg"); },
                "; they stay moves, since the game branches before the last of them"},
        Refusal{"a_point_twice", [](GameSketch& s) { s.node().add("HA", "2").black("dd").black("dd").white("aa"); },
                "; they stay moves, since two of them stand on one point"},
        Refusal{"a_move_beside", [](GameSketch& s) { s.node().add("HA", "2").add("B", "dd").black("jj").white("aa"); },
                "; they stay moves, since one of them stands in the node of HA"},
        Refusal{"moves_beside_a_broken_setup",
                [](GameSketch& s) { s.node().add("HA", "2").add("AB", {"!x"}).black("dd").black("jj").white("aa"); },
                "; they stay moves, since AB of the same node names no points"}),
    [](const auto& info) { return info.param.name; });

TEST(StarPoints, DependOnTheBoard) {
    EXPECT_TRUE(is_star_point({19, 19}, {3, 9}));
    EXPECT_TRUE(is_star_point({9, 9}, {2, 6}));
    EXPECT_FALSE(is_star_point({9, 9}, {3, 3}));
    EXPECT_FALSE(is_star_point({5, 5}, {2, 2}));
    EXPECT_EQ(fixed_handicap({19, 19}, 9).size(), 9u);
    EXPECT_EQ(fixed_handicap({18, 18}, 4).size(), 4u);
    EXPECT_THAT(fixed_handicap({18, 18}, 5), IsEmpty());
    EXPECT_THAT(fixed_handicap({7, 7}, 5), IsEmpty());
    EXPECT_THAT(fixed_handicap({9, 9}, 2), ElementsAre(Point{2, 6}, Point{6, 2}));
}

}  // namespace
}  // namespace tengen::passes
