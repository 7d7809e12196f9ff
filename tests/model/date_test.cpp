#include <algorithm>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <tengen/model/date.h>
#include <tengen/model/date_reading.h>

namespace tengen {
namespace {

/// "1996-05 1996-06-07": whole dates with blanks between.
std::string spelled(const std::vector<PartialDate>& dates) {
    std::string text;
    for (const PartialDate date : dates) {
        if (!text.empty()) {
            text += " ";
        }
        text += format_date(date);
    }
    return text;
}

TEST(Date, MandatoryForm) {
    struct Row {
        const char* text;
        const char* dates;
        bool shortest;
    };
    constexpr Row rows[] = {
        {"2003-05-20,21", "2003-05-20 2003-05-21", true},
        {"1998-12-30,31,1999-01-02,03", "1998-12-30 1998-12-31 1999-01-02 1999-01-03", true},
        {"1999-11,12", "1999-11 1999-12", true},
        {"2001", "2001", true},
        {"2003-05-30,31,06-01", "2003-05-30 2003-05-31 2003-06-01", true},
        {"1994-07,08,2001-02-03", "1994-07 1994-08 2001-02-03", true},
        {"1996-05,06-07,08", "1996-05 1996-06-07 1996-06-08", true},
        {"1996,1997", "1996 1997", true},
        {"1996-05-06,1996-05-07", "1996-05-06 1996-05-07", false},
        {"1996-05-06,05-07", "1996-05-06 1996-05-07", false},
        {"1996-05,1996-06", "1996-05 1996-06", false},
        {"1996-05-06,1996-07", "1996-05-06 1996-07", true},
        {"1996,1996-05", "1996 1996-05", true},
        {"1996-05,05-07", "1996-05 1996-05-07", true},
        {"0196", "0196", true},
        {"0001-01-01", "0001-01-01", true},
        {"2000-02-29", "2000-02-29", true},
        {"1996-05-07,06", "1996-05-07 1996-05-06", true},
        {"9999-12-31", "9999-12-31", true},
    };
    for (const Row& row : rows) {
        const DateList list = parse_dates(row.text);
        EXPECT_EQ(list.problem, DateProblem::none) << row.text;
        EXPECT_EQ(spelled(list.dates), row.dates) << row.text;
        EXPECT_EQ(list.shortest, row.shortest) << row.text;
        EXPECT_EQ(is_shortest(row.text), row.shortest) << row.text;
        EXPECT_EQ(format_dates(list.dates) == row.text, row.shortest) << row.text;
        EXPECT_EQ(spelled(parse_dates(format_dates(list.dates)).dates), row.dates) << row.text;
        EXPECT_EQ(spelled(read_date_leniently(row.text).value()), row.dates) << row.text;
    }
}

TEST(Date, Problems) {
    struct Row {
        const char* text;
        DateProblem problem;
        std::size_t offset;
    };
    constexpr Row rows[] = {
        {"1996,05", DateProblem::wrong_shortcut, 5},
        {"05-06", DateProblem::wrong_shortcut, 0},
        {"05", DateProblem::wrong_shortcut, 0},
        {"1996,05-06", DateProblem::wrong_shortcut, 5},
        {"1996-05-06,1997,08", DateProblem::wrong_shortcut, 16},
        {"2010-02-30", DateProblem::no_such_day, 0},
        {"1900-02-29", DateProblem::no_such_day, 0},
        {"1996-13", DateProblem::no_such_day, 0},
        {"1996-00", DateProblem::no_such_day, 0},
        {"1996-05-00", DateProblem::no_such_day, 0},
        {"1996-05-31,32", DateProblem::no_such_day, 11},
        {"1996-05,13", DateProblem::no_such_day, 8},
        {"1996-05,00", DateProblem::no_such_day, 8},
        {"1996-05-01,00", DateProblem::no_such_day, 11},
        {"1996-05,00-07", DateProblem::no_such_day, 8},
        {"1996-05,06-31", DateProblem::no_such_day, 8},
        {"1996-13-01,02", DateProblem::no_such_day, 0},
        {"1996-00,02", DateProblem::no_such_day, 0},
        {"0000", DateProblem::no_such_day, 0},
        {"0000-01-01,02", DateProblem::no_such_day, 0},
        {"1996-05-06, 07", DateProblem::bad_date, 11},
        {"1996-5-6", DateProblem::bad_date, 0},
        {"1996/05/06", DateProblem::bad_date, 0},
        {"", DateProblem::bad_date, 0},
        {",", DateProblem::bad_date, 0},
        {"1996-05-06,", DateProblem::bad_date, 11},
        {"196", DateProblem::bad_date, 0},
        {"20030507", DateProblem::bad_date, 0},
        {"+996", DateProblem::bad_date, 0},
        {"1996-05-06 ", DateProblem::bad_date, 0},
        {"2010-02-30,x", DateProblem::bad_date, 11},
        {"1996,05,x,y", DateProblem::bad_date, 8},
        {"2010-02-30,2011,02", DateProblem::wrong_shortcut, 16},
    };
    for (const Row& row : rows) {
        const DateList list = parse_dates(row.text);
        EXPECT_EQ(list.problem, row.problem) << row.text;
        EXPECT_EQ(list.offset, row.offset) << row.text;
        EXPECT_TRUE(list.dates.empty()) << row.text;
        EXPECT_FALSE(list.is_read());
        EXPECT_FALSE(is_shortest(row.text)) << row.text;
    }
}

TEST(Date, RepeatedDaysAreSaidOnce) {
    const DateList days = parse_dates("1996-05-06,06,07,06");
    EXPECT_EQ(days.problem, DateProblem::repeated_day);
    EXPECT_EQ(days.offset, 11U);
    EXPECT_EQ(spelled(days.dates), "1996-05-06 1996-05-07");
    EXPECT_TRUE(days.shortest);
    EXPECT_EQ(format_dates(days.dates), "1996-05-06,07");
    EXPECT_EQ(spelled(parse_dates("1996-05,05").dates), "1996-05");
    EXPECT_EQ(parse_dates("1996-05,1996").problem, DateProblem::none);
}

TEST(Date, RandomListsComeBack) {
    std::mt19937 random(2);
    const auto pick = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
    for (int round = 0; round < 3000; ++round) {
        std::vector<PartialDate> dates;
        for (int count = pick(1, 6); count > 0; --count) {
            const int year = pick(0, 3) == 0 ? pick(1, 9999) : pick(1996, 1997);
            const int month = pick(0, 5) == 0 ? 0 : pick(1, 4);
            const int day = month == 0 || pick(0, 4) == 0 ? 0 : pick(1, 31);
            const auto date = make_date(year, month, day);
            if (date && std::find(dates.begin(), dates.end(), *date) == dates.end()) {
                dates.push_back(*date);
            }
        }
        if (dates.empty()) {
            continue;
        }
        const std::string text = format_dates(dates);
        const DateList list = parse_dates(text);
        ASSERT_EQ(list.problem, DateProblem::none) << text;
        ASSERT_EQ(list.dates, dates) << text;
        ASSERT_TRUE(list.shortest) << text;
    }
}

TEST(Date, Calendar) {
    EXPECT_TRUE(make_date(1600, 2, 29));
    EXPECT_FALSE(make_date(1500, 2, 29));
    EXPECT_FALSE(make_date(1996, 0, 5));
    EXPECT_FALSE(make_date(10000));
    EXPECT_TRUE(is_julian_leap_day(1500, 2, 29));
    EXPECT_TRUE(is_julian_leap_day(900, 2, 29));
    EXPECT_FALSE(is_julian_leap_day(1200, 2, 29));
    EXPECT_FALSE(is_julian_leap_day(1700, 2, 29));
    EXPECT_FALSE(is_julian_leap_day(1500, 2, 28));
    EXPECT_TRUE(is_future(make_date(2101).value()));
    EXPECT_FALSE(is_future(make_date(2100, 12, 31).value()));
    EXPECT_EQ(weekday_of(make_date(2014, 3, 16).value()), 0);
    EXPECT_EQ(weekday_of(make_date(2000, 2, 29).value()), 2);
    EXPECT_EQ(weekday_of(make_date(1582, 10, 15).value()), 5);
    EXPECT_EQ(weekday_of(make_date(1, 1, 1).value()), 1);
    EXPECT_EQ(following(make_date(1999, 12, 31).value()), make_date(2000, 1, 1).value());
    EXPECT_EQ(following(make_date(1999, 12).value()), make_date(2000, 1).value());
    EXPECT_EQ(following(make_date(2000, 2, 28).value()), make_date(2000, 2, 29).value());
}

TEST(Date, OneMeaning) {
    struct Row {
        const char* text;
        const char* dates;  // nullptr: no meaning, or several
    };
    constexpr Row rows[] = {
        // year first
        {"2003/5/7", "2003-05-07"},
        {"2018.04.27", "2018-04-27"},
        {"2003 5 7", "2003-05-07"},
        {"20030507", "2003-05-07"},
        {"20030507,08", "2003-05-07 2003-05-08"},
        {"20050314 [10:20]", "2005-03-14"},
        {"2001/10/01 22:03:45 UT", "2001-10-01"},
        {"2003-05-07 7:30 pm", "2003-05-07"},
        {"2003-05-07T09:59:32.868979037+00:00", "2003-05-07"},
        {"2003-05-07 19:00, 2003-05-08 19:00", "2003-05-07 2003-05-08"},
        {"1996-05-06 , 07", "1996-05-06 1996-05-07"},
        {"1996-05-06,07 and 08", "1996-05-06 1996-05-07 1996-05-08"},
        {"1996-05-06, 1996-06-01", "1996-05-06 1996-06-01"},
        {"1996, 1997", "1996 1997"},
        {"1996-5-6.", "1996-05-06"},
        {"1996-05-06.", "1996-05-06"},
        {"1985-06-07~09", "1985-06-07 1985-06-08 1985-06-09"},
        {"1985-06-07 - 09", "1985-06-07 1985-06-08 1985-06-09"},
        {"1998-12-30~1999-01-02", "1998-12-30 1998-12-31 1999-01-01 1999-01-02"},
        {"1998-12-31/1999-01-01", "1998-12-31 1999-01-01"},
        {"1999-11/12", "1999-11 1999-12"},
        {"2003/5,7", "2003-05 2003-07"},
        {"1971/Sep", "1971-09"},
        {"1971 September, October", "1971-09 1971-10"},
        {"1950 April 26, 27, May 3", "1950-04-26 1950-04-27 1950-05-03"},
        {"1962-", "1962"},
        {"1945-11-", "1945-11"},
        {"1998年3月4日", "1998-03-04"},
        {"1998年03月04日", "1998-03-04"},
        {"1998年3月4日、5日", "1998-03-04 1998-03-05"},
        {"1998年3月4・5日", "1998-03-04 1998-03-05"},
        {"1998年3月4日～6日", "1998-03-04 1998-03-05 1998-03-06"},
        {"1998年3月31日,4月1日", "1998-03-31 1998-04-01"},
        {"1998年 3月", "1998-03"},
        {"1998年", "1998"},
        {"1998년 3월 4일", "1998-03-04"},
        {"２０１４年３月１６日（日）", "2014-03-16"},
        {"2014年3月16日星期日 22时03分", "2014-03-16"},
        {"一九九八年三月四日", "1998-03-04"},
        {"一九九八年十二月三十一日", "1998-12-31"},
        {"昭和61年3月4日", "1986-03-04"},
        {"平成元年1月8日", "1989-01-08"},
        {"令和2年", "2020"},
        // a month name
        {"12 May 1987", "1987-05-12"},
        {"12. Mai 1987", "1987-05-12"},
        {"12-May-1987", "1987-05-12"},
        {"12 de mayo de 1987", "1987-05-12"},
        {"the 12th of May, 1987", "1987-05-12"},
        {"May 12, 1987", "1987-05-12"},
        {"MAY 12 1987", "1987-05-12"},
        {"May 1842", "1842-05"},
        {"May, 1842", "1842-05"},
        {"30 May - 2 June 1995", "1995-05-30 1995-05-31 1995-06-01 1995-06-02"},
        {"30,31 May, 1 June 1995", "1995-05-30 1995-05-31 1995-06-01"},
        {"May 31 and June 1, 1995", "1995-05-31 1995-06-01"},
        {"May 31, 1995, June 1, 1995", "1995-05-31 1995-06-01"},
        {"1er août 1995", "1995-08-01"},
        {"12.-13. März 1987", "1987-03-12 1987-03-13"},
        {"Sunday, March 16, 2014", "2014-03-16"},
        {"Sun Mar 16 16:12:48 GMT+09:00 2014", "2014-03-16"},
        // year last
        {"29.11.2012", "2012-11-29"},
        {"11/29/2012", "2012-11-29"},
        {"9-09-2000", "2000-09-09"},
        {"29.11.2012, 30.11.2012", "2012-11-29 2012-11-30"},
        {"  1996-05-06\n", "1996-05-06"},
        // several meanings, or none
        {"05/07/2003", nullptr},
        {"01.08.2001", nullptr},
        {"13/5/95", nullptr},
        {"12th and 13th march 94", nullptr},
        {"2010-02-30", nullptr},
        {"2010/02/30", nullptr},
        {"30 February 2010", nullptr},
        {"1996, 05", nullptr},
        {"1996,05-06", nullptr},
        {"2003 5", nullptr},
        {"1999/11-12", nullptr},
        {"1985-06-07-09", nullptr},
        {"1968 Aug, 30", nullptr},
        {"1996-05-06/08", nullptr},
        {"1996-05-01~31", nullptr},
        {"1996-05-06~05", nullptr},
        {"1996~1998", nullptr},
        {"Published 1962", nullptr},
        {"1962?", nullptr},
        {"ca. 1962", nullptr},
        {"1988-07-20,21 or 22", nullptr},
        {"196", nullptr},
        {"12345678", nullptr},
        {"29112012", nullptr},
        {"1978.0.09", nullptr},
        {"Monday, March 16, 2014", nullptr},
        {"May 12 1987 1988 x", nullptr},
        {"16 17 May 1995", nullptr},
        {"Aug/Sept 1966", nullptr},
        {"May", nullptr},
        {"12 May", nullptr},
        {"22:03", nullptr},
        {"2003-05 22:03", nullptr},
        {"2003-05-07 25:03", nullptr},
        {"2003-05-07 22:61", nullptr},
        {"2003-05-07 (22:03", nullptr},
        {"2003-05-07 (draft)", nullptr},
        {"農曆1998年3月4日", nullptr},
        {"平成64年", nullptr},
        {"1998年3月4日5", "1998-03-04 1998-03-05"},
        {"", nullptr},
        {" ", nullptr},
        {"-", nullptr},
        {",,,", nullptr},
        {"\xff\xfe", nullptr},
        {"1996-05-06\xe5", nullptr},
    };
    for (const Row& row : rows) {
        const auto dates = read_date_leniently(row.text);
        EXPECT_EQ(dates ? spelled(*dates) : "-", row.dates != nullptr ? row.dates : "-") << row.text;
    }
    EXPECT_FALSE(read_date_leniently(std::string(100'000, '1')));
    EXPECT_FALSE(read_date_leniently(std::string(500, ',')));
}

}  // namespace
}  // namespace tengen
