#include <gtest/gtest.h>

#include <tengen/model/stamp_time.h>

namespace tengen {
namespace {

TEST(StampTime, ReadsEverySpellingOfANumber) {
    for (const char* text : {"0", "3.1", ".5", "10.", "+11", "1e1", "1E+1", "1e-3", "007", "-1"}) {
        EXPECT_TRUE(StampTime::parse(text)) << text;
    }
    for (const char* text :
         {"", "abc", "nan", "inf", "1e400", "1e", "1e+", ".", "+", "1,5", "1 ", " 1", "0x10", "1.2.3"}) {
        EXPECT_FALSE(StampTime::parse(text)) << text;
    }
}

TEST(StampTime, EqualNumbersAreEqualWhateverTheirSpelling) {
    EXPECT_EQ(StampTime::parse("3.10"), StampTime::parse("3.1"));
    EXPECT_EQ(StampTime::parse("1e1"), StampTime::parse("+10."));
    EXPECT_EQ(StampTime::parse("0.0010"), StampTime::parse("1e-3"));
    EXPECT_EQ(StampTime::parse("-0"), StampTime::parse("0"));
    EXPECT_EQ(StampTime::parse("0e99"), StampTime::parse("0"));
}

TEST(StampTime, ComparesExactly) {
    EXPECT_LT(*StampTime::parse("0.30000000000000000"), *StampTime::parse("0.30000000000000004"));
    EXPECT_LT(*StampTime::parse("9.99"), *StampTime::parse("10"));
    EXPECT_LT(*StampTime::parse("-2"), *StampTime::parse("-1"));
    EXPECT_LT(*StampTime::parse("-1"), *StampTime::parse("0"));
    EXPECT_LT(*StampTime::parse("0"), *StampTime::parse("1e-200"));
    EXPECT_LT(*StampTime::parse("1e-300000"), *StampTime::parse("1e-299999"));
}

TEST(StampTime, EndsBelowTenToTheThreeHundred) {
    EXPECT_TRUE(StampTime::parse("9e299"));
    EXPECT_FALSE(StampTime::parse("1e300"));
    EXPECT_FALSE(StampTime::parse("1" + std::string(300, '0')));
    EXPECT_FALSE(StampTime::parse("1e99999999999999999999"));
    EXPECT_TRUE(StampTime::parse("1e-99999999999999999999"));
}

TEST(StampTime, WritesPlainNumbersAndCountsDecimals) {
    EXPECT_EQ(StampTime::parse("0012.500")->plain(), "12.5");
    EXPECT_EQ(StampTime::parse("1e3")->plain(), "1000");
    EXPECT_EQ(StampTime::parse("25e-3")->plain(), "0.025");
    EXPECT_EQ(StampTime::parse("1.1234567891")->decimals(), 10u);
    EXPECT_EQ(StampTime::parse("1e3")->decimals(), 0u);
}

}  // namespace
}  // namespace tengen
