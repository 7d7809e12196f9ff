#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tengen/sdk/options.h>

namespace {

using namespace tengen;
using testing::HasSubstr;

constexpr const char* colors[] = {"black", "white", nullptr};
constexpr std::array table{
    sdk::boolean_option("strict", false, "be strict"), sdk::integer_option("depth", "-3", -10, 10, "how deep"),
    sdk::text_option("name", "nobody", "who"), sdk::choice_option("color", "white", colors, "which side")};

using Given = std::vector<std::pair<std::string, std::string>>;

sdk::Options open(const Given& given) {
    std::vector<tengen_option_value> values;
    for (const auto& [name, value] : given) {
        values.push_back({sdk::to_abi(name), sdk::to_abi(value)});
    }
    return {table, values};
}

std::string fault(const Given& given) {
    try {
        open(given);
    } catch (const sdk::BadOption& error) {
        return error.what();
    }
    return {};
}

TEST(SdkOptions, HaveTheirDefaults) {
    const sdk::Options options = open({});
    EXPECT_FALSE(options.boolean("strict"));
    EXPECT_EQ(options.integer("depth"), -3);
    EXPECT_EQ(options.text("name"), "nobody");
    EXPECT_EQ(options.text("color"), "white");
}

TEST(SdkOptions, TakeWhatIsGiven) {
    const sdk::Options options = open({{"strict", "true"}, {"depth", "10"}, {"name", ""}, {"color", "black"}});
    EXPECT_TRUE(options.boolean("strict"));
    EXPECT_EQ(options.integer("depth"), 10);
    EXPECT_EQ(options.text("name"), "");
    EXPECT_EQ(options.text("color"), "black");
}

TEST(SdkOptions, TheLastOfTwoValuesCounts) {
    EXPECT_EQ(open({{"depth", "1"}, {"depth", "2"}}).integer("depth"), 2);
}

TEST(SdkOptions, RefuseUnknownNames) {
    EXPECT_THAT(fault({{"colour", "black"}}), HasSubstr("colour"));
    EXPECT_THAT(fault({{"", ""}}), HasSubstr("no option"));
    EXPECT_THAT(fault({{"Strict", "true"}}), HasSubstr("Strict"));
}

TEST(SdkOptions, RefuseValuesOfAnotherType) {
    EXPECT_THAT(fault({{"strict", "yes"}}), HasSubstr("neither true nor false"));
    EXPECT_THAT(fault({{"strict", ""}}), HasSubstr("strict"));
    EXPECT_THAT(fault({{"depth", "1.5"}}), HasSubstr("no whole number"));
    EXPECT_THAT(fault({{"depth", " 1"}}), HasSubstr("no whole number"));
    EXPECT_THAT(fault({{"depth", ""}}), HasSubstr("no whole number"));
    EXPECT_THAT(fault({{"depth", "99999999999999999999"}}), HasSubstr("no whole number"));
    EXPECT_THAT(fault({{"depth", "11"}}), HasSubstr("between -10 and 10"));
    EXPECT_THAT(fault({{"depth", "-11"}}), HasSubstr("between -10 and 10"));
    EXPECT_THAT(fault({{"color", "red"}}), HasSubstr("black, white"));
    EXPECT_THAT(fault({{"color", "blac"}}), HasSubstr("none of"));
}

}  // namespace
