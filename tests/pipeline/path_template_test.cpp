#include "pipeline/path_template.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/input_place.h"
#include "support/game_sketch.h"

namespace tengen::pipeline {
namespace {

using testing::HasSubstr;

PathTemplate parse(std::string_view text) {
    std::string fault;
    const auto parsed = PathTemplate::parse(text, fault);
    EXPECT_TRUE(parsed.has_value()) << text << ": " << fault;
    return parsed.value_or(PathTemplate());
}

std::string fault_of(std::string_view text) {
    std::string fault;
    EXPECT_FALSE(PathTemplate::parse(text, fault).has_value()) << text;
    return fault;
}

std::string expand(std::string_view text, TemplateValues values) {
    return parse(text).expand(values);
}

TemplateValues of_input(std::string_view input, std::string_view folder = {}, std::string_view member = {}) {
    TemplateValues values;
    values.input = input;
    values.folder = folder;
    values.member = member;
    values.number = 1;
    return values;
}

TEST(PathTemplate, FieldsOfTheInput) {
    EXPECT_EQ(expand("out/{stem}.sgf", of_input("games/a/one.sgf")), "out/one.sgf");
    EXPECT_EQ(expand("{stem}", of_input("one.sgf.gz")), "one");
    EXPECT_EQ(expand("{stem}", of_input("one.tar.xz")), "one");
    EXPECT_EQ(expand("{stem}", of_input("no-extension")), "no-extension");
    EXPECT_EQ(expand("{stem}", of_input("a.b.sgf")), "a.b");
    EXPECT_EQ(expand("{folder}/{stem}", of_input("g/x/y/one.sgf", "x/y")), "x/y/one");
    EXPECT_EQ(expand("out/{folder}/{stem}", of_input("one.sgf")), "out/./one");
    EXPECT_EQ(expand("{stem}-{member}-{n}", of_input("disk.zip", "", "in/two.sgf")), "disk-two-1");
    EXPECT_EQ(expand("{member|single}", of_input("one.sgf")), "single");
}

TEST(PathTemplate, ThePathOfARecord) {
    EXPECT_EQ(parse("{path}.sgf").spread(), Spread::per_record);
    EXPECT_EQ(parse("{path}-{n}.sgf").spread(), Spread::per_game);
    EXPECT_EQ(expand("out/{path}.sgf", of_input("g/x/one.sgf", "x")), "out/x/one.sgf");
    EXPECT_EQ(expand("out/{path}.sgf", of_input("one.sgf")), "out/one.sgf");
    EXPECT_EQ(expand("{path}", of_input("g/x/disk.zip", "x", "in/a/two.sgf")), "x/disk/in/a/two");
    EXPECT_EQ(expand("{path}", of_input("disk.zip", "", "inner.zip/two.sgf")), "disk/inner.zip/two");
    EXPECT_EQ(expand("{path}", of_input("one.sgf.gz", "", "one.sgf")), "one") << "a packed file";
    EXPECT_EQ(expand("{path}", of_input("disk.zip", "", "../../etc/two.sgf")), "disk/_/_/etc/two");
}

TEST(PathTemplate, FieldsOfTheGame) {
    test::GameSketch sketch;
    sketch.node()
        .add("PB", "Aoki")
        .add("PW", "Baum")
        .add("DT", "1999-12-31")
        .add("EV", "Cup")
        .add("RO", "3")
        .add("PC", "Here")
        .add("RE", "B+2.5");
    TemplateValues values = of_input("x.sgf");
    values.number = 7;
    values.game = sketch.game();
    EXPECT_EQ(expand("{date.year}/{date}-{black}-{white}-{event}-{round}-{place}-{result}-{n}.sgf", values),
              "1999/1999-12-31-Aoki-Baum-Cup-3-Here-B+2.5-7.sgf");
}

TEST(PathTemplate, Fallbacks) {
    test::GameSketch sketch;
    sketch.node().add("PB", "Aoki").add("DT", "spring 1990");
    TemplateValues values = of_input("x.sgf");
    values.game = sketch.game();
    EXPECT_EQ(expand("{black}-{white}", values), "Aoki-unknown");
    EXPECT_EQ(expand("{white|nobody}", values), "nobody");
    EXPECT_EQ(expand("{date.year|no year}", values), "no year") << "the date does not begin with a year";
    EXPECT_EQ(expand("x{white|}y", values), "x_y") << "never nothing at all";
}

TEST(PathTemplate, ValuesAreHarmless) {
    test::GameSketch sketch;
    sketch.node()
        .add("PB", "../../etc/passwd")
        .add("PW", "a/b\\c\n\t\x01")
        .add("EV", "..")
        .add("RO", "  ")
        .add("PC", "~root");
    TemplateValues values = of_input("x.sgf");
    values.game = sketch.game();
    for (const char* field : {"{black}", "{white}", "{event}", "{round}", "{place}"}) {
        const std::string name = expand(field, values);
        EXPECT_EQ(name.find('/'), std::string::npos) << name;
        EXPECT_NE(name, "..");
        EXPECT_FALSE(name.empty());
        EXPECT_NE(name.front(), '~');
        for (const char c : name) {
            EXPECT_GE(static_cast<unsigned char>(c), 0x20U) << field;
        }
    }
    EXPECT_EQ(expand("{folder}/x", of_input("x.sgf", "a/../../b")).find(".."), std::string::npos);
    EXPECT_NE(expand("{folder}/x", of_input("x.sgf", "/etc")).front(), '/');
}

TEST(PathTemplate, ANameIsNeverTooLongForAFile) {
    test::GameSketch sketch;
    sketch.node().add("PB", std::string(300, 'b')).add("PW", std::string(300, 'w'));
    TemplateValues values = of_input("x.sgf");
    values.game = sketch.game();
    const std::string path = expand("out/{black}-{white}.sgf", values);
    EXPECT_LE(path.size(), std::string_view("out/").size() + 200);
    EXPECT_TRUE(path.starts_with("out/bbb"));
    EXPECT_TRUE(path.ends_with(".sgf"));
}

TEST(PathTemplate, Spread) {
    EXPECT_EQ(parse("all.sgf").spread(), Spread::one);
    EXPECT_EQ(parse("{{all}}.sgf").spread(), Spread::one);
    EXPECT_EQ(parse("{folder}/all.sgf").spread(), Spread::per_input);
    EXPECT_EQ(parse("{stem}.sgf").spread(), Spread::per_input);
    EXPECT_EQ(parse("{stem}-{n}.sgf").spread(), Spread::per_game);
    EXPECT_EQ(parse("{date.year|x}/{stem}.sgf").spread(), Spread::per_game);
    EXPECT_EQ(parse("{member}.sgf").spread(), Spread::per_game);
}

TEST(PathTemplate, Braces) {
    EXPECT_EQ(expand("a{{b}}c", of_input("x.sgf")), "a{b}c");
    EXPECT_THAT(fault_of("a{stem"), HasSubstr("without '}'"));
    EXPECT_THAT(fault_of("a}b"), HasSubstr("without '{'"));
}

TEST(PathTemplate, Faults) {
    EXPECT_THAT(fault_of("{stemm}"), HasSubstr("did you mean {stem}?"));
    EXPECT_THAT(fault_of("{qqqqqq}"), HasSubstr("there are shard, stem, folder"));
    EXPECT_THAT(fault_of("{}"), HasSubstr("no field {}"));
    EXPECT_THAT(fault_of(""), HasSubstr("empty"));
}

TEST(InputPlace, FolderBelowThePattern) {
    EXPECT_EQ(folder_below("games/a/b/x.sgf", "games/**/*.sgf"), "a/b");
    EXPECT_EQ(folder_below("games/x.sgf", "games/*.sgf"), "");
    EXPECT_EQ(folder_below("games/a/x.sgf", "games"), "a");
    EXPECT_EQ(folder_below("games/a/x.sgf", "games/"), "a");
    EXPECT_EQ(folder_below("games/a/x.sgf", "games/a/x.sgf"), "");
    EXPECT_EQ(folder_below("/g/a/x.sgf", "/g/**/*.sgf"), "a");
    EXPECT_EQ(folder_below("../g/a/x.sgf", "../g/*/x.sgf"), "a");
    EXPECT_EQ(folder_below("x.sgf", "*.sgf"), "");
    EXPECT_EQ(folder_below("a/x.sgf", "{a,b}/*.sgf"), "a");
    EXPECT_EQ(folder_below("old [1990]/a/x.sgf", "old [1990]"), "a") << "a folder that looks like a pattern";
    EXPECT_EQ(folder_below("<stdin>", "-"), "");
}

TEST(InputPlace, HarmlessFolder) {
    EXPECT_EQ(harmless_folder("a/b"), "a/b");
    EXPECT_EQ(harmless_folder("/a//./b/"), "a/b");
    EXPECT_EQ(harmless_folder("a/../b"), "a/_/b");
    EXPECT_EQ(harmless_folder(""), "");
}

}  // namespace
}  // namespace tengen::pipeline
