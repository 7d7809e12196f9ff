// Charsets: declared, missing, wrong, and such whose characters look like brackets.
#include <string>
#include <string_view>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/sgf/reading.h"
#include "text/utf8.h"

namespace tengen::test {
namespace {

using diagnostics::FixMode;
using diagnostics::Level;
using testing::ElementsAre;
using testing::IsEmpty;

std::string used(const ReadResult& result, std::size_t game = 0) {
    return std::string(result.game(game).stored(result.game(game).columns().charset_used));
}
std::string declared(const ReadResult& result, std::size_t game = 0) {
    return std::string(result.game(game).stored(result.game(game).columns().charset_declared));
}

/// Several names, so that there is something to detect.
constexpr std::string_view gb_names = "PB[\xB4\xBA\xB7\xE7\xBB\xAF\xD3\xEA]PW[\xC7\xEF\xCB\xAE\xB3\xA4\xCC\xEC]";

TEST(SgfCharset, ReadsUtf8WithoutDecoding) {
    const ReadResult result = read("(;FF[4]CA[UTF-8]PB[J\xC3\xBCrgen];B[aa])");
    EXPECT_THAT(result.findings(true), IsEmpty());
    EXPECT_EQ(result.values(0, "PB"), "[J\xC3\xBCrgen]");
    EXPECT_EQ(used(result), "UTF-8");
    EXPECT_EQ(declared(result), "UTF-8");
    EXPECT_EQ(result.game().columns().source_run_count, 0u);
}

TEST(SgfCharset, DecodesSingleBytes) {
    const std::string text = "(;FF[4]CA[ISO-8859-1]PB[Ren\xE9 \xDF]C[caf\xE9 \\] x];B[aa]N[end])";
    const ReadResult result = read(text);
    EXPECT_THAT(result.findings(true), IsEmpty());
    EXPECT_EQ(result.values(0, "PB"), "[Ren\xC3\xA9 \xC3\x9F]");
    EXPECT_EQ(result.values(0, "C"), "[caf\xC3\xA9 ] x]");
    // Places are those of the bytes.
    const Game game = result.game();
    EXPECT_EQ(game.source_offset_of_property(game.find(0, "C")), text.find("caf"));
    EXPECT_EQ(game.source_offset_of_property(game.find(1, "N")), text.find("end"));
    EXPECT_EQ(result.broken(), "");
}

// What a cut makes a part of the tree was not looked at when the charset was chosen.
TEST(SgfCharset, ATreeThatGrowsByACutIsDecodedAsAWhole) {
    const ReadResult result("(;PB[A];B[e(;FF[4]GM[1];W[bb])\n;C[\xE9t\xE9];B[cc])",
                            {Level::archive, FixMode::guess, {}});
    EXPECT_EQ(result.count("sgf.suspect-missing-bracket"), 1U);
    EXPECT_EQ(result.values(4, "C"), "[\xC3\xA9t\xC3\xA9]");
    EXPECT_EQ(used(result), "ISO-8859-1");
}

// In Shift_JIS the first value ends at the second backslash, in Latin-1 it goes on; the byte behind the cut decides.
TEST(SgfCharset, ACutMayLeaveOtherNodes) {
    for (const Level level : {Level::strict, Level::lenient, Level::archive}) {
        for (const FixMode fix : {FixMode::none, FixMode::automatic, FixMode::guess}) {
            for (const auto& [text, suspects] :
                 {std::pair("(B[\x95\\\\];W[\n(;GM[]F\xFF", 1U), std::pair("(CA[\x83[])(;[\x95];f[)(;FF[]\x9D"
                                                                           "CA[E",
                                                                           0U)}) {  // none is left in the end
                const ReadResult result(text, {level, fix, {}});
                EXPECT_EQ(result.count("sgf.suspect-missing-bracket"), suspects);
                for (const Reported& finding : result.reported()) {
                    if (finding.game && finding.node) {
                        EXPECT_LT(*finding.node, result.game(*finding.game).node_count()) << finding.id;
                    }
                }
            }
        }
    }
}

/// A tree of that many bytes in GB18030, whose texts are long lines of one character.
std::string gb_tree(std::size_t size) {
    std::string tree = "(;FF[4]CA[GB18030]" + std::string(gb_names);
    while (tree.size() < size) {
        tree += ";C[";
        for (int i = 0; i < 500; ++i) {
            tree += "\xB4\xBA";
        }
        tree += "]";
    }
    return tree + ";N[\xC7\xEF])";
}

TEST(SgfCharset, DecodesBigInputsPartByPart) {
    // Trees on both sides of where parts end, and one that is bigger than a part.
    std::string text;
    for (int i = 0; i < 60; ++i) {
        text += gb_tree(100'001 + static_cast<std::size_t>(i)) + '\n';
    }
    const std::size_t big = text.size();
    text += gb_tree(5'000'000) + "\n" + gb_tree(1000);
    const ReadResult result = read(text);
    EXPECT_THAT(result.findings(true), IsEmpty());
    ASSERT_EQ(result.game_count(), 62u);
    for (std::size_t i = 0; i < result.game_count(); ++i) {
        const Game game = result.game(i);
        ASSERT_EQ(used(result, i), "GB18030") << i;
        ASSERT_EQ(result.values(0, "PB", i), "[\u6625\u98CE\u5316\u96E8]") << i;
        ASSERT_EQ(result.values(game.node_count() - 1, "N", i), "[\u79CB]") << i;
    }
    EXPECT_EQ(result.game(60).source_offset_of_property(result.game(60).find(0, "CA")), big + 10);
}

TEST(SgfCharset, OfTheWholeInputCountsToItsEnd) {
    std::string gb;
    while (gb.size() < 5'000'000) {
        gb += "(;FF[4]PB[\xB4\xBA]C[" + std::string(1000, 'x') + "])";
    }
    const std::size_t games = gb.size() / (gb.find(")(") + 1);
    const auto check = [games](const ReadResult& result, std::string_view charset) {
        EXPECT_EQ(result.count("charset.mismatch"), 0u);
        ASSERT_EQ(result.game_count(), games);
        EXPECT_EQ(used(result, games - 1), charset);
        EXPECT_EQ(result.values(0, "PB", games - 1), "[\u6625]");
    };
    check(ReadResult(gb, {Level::lenient, FixMode::automatic, {{"charset", "GB18030"}}}), "GB18030");
    std::string wide = "\xFF\xFE";
    for (std::size_t i = 0; i < gb.size(); ++i) {
        if (gb[i] == '\xB4') {
            wide += "\x25\x66";
            ++i;
        } else {
            wide += gb[i];
            wide += '\0';
        }
    }
    check(read(wide), "UTF-16");
}

TEST(SgfCharset, LooksForUtf8StepByStep) {
    // Characters of three bytes at every place where a step may end; then something that is no UTF-8.
    std::string text = "(;FF[4]CA[UTF-8]C[a";
    while (text.size() < 2'500'000) {
        text += "\u6625\u98CE";
    }
    text += "])(;FF[4]CA[UTF-8]PB[\xE9\xE8])(;FF[4]CA[UTF-8]PB[J\u00FCrgen])";
    const ReadResult result = read(text);
    EXPECT_EQ(used(result, 0), "UTF-8");
    EXPECT_NE(used(result, 1), "UTF-8");
    EXPECT_EQ(used(result, 2), "UTF-8");
    EXPECT_EQ(result.values(0, "PB", 2), "[J\u00FCrgen]");
    EXPECT_THAT(result.findings(true), testing::Contains(testing::HasSubstr("charset.mismatch")));
}

TEST(SgfCharset, FindsCaWhereverItStands) {
    EXPECT_EQ(read("(;FF[4]PB[Zo\xEB]CA[ISO-8859-1])").values(0, "PB"), "[Zo\xC3\xAB]");
    EXPECT_EQ(read("(;FF[4]PB[Zo\xEB];B[aa];CA[ISO-8859-1])").values(0, "PB"), "[Zo\xC3\xAB]");
}

TEST(SgfCharset, DecodesBeforeItLooksForBrackets) {
    // Characters of Shift_JIS whose second bytes are '\\', ']' and '['.
    const std::string text = "(;FF[4]CA[Shift_JIS]PB[\x95\x5C]PW[\x83\x5D\x83\x5B]C[\x88\xEA\x97\x97\x95\x5C];B[aa])";
    const ReadResult result = read(text);
    EXPECT_THAT(result.findings(), IsEmpty());
    EXPECT_EQ(result.values(0, "PB"), "[\xE8\xA1\xA8]");
    EXPECT_EQ(result.values(0, "PW"), "[\xE3\x82\xBE\xE3\x82\xBC]");
    EXPECT_EQ(result.values(1, "B"), "[@aa]");
    EXPECT_EQ(result.game().source_offset_of_property(result.game().find(1, "B")), text.find("aa]"));
}

TEST(SgfCharset, ReadsEachTreeInItsOwn) {
    const std::string text =
        "(;FF[4]CA[Big5]PB[\xAA\x4C\xA7\xD3\xBB\xB7])\n(;FF[4]CA[UTF-8]PB[\xC3\x9C])\n"
        "(;FF[4]CA[Big5]PB[\xB2\xC4\xA4\x40\xC3\xD0])\n(;FF[4]PB[x])";
    const ReadResult result = read(text);
    ASSERT_EQ(result.game_count(), 4u);
    EXPECT_EQ(result.values(0, "PB", 0), "[\xE6\x9E\x97\xE5\xBF\x97\xE9\x81\xA0]");
    EXPECT_EQ(result.values(0, "PB", 1), "[\xC3\x9C]");
    EXPECT_EQ(result.values(0, "PB", 2), "[\xE7\xAC\xAC\xE4\xB8\x80\xE8\xAD\x9C]");
    EXPECT_EQ(result.values(0, "PB", 3), "[x]");
    EXPECT_EQ(result.count("charset.mixed"), 1u);
    EXPECT_EQ(result.game(2).source_offset(0), text.find("(;FF[4]CA[Big5]PB[\xB2"));
    EXPECT_THAT(result.findings(), IsEmpty());
}

TEST(SgfCharset, DetectsWhatIsNotDeclared) {
    const ReadResult result = read("(;FF[4]" + std::string(gb_names) + ";B[aa])");
    EXPECT_THAT(result.findings(), ElementsAre("charset.assumed@10"));
    EXPECT_EQ(result.values(0, "PW"), "[\xE7\xA7\x8B\xE6\xB0\xB4\xE9\x95\xBF\xE5\xA4\xA9]");
    EXPECT_EQ(declared(result), "");
}

// The sample for the detection must have what stands behind a bracket that is not escaped, too.
TEST(SgfCharset, DetectsTextBehindABracketThatIsNotEscaped) {
    for (const char* const ca : {"", "CA[UTF-8]", "CA[klingon]"}) {
        const ReadResult result = read("(;FF[4]" + std::string(ca) + "C[see [1] na\xEFve];B[aa])");
        EXPECT_EQ(used(result), "ISO-8859-1") << ca;
        EXPECT_EQ(result.values(0, "C"), "[see [1] na\xC3\xAFve]") << ca;
        EXPECT_EQ(result.count("sgf.unescaped-bracket"), 1U) << ca;
        EXPECT_EQ(result.findings().size(), *ca == '\0' ? 1U : 2U) << ca;
    }
}

TEST(SgfCharset, TakesValidUtf8WithoutCa) {
    const ReadResult result = read("(;FF[4]PB[J\xC3\xBCrgen])");
    EXPECT_THAT(result.findings(), ElementsAre("charset.assumed@11"));
    EXPECT_EQ(result.values(0, "PB"), "[J\xC3\xBCrgen]");
}

TEST(SgfCharset, Latin1IsTheDefault) {
    const ReadResult result = read(
        "(;FF[4]PB[Ren\xE9 M\xFCller]PC[Orl\xE9"
        "ans];B[aa])");
    EXPECT_THAT(result.findings(), IsEmpty());
    EXPECT_EQ(result.values(0, "PB"), "[Ren\xC3\xA9 M\xC3\xBCller]");
}

TEST(SgfCharset, DetectsNothingWhenToldNotTo) {
    const ReadResult result = read_strictly("(;FF[4]PB[J\xC3\xBCrgen])");
    EXPECT_THAT(result.findings(), ElementsAre("charset.suspect-default@11"));
    EXPECT_EQ(result.values(0, "PB"), "[J\xC3\x83\xC2\xBCrgen]");
    EXPECT_THAT(read_strictly("(;FF[4]PB[Ren\xE9])").findings(), IsEmpty());
    EXPECT_THAT(read_strictly("(;FF[4]C[\xE9\\\\])").findings(), ElementsAre("charset.trail-byte@9"));
}

TEST(SgfCharset, SaysWhatDoesNotFit) {
    const ReadResult wrong = read("(;FF[4]CA[UTF-8]" + std::string(gb_names) + ";B[aa])");
    EXPECT_THAT(wrong.findings(), ElementsAre("charset.mismatch@19"));
    EXPECT_EQ(wrong.values(0, "PB"), "[\xE6\x98\xA5\xE9\xA3\x8E\xE5\x8C\x96\xE9\x9B\xA8]");
    const ReadResult unknown = read("(;FF[4]CA[klingon]PB[\xC3\x9C];B[aa])");
    EXPECT_THAT(unknown.findings(), ElementsAre("charset.unknown-name@21"));
    EXPECT_EQ(unknown.values(0, "PB"), "[\xC3\x9C]");
    const ReadResult plain = read("(;FF[4]CA[klingon]PB[x])");
    EXPECT_THAT(plain.findings(), ElementsAre("charset.unknown-name@10"));
}

TEST(SgfCharset, MovesSurviveInAnyCase) {
    // Bytes that fit nothing that is declared, and hardly anything else.
    const ReadResult result = read("(;FF[4]CA[UTF-8]C[\xFF\xFE\x80];B[aa];W[bb])");
    EXPECT_EQ(result.count("charset.mismatch"), 1u);
    EXPECT_EQ(result.values(1, "B"), "[@aa]");
    EXPECT_EQ(result.values(2, "W"), "[@bb]");
    EXPECT_EQ(result.broken(), "");
}

TEST(SgfCharset, UndoesEscapesInsideCharacters) {
    // A backslash before the second bytes '\\' and ']', put there after encoding.
    const std::string text = "(;FF[4]CA[Shift_JIS]PB[\x95\x5C\x5C]PW[\x83\x5C\x5D];B[aa])";
    const ReadResult result = read(text);
    EXPECT_THAT(result.findings(), ElementsAre("charset.escaped-trail-byte@24"));
    EXPECT_EQ(result.values(0, "PB"), "[\xE8\xA1\xA8]");
    EXPECT_EQ(result.values(0, "PW"), "[\xE3\x82\xBE]");
    EXPECT_EQ(result.game().source_offset_of_property(result.game().find(1, "B")), text.find("aa]"));
    EXPECT_EQ(result.broken(), "");
}

TEST(SgfCharset, TellsSupersets) {
    const ReadResult result = read("(;FF[4]CA[EUC-KR]PB[\xB9\xDA\x8C\x63];B[aa])");
    EXPECT_EQ(result.count("charset.superset"), 1u);
    EXPECT_EQ(result.values(0, "PB"), "[\xEB\xB0\x95\xEB\x98\xA0]");
    EXPECT_EQ(read("(;FF[4]CA[EUC-KR]PB[\xB9\xDA];B[aa])").count("charset.superset"), 0u);
}

TEST(SgfCharset, SkipsAByteOrderMark) {
    const ReadResult result = read("\xEF\xBB\xBF(;FF[4]CA[UTF-8]PB[\xC3\x9C])");
    EXPECT_THAT(result.findings(true), ElementsAre("charset.bom@0"));
    EXPECT_EQ(result.game().source_offset(0), 3u);
    const ReadResult conflict = read("\xEF\xBB\xBF(;FF[4]CA[GB2312]PB[\xC3\x9C])");
    EXPECT_THAT(conflict.findings(), ElementsAre("charset.bom-conflict@13"));
    EXPECT_EQ(conflict.values(0, "PB"), "[\xC3\x9C]");
}

TEST(SgfCharset, ReadsUtf16) {
    std::string text = "\xFF\xFE";
    for (const char16_t c : std::u16string_view(u"x (;FF[4]PB[\u00DC\u6625];B[aa]) (;GM[1])")) {
        text += static_cast<char>(c & 0xFF);
        text += static_cast<char>(c >> 8);
    }
    const ReadResult result = read(text);
    ASSERT_EQ(result.game_count(), 2u);
    EXPECT_THAT(result.findings(), ElementsAre("sgf.text-before@2"));
    EXPECT_EQ(result.values(0, "PB"), "[\xC3\x9C\xE6\x98\xA5]");
    EXPECT_EQ(result.game().source_offset_of_property(result.game().find(1, "B")), 2u * 18 + 2);
    EXPECT_EQ(result.broken(), "");
}

TEST(SgfCharset, TheOptionWins) {
    const ReadResult result("(;FF[4]CA[UTF-8]PB[Zo\xEB])",
                            {Level::lenient, FixMode::automatic, {{"charset", "ISO-8859-1"}}});
    EXPECT_EQ(result.values(0, "PB"), "[Zo\xC3\xAB]");
    EXPECT_THAT(result.findings(), IsEmpty());
    const ReadResult wrong("(;FF[4]CA[ISO-8859-1]PB[Zo\xEB])",
                           {Level::lenient, FixMode::automatic, {{"charset", "UTF-8"}}});
    EXPECT_THAT(wrong.findings(), ElementsAre("charset.mismatch@26"));
    EXPECT_EQ(wrong.values(0, "PB"), "[Zo\xC3\xAB]");
    EXPECT_THROW(ReadResult("(;)", {Level::lenient, FixMode::automatic, {{"charset", "klingon"}}}), sdk::BadOption);
}

TEST(SgfCharset, ReadsManyTreesInLinearTime) {
    std::string text;
    for (int i = 0; i < 20000; ++i) {
        text += i % 2 == 0 ? "(;FF[4]CA[Shift_JIS]PB[\x95\x5C];B[aa])\n" : "(;FF[4]CA[GB2312]PB[\xB4\xBA];B[aa])\n";
    }
    const ReadResult result = read(text);
    ASSERT_EQ(result.game_count(), 20000u);
    EXPECT_EQ(result.values(0, "PB", 19998), "[\xE8\xA1\xA8]");
    EXPECT_EQ(result.values(0, "PB", 19999), "[\xE6\x98\xA5]");
}

// ---- the profile of the Exercism task ----

ReadResult exercism(std::string_view text) {
    return ReadResult(text, {Level::lenient, FixMode::automatic, {{"profile", "exercism"}}});
}

TEST(SgfExercism, ReadsTextsOnly) {
    const ReadResult result = exercism("(;A[x(y)z][foo]B[\\]b\nc\\\nd\t\te\\\\ \\\n\\]];C[aa])");
    EXPECT_THAT(result.findings(true), IsEmpty());
    EXPECT_EQ(result.outline(), "0: A[x(y)z][foo] B[]b\ncd  e\\ ]] 1<0: C[aa]");
    EXPECT_EQ(result.game().columns().typed, 0u);
    EXPECT_EQ(result.game().columns().fact_count, 0u);
    EXPECT_EQ(result.broken(), "");
}

// No charset explains these bytes: as text they would make every writer's output invalid.
TEST(SgfExercism, KeepsBytesThatAreNoTextAsBytes) {
    const ReadResult result = exercism("(;C.\xdat\\tz n\xe8\\n u\\]GF[1W[dd]C\xdb\\\\n])");
    ASSERT_EQ(result.game_count(), 1U);
    const std::uint32_t property = result.game().find(0, "GF");
    ASSERT_NE(property, none);
    const tengen_value value = result.game().values(property)[0];
    EXPECT_TRUE(is_bytes(kind_of(value)) || text::is_valid_utf8(result.game().text(value)))
        << "kind " << static_cast<int>(kind_of(value));
}

TEST(SgfExercism, HasItsOwnMessages) {
    EXPECT_EQ(exercism("").finding("sgf.no-game-tree").message, "tree missing");
    EXPECT_EQ(exercism(";").finding("sgf.no-game-tree").message, "tree missing");
    EXPECT_EQ(exercism("()").finding("sgf.empty-tree").message, "tree with no nodes");
    EXPECT_EQ(exercism("(;A)").finding("sgf.no-value").message, "properties without delimiter");
    EXPECT_EQ(exercism("(;a[b])").finding("sgf.lowercase-only").message, "property must be in uppercase");
    EXPECT_EQ(exercism("(;Aa[b])").finding("sgf.lowercase-identifier").message, "property must be in uppercase");
}

}  // namespace
}  // namespace tengen::test
