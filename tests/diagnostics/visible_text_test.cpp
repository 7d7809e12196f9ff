#include "diagnostics/visible_text.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "diagnostics/utf8.h"

namespace tengen::diagnostics {
namespace {

using namespace std::string_view_literals;

std::string visible(std::string_view text) {
    std::string out;
    append_visible(out, text);
    return out;
}

TEST(Utf8, DecodesWellFormedCharacters) {
    const auto expect = [](std::string_view bytes, char32_t value) {
        const CodePoint point = decode_utf8(bytes, 0);
        EXPECT_TRUE(point.valid);
        EXPECT_EQ(point.value, value);
        EXPECT_EQ(point.length, bytes.size());
    };
    expect("A", U'A');
    expect("\xC2\x80", 0x80);
    expect("\xDF\xBF", 0x7FF);
    expect("\xE0\xA0\x80", 0x800);
    expect("\xED\x9F\xBF", 0xD7FF);
    expect("\xEE\x80\x80", 0xE000);
    expect("\xF0\x90\x80\x80", 0x10000);
    expect("\xF4\x8F\xBF\xBF", 0x10FFFF);
}

TEST(Utf8, RefusesIllFormedSequencesWithTheirLongestGoodStart) {
    const auto expect = [](std::string_view bytes, unsigned length) {
        const CodePoint point = decode_utf8(bytes, 0);
        EXPECT_FALSE(point.valid);
        EXPECT_EQ(point.value, char32_t{0xFFFD});
        EXPECT_EQ(point.length, length);
    };
    expect("\x80", 1);              // continuation without a start
    expect("\xC0\xAF", 1);          // overlong
    expect("\xC1\xBF", 1);          // overlong
    expect("\xE0\x9F\xBF", 1);      // overlong
    expect("\xED\xA0\x80", 1);      // surrogate
    expect("\xF0\x8F\xBF\xBF", 1);  // overlong
    expect("\xF4\x90\x80\x80", 1);  // above U+10FFFF
    expect("\xF5", 1);
    expect("\xFF", 1);
    expect("\xE3\x81", 2);      // cut off
    expect("\xE3\x81(", 2);     // broken off
    expect("\xF0\x9F\x98", 3);  // cut off
}

TEST(VisibleText, LeavesOrdinaryTextAlone) {
    EXPECT_EQ(visible("(;C[a\\]b])"), "(;C[a\\]b])");
    EXPECT_EQ(visible("本因坊秀策 é"), "本因坊秀策 é");
}

TEST(VisibleText, ShowsControlsAndWrongBytesAsCodes) {
    EXPECT_EQ(visible("\x1B[31mred"), "<1B>[31mred");
    EXPECT_EQ(visible("a\nb\rc\td\0e\x7F"sv), "a<0A>b<0D>c d<00>e<7F>");
    EXPECT_EQ(visible("\xB0\xA1\xE3\x81"), "<B0><A1><E3><81>");
    EXPECT_EQ(visible("a\xE2\x80\xAEz"), "a<U+202E>z");    // right-to-left override
    EXPECT_EQ(visible("\xC2\x9B\x31m"), "<U+009B>1m");     // C1 control sequence introducer
    EXPECT_EQ(visible("\xEF\xBB\xBF(;)"), "<U+FEFF>(;)");  // byte-order mark
}

TEST(VisibleText, KnowsHowWideCharactersAre) {
    const auto cells = [](std::string_view text) { return visible_character(text, 0).cells; };
    EXPECT_EQ(cells("a"), 1U);
    EXPECT_EQ(cells("é"), 1U);
    EXPECT_EQ(cells("本"), 2U);
    EXPECT_EQ(cells("한"), 2U);
    EXPECT_EQ(cells("\xCC\x81"), 0U);
    EXPECT_EQ(cells("\x01"), 4U);
    EXPECT_EQ(cells("\xE2\x80\xAE"), 8U);
    EXPECT_EQ(cells("\xE3\x81"), 8U);
}

TEST(Quoted, StaysOnOneLineAndShort) {
    EXPECT_EQ(quoted(""), "\"\"");
    EXPECT_EQ(quoted("a\nb"), "\"a<0A>b\"");
    EXPECT_EQ(quoted("abcdef", 6), "\"abcdef\"");
    EXPECT_EQ(quoted("abcdefg", 6), "\"abcdef...\"");
    EXPECT_EQ(quoted("本因坊秀策", 2), "\"本因...\"");
}

TEST(VisibleText, ShortensMessagesBetweenCharacters) {
    EXPECT_EQ(shortened_message("abc", 3), "abc");
    EXPECT_EQ(shortened_message("abcd", 3), "abc... (1 bytes more)");
    EXPECT_EQ(shortened_message("a\u6f22", 2), "a... (3 bytes more)");
    EXPECT_EQ(shortened_message(std::string(5'000'000, 'x')).size(),
              2000u + std::string("... (4998000 bytes more)").size());
}

}  // namespace
}  // namespace tengen::diagnostics
