#include "pipeline/schema/keys.h"

#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tengen::pipeline::schema {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::array<std::string_view, 2> colors{"black", "white"};

const std::array keys{
    Key{"name", ValueKind::text, "what it is called", true},
    Key{"size", ValueKind::integer, "lines of the board", false, {}, 1, 52},
    Key{"shift", ValueKind::integer, "any whole number"},
    Key{"only", ValueKind::integer, "one number", false, {}, 1, 1},
    Key{"loud", ValueKind::boolean, "whether it is loud"},
    Key{"parts", ValueKind::list, "a list of parts"},
    Key{"options", ValueKind::map, "options"},
    Key{"color", ValueKind::choice, "who moves", false, colors},
};

std::vector<ConfigurationFault> faults_of(std::string_view text) {
    std::vector<ConfigurationFault> faults;
    const Node root = parse_document(text, faults);
    const Map map(root, "a thing", keys, faults);
    return faults;
}

void expect_one_fault(std::string_view text, const char* id, std::uint64_t line, std::uint64_t column,
                      const char* part) {
    const std::vector<ConfigurationFault> faults = faults_of(text);
    ASSERT_THAT(faults, SizeIs(1)) << text;
    EXPECT_EQ(faults[0].id, id) << text;
    EXPECT_EQ(faults[0].line, line) << text;
    EXPECT_EQ(faults[0].column, column) << text;
    EXPECT_THAT(faults[0].message, HasSubstr(part));
}

TEST(Keys, ValuesOfTheRightKind) {
    std::vector<ConfigurationFault> faults;
    const Node root = parse_document(
        "name: x\nsize: 19\nshift: -3\nonly: 1\nloud: true\nparts: [a]\noptions: {k: v}\ncolor: black\n", faults);
    const Map map(root, "a thing", keys, faults);
    ASSERT_THAT(faults, IsEmpty());
    EXPECT_EQ(map.text("name"), "x");
    EXPECT_EQ(map.integer("size"), 19);
    EXPECT_EQ(map.integer("shift"), -3);
    EXPECT_EQ(map.boolean("loud"), true);
    EXPECT_EQ(map.text("color"), "black");
    ASSERT_NE(map.find("parts"), nullptr);
    EXPECT_EQ(map.find("parts")->items.size(), 1U);
    EXPECT_EQ(map.find("nothing"), nullptr);
    EXPECT_EQ(map.text("nothing"), std::nullopt);
}

TEST(Keys, UnknownKey) {
    expect_one_fault("name: x\nsise: 9\n", "config.unknown-key", 2, 1, "no key 'sise', did you mean 'size'?");
    expect_one_fault("name: x\nqwertz: 9\n", "config.unknown-key", 2, 1, "it has name, size");
}

TEST(Keys, WrongKinds) {
    expect_one_fault("name: [x]\n", "config.bad-value", 1, 7, "'name' takes text, not a list");
    expect_one_fault("name: x\nsize: nine\n", "config.bad-value", 2, 7, "from 1 to 52, not 'nine'");
    expect_one_fault("name: x\nsize: 53\n", "config.bad-value", 2, 7, "from 1 to 52, not '53'");
    expect_one_fault("name: x\nsize: 0\n", "config.bad-value", 2, 7, "from 1 to 52");
    expect_one_fault("name: x\nsize: \"9\"\n", "config.bad-value", 2, 7, "not '9'");
    expect_one_fault("name: x\nsize: 9.0\n", "config.bad-value", 2, 7, "a whole number");
    expect_one_fault("name: x\nsize: 99999999999999999999\n", "config.bad-value", 2, 7, "a whole number");
    expect_one_fault("name: x\nonly: 2\n", "config.bad-value", 2, 7, "'only' takes 1, not '2'");
    expect_one_fault("name: x\nloud: yes\n", "config.bad-value", 2, 7, "true or false, not 'yes'");
    expect_one_fault("name: x\nparts: a\n", "config.bad-value", 2, 8, "a list, not 'a'");
    expect_one_fault("name: x\noptions: []\n", "config.bad-value", 2, 10, "a mapping, not a list");
    expect_one_fault("name: x\ncolor: red\n", "config.bad-value", 2, 8, "one of black, white, not 'red'");
    expect_one_fault("name: x\nparts:\n", "config.bad-value", 2, 1, "a list, not nothing");
}

TEST(Keys, AMissingKeySaysWhatItIsFor) {
    expect_one_fault("size: 9\n", "config.bad-value", 1, 1, "a thing lacks the key 'name' (what it is called)");
}

TEST(Keys, NoMapping) {
    expect_one_fault("- a\n- b\n", "config.bad-value", 1, 1, "a thing is a mapping, not a list");
}

TEST(Keys, AllFaultsAtOnce) {
    EXPECT_THAT(faults_of("size: x\nloud: 1\nwrong: 2\n"), SizeIs(4));
}

TEST(Keys, AValueOfTheWrongKindIsNotFound) {
    std::vector<ConfigurationFault> faults;
    const Node root = parse_document("name: x\nsize: many\n", faults);
    const Map map(root, "a thing", keys, faults);
    EXPECT_EQ(map.find("size"), nullptr);
    EXPECT_EQ(map.integer("size"), std::nullopt);
}

}  // namespace
}  // namespace tengen::pipeline::schema
