#include "library/tex_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tengen::library {
namespace {

using testing::ElementsAre;

TEST(TexText, ReadsAccentsAndLetters) {
    EXPECT_EQ(from_tex(R"({\"o}\'{e}\`a\^{\i}\~n\=u \v{s}\c c\r{a} \ss\ \o{} \L\'od\'z)"),
              "\xC3\xB6\xC3\xA9\xC3\xA0\xC3\xAE\xC3\xB1\xC5\xAB \xC5\xA1\xC3\xA7\xC3\xA5 \xC3\x9F \xC3\xB8 "
              "\xC5\x81\xC3\xB3"
              "d\xC5\xBA");
    EXPECT_EQ(from_tex(R"(\"x)"), "x\xCC\x88") << "a letter without a character of its own";
    EXPECT_EQ(from_tex(R"(\unknown{a} \emph{b} \under)"), R"(\unknowna b \under)");
    EXPECT_EQ(from_tex("a--b---c~d \n e"),
              "a\xE2\x80\x93"
              "b\xE2\x80\x94"
              "c d e");
    EXPECT_EQ(from_tex("\\"), "\\");
    EXPECT_EQ(from_tex(R"(\& \% \$ \# \_)"), "& % $ # _");
}

TEST(TexText, WritesWhatItReads) {
    for (const char* text :
         {"a{b}c", "\\alpha", "100% & $5 #1 x_y", "a--b---c----d", "~^", "\\{", "\\\"o", "}{", "-"}) {
        EXPECT_EQ(from_tex(to_tex(text)), text) << to_tex(text);
    }
}

TEST(TexText, SplitsNotesOutsideOfBraces) {
    EXPECT_THAT(split_notes("a; b;c; {d; e}"), ElementsAre("a", " b;c", " {d; e}"));
    EXPECT_THAT(split_notes(""), ElementsAre(""));
    EXPECT_THAT(split_notes("}; a"), ElementsAre("}", " a"));
}

}  // namespace
}  // namespace tengen::library
