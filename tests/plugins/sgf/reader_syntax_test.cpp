// The grammar of SGF and what is done where a record does not keep to it.
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/sgf/reading.h"

namespace tengen::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// With FF, GM and SZ out of the way.
std::string with_head(std::string_view rest) {
    return "(;FF[4]GM[1]SZ[9]" + std::string(rest);
}
constexpr std::size_t head = 17;

std::string at(std::string_view id, std::size_t offset_behind_head) {
    return std::string(id) + "@" + std::to_string(head + offset_behind_head);
}

std::string body(const ReadResult& result, std::size_t game = 0) {
    const std::string outline = result.outline(game);
    constexpr std::string_view start = "0: FF[4] GM[1] SZ[9]";
    return outline.substr(outline.starts_with(start) ? start.size() : 0);
}

TEST(SgfSyntax, ReadsARegularTree) {
    const ReadResult result =
        read(with_head(";B[aa];W[bb](;B[cc];W[dd])(;B[ee]C[x])"
                       ")"));
    EXPECT_THAT(result.findings(true), IsEmpty());
    EXPECT_EQ(body(result), " 1<0: B[@aa] 2<1: W[@bb] 3<2: B[@cc] 4<3: W[@dd] 5<2: B[@ee] C[x]");
}

TEST(SgfSyntax, LinksChildren) {
    const ReadResult result = read("(;FF[4](;B[aa](;W[ba])(;W[ca])(;W[da]))(;B[ab])(;B[ac]))");
    const Game game = result.game();
    std::vector<std::uint32_t> children;
    for (const std::uint32_t child : Children(game, 0)) {
        children.push_back(child);
    }
    EXPECT_THAT(children, ElementsAre(1, 5, 6));
    children.clear();
    for (const std::uint32_t child : Children(game, 1)) {
        children.push_back(child);
    }
    EXPECT_THAT(children, ElementsAre(2, 3, 4));
    EXPECT_EQ(game.next_sibling(0), none);
    EXPECT_EQ(game.parent(0), none);
}

TEST(SgfSyntax, AllowsWhiteSpaceBetweenTokens) {
    const ReadResult result =
        read(" \n(\t;FF[4] GM[1]\r\nSZ[9]\v;\fTR[aa] [bb]\r[cc] ;W[bb]\n( ;B[dd] )\n(;B[ee] ) ) \n");
    EXPECT_THAT(result.findings(true), IsEmpty());
    EXPECT_EQ(result.values(1, "TR"), "[@aa][@bb][@cc]");
    EXPECT_EQ(result.game().node_count(), 5u);
}

TEST(SgfSyntax, KeepsEmptyNodes) {
    const ReadResult result = read("(;;B[aa];;W[bb](;)(;;))");
    EXPECT_THAT(result.findings(), IsEmpty());
    EXPECT_EQ(result.outline(), "0: 1<0: B[@aa] 2<1: 3<2: W[@bb] 4<3: 5<3: 6<5:");
}

TEST(SgfSyntax, ReadsLongRunsOfMoves) {
    std::string text = with_head("");
    std::string expected;
    for (int i = 1; i <= 1000; ++i) {
        const bool black = i % 3 != 0;
        text += black ? ";B[" : ";W[";
        text += static_cast<char>('a' + i % 9);
        text += static_cast<char>('a' + i / 9 % 9);
        text += i % 7 == 0 ? "] \n" : "]";
        expected += " " + std::to_string(i) + "<" + std::to_string(i - 1) + (black ? ": B[@" : ": W[@") +
                    text[text.find_last_of('[') + 1] + text[text.find_last_of('[') + 2] + "]";
    }
    const ReadResult result = read(text + ")");
    EXPECT_THAT(result.findings(), IsEmpty());
    EXPECT_EQ(body(result), expected);
}

TEST(SgfSyntax, LooksAtEveryByteOfAMove) {
    // Each differs in one byte from a pair of plain moves.
    const std::string good = ";B[aa];W[bb]";
    for (std::size_t i = 0; i < good.size(); ++i) {
        for (const char c : {'\0', '\x01', 'A', 'z', ']', '[', ';', '\xFF', ' '}) {
            std::string moves = good;
            moves[i] = c;
            if (moves == good) {
                continue;
            }
            const ReadResult result = read(with_head(moves + ";B[cc];W[dd];B[ee];W[ff])"));
            ASSERT_EQ(result.game_count(), 1u) << i << " " << static_cast<int>(c);
            const bool is_other =
                body(result) != " 1<0: B[@aa] 2<1: W[@bb] 3<2: B[@cc] 4<3: W[@dd] 5<4: B[@ee] 6<5: W[@ff]";
            EXPECT_TRUE(is_other || !result.findings().empty()) << i << " " << static_cast<int>(c);
        }
    }
}

TEST(SgfSyntax, TakesFurtherValuesBehindARun) {
    const ReadResult result = read(with_head(";B[aa];W[bb]\n[cc]N[x];B[dd])"));
    EXPECT_THAT(result.findings(), ElementsAre(at("value.extra-values", 14)));
    EXPECT_EQ(body(result), " 1<0: B[@aa] 2<1: W[@bb] N[x] 3<2: B[@dd]");
    EXPECT_EQ(result.originals(2, "W"), "[raw bb][raw cc]");
}

// ---- around trees ----

TEST(SgfSyntax, FindsNoTree) {
    for (const std::string_view text : {"", " \n", "some text", "(see below)", "a [b] c", "B[aa];W[bb]"}) {
        const ReadResult result = read(text);
        EXPECT_EQ(result.game_count(), 0u);
        EXPECT_TRUE(result.gave_up);
        EXPECT_THAT(result.findings(true), ElementsAre("sgf.no-game-tree@0")) << text;
    }
}

TEST(SgfSyntax, EmptyTreesExplainThemselves) {
    const ReadResult result = read(" () ( )");
    EXPECT_EQ(result.game_count(), 0u);
    EXPECT_THAT(result.findings(true), ElementsAre("sgf.empty-tree@1", "sgf.empty-tree@4"));
    EXPECT_EQ(result.reported().front().game, std::nullopt);
}

TEST(SgfSyntax, CountsTextAgainstTheRightGame) {
    const std::string text = "Mail (draft; 2)\n(;FF[4])\nbetween (x) ; y [z]\n(;FF[4])) \n tail))";
    const ReadResult result = read(text);
    ASSERT_EQ(result.game_count(), 2u);
    const std::vector<Reported>& reported = result.reported();
    ASSERT_EQ(reported.size(), 4u);
    EXPECT_THAT(result.findings(),
                ElementsAre("sgf.text-before@0", "sgf.text-after@25", "sgf.extra-close-paren@53", "sgf.text-after@57"));
    EXPECT_EQ(reported[0].game, 0u);
    EXPECT_EQ(reported[1].game, 0u);
    EXPECT_EQ(reported[2].game, 1u);
    EXPECT_EQ(reported[3].game, 1u);
    EXPECT_EQ(reported[1].message, "text behind the tree: \"between (x) ; y [z]\"");
}

TEST(SgfSyntax, SaysWhatIsInNoGame) {
    const auto message = [](const std::string& text) {
        const ReadResult result = read(text);
        return result.reported().empty() ? "" : result.reported().front().message;
    };
    EXPECT_EQ(message("(;FF[4];B[aa])\n; W [bb])"),
              "text behind the tree: \"; W [bb])\"; it looks like nodes, and no output has them");
    EXPECT_EQ(message(std::string(39, 'x') + "yz (;FF[4])"),
              "text before the first tree: \"" + std::string(39, 'x') + "y...\" (41 bytes)");
    EXPECT_EQ(message("(;FF[4])" + std::string(50, 'x') + ";AB\n[aa][bb]"),
              "text behind the tree: \"" + std::string(40, 'x') +
                  "...\" (62 bytes); it looks like nodes, and no output has them");
    for (const char* const text : {"a; b[1]", ";", "; ", ";A", ";ABC[x]", ";[x]", "B[aa]"}) {
        EXPECT_EQ(
            message(std::string(text) + "(;FF[4])"),
            "text before the first tree: \"" + std::string(text).substr(0, std::string(text) == "; " ? 1 : 9) + "\"");
    }
}

TEST(SgfSyntax, EmptyTreesCountAgainstTheNextGameOrTheLastOne) {
    const ReadResult result = read("()(;FF[4])()(;FF[4])()");
    ASSERT_EQ(result.game_count(), 2u);
    ASSERT_EQ(result.reported().size(), 3u);
    EXPECT_EQ(result.reported()[0].game, 0u);
    EXPECT_EQ(result.reported()[1].game, 1u);
    EXPECT_EQ(result.reported()[2].game, 1u);
}

TEST(SgfSyntax, StartsANewGameWhereOneIsNotClosed) {
    const std::string text = "(;FF[4]GN[a];B[aa]\n(;W[bb]\n(;GM[1]GN[b];B[bb])\n(;C[x]SZ[9]GN[c])";
    const ReadResult result = read(text);
    ASSERT_EQ(result.game_count(), 3u);
    EXPECT_EQ(result.outline(0), "0: FF[4] GN[a] 1<0: B[@aa] 2<1: W[@bb]");
    EXPECT_EQ(result.outline(1), "0: GM[1] GN[b] 1<0: B[@bb]");
    EXPECT_EQ(result.outline(2), "0: C[x] SZ[9] GN[c]");
    EXPECT_THAT(result.findings(), ElementsAre("sgf.missing-close-paren@" + std::to_string(text.find("(;GM"))));
    EXPECT_EQ(result.finding("sgf.missing-close-paren").game, 0u);
    EXPECT_EQ(result.game(1).columns().index, 1u);
}

TEST(SgfSyntax, KeepsVariationsThatStartALine) {
    const ReadResult result = read(with_head(";B[aa]\n(;W[bb]C[FF[4\\]])\n(;W[cc]))"));
    EXPECT_EQ(result.game_count(), 1u);
    EXPECT_THAT(result.findings(), IsEmpty());
}

TEST(SgfSyntax, ClosesWhatIsOpenAtTheEnd) {
    const ReadResult result = read(with_head(";B[aa](;W[bb](;B[cc]"));
    EXPECT_THAT(result.findings(), ElementsAre(at("sgf.missing-close-paren", 20)));
    EXPECT_EQ(body(result), " 1<0: B[@aa] 2<1: W[@bb] 3<2: B[@cc]");
}

// ---- inside trees ----

struct Case {
    const char* name;
    const char* text;  ///< behind the head
    std::vector<std::string> findings;
    const char* body;
};

class SgfRecovery : public testing::TestWithParam<Case> {};

TEST_P(SgfRecovery, DealsWithIt) {
    const ReadResult result = read(with_head(GetParam().text));
    ASSERT_EQ(result.game_count(), 1u);
    EXPECT_EQ(result.findings(), GetParam().findings);
    EXPECT_EQ(body(result), GetParam().body);
    // The recovery is the same at every level.
    const ReadResult strict = read_strictly(with_head(GetParam().text));
    ASSERT_EQ(strict.game_count(), 1u);
    EXPECT_EQ(strict.findings(), GetParam().findings);
    EXPECT_EQ(strict.game().node_count(), result.game().node_count());
}

INSTANTIATE_TEST_SUITE_P(
    Table, SgfRecovery,
    testing::Values(
        Case{"EmptyTree",
             ";B[aa]()(;W[bb])())",
             {at("sgf.empty-tree", 6), at("sgf.empty-tree", 16)},
             " 1<0: B[@aa] 2<1: W[@bb]"},
        Case{"TreeWithoutNode",
             ";B[aa]((;W[bb])(;W[cc]));)",
             {at("sgf.tree-without-node", 7), at("sgf.node-after-subtree", 24)},
             " 1<0: B[@aa] 2<1: W[@bb] 3<1: W[@cc] 4<1:"},
        Case{"TreeWithoutNodeThrice",
             "(((;W[bb])(;W[cc]))))",
             {at("sgf.tree-without-node", 1), at("sgf.tree-without-node", 2)},
             " 1<0: W[@bb] 2<0: W[@cc]"},
        Case{"TextInside",
             ";B[aa] what is this? ;W[bb] 12 C[x])",
             {at("sgf.text-inside", 7), at("sgf.text-inside", 28)},
             " 1<0: B[@aa] 2<1: W[@bb] C[x]"},
        Case{"ParenthesesInText",
             ";B[aa] so (they say) ; W[bb])",
             {at("sgf.text-inside", 7)},
             " 1<0: B[@aa] 2<1: W[@bb]"},
        Case{"ClosingBracketAlone", ";B[aa]] ;W[bb])", {at("sgf.text-inside", 6)}, " 1<0: B[@aa] 2<1: W[@bb]"},
        Case{"TextBeforeValue",
             ";C 1 [x]KGB1[y])",
             {at("sgf.text-inside", 3), at("sgf.text-inside", 11)},
             " 1<0: C[x] KGB[raw y]"},
        Case{"MissingSemicolon",
             ";B[aa](W[bb];B[cc])(W[dd]))",
             {at("sgf.missing-semicolon", 7), at("sgf.missing-semicolon", 20)},
             " 1<0: B[@aa] 2<1: W[@bb] 3<2: B[@cc] 4<1: W[@dd]"},
        Case{"PropertyBehindSubtree",
             ";B[aa](;W[bb])C[x](;W[cc]))",
             {at("sgf.missing-semicolon", 14)},
             " 1<0: B[@aa] 2<1: W[@bb] 3<1: C[x] 4<3: W[@cc]"},
        Case{"NodeAfterSubtree",
             ";B[aa](;W[bb]);W[cc];B[dd](;W[ee]))",
             {at("sgf.node-after-subtree", 14)},
             " 1<0: B[@aa] 2<1: W[@bb] 3<1: W[@cc] 4<3: B[@dd] 5<4: W[@ee]"},
        Case{"Unterminated",
             ";B[aa]C[abc",
             {at("sgf.unterminated-value", 7), at("sgf.missing-close-paren", 11)},
             " 1<0: B[@aa] C[abc]"},
        Case{"UnterminatedBehindBackslash",
             ";B[aa]C[abc\\",
             {at("sgf.unterminated-value", 7), at("sgf.missing-close-paren", 12)},
             " 1<0: B[@aa] C[abc]"},
        Case{"UnterminatedBehindTwoBackslashes",
             ";C[abc\\\\",
             {at("sgf.unterminated-value", 2), at("sgf.missing-close-paren", 8)},
             " 1<0: C[abc\\]"},
        Case{"UnterminatedMove",
             ";B[a",
             {at("sgf.unterminated-value", 2), at("sgf.missing-close-paren", 4), at("value.bad-move", 3)},
             " 1<0: B[invalid a]"},
        Case{"BracketAtOnce",
             "PB[Ivo[1k]]PW[Ada];B[aa])",
             {at("sgf.unescaped-bracket", 9)},
             " PB[Ivo[1k]] PW[Ada] 1<0: B[@aa]"},
        Case{"BracketsNested", "C[a[b[c]]]N[x])", {at("sgf.unescaped-bracket", 7)}, " C[a[b[c]]] N[x]"},
        Case{"BracketThenText",
             ";B[aa]C[Kim [3k]: see [x] ok];W[bb])",
             {at("sgf.unescaped-bracket", 15)},
             " 1<0: B[@aa] C[Kim [3k]: see [x] ok] 2<1: W[@bb]"},
        Case{"BracketEscapedTwice",
             "C[Kim [3k\\\\]: hi];B[aa])",
             {at("sgf.unescaped-bracket", 11)},
             " C[Kim [3k]: hi] 1<0: B[@aa]"},
        Case{"BracketEndOfInput",
             "C[a [b] c]",
             {at("sgf.unescaped-bracket", 6), at("sgf.missing-close-paren", 10)},
             " C[a [b] c]"},
        Case{"BracketDoesNotSwallowNodes",
             "C[a [b] c;B[aa];W[bb])",
             {at("sgf.text-inside", 8)},
             " C[a [b] 1<0: B[@aa] 2<1: W[@bb]"},
        Case{"BracketInUnknownProperty",
             "XX[a[b]];B[aa])",
             {at("sgf.unescaped-bracket", 6)},
             " XX[raw a[b\\]] 1<0: B[@aa]"},
        Case{"NoValue",
             "DT;LB B[cc];N W[dd];KO)",
             {at("sgf.no-value", 0), at("sgf.no-value", 3), at("sgf.no-value", 12), at("sgf.no-value", 20)},
             " 1<0: B[@cc] 2<1: W[@dd] 3<2:"},
        Case{"ValueWithoutIdentifier",
             ";[aa];B[bb](;W[cc])[dd])",
             {at("sgf.value-without-identifier", 1), at("sgf.value-without-identifier", 19)},
             " 1<0: 2<1: B[@bb] 3<2: W[@cc]"},
        Case{"LowercaseIdentifier",
             ";Bb[aa]PlayerBlack[x];bLL[x])",
             {at("sgf.lowercase-identifier", 1), at("sgf.lowercase-identifier", 7), at("sgf.lowercase-identifier", 22)},
             " 1<0: B[@aa] PB[x] 2<1: LL[raw x]"},
        Case{"LowercaseOnly",
             ";b[aa];pl[B])",
             {at("sgf.lowercase-only", 1), at("sgf.lowercase-only", 7)},
             " 1<0: B[@aa] 2<1: PL[B]"},
        Case{"SpaceBeforeValue",
             ";B [aa]C\r\n[x] [y])",
             {at("sgf.space-before-value", 2), at("sgf.space-before-value", 8), at("value.extra-values", 15)},
             " 1<0: B[@aa] C[x]"},
        Case{"ControlBytes",
             ";B[aa]\x01\x02;W[bb]\x7F\x1B)",
             {at("sgf.control-byte", 6), at("sgf.text-inside", 14), at("sgf.control-byte", 15)},
             " 1<0: B[@aa] 2<1: W[@bb]"}),
    [](const auto& info) { return info.param.name; });

TEST(SgfSyntax, DropsZeroBytes) {
    const ReadResult result = read(std::string("(;FF[4]\0\0GM[1];C[a\0b]XX[\0c])", 28));
    EXPECT_THAT(result.findings(), ElementsAre("sgf.control-byte@7", "sgf.control-byte@17", "sgf.control-byte@24"));
    EXPECT_EQ(result.outline(), "0: FF[4] GM[1] 1<0: C[ab] XX[raw c]");
}

TEST(SgfSyntax, NotesNeedlessParentheses) {
    const ReadResult result = read("(;FF[4](;B[aa](;W[bb])(;W[cc](;B[dd]))))");
    EXPECT_THAT(result.findings(true), ElementsAre("sgf.needless-parens@7", "sgf.needless-parens@29"));
    EXPECT_EQ(result.finding("sgf.needless-parens").node, 1u);
}

TEST(SgfSyntax, NotesLongIdentifiers) {
    const ReadResult result = read("(;FF[4]MULTIGOGM[1];ABC[x]ABC[y]ABCDE[z];ABCDE[u])");
    EXPECT_EQ(result.count("sgf.long-identifier"), 5u);
    EXPECT_EQ(result.outline(), "0: FF[4] MULTIGOGM[raw 1] 1<0: ABC[raw x] ABC[raw y] ABCDE[raw z] 2<1: ABCDE[raw u]");
    EXPECT_EQ(result.game().columns().long_identifier_count, 2u);
}

TEST(SgfSyntax, OldFormatsMayHaveSmallLetters) {
    const ReadResult result = read("(;GaMe[1]SiZe[9];Black[aa]CommenT[x];white[bb])");
    EXPECT_THAT(result.findings(), ElementsAre("sgf.lowercase-only@37"));
    EXPECT_EQ(result.count("sgf.long-form"), 1u);
    EXPECT_EQ(result.finding("sgf.long-form").offset, 2u);
    EXPECT_EQ(result.outline(), "0: GM[1] SZ[9] 1<0: B[@aa] CT[raw x] 2<1: WHITE[raw bb]");
    const ReadResult as_new =
        ReadResult("(;GaMe[1])", {diagnostics::Level::lenient, diagnostics::FixMode::automatic, {{"ff-default", "4"}}});
    EXPECT_THAT(as_new.findings(), ElementsAre("sgf.lowercase-identifier@2"));
    EXPECT_EQ(as_new.game().file_format(), 4u);
}

// ---- swallowed nodes ----

TEST(SgfSyntax, SuspectsSwallowedMoves) {
    const ReadResult result = read(with_head(";B[aa]C[good;W[bb];B[cc])"));
    EXPECT_THAT(result.findings(), ElementsAre(at("sgf.suspect-missing-bracket", 7)));
    EXPECT_EQ(body(result), " 1<0: B[@aa] C[good;W[bb] 2<1: B[@cc]");
}

TEST(SgfSyntax, CutsSwallowedMovesWhenAsked) {
    const ReadOptions guess{diagnostics::Level::lenient, diagnostics::FixMode::guess, {}};
    const ReadResult result = ReadResult(with_head(";B[aa]C[good;W[bb];B[cc]C[;W[];B[dd])"), guess);
    EXPECT_EQ(body(result), " 1<0: B[@aa] C[good] 2<1: W[@bb] 3<2: B[@cc] C[] 4<3: W[pass] 5<4: B[@dd]");
    EXPECT_EQ(result.count("sgf.suspect-missing-bracket"), 2u);
}

// What begins with FF or GM is a game, and no part of a text.
TEST(SgfSyntax, SuspectsSwallowedGames) {
    for (const char* between : {")\n", ")", "\n", ""}) {
        const std::string text = "(;FF[4];B[aa]C[good" + std::string(between) + "(;GM[1]FF[4]SZ[9];B[bb])";
        EXPECT_EQ(read(text).count("sgf.suspect-missing-bracket"), 1U) << text;
        const ReadResult cut(text, {diagnostics::Level::lenient, diagnostics::FixMode::guess, {}});
        EXPECT_EQ(cut.count("sgf.suspect-missing-bracket"), 1U) << text;
        EXPECT_EQ(cut.values(1, "C"), "[good]") << text;
    }
    const ReadResult both(with_head(";B[aa]C[good)\n(;FF[4]GM[1]SZ[9];B[bb])"),
                          {diagnostics::Level::lenient, diagnostics::FixMode::guess, {}});
    ASSERT_EQ(both.game_count(), 2U);
    EXPECT_EQ(both.game(1).board(), (BoardSize{9, 9}));
}

TEST(SgfSyntax, SuspectsBehindACutBelongToTheGameTheyAreIn) {
    const ReadResult cut("(;FF[4]GM[1]SZ[9\n\n(;GM[1]FF[4]SZ[9];B[aa];W[bb];B[;W[cc])",
                         {diagnostics::Level::archive, diagnostics::FixMode::guess, {}});
    ASSERT_EQ(cut.game_count(), 2U);
    EXPECT_EQ(cut.count("sgf.suspect-missing-bracket"), 2U);
    for (const Reported& finding : cut.reported()) {
        if (finding.game && finding.node) {
            EXPECT_LT(*finding.node, cut.game(*finding.game).node_count()) << finding.id;
        }
    }
}

TEST(SgfSyntax, SuspectsTheEndOfTheInputToo) {
    const ReadResult result = read("(;FF[4];C[z;B[");
    EXPECT_EQ(result.count("sgf.suspect-missing-bracket"), 1U);
    EXPECT_EQ(result.values(1, "C"), "[z;B[]");
    const ReadResult cut("(;FF[4];C[z;B[", {diagnostics::Level::lenient, diagnostics::FixMode::guess, {}});
    EXPECT_EQ(cut.outline(), read("(;FF[4];C[z];B[])").outline());
}

TEST(SgfSyntax, SuspectsNothingElse) {
    for (const std::string_view text :
         {"C[;B[aaa]", "C[B[aa]", "C[\\;B[aa]", "C[;X[a]", "C[;W[a ]", "C[(;FX[4]", "C[;FF[4]", "C[(;FF[444]"}) {
        const ReadResult result = read(with_head(std::string(text) + ")"));
        EXPECT_EQ(result.count("sgf.suspect-missing-bracket"), 0u) << text;
    }
}

// ---- places ----

TEST(SgfSyntax, KeepsOffsets) {
    const std::string text = "xx (;FF[4]B[aa]LB[bb:c]) (;GM[1]C[a\\\nb])";
    const ReadResult result = read(text);
    ASSERT_EQ(result.game_count(), 2u);
    const auto place = [&](std::size_t game, Identifier identifier) {
        const Game g = result.game(game);
        return g.source_offset_of_property(g.find(0, identifier));
    };
    EXPECT_EQ(place(0, "FF"), text.find("4]"));
    EXPECT_EQ(place(0, "B"), text.find("aa]"));
    EXPECT_EQ(place(0, "LB"), text.find("bb:"));
    EXPECT_EQ(place(1, "GM"), text.find("1]"));
    EXPECT_EQ(place(1, "C"), text.find("a\\"));
    EXPECT_EQ(result.consumed, text.size());
}

}  // namespace
}  // namespace tengen::test
