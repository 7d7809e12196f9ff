#include "io/glob.h"

#include <string>

#include <gmock/gmock.h>

namespace tengen::io {
namespace {

using testing::ElementsAre;

TEST(Glob, MatchName) {
    struct Row {
        const char* pattern;
        const char* name;
        bool matches;
    };
    const Row rows[] = {
        {"*.sgf", "game.sgf", true},
        {"*.sgf", "game.SGF", false},
        {"*.sgf", ".sgf", false},  // hidden
        {".*", ".sgf", true},
        {"\\.*", ".sgf", true},
        {"*", "", true},
        {"", "", true},
        {"", "a", false},
        {"a*b*c", "a-b-b-c", true},
        {"a*b*c", "a-b-b-d", false},
        {"**a", "bba", true},
        {"?", "a", true},
        {"?", "\u7891", true},  // one character, three bytes
        {"??", "\u7891", false},
        {"?", "\xe9", true},  // a byte that is no UTF-8 is one character
        {"[a-c]x", "bx", true},
        {"[a-c]x", "dx", false},
        {"[!a-c]x", "dx", true},
        {"[^a-c]x", "bx", false},
        {"[]x]", "]", true},
        {"[!]]", "]", false},
        {"[a-]", "-", true},
        {"[\\]a]", "]", true},
        {"[\u00e0-\u00ff]", "\u00e9", true},
        {"[\u00e0-\u00ff]", "\xe9", false},  // the byte is not the letter
        {"[abc", "[abc", true},              // unclosed
        {"[abc", "a", false},
        {"\\*", "*", true},
        {"\\*", "a", false},
        {"a\\", "a\\", true},
        {"*\u7891*", "a\u7891b", true},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(match_name(row.pattern, row.name), row.matches) << row.pattern << " on " << row.name;
    }
    EXPECT_TRUE(match_name("*", ".hidden", true));
}

TEST(Glob, ManyStarsAreNotExponential) {
    std::string pattern;
    for (int i = 0; i < 50; ++i) pattern += "*a";
    pattern += "*b";
    EXPECT_FALSE(match_name(pattern, std::string(5000, 'a')));
}

TEST(Glob, IsPattern) {
    EXPECT_TRUE(is_pattern("a*"));
    EXPECT_TRUE(is_pattern("a?"));
    EXPECT_TRUE(is_pattern("[a]"));
    EXPECT_TRUE(is_pattern("{a,b}"));
    EXPECT_FALSE(is_pattern("a\\*"));
    EXPECT_FALSE(is_pattern("plain/name.sgf"));
}

TEST(Glob, Braces) {
    EXPECT_THAT(*expand_braces("*.{sgf,mgt}"), ElementsAre("*.sgf", "*.mgt"));
    EXPECT_THAT(*expand_braces("a{b,c{d,e}}f"), ElementsAre("abf", "acdf", "acef"));
    EXPECT_THAT(*expand_braces("{a,b}{1,2}"), ElementsAre("a1", "a2", "b1", "b2"));
    EXPECT_THAT(*expand_braces("x{,y}"), ElementsAre("x", "xy"));
    EXPECT_THAT(*expand_braces("{a}"), ElementsAre("{a}"));
    EXPECT_THAT(*expand_braces("{a,b"), ElementsAre("{a,b"));
    EXPECT_THAT(*expand_braces("{{a,b}"), ElementsAre("{a", "{b"));
    EXPECT_THAT(*expand_braces("\\{a,b}"), ElementsAre("\\{a,b}"));
    EXPECT_THAT(*expand_braces("{a\\,b,c}"), ElementsAre("a\\,b", "c"));
    EXPECT_THAT(*expand_braces("plain"), ElementsAre("plain"));
}

TEST(Glob, BracesHaveALimit) {
    std::string pattern;
    for (int i = 0; i < 40; ++i) pattern += "{a,b}";
    EXPECT_FALSE(expand_braces(pattern).has_value());
    EXPECT_FALSE(expand_braces(std::string(100000, '{')).has_value());
}

TEST(Glob, FoldsLettersOnlyIfAsked) {
    EXPECT_FALSE(match_name("*.sgf", "GAME.Sgf"));
    EXPECT_TRUE(match_name("*.sgf", "GAME.Sgf", false, true));
    EXPECT_TRUE(match_name("[a-f]?.SGF", "Bx.sgf", false, true));
    EXPECT_FALSE(match_name("[a-f]?.SGF", "Gx.sgf", false, true));
    EXPECT_FALSE(match_name("@", "`", false, true)) << "no letters";
    EXPECT_FALSE(match_name("\u00E9", "\u00C9", false, true)) << "not of ASCII";
    PatternSet set(true);
    set.add("Games/**/*.sgf");
    EXPECT_TRUE(set.matches(set.enter(set.start(), "GAMES", false), "x.SGF", false));
}

TEST(Glob, PatternSetWalksDown) {
    PatternSet set;
    set.add("a/**/x.sgf");
    set.add("*.mgt");
    const auto top = set.start();
    EXPECT_TRUE(set.matches(top, "1.mgt", false));
    EXPECT_FALSE(set.matches(top, "x.sgf", false));
    const auto a = set.enter(top, "a", false);
    EXPECT_TRUE(set.matches(a, "x.sgf", false));
    EXPECT_FALSE(set.matches(a, "1.mgt", false));
    const auto deep = set.enter(set.enter(a, "b", false), "c", false);
    EXPECT_TRUE(set.matches(deep, "x.sgf", false));
    EXPECT_TRUE(set.enter(top, "b", false).empty());
    EXPECT_TRUE(set.enter(a, ".git", false).empty());
    EXPECT_FALSE(set.enter(a, ".git", true).empty());
}

}  // namespace
}  // namespace tengen::io
