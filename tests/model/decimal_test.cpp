#include <compare>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <tengen/model/decimal.h>

namespace tengen {
namespace {

TEST(Decimal, GrammarOfNumberAndReal) {
    struct Row {
        const char* text;
        bool number;
        bool real;
    };
    constexpr Row rows[] = {
        {"0", true, true},      {"42", true, true},      {"+5", true, true},    {"-5", true, true},
        {"00600", true, true},  {"6.5", false, true},    {"-0.5", false, true}, {"+0.53", false, true},
        {"0.00", false, true},  {"", false, false},      {"+", false, false},   {"-", false, false},
        {".5", false, false},   {"-.5", false, false},   {"5.", false, false},  {"5,5", false, false},
        {" 5", false, false},   {"5 ", false, false},    {"--5", false, false}, {"1e3", false, false},
        {"0x10", false, false}, {"5.5.5", false, false}, {"５", false, false},  {"5 1/2", false, false},
        {".", false, false},    {"+.", false, false},    {"5-", false, false},  {"inf", false, false},
        {"nan", false, false},  {"1_000", false, false},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(is_number(row.text), row.number) << row.text;
        EXPECT_EQ(is_real(row.text), row.real) << row.text;
    }
}

TEST(Decimal, ComparesByValue) {
    const std::string huge(5000, '9');
    struct Row {
        std::string less;
        std::string greater;
    };
    const Row rows[] = {
        {"-1", "0"},
        {"-2", "-1"},
        {"0.1", "0.2"},
        {"0.09", "0.1"},
        {"9", "10"},
        {"9.99", "10"},
        {"-10", "-9.99"},
        {"3.1", "3.11"},
        {huge, "1" + huge},
        {huge, huge + ".001"},
        {"-" + huge, "1"},
        {"0." + huge, "1"},
        {"0.123456789012345678901", "0.123456789012345678902"},
    };
    for (const Row& row : rows) {
        EXPECT_TRUE(compare_reals(row.less, row.greater) < 0) << row.less;
        EXPECT_TRUE(compare_reals(row.greater, row.less) > 0) << row.less;
    }
    const Row equals[] = {{"3.10", "3.1"}, {"0", "-0.00"}, {"+5", "5"}, {"007", "7.000"}, {"-0", "+0"}};
    for (const Row& row : equals) {
        EXPECT_TRUE(compare_reals(row.less, row.greater) == 0) << row.less;
    }
}

TEST(Decimal, KeepsItsSpelling) {
    const Decimal zero = Decimal::parse("0.00").value();
    EXPECT_EQ(zero.text(), "0.00");
    EXPECT_EQ(zero.shortest(), "0");
    EXPECT_TRUE(zero.is_zero());
    EXPECT_EQ(zero, Decimal());
    EXPECT_EQ(Decimal::parse("-00.50").value().text(), "-00.50");
    EXPECT_FALSE(Decimal::parse("5,5"));
    EXPECT_LT(Decimal::parse("-0.5").value(), Decimal::parse("0.25").value());
    EXPECT_EQ((Decimal::parse("9").value() - Decimal::parse("4.5").value()).text(), "4.5");
    EXPECT_EQ((-Decimal::parse("4.50").value()).text(), "-4.5");
}

TEST(Decimal, AddsAndSubtractsExactly) {
    struct Row {
        const char *a, *b, *sum, *difference;
    };
    constexpr Row rows[] = {
        {"0.1", "0.2", "0.3", "-0.1"},
        {"6.5", "0.50", "7", "6"},
        {"-2", "5.5", "3.5", "-7.5"},
        {"999.9", "0.1", "1000", "999.8"},
        {"1000", "-0.001", "999.999", "1000.001"},
        {"0", "0.00", "0", "0"},
        {"-0.0", "-3", "-3", "3"},
        {"5", "5", "10", "0"},
        {"-5", "-5.25", "-10.25", "0.25"},
        {"123456789012345678901234567890", "1", "123456789012345678901234567891", "123456789012345678901234567889"},
        {"0.000000000000000000000000001", "1", "1.000000000000000000000000001", "-0.999999999999999999999999999"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(add_reals(row.a, row.b), row.sum) << row.a << " + " << row.b;
        EXPECT_EQ(subtract_reals(row.a, row.b), row.difference) << row.a << " - " << row.b;
        EXPECT_EQ(add_reals(row.b, row.a), row.sum);
    }
}

TEST(Decimal, AgreesWithIntegers) {
    std::mt19937 random(1);
    std::uniform_int_distribution<int> any(-2000, 2000);
    const auto text = [](int hundredths) {
        std::string digits = std::to_string(std::abs(hundredths));
        digits.insert(0, digits.size() < 3 ? 3 - digits.size() : 0, '0');
        digits.insert(digits.size() - 2, ".");
        return (hundredths < 0 ? "-" : "") + digits;
    };
    for (int i = 0; i < 3000; ++i) {
        const int a = any(random);
        const int b = any(random);
        ASSERT_TRUE((compare_reals(text(a), text(b)) <=> 0) == ((a <=> b) <=> 0)) << a << ' ' << b;
        ASSERT_EQ(add_reals(text(a), text(b)), shortest_form(text(a + b)));
        ASSERT_EQ(subtract_reals(text(a), text(b)), shortest_form(text(a - b)));
        ASSERT_EQ(multiply_real(text(a), 37), shortest_form(text(a * 37)));
        ASSERT_EQ(sign_of_real(text(a)), a < 0 ? -1 : a > 0 ? 1 : 0);
        ASSERT_EQ(is_multiple_of_quarter(text(a)), a % 25 == 0);
        ASSERT_EQ(integer_of(text(a)), a % 100 == 0 ? std::optional<std::int64_t>(a / 100) : std::nullopt);
    }
}

TEST(Decimal, OtherForms) {
    EXPECT_EQ(shortest_form("+03.50"), "3.5");
    EXPECT_EQ(shortest_form("-0.00"), "0");
    EXPECT_EQ(shortest_form("-000"), "0");
    EXPECT_EQ(shortest_form("100"), "100");
    EXPECT_EQ(shift_point_left("375", 2), "3.75");
    EXPECT_EQ(shift_point_left("5", 3), "0.005");
    EXPECT_EQ(shift_point_left("-650", 2), "-6.5");
    EXPECT_EQ(multiply_real("1.5", 3600), "5400");
    EXPECT_EQ(multiply_real("99999999999999999999", 4294967295U), "429496729499999999995705032705");
    EXPECT_EQ(integer_of("9223372036854775807"), 9223372036854775807LL);
    EXPECT_EQ(integer_of("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(integer_of("9223372036854775808"), std::nullopt);
    EXPECT_EQ(integer_of("18446744073709551617"), std::nullopt);
    EXPECT_EQ(integer_of("0000000000000000000000042.0"), 42);
    EXPECT_TRUE(compare_absolute("-50.0", "50") == 0);
    EXPECT_TRUE(compare_absolute("-49.99", "50") < 0);
    EXPECT_TRUE(is_multiple_of_quarter("2.750"));
    EXPECT_FALSE(is_multiple_of_quarter("0.3"));
    EXPECT_FALSE(is_multiple_of_quarter("0.125"));
}

TEST(Decimal, LenientReals) {
    struct Row {
        const char* text;
        std::optional<std::string> reading;
    };
    const Row rows[] = {
        {"6.50", "6.50"},
        {"+0.53", "+0.53"},
        {".5", "0.5"},
        {"-.5", "-0.5"},
        {"5.", "5"},
        {"5,5", "5.5"},
        {"6,50", "6.50"},
        {"3600,0", "3600.0"},
        {"0,375", "0.375"},
        {"5 1/2", "5.5"},
        {"-5 1/2", "-5.5"},
        {"4½", "4.5"},
        {"4 ½", "4.5"},
        {"½", "0.5"},
        {"3¾", "3.75"},
        {"3 3/4", "3.75"},
        {"1/2", "0.5"},
        {"2又3/4", "2.75"},
        {"三又四分之三子", "3.75"},
        {"6.5 points", "6.5"},
        {"6.5points", "6.5"},
        {"6.5 Pts.", "6.5"},
        {"7 moku", "7"},
        {"3.75子", "3.75"},
        {"3 3/4子", "3.75"},
        {"6目半", "6.5"},
        {"六目半", "6.5"},
        {"十二目", "12"},
        {"6집반", "6.5"},
        {"半目", "0.5"},
        {"half a point", "0.5"},
        {"６．５", "6.5"},
        {" 6.5 ", "6.5"},
        {"- 5", "-5"},
        {"−0.5", "-0.5"},
        {"6.5\t\n", "6.5"},
        {"1,500", std::nullopt},
        {"6.5.1", std::nullopt},
        {"5/7", std::nullopt},
        {"1/3", std::nullopt},
        {"5 7/2", std::nullopt},
        {"", std::nullopt},
        {" ", std::nullopt},
        {"x", std::nullopt},
        {"?", std::nullopt},
        {"none", std::nullopt},
        {"6.5?", std::nullopt},
        {"6.5 or 7.5", std::nullopt},
        {"10h", std::nullopt},
        {"5:00", std::nullopt},
        {"1e3", std::nullopt},
        {"--5", std::nullopt},
        {".", std::nullopt},
        {"+", std::nullopt},
        {"6.5 7.5", std::nullopt},
        {"6 points komi", std::nullopt},
        {"\xff", std::nullopt},
        {"6.5\xff", std::nullopt},
        {"6.5\xe7", std::nullopt},
        {"半", std::nullopt},
        {"half", std::nullopt},
    };
    for (const Row& row : rows) {
        const std::optional<std::string> reading = read_real_leniently(row.text);
        EXPECT_EQ(reading, row.reading) << row.text;
        if (reading) {
            EXPECT_TRUE(is_real(*reading)) << row.text;
            EXPECT_EQ(read_real_leniently(*reading), reading) << row.text;
        }
    }
}

TEST(Decimal, LenientNumbers) {
    struct Row {
        const char* text;
        std::optional<std::string> reading;
    };
    const Row rows[] = {
        {"4", "4"},
        {"02", "02"},
        {"+3", "+3"},
        {"2 stones", "2"},
        {"2stones", "2"},
        {" 4 ", "4"},
        {"２", "2"},
        {"三子", "3"},
        {"4子", "4"},
        {"5.0", "5"},
        {"5.", "5"},
        {"handicap 3", "3"},
        {"handicap: 3 stones", "3"},
        {"4 (free placement)", "4"},
        {"-2 x", "-2"},
        {"2 (of 9)", "2"},
        {"(3)", "3"},
        {"x", std::nullopt},
        {"", std::nullopt},
        {"5.5", std::nullopt},
        {"4½", std::nullopt},
        {"4 1/2", std::nullopt},
        {"2-3", std::nullopt},
        {"1:30", std::nullopt},
        {"3/4", std::nullopt},
        {"two", std::nullopt},
        {"?", std::nullopt},
        {"from 2 to 3", std::nullopt},
        {"v1", std::nullopt},
        {"-x 3", std::nullopt},
        {"2003-05-20", std::nullopt},
        {"\xff\xfe", std::nullopt},
    };
    for (const Row& row : rows) {
        const std::optional<std::string> reading = read_number_leniently(row.text);
        EXPECT_EQ(reading, row.reading) << row.text;
        if (reading) {
            EXPECT_TRUE(is_number(*reading)) << row.text;
        }
    }
}

}  // namespace
}  // namespace tengen
