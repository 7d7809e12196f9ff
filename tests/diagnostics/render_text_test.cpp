#include "diagnostics/render_text.h"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "diagnostics/line_index.h"

namespace tengen::diagnostics {
namespace {

using namespace std::string_view_literals;

Diagnostic finding_at(std::string_view source, std::uint64_t offset) {
    LineIndex index(source);
    const LinePosition position = index.position(offset);
    Diagnostic diagnostic;
    diagnostic.id = "value.bad-move";
    diagnostic.severity = Severity::error;
    diagnostic.message = "B[zz] is no point";
    diagnostic.input = "game.sgf";
    diagnostic.game = 0;
    diagnostic.node = 1;
    diagnostic.offset = offset;
    diagnostic.line = position.line;
    diagnostic.column = position.column;
    return diagnostic;
}

std::string rendered(const Diagnostic& diagnostic, std::string_view source = {}, const TextStyle& style = {}) {
    std::string out;
    append_text(out, diagnostic, source, style);
    return out;
}

// The two lines below the message.
std::string excerpt_of(std::string_view source, std::uint64_t offset, std::size_t width = 100) {
    const std::string text = rendered(finding_at(source, offset), source, TextStyle{false, width});
    return text.substr(text.find('\n') + 1);
}

TEST(RenderText, ShowsPlaceMessageIdAndSourceLine) {
    const std::string_view source = "(;FF[4]\n;B[zz]\n;W[aa])";
    EXPECT_EQ(rendered(finding_at(source, 9), source),
              "game.sgf:2:2: error: B[zz] is no point [value.bad-move]\n"
              "    2 | ;B[zz]\n"
              "      |  ^\n");
}

TEST(RenderText, NamesThePlaceAsFarAsItIsKnown) {
    Diagnostic diagnostic = finding_at("x", 0);
    EXPECT_EQ(rendered(diagnostic), "game.sgf:1:1: error: B[zz] is no point [value.bad-move]\n");
    diagnostic.file = "inner.rgf";
    EXPECT_EQ(rendered(diagnostic), "game.sgf!inner.rgf:1:1: error: B[zz] is no point [value.bad-move]\n");
    diagnostic.file.clear();
    diagnostic.column.reset();
    EXPECT_EQ(rendered(diagnostic, "x"), "game.sgf:1: error: B[zz] is no point [value.bad-move]\n");
    diagnostic.line.reset();
    EXPECT_EQ(rendered(diagnostic, "x"), "game.sgf: game 0, node 1: error: B[zz] is no point [value.bad-move]\n");
    diagnostic.node.reset();
    EXPECT_EQ(rendered(diagnostic), "game.sgf: game 0: error: B[zz] is no point [value.bad-move]\n");
    diagnostic.game.reset();
    EXPECT_EQ(rendered(diagnostic), "game.sgf: error: B[zz] is no point [value.bad-move]\n");
    diagnostic.input.clear();
    EXPECT_EQ(rendered(diagnostic), "error: B[zz] is no point [value.bad-move]\n");
    diagnostic.severity = Severity::off;
    EXPECT_EQ(rendered(diagnostic), "");
}

TEST(RenderText, TellsWhatBecameOfALoss) {
    Diagnostic diagnostic;
    diagnostic.id = "loss.board-score";
    diagnostic.severity = Severity::warning;
    diagnostic.message = "SGF has no board score";
    diagnostic.input = "cards.txt";
    diagnostic.game = 2;
    diagnostic.loss = LossDetail{LossKind::demoted, "Score", "GC", 1, true};
    EXPECT_EQ(rendered(diagnostic),
              "cards.txt: game 2: warning: SGF has no board score (demoted to GC, recoverable) [loss.board-score]\n");
    diagnostic.loss = LossDetail{LossKind::lost, "Score", "", 7, false};
    EXPECT_EQ(rendered(diagnostic),
              "cards.txt: game 2: warning: SGF has no board score (lost, 7 times) [loss.board-score]\n");
}

TEST(RenderText, MakesHostileTextHarmless) {
    Diagnostic diagnostic = finding_at("\x1B[2J\xFF", 4);
    diagnostic.message = "text \x1B]0;title\x07 \n second line";
    diagnostic.input = "evil\x1B[31m\nname.sgf";
    EXPECT_EQ(rendered(diagnostic, "\x1B[2J\xFF"),
              "evil<1B>[31m<0A>name.sgf:1:5: error: text <1B>]0;title<07> <0A> second line [value.bad-move]\n"
              "    1 | <1B>[2J<FF>\n"
              "      |        ^\n");
}

TEST(RenderText, PutsTheCaretUnderWideAndTabbedText) {
    EXPECT_EQ(excerpt_of("PB[本因坊]X", 13), "    1 | PB[本因坊]X\n      |           ^\n");
    EXPECT_EQ(excerpt_of("\t\tB[zz]", 2), "    1 |         B[zz]\n      |         ^\n");
    EXPECT_EQ(excerpt_of("e\xCC\x81X", 3), "    1 | e\xCC\x81X\n      |  ^\n");
    // In the middle of a character: under its beginning.
    EXPECT_EQ(excerpt_of("本因", 4), "    1 | 本因\n      |   ^\n");
}

TEST(RenderText, ShowsLineEndsAndTheEndOfTheInput) {
    EXPECT_EQ(excerpt_of("ab\r\ncd", 2), "    1 | ab\n      |   ^\n");
    EXPECT_EQ(excerpt_of("ab\r\ncd", 6), "    2 | cd\n      |   ^\n");
    EXPECT_EQ(excerpt_of("ab\n", 3), "    2 | \n      | ^\n");
}

TEST(RenderText, CutsLongLinesAroundThePlace) {
    std::string source;
    for (int i = 0; i < 30; ++i) {
        source += ";B[aa];W[bb]";
    }
    EXPECT_EQ(excerpt_of(source, 0, 30), "    1 | ;B[aa];W[bb];B[aa];W[bb];B[aa];W[...\n      | ^\n");
    EXPECT_EQ(excerpt_of(source, 120, 30),
              "    1 | ...a];W[bb];B[aa];W[bb];B[aa];W[b...\n      |                        ^\n");
    EXPECT_EQ(excerpt_of(source, source.size() - 1, 30),
              "    1 | ...aa];W[bb];B[aa];W[bb]\n      |                        ^\n");
}

// Signs that take more than one column shrink the window instead of widening the line.
TEST(RenderText, KeepsTheWidthWhateverTheBytesAre) {
    for (const std::string_view unit : {"\xFF"sv, "本"sv, "\t"sv, "\xE2\x80\xAE"sv, "\0"sv, "a"sv}) {
        std::string source;
        for (int i = 0; i < 500; ++i) {
            source += unit;
        }
        for (const std::uint64_t offset :
             {std::uint64_t{0}, std::uint64_t{source.size() / 2}, std::uint64_t{source.size()}}) {
            const std::string text = excerpt_of(source, offset, 40);
            const std::size_t caret = text.rfind('^') - text.rfind('\n', text.rfind('^')) - 1;
            EXPECT_LE(caret, 8U + 40U + 3U);
            EXPECT_LE(text.size(), 8U + 40U * 4U + 3U + 8U + 40U + 3U + 3U);
        }
    }
}

TEST(RenderText, LooksAtAWindowOfAnEndlessLineOnly) {
    const std::string source(32U << 20U, 'x');
    Diagnostic diagnostic = finding_at("x", 0);
    std::string out;
    for (std::uint64_t i = 0; i < 2000; ++i) {
        diagnostic.offset = i * 16000;
        diagnostic.column = *diagnostic.offset + 1;
        out.clear();
        append_text(out, diagnostic, source);
    }
    EXPECT_LT(out.size(), 500U);
    // Combining marks take no columns; a line of them is cut nevertheless.
    std::string marks;
    for (int i = 0; i < 100000; ++i) {
        marks += "\xCC\x81";
    }
    EXPECT_LT(excerpt_of(marks, 100000).size(), 2000U);
}

TEST(RenderText, LeavesTheSourceLineOutWhenThePlaceCannotBe) {
    Diagnostic diagnostic = finding_at("(;B[zz])", 2);
    const std::string head = "game.sgf:1:3: error: B[zz] is no point [value.bad-move]\n";
    EXPECT_EQ(rendered(diagnostic, "x"), head);  // the offset is behind the end
    diagnostic.offset = 1;                       // the column would begin before the source
    EXPECT_EQ(rendered(diagnostic, "(;B[zz])"), head);
}

TEST(RenderText, ColorsOnRequest) {
    EXPECT_EQ(rendered(finding_at("B[zz]", 2), "B[zz]", TextStyle{true, 100}),
              "\x1B[1mgame.sgf:1:3: \x1B[0m\x1B[1;31merror:\x1B[0m B[zz] is no point\x1B[2m [value.bad-move]\x1B[0m\n"
              "\x1B[2m    1 | \x1B[0mB[zz]\n"
              "\x1B[2m      | \x1B[0m  \x1B[1;32m^\x1B[0m\n");
}

TEST(RenderTextSummary, CountsInWords) {
    InputSummary summary;
    summary.input = "a.sgf";
    summary.format = "sgf";
    summary.games = 3;
    summary.rejected = 1;
    summary.errors = 1;
    summary.warnings = 2;
    std::string out;
    append_text(out, summary);
    EXPECT_EQ(out, "a.sgf: 3 games (sgf), 1 rejected; 1 error, 2 warnings, 0 infos\n");
    out.clear();
    InputSummary other;
    other.input = "b.txt";
    other.games = 1;
    other.fatal = 1;
    other.losses = 1;
    other.omitted = 9;
    append_text(out, other);
    EXPECT_EQ(out, "b.txt: 1 game, 0 rejected; 1 fatal, 0 errors, 0 warnings, 0 infos; 1 loss; 9 not shown\n");
}

TEST(RenderText, OldCharsetsAreShownAsBytes) {
    // Two of these pairs of GB2312 are UTF-8 by chance.
    const std::string_view source = "PB[\xB3\xC2\xD4\xB6\xC9\xBD]";
    EXPECT_THAT(rendered(finding_at(source, 3), source),
                testing::HasSubstr("PB[<B3><C2><D4><B6><C9><BD>]\n      |    ^\n"));
    // A wrong byte among right ones leaves these alone.
    const std::string_view mostly = "PB[\xE6\x9C\xAC\xE6\x9C\xAC\xE6\x9C\xAC\xE6\x9C\xAC\xFF]";
    EXPECT_THAT(rendered(finding_at(mostly, 3), mostly), testing::HasSubstr("本本本本<FF>]"));
}

}  // namespace
}  // namespace tengen::diagnostics
