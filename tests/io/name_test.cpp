#include <string>

#include <gmock/gmock.h>

#include "io/member_name.h"
#include "io/output_name.h"
#include "io/utf8.h"

namespace tengen::io {
namespace {

TEST(OutputName, Table) {
    struct Row {
        std::string text;
        std::string name;
    };
    const Row rows[] = {
        {"game.sgf", "game.sgf"},
        {"a/b\\c", "a_b_c"},
        {"Who? <me>: \"x|y*\"", "Who_ _me__ _x_y__"},
        {"..", "_"},
        {".", "_"},
        {"", "_"},
        {"   ", "_"},
        {"../../etc/passwd", "_.._etc_passwd"},
        {".hidden", "hidden"},
        {" blank .sgf ", "blank .sgf"},
        {"end...", "end"},
        {"tab\tnew\nline", "tab_new_line"},
        {std::string("nul\0x", 5), "nul_x"},
        {"\u0085x", "_x"},  // C1 control
        {"bad\xff.sgf", "bad_.sgf"},
        {"\u56f2\u7881.sgf", "\u56f2\u7881.sgf"},
        {"\u3000\u56f2\u3000", "\u56f2"},  // ideographic space
        {"\u202egp.fgs", "_gp.fgs"},       // right-to-left override
        {"con", "_con"},
        {"CON.sgf", "_CON.sgf"},
        {"com1", "_com1"},
        {"LPT9.tar.gz", "_LPT9.tar.gz"},
        {"com\u00b2", "_com\u00b2"},
        {"aux .sgf", "_aux .sgf"},
        {"nul2", "nul2"},
        {"console", "console"},
        {"~root", "_root"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(output_name(row.text), row.name) << row.text;
        EXPECT_EQ(output_name(row.name), row.name) << "twice is once";
    }
}

TEST(OutputName, LongNamesKeepExtensionAndCharacters) {
    std::string text;
    for (int i = 0; i < 200; ++i) text += "\u7881";
    const std::string name = output_name(text + ".sgf");
    EXPECT_LE(name.size(), 255U);
    EXPECT_GT(name.size(), 250U);
    EXPECT_TRUE(name.ends_with("\u7881.sgf"));
    EXPECT_TRUE(utf8::is_valid(name));
    EXPECT_EQ(output_name(name), name);

    const std::string exact = std::string(251, 'a') + ".sgf";
    EXPECT_EQ(output_name(exact), exact);
    EXPECT_EQ(output_name("a" + exact), exact);
    // The cut leaves no blank before the extension.
    EXPECT_EQ(output_name(std::string(250, 'a') + " bcd.sgf"), std::string(250, 'a') + ".sgf");
    // What looks like a sentence is no extension.
    const std::string sentence = output_name(std::string(300, 'a') + ". A long remark");
    EXPECT_EQ(sentence, std::string(255, 'a'));
}

TEST(OutputName, AnySmallLimitHolds) {
    for (std::size_t limit = 4; limit < 20; ++limit) {
        for (const char* const text : {"\U0001F600\U0001F600.sgf", "console.sgf", "a.b.c.d.e.f", "CON           .x"}) {
            const std::string name = output_name(text, {.max_bytes = limit});
            EXPECT_LE(name.size(), limit) << text;
            EXPECT_FALSE(name.empty());
            EXPECT_TRUE(utf8::is_valid(name));
            EXPECT_FALSE(is_device_name(name)) << name;
            EXPECT_NE(name.front(), '.');
        }
    }
}

TEST(OutputName, OtherReplacements) {
    EXPECT_EQ(output_name("a/b", {.instead = "-"}), "a-b");
    EXPECT_EQ(output_name("a/b", {.instead = ""}), "ab");
    EXPECT_EQ(output_name("///", {.instead = "", .when_empty = "unknown"}), "unknown");
}

TEST(MemberName, Table) {
    struct Row {
        const char* name;
        NameFault plain;
        NameFault in_folders;
    };
    const Row rows[] = {
        {"game.rgf", NameFault::none, NameFault::none},
        {"a/b.sgf", NameFault::folder, NameFault::none},
        {"..", NameFault::parent, NameFault::parent},
        {"../a.sgf", NameFault::parent, NameFault::parent},
        {"a/../../b.sgf", NameFault::parent, NameFault::parent},
        {"a/..", NameFault::parent, NameFault::parent},
        {"..a.sgf", NameFault::none, NameFault::none},
        {"/etc/passwd", NameFault::absolute, NameFault::absolute},
        {"C:evil", NameFault::drive_or_scheme, NameFault::drive_or_scheme},
        {"x/C:evil", NameFault::drive_or_scheme, NameFault::drive_or_scheme},
        {"file:x", NameFault::drive_or_scheme, NameFault::drive_or_scheme},
        {"game 12:30.sgf", NameFault::none, NameFault::none},
        {"..\\a.sgf", NameFault::backslash, NameFault::backslash},
        {"~/a", NameFault::home, NameFault::home},
        {"~a", NameFault::home, NameFault::home},
        {"", NameFault::empty, NameFault::empty},
        {"  ", NameFault::empty, NameFault::empty},
        {"a//b", NameFault::empty, NameFault::empty},
        {"a\nb", NameFault::control, NameFault::control},
        {"a.", NameFault::trailing, NameFault::trailing},
        {"a ", NameFault::trailing, NameFault::trailing},
        {"nul", NameFault::device, NameFault::device},
        {"a/Aux.ogg", NameFault::device, NameFault::device},
        {"\u56f2\u7881.sgf", NameFault::none, NameFault::none},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(judge_member_name(row.name, false), row.plain) << row.name;
        EXPECT_EQ(judge_member_name(row.name, true), row.in_folders) << row.name;
        EXPECT_EQ(describe(row.plain).empty(), row.plain == NameFault::none);
    }
}

TEST(Utf8, DecodesOnlyWhatIsValid) {
    EXPECT_TRUE(utf8::is_valid("a\u00e9\u7881\U0001F600"));
    EXPECT_FALSE(utf8::is_valid("\xc0\x80"));  // overlong
    EXPECT_FALSE(utf8::is_valid("\xe0\x80\x80"));
    EXPECT_FALSE(utf8::is_valid("\xed\xa0\x80"));      // surrogate
    EXPECT_FALSE(utf8::is_valid("\xf4\x90\x80\x80"));  // above U+10FFFF
    EXPECT_FALSE(utf8::is_valid("\xe7\xa2"));          // cut
    EXPECT_FALSE(utf8::is_valid("\x80"));
    EXPECT_EQ(utf8::from_latin1("\xe9"), "\u00e9");
    EXPECT_EQ(utf8::cut("a\u7881", 3), "a");
    EXPECT_EQ(utf8::cut("a\u7881", 4), "a\u7881");
    EXPECT_EQ(utf8::cut("\x80\x80\x80\x80\x80\x80", 5).size(), 5U);
}

}  // namespace
}  // namespace tengen::io
