// Which texts are taken for cards.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "landman-card/card_reader.h"

namespace tengen::landman {
namespace {

TEST(CardSniff, ADateAndAnotherFieldAreCards) {
    EXPECT_GT(sniff("Date: 1984-05-06\nBlack: Ann\n"), 50U);
    EXPECT_GT(sniff("From: a\n\nsome prose\n\nDate: ?\nSource: x\n"), 50U);
    EXPECT_GT(sniff("Date: spring 1846\nSource: x\n"), 50U);
}

TEST(CardSniff, ByteOrderMarksHideNothing) {
    std::string little = "\xFF\xFE";
    std::string big = "\xFE\xFF";
    for (const char c : std::string_view("Date: 1846\nSource: x\n")) {
        little += {c, '\0'};
        big += {'\0', c};
    }
    EXPECT_GT(sniff(little), 50U);
    EXPECT_GT(sniff(big), 50U);
    EXPECT_GT(sniff("\xEF\xBB\xBF"
                    "Date: 1846\nSource: x\n"),
              50U);
}

TEST(CardSniff, ADateAloneMayBe) {
    EXPECT_GT(sniff("Date: 1984-05-06\n"), 0U);
    EXPECT_LT(sniff("Date: 1984-05-06\n"), 50U);
}

TEST(CardSniff, OtherTextsAreNot) {
    EXPECT_EQ(sniff(""), 0U);
    EXPECT_EQ(sniff("(;GM[1]DT[1984-05-06])"), 0U);
    EXPECT_EQ(sniff("From: a\nDate: Tue, 23 Feb 88\nSubject: b\n\nhello\n"), 0U);
    EXPECT_EQ(sniff("Black: Ann\nWhite: Ben\n"), 0U);
    EXPECT_EQ(sniff("{\"Date\": \"1846\"}"), 0U);
}

TEST(CardSniff, WhichDateLinesOpenARecord) {
    for (const char* value : {"", "?", "??", "1846", "1846-07-21 ?", "0196", "spring 1846", "about 1846?",
                              "12 May 1846", "1846, perhaps"}) {
        EXPECT_TRUE(opens_card(value)) << value;
    }
    for (const char* value : {"Tue, 23 Feb 88", "12:30", "contains the date of the game", "May, 1846",
                              "in the year 1846", "long ago", "May 18465"}) {
        EXPECT_FALSE(opens_card(value)) << value;
    }
}

}  // namespace
}  // namespace tengen::landman
