// Types of values, what is wrong with them and how they are repaired.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/sgf/reading.h"

namespace tengen::test {
namespace {

using diagnostics::FixMode;
using diagnostics::Level;
using testing::ElementsAre;
using testing::IsEmpty;

/// One property in the root of a record with a board of that size.
struct Value {
    const char* property;
    const char* id;      ///< the only finding beside informative ones; empty: none
    const char* fixed;   ///< values where the fix is applied
    const char* strict;  ///< and where it is not
};

class SgfValues : public testing::TestWithParam<Value> {};

TEST_P(SgfValues, AreTyped) {
    const auto& [property, id, fixed, strict] = GetParam();
    const std::string name = std::string(property).substr(0, std::string(property).find('['));
    const Identifier identifier(Identifier::pack(name));
    const std::string text = "(;FF[4]GM[1]SZ[9]" + std::string(property) + ")";
    for (const bool applies : {true, false}) {
        const ReadResult result(text, {applies ? Level::lenient : Level::strict, FixMode::automatic, {}});
        EXPECT_EQ(result.values(0, identifier), applies ? fixed : strict) << property;
        std::vector<std::string> ids;
        for (const Reported& finding : result.reported()) {
            const diagnostics::Policy policy(Level::strict);
            if (policy.severity(finding.id) != diagnostics::Severity::info) {
                ids.push_back(finding.id);
                EXPECT_EQ(finding.node, 0u);
                EXPECT_GE(finding.offset, 17 + name.size() + 1);
                EXPECT_LT(finding.offset, text.size());
            }
        }
        if (*id == '\0') {
            EXPECT_THAT(ids, IsEmpty()) << property;
        } else {
            EXPECT_THAT(ids, ElementsAre(id)) << property;
        }
        EXPECT_EQ(result.broken(), "");
        // A text that is kept because it has no reading was not repaired.
        const bool is_kept = "[invalid " + std::string(fixed).substr(1) == strict;
        if (std::string_view(fixed) != strict && !is_kept && applies) {
            EXPECT_NE(result.originals(0, identifier), "") << property;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Moves, SgfValues,
                         testing::Values(Value{"B[aa]", "", "[@aa]", "[@aa]"}, Value{"W[ii]", "", "[@ii]", "[@ii]"},
                                         Value{"B[]", "", "[pass]", "[pass]"}, Value{"B[tt]", "", "[pass]", "[pass]"},
                                         Value{"B[ja]", "value.bad-move", "[invalid ja]", "[invalid ja]"},
                                         Value{"B[jj]", "value.odd-pass", "[pass]", "[invalid jj]"},
                                         Value{"B[``]", "value.odd-pass", "[pass]", "[invalid ``]"},
                                         Value{"B[AA]", "value.point-case", "[@aa]", "[invalid AA]"},
                                         Value{"B[aB]", "value.point-case", "[@ab]", "[invalid aB]"},
                                         Value{"B[ZZ]", "value.bad-move", "[invalid ZZ]", "[invalid ZZ]"},
                                         Value{"B[a]", "value.bad-move", "[invalid a]", "[invalid a]"},
                                         Value{"B[aaa]", "value.bad-move", "[invalid aaa]", "[invalid aaa]"},
                                         Value{"B[a1]", "value.bad-move", "[invalid a1]", "[invalid a1]"},
                                         Value{"B[aa:bb]", "value.bad-move", "[invalid aa:bb]", "[invalid aa:bb]"},
                                         Value{"B[ a a]", "value.white-space", "[@aa]", "[invalid  a a]"},
                                         Value{"B[  ]", "value.white-space", "[pass]", "[invalid   ]"},
                                         Value{"B[\\aa]", "value.bad-move", "[invalid \\aa]", "[invalid \\aa]"},
                                         Value{"B[aa][bb]", "value.extra-values", "[@aa]", "[@aa][invalid bb]"}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, SgfValues,
    testing::Values(
        Value{"MN[12]", "", "[12]", "[12]"}, Value{"MN[+012]", "", "[+012]", "[+012]"},
        Value{"MN[-3]", "", "[-3]", "[-3]"}, Value{"MN[ 3]", "value.white-space", "[3]", "[invalid  3]"},
        Value{"MN[3 stones]", "value.bad-number", "[3]", "[invalid 3 stones]"},
        Value{"MN[x]", "value.bad-number", "[invalid x]", "[invalid x]"},
        Value{"HA[x]", "value.bad-number", "[x]", "[invalid x]"}, Value{"HA[\\ ]", "value.empty", "[]", "[]"},
        Value{"KM[\\ ]", "value.empty", "[]", "[]"},
        Value{"HA[handicap 3]", "value.bad-number", "[3]", "[invalid handicap 3]"},
        Value{"MN[]", "value.empty", "[]", "[]"}, Value{"MN[ ]", "value.empty", "[]", "[]"},
        Value{"ST[3]", "", "[3]", "[3]"}, Value{"ST[4]", "value.out-of-range", "[invalid 4]", "[invalid 4]"},
        Value{"PM[2]", "", "[2]", "[2]"}, Value{"PM[-1]", "value.out-of-range", "[invalid -1]", "[invalid -1]"},
        Value{"V[-0.50]", "", "[-0.50]", "[-0.50]"}, Value{"V[.5]", "value.bad-real", "[0.5]", "[invalid .5]"},
        Value{"V[5.]", "value.bad-real", "[5]", "[invalid 5.]"},
        Value{"V[5,5]", "value.bad-real", "[5.5]", "[invalid 5,5]"},
        Value{"V[x]", "value.bad-real", "[invalid x]", "[invalid x]"},
        Value{"TM[3\\00,0]", "value.bad-real", "[300.0]", "[invalid 3\\00,0]"},
        Value{"KM[\\6.5]", "value.bad-real", "[6.5]", "[invalid \\6.5]"},
        Value{"HA[\\2]", "value.bad-number", "[2]", "[invalid \\2]"},
        Value{"KM[none]", "value.bad-real", "[none]", "[invalid none]"},
        Value{"KM[6.5 points]", "value.bad-real", "[6.5]", "[invalid 6.5 points]"},
        Value{"KM[]", "value.empty", "[]", "[]"}, Value{"TM[10h]", "value.bad-real", "[36000]", "[invalid 10h]"},
        Value{"BL[12.5]", "", "[12.5]", "[12.5]"}, Value{"BL[12 .5]", "value.white-space", "[12.5]", "[invalid 12 .5]"},
        Value{"BM[1]", "", "[1]", "[1]"}, Value{"BM[2]", "", "[2]", "[2]"},
        Value{"BM[3]", "value.bad-double", "[1]", "[invalid 3]"}, Value{"BM[]", "value.empty", "[]", "[]"},
        Value{"PL[W]", "", "[W]", "[W]"}, Value{"PL[white]", "value.bad-color", "[W]", "[invalid white]"},
        Value{"PL[1]", "value.bad-color", "[B]", "[invalid 1]"},
        Value{"PL[red]", "value.bad-color", "[invalid red]", "[invalid red]"},
        Value{"PL[B ]", "value.white-space", "[B]", "[invalid B ]"}));

INSTANTIATE_TEST_SUITE_P(
    Lists, SgfValues,
    testing::Values(Value{"AB[aa][bb:cc][ii]", "", "[@aa][@bb:cc][@ii]", "[@aa][@bb:cc][@ii]"},
                    Value{"AB[]", "value.empty", "[]", "[]"}, Value{"AB[aa][]", "value.empty", "[@aa]", "[@aa][]"},
                    Value{"TB[]", "", "[]", "[]"}, Value{"DD[]", "", "[]", "[]"},
                    Value{"AB[jj]", "value.bad-point", "[invalid jj]", "[invalid jj]"},
                    Value{"AB[aa][jj][bb]", "value.bad-point", "[@aa][invalid jj][@bb]", "[@aa][invalid jj][@bb]"},
                    Value{"AB[tt]", "value.bad-point", "[invalid tt]", "[invalid tt]"},
                    Value{"AB[aa:jj]", "value.bad-point", "[invalid aa:jj]", "[invalid aa:jj]"},
                    Value{"AB[AB]", "value.point-case", "[@ab]", "[invalid AB]"},
                    Value{"AB[aa: cc]", "value.white-space", "[@aa:cc]", "[invalid aa: cc]"},
                    Value{"AB[cc:cc]", "value.bad-rect", "[@cc]", "[invalid cc:cc]"},
                    Value{"AB[cc:aa]", "value.bad-rect", "[@aa:cc]", "[invalid cc:aa]"},
                    Value{"AB[ca:ac]", "value.bad-rect", "[@aa:cc]", "[invalid ca:ac]"},
                    Value{"AB[aa][bb][aa]", "value.dup-point", "[@aa][@bb]", "[@aa][@bb][@aa]"},
                    Value{"AB[aa:bb][bb:cc]", "value.dup-point", "[@aa:bb][@bc][@cb][@cc]", "[@aa:bb][@bb:cc]"},
                    Value{"AB[aa:bb][ab]", "value.dup-point", "[@aa:bb]", "[@aa:bb][@ab]"},
                    Value{"LB[aa:x][bb:y]", "", "[@aa|x][@bb|y]", "[@aa|x][@bb|y]"},
                    Value{"LB[aa:x\\:y]", "", "[@aa|x:y]", "[@aa|x:y]"},
                    Value{"LB[aa:x:y]", "value.unescaped-colon", "[@aa|x:y]", "[@aa|x:y]"},
                    Value{"LB[aa:]", "", "[@aa|]", "[@aa|]"},
                    Value{"LB[aa]", "value.not-compose", "[invalid aa]", "[invalid aa]"},
                    Value{"LB[jj:x]", "value.bad-point", "[invalid jj:x]", "[invalid jj:x]"},
                    Value{"LB[aa:x][aa:y]", "value.dup-point", "[@aa|x]", "[@aa|x][@aa|y]"},
                    Value{"LB[]", "value.empty", "[]", "[]"},
                    Value{"AR[aa:bb][bb:aa]", "", "[@aa|@bb][@bb|@aa]", "[@aa|@bb][@bb|@aa]"},
                    Value{"AR[aa:aa]", "value.bad-point-pair", "[]", "[invalid aa:aa]"},
                    Value{"AR[aa]", "value.bad-point-pair", "[]", "[invalid aa]"},
                    Value{"AR[aa:bb][aa:bb]", "value.bad-point-pair", "[@aa|@bb]", "[@aa|@bb][invalid aa:bb]"},
                    Value{"LN[aa:bb][bb:aa]", "value.bad-point-pair", "[@aa|@bb]", "[@aa|@bb][invalid bb:aa]"},
                    Value{"LN[aa:jj]", "value.bad-point", "[invalid aa:jj]", "[invalid aa:jj]"}));

INSTANTIATE_TEST_SUITE_P(Others, SgfValues,
                         testing::Values(Value{"AP[a:1.0]", "", "[a|1.0]", "[a|1.0]"},
                                         Value{"AP[a\\:b:1]", "", "[a:b|1]", "[a:b|1]"},
                                         Value{"AP[a]", "value.not-compose", "[a]", "[invalid a]"},
                                         Value{"AP[a:b:c]", "value.unescaped-colon", "[a|b:c]", "[a|b:c]"},
                                         Value{"AP[]", "value.empty", "[]", "[]"}, Value{"FG[]", "", "[]", "[]"},
                                         Value{"FG[257:x]", "", "[257|x]", "[257|x]"},
                                         Value{"FG[1]", "value.not-compose", "[invalid 1]", "[invalid 1]"},
                                         Value{"FG[x:y]", "value.bad-number", "[invalid x:y]", "[invalid x:y]"},
                                         Value{"KO[]", "", "[]", "[]"},
                                         Value{"KO[1]", "value.not-empty", "[]", "[invalid 1]"},
                                         Value{"DO[ ]", "value.white-space", "[]", "[invalid  ]"},
                                         Value{"PB[a][b]", "value.extra-values", "[a]", "[a][invalid b]"},
                                         Value{"C[x:y]", "", "[x:y]", "[x:y]"}, Value{"PC[a:b]", "", "[a:b]", "[a:b]"},
                                         Value{"XX[aa][aa]", "", "[raw aa][raw aa]", "[raw aa][raw aa]"}));

// ---- board sizes ----

struct Size {
    const char* text;
    const char* id;
    unsigned columns;
    unsigned rows;
    bool stated;
    const char* fixed;
};

class SgfSizes : public testing::TestWithParam<Size> {};

TEST_P(SgfSizes, AreRead) {
    const Size& size = GetParam();
    const ReadResult result = read("(;FF[4]GM[1]B[ss]" + std::string(size.text) + ")");
    const tengen_game& game = result.game().columns();
    EXPECT_EQ(game.board_columns, size.columns);
    EXPECT_EQ(game.board_rows, size.rows);
    EXPECT_EQ(game.board_stated != 0, size.stated);
    EXPECT_EQ(result.values(0, "SZ"), size.fixed);
    EXPECT_EQ(result.count(size.id), *size.id == '\0' ? 0u : 1u);
    EXPECT_EQ(result.values(0, "B"), size.columns >= 19 && size.rows >= 19 ? "[@ss]" : "[invalid ss]");
}

INSTANTIATE_TEST_SUITE_P(Table, SgfSizes,
                         testing::Values(Size{"", "", 19, 19, false, "none"}, Size{"SZ[19]", "", 19, 19, true, "[19]"},
                                         Size{"SZ[1]", "", 1, 1, true, "[1]"}, Size{"SZ[52]", "", 52, 52, true, "[52]"},
                                         Size{"SZ[53]", "value.bad-size", 19, 19, false, "[invalid 53]"},
                                         Size{"SZ[0]", "value.bad-size", 19, 19, false, "[invalid 0]"},
                                         Size{"SZ[-9]", "value.bad-size", 19, 19, false, "[invalid -9]"},
                                         Size{"SZ[nine]", "value.bad-size", 19, 19, false, "[invalid nine]"},
                                         Size{"SZ[9:13]", "", 9, 13, true, "[9:13]"},
                                         Size{"SZ[19:19]", "value.bad-size", 19, 19, true, "[19]"},
                                         Size{"SZ[9:53]", "value.bad-size", 19, 19, false, "[invalid 9:53]"},
                                         Size{"SZ[9:]", "value.bad-size", 19, 19, false, "[invalid 9:]"},
                                         Size{"SZ[ 9 ]", "value.white-space", 9, 9, true, "[9]"},
                                         Size{"SZ[]", "value.empty", 19, 19, false, "[]"},
                                         Size{"SZ[4294967305]", "value.bad-size", 19, 19, false,
                                              "[invalid 4294967305]"}));

TEST(SgfBoards, PassesDependOnTheSize) {
    EXPECT_EQ(read("(;FF[4]SZ[19];B[tt];W[])").outline(), "0: FF[4] SZ[19] 1<0: B[pass] 2<1: W[pass]");
    const ReadResult large = read("(;FF[4]SZ[21];B[tt];W[vv];B[uu])");
    EXPECT_EQ(large.outline(), "0: FF[4] SZ[21] 1<0: B[@tt] 2<1: W[pass] 3<2: B[@uu]");
    EXPECT_THAT(large.findings(true), ElementsAre("value.tt-is-point@16", "value.odd-pass@22"));
    const ReadResult flat = read("(;FF[4]SZ[25:9];B[tt];W[ti])");
    EXPECT_EQ(flat.outline(), "0: FF[4] SZ[25:9] 1<0: B[invalid tt] 2<1: W[@ti]");
    EXPECT_EQ(read("(;FF[4]SZ[20:19];B[tt])").values(1, "B"), "[invalid tt]");
    const ReadResult huge = read("(;FF[4]SZ[52];B[ZZ];W[aZ];AB[aA:bB])");
    EXPECT_EQ(huge.outline(), "0: FF[4] SZ[52] 1<0: B[@ZZ] 2<1: W[@aZ] 3<2: AB[@aA:bB]");
    EXPECT_THAT(huge.findings(), IsEmpty());
}

TEST(SgfBoards, TheSizeMayStandBehindTheMoves) {
    EXPECT_EQ(read("(;FF[4]B[ii]SZ[9])").values(0, "B"), "[@ii]");
    EXPECT_EQ(read("(;FF[4]B[jj]SZ[9])").values(0, "B"), "[pass]");
    // In a later node, if nothing contradicts.
    EXPECT_EQ(read("(;FF[4];B[sa];SZ[9])").values(1, "B"), "[invalid sa]");
    EXPECT_EQ(read("(;FF[4](;B[sa]SZ[9])(;SZ[13]))").values(1, "B"), "[@sa]");
    EXPECT_EQ(read("(;FF[4]SZ[19];B[sa]SZ[9])").values(1, "B"), "[@sa]");
}

// ---- points that are named twice ----

TEST(SgfValues, FindsPointsOverRepeatedProperties) {
    const ReadResult result = read("(;FF[4]SZ[9]AB[aa]AW[aa]AB[bb][aa];AB[aa]TR[cc:dd]TR[dd][ee])");
    EXPECT_THAT(result.findings(), ElementsAre("value.dup-point@31", "value.dup-point@53"));
    EXPECT_EQ(result.outline(), "0: FF[4] SZ[9] AB[@aa] AW[@aa] AB[@bb] 1<0: AB[@aa] TR[@cc:dd] TR[@ee]");
    EXPECT_EQ(result.broken(), "");
}

TEST(SgfValues, FindsPairsOverRepeatedProperties) {
    const ReadResult result = read("(;FF[4]SZ[9]AR[aa:bb]LN[aa:bb]AR[aa:bb];AR[aa:bb])");
    EXPECT_THAT(result.findings(), ElementsAre("value.bad-point-pair@33"));
}

TEST(SgfValues, ListsMayShrinkToNothing) {
    const ReadResult result = read("(;FF[4]SZ[9]AB[aa]AB[aa];B[bb]C[x])");
    EXPECT_EQ(result.outline(), "0: FF[4] SZ[9] AB[@aa] AB[] 1<0: B[@bb] C[x]");
    EXPECT_EQ(result.broken(), "");
}

// ---- dialects ----

TEST(SgfDialects, TellsTheFileFormat) {
    EXPECT_EQ(read("(;FF[3])").game().file_format(), 3u);
    EXPECT_EQ(read("(;GM[1])").game().file_format(), 1u);
    EXPECT_EQ(read("(;GM[1])").game().columns().file_format_stated, 0u);
    EXPECT_THAT(read("(;GM[1])").findings(true), ElementsAre("node.ff-missing@0"));
    const ReadResult newer = read("(;FF[5])");
    EXPECT_EQ(newer.game().file_format(), 4u);
    EXPECT_THAT(newer.findings(), ElementsAre("node.ff-unknown@5"));
    EXPECT_EQ(newer.values(0, "FF"), "[5]");
    EXPECT_EQ(read("(;FF[0])").game().file_format(), 1u);
    const ReadResult bad = read("(;FF[x])");
    EXPECT_THAT(bad.findings(), ElementsAre("value.bad-number@5"));
    EXPECT_EQ(bad.game().file_format(), 1u);
}

// What is said of the game as a whole belongs to the root, also where the root, or every node, is empty.
TEST(SgfDialects, ARootWithoutProperties) {
    const auto only = read("(;)");
    ASSERT_EQ(only.reported().size(), 1U);
    EXPECT_EQ(only.reported()[0].id, "node.ff-missing");
    EXPECT_EQ(only.reported()[0].node, 0U);
    const auto first = read("(;;;B[aa])");
    ASSERT_EQ(first.reported().size(), 1U);
    EXPECT_EQ(first.reported()[0].node, 0U);
}

TEST(SgfDialects, LeavesOtherGamesAlone) {
    const std::string text = "(;FF[4]GM[11]SZ[13]PB[a]KM[6,5];B[c3]LB[x]AB[q];W[swap\\-pieces]PL[red]C[a\\]])";
    const ReadResult result = read(text);
    EXPECT_THAT(result.findings(true), ElementsAre("node.not-go@10", "value.bad-real@27"));
    EXPECT_EQ(result.outline(),
              "0: FF[4] GM[11] SZ[13] PB[a] KM[6.5] 1<0: B[c3] LB[x] AB[q] 2<1: W[raw swap\\-pieces] PL[red] C[a]]");
    EXPECT_EQ(result.game().columns().board_columns, 0u);
    EXPECT_FALSE(result.game().is_go());
}

TEST(SgfDialects, KnowsTheKoreanOne) {
    const ReadResult result = read("(;FF[3]GM[1]TE[Cup]RD[2003-04-05]KO[6,5];B[aa]KO[]TE[1])");
    EXPECT_THAT(result.findings(), ElementsAre("value.bad-real@36"));
    EXPECT_EQ(result.values(0, "TE"), "[Cup]");
    EXPECT_EQ(result.values(0, "KO"), "[6.5]");
    EXPECT_EQ(result.values(1, "TE"), "[1]");
}

TEST(SgfFacts, AreCollected) {
    const ReadResult result = read("(;FF[4]PB[Ann]KM[what]HA[2];B[aa](;RE[B+1])(;RE[W+2]RU[]))");
    const tengen_game& game = result.game().columns();
    ASSERT_EQ(game.fact_count, 6u);
    EXPECT_EQ(game.facts[0].field, static_cast<std::uint32_t>(TENGEN_FIELD_BLACK));
    EXPECT_EQ(game.facts[1].state, static_cast<std::uint32_t>(TENGEN_FACT_INVALID));
    EXPECT_EQ(game.facts[2].state, static_cast<std::uint32_t>(TENGEN_FACT_VALUE));
    EXPECT_EQ(game.facts[3].node, 2u);
    EXPECT_EQ(game.facts[4].node, 3u);
    EXPECT_EQ(game.facts[5].state, static_cast<std::uint32_t>(TENGEN_FACT_EMPTY));
    EXPECT_EQ(result.broken(), "");
}

TEST(SgfValues, TextThatCannotBeReadIsKept) {
    const ReadResult result = read("(;FF[4]TM[5:00:00(5x1:00)]HA[2-3])");
    EXPECT_EQ(result.values(0, "TM"), "[5:00:00(5x1:00)]");
    EXPECT_EQ(result.values(0, "HA"), "[2-3]");
}

// A value without a meaning is left out when the game is written; the one that stays must be the one that was applied.
TEST(SgfDialects, TheFirstValueWithAMeaningCounts) {
    const auto board = [](std::string_view text) { return read(text).game().board(); };
    EXPECT_EQ(board("(;FF[4]GM[1]SZ[x]SZ[9];B[qd])"), (BoardSize{9, 9}));
    EXPECT_EQ(board("(;FF[4]GM[1]SZ[13]SZ[9];B[qd])"), (BoardSize{13, 13}));
    EXPECT_EQ(board("(;FF[4]SZ[x];SZ[9])"), (BoardSize{9, 9}));
    EXPECT_EQ(board("(;FF[4];SZ[x];SZ[9];SZ[9])"), (BoardSize{9, 9}));
    EXPECT_EQ(board("(;FF[4];SZ[9];SZ[13])"), (BoardSize{19, 19})) << "they contradict each other";
    EXPECT_EQ(board("(;FF[4]SZ[5];SZ[9])"), (BoardSize{5, 5}));
    EXPECT_EQ(read("(;FF[x]FF[3]GM[1])").game().file_format(), 3U);
}

TEST(SgfDialects, TheGameThatWasAppliedIsNamedOnce) {
    for (const char* text : {"(;FF[4]GM[x]GM[2]SZ[9])", "(;FF[4]GM[2]GM[2])", "(;FF[4];GM[2];GM[2])"}) {
        const ReadResult result = read(text);
        EXPECT_EQ(result.game().columns().game_kind, 2U) << text;
        EXPECT_EQ(result.count("node.not-go"), 1U) << text;
    }
    EXPECT_EQ(read("(;FF[4]GM[1]GM[2])").count("node.not-go"), 0U);
}

}  // namespace
}  // namespace tengen::test
