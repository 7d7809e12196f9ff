#include "text/utf8.h"

#include <array>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace tengen::text {
namespace {

using namespace std::string_literals;

TEST(Utf8, AsciiAndItsEdges) {
    EXPECT_TRUE(is_ascii(""));
    EXPECT_TRUE(is_ascii("(;GM[1])"));
    EXPECT_TRUE(is_ascii("\x7F\0"s));
    for (std::size_t length = 1; length <= 600; ++length) {
        std::string text(length, 'x');
        ASSERT_TRUE(is_ascii(text));
        ASSERT_EQ(first_non_ascii(text), std::string::npos);
        // The one byte that matters, at every place of blocks, words and rests.
        const std::size_t place = (length * 7919) % length;
        for (const std::size_t index : {std::size_t{0}, place, length / 2, length - 1}) {
            text[index] = '\x80';
            ASSERT_FALSE(is_ascii(text)) << length << ' ' << index;
            ASSERT_EQ(first_non_ascii(text), index);
            ASSERT_EQ(count_non_ascii(text), 1u);
            text[index] = 'x';
        }
    }
}

TEST(Utf8, CountsManyHighBytes) {
    EXPECT_EQ(count_non_ascii(std::string(100'000, '\xFF')), 100'000u);
    EXPECT_EQ(count_non_ascii(std::string(100'000, '\x7F')), 0u);
}

TEST(Utf8, FindsTheFirstInvalidSequence) {
    const std::array<std::pair<std::string, std::size_t>, 18> table{{
        {"", std::string::npos},
        {"abc", std::string::npos},
        {"K\u00F6nig \u9ED1\u767D \U00020BB7", std::string::npos},
        {"\x80", 0},                           // a continuation alone
        {"ab\xC3", 2},                         // cut off
        {"ab\xE9\xBB", 2},                     // cut off
        {"ab\xF0\x9F\x80", 2},                 // cut off
        {"\xC0\xAF", 0},                       // overlong
        {"\xC1\xBF", 0},                       // overlong
        {"a\xE0\x9F\xBF", 1},                  // overlong
        {"a\xF0\x8F\xBF\xBF", 1},              // overlong
        {"\xED\xA0\x80", 0},                   // a surrogate
        {"\xF4\x90\x80\x80", 0},               // above U+10FFFF
        {"\xF5\x80\x80\x80", 0},               // no such lead byte
        {"\u9ED1\xFF", 3},                     // no such byte
        {"\u9ED1\xC3\x28", 3},                 // no continuation
        {"\xE9\xBB\x91\xE7\x99", 3},           // the second character is cut off
        {std::string(500, 'x') + '\xBF', 500}  // beyond the fast path
    }};
    for (const auto& [text, offset] : table) {
        EXPECT_EQ(first_invalid_utf8(text), offset) << text;
        EXPECT_EQ(is_valid_utf8(text), offset == std::string::npos) << text;
    }
}

TEST(Utf8, EveryScalarValueGoesThereAndBack) {
    for (char32_t value = 0; value <= 0x10FFFF; ++value) {
        if (value >= 0xD800 && value <= 0xDFFF) continue;
        std::string text;
        append_utf8(text, value);
        const Utf8Character character = first_utf8_character(text);
        ASSERT_EQ(character.code_point, value);
        ASSERT_EQ(character.length, text.size());
        if (value % 97 == 0) {
            ASSERT_TRUE(is_valid_utf8(text));
        }
    }
}

TEST(Utf8, MalformedCharacterHasNoLength) {
    for (const char* text :
         {"", "\x80", "\xC3", "\xC3\x28", "\xE9\xBB", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xC0\xAF"}) {
        EXPECT_EQ(first_utf8_character(text).length, 0u) << text;
    }
}

}  // namespace
}  // namespace tengen::text
