// The grammar of a line.
#include "landman-card/line.h"

#include <gtest/gtest.h>

namespace tengen::landman {
namespace {

TEST(CardLineGrammar, OnlyTheFirstColonSeparates) {
    const Line line = read_line("Comment: black: won");
    EXPECT_EQ(line.kind, LineKind::field);
    EXPECT_EQ(line.keyword, "Comment");
    EXPECT_EQ(line.value, "black: won");
    EXPECT_FALSE(line.has_blanks);
}

TEST(CardLineGrammar, OneBlankBehindTheColonAndTrailingBlanksAreDropped) {
    EXPECT_EQ(read_line("Source:  GW 12  ").value, " GW 12");
    EXPECT_EQ(read_line("Source:GW 12").value, "GW 12");
    EXPECT_EQ(read_line("White:").value, "");
    EXPECT_EQ(read_line("White:   ").value, "");
}

TEST(CardLineGrammar, BlanksAroundTheKeywordAreNoted) {
    EXPECT_TRUE(read_line(" Date: 1846").has_blanks);
    EXPECT_TRUE(read_line("Date : 1846").has_blanks);
    EXPECT_EQ(read_line("\tDate : 1846").keyword, "Date");
}

TEST(CardLineGrammar, LinesWithoutAKeyword) {
    for (const char* text : {"AGJ 20", "two words: no field", ": nothing", "1st: no word", "12:30", "=Date: 1846"}) {
        EXPECT_EQ(read_line(text).kind, LineKind::text) << text;
        EXPECT_EQ(read_line(text).text, text);
    }
    EXPECT_EQ(read_line("").kind, LineKind::blank);
    EXPECT_EQ(read_line(" \t ").kind, LineKind::blank);
}

TEST(CardLineGrammar, AllLineBreaksEndALine) {
    std::string seen;
    for (LineCursor lines("a\nb\rc\r\nd\n\re\n\nf"); !lines.at_end(); lines.advance()) {
        seen += std::string(lines.line().text) + "@" + std::to_string(lines.begin()) + " ";
    }
    EXPECT_EQ(seen, "a@0 b@2 c@4 d@7 e@10 @12 f@13 ");
}

}  // namespace
}  // namespace tengen::landman
