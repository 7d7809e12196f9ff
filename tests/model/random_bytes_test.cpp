// Any bytes are safe to read, readings keep their promises, and time grows with the length only.
#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <tengen/model/date_reading.h>
#include <tengen/model/decimal.h>
#include <tengen/model/overtime.h>
#include <tengen/model/person.h>
#include <tengen/model/rank.h>
#include <tengen/model/result_reading.h>
#include <tengen/model/rules.h>

namespace tengen {
namespace {

void read_all(const std::string& text) {
    if (const auto real = read_real_leniently(text)) {
        ASSERT_TRUE(is_real(*real)) << text;
    }
    if (const auto number = read_number_leniently(text)) {
        ASSERT_TRUE(is_number(*number)) << text;
    }
    const DateList strict = parse_dates(text);
    ASSERT_EQ(strict.is_read(), !strict.dates.empty()) << text;
    if (const auto dates = read_date_leniently(text)) {
        const DateList again = parse_dates(format_dates(*dates));
        ASSERT_EQ(again.problem, DateProblem::none) << text;
        ASSERT_EQ(again.dates, *dates) << text;
    }
    if (const auto result = read_result_leniently(text)) {
        ASSERT_EQ(parse_result(format_result(result->result)).result, result->result) << text;
    }
    if (const auto rank = parse_rank(text)) {
        const auto again = parse_rank(format_rank(*rank));
        ASSERT_TRUE(again) << text;
        ASSERT_EQ(again->n, rank->n) << text;
    }
    if (const auto time = read_main_time_leniently(text)) {
        ASSERT_TRUE(is_real(time->seconds)) << text;
        ASSERT_TRUE(!time->overtime || parse_overtime(format_overtime(*time->overtime)) == time->overtime) << text;
    }
    if (const auto overtime = parse_overtime(text)) {
        ASSERT_EQ(parse_overtime(format_overtime(*overtime)), overtime) << text;
    }
    const auto rules = read_rules(text);
    ASSERT_TRUE(!rules || !rules->fixed_name || find_fixed_rules(text) == rules->rule_set) << text;
    for (const Person& person : read_persons(text, NameOrder::family_first).persons) {
        ASSERT_FALSE(person.written.empty()) << text;
    }
}

TEST(RandomBytes, AreSafe) {
    std::mt19937 random(3);
    std::uniform_int_distribution<int> byte(0, 255);
    std::uniform_int_distribution<int> length(0, 24);
    for (int round = 0; round < 20'000; ++round) {
        std::string text;
        for (int left = length(random); left > 0; --left) {
            text.push_back(static_cast<char>(byte(random)));
        }
        ASSERT_NO_FATAL_FAILURE(read_all(text));
    }
}

TEST(RandomBytes, PiecesOfLanguageAreSafe) {
    constexpr std::string_view pieces[] = {
        "B",   "W",        "+",      "-",     "?",    "R",     "3",       "12",   "1996",   ".5",  ",",    "/",    " ",
        "~",   "..",       "(",      ")",     "[",    "May",   "of",      "th",   "and",    "黑",  "白",   "흑",   "胜",
        "負",  "中盘",     "불계",   "승",    "目",   "半",    "子",      "又",   "½",      "三",  "分之", "年",   "月",
        "日",  "昭和",     "元",     "時",    "分",   "12:30", "UTC",     "Sun",  "h",      "x",   "min",  "d",    "p",
        "dan", "段",       "pro",    "half",  "wins", "by",    "res",     "time", "points", "AGA", "\xe3", "\xff", "0",
        "00",  "20030507", "-05-06", "rules", "not",  "each",  "fischer", "\n",   "　",     "ｂ",  "＋",   "5/6",  "１",
    };
    std::mt19937 random(4);
    std::uniform_int_distribution<std::size_t> piece(0, std::size(pieces) - 1);
    std::uniform_int_distribution<int> length(1, 9);
    for (int round = 0; round < 60'000; ++round) {
        std::string text;
        for (int left = length(random); left > 0; --left) {
            text += pieces[piece(random)];
        }
        ASSERT_NO_FATAL_FAILURE(read_all(text));
    }
}

TEST(RandomBytes, LongTextsTakeLinearTime) {
    // at quadratic time each of these would not end soon
    constexpr std::string_view pieces[] = {
        "9",  "1996,", "1996-05-06,07,", " ",    "B+", "B ", "no ", "黑", "黑胜", "B+R ", "3/", "九",
        "十", " & ",   "new ",           "not ", "h ", "1h", "(",   ".",  "?",    "\xff", "1:"};
    for (const std::string_view piece : pieces) {
        std::string text;
        while (text.size() < 150'000) {
            text += piece;
        }
        ASSERT_NO_FATAL_FAILURE(read_all(text)) << piece;
    }
}

}  // namespace
}  // namespace tengen
