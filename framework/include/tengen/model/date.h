// Dates of games (SGF FF[4], DT): a list of days, months and years. Years are those of the proleptic Gregorian
// calendar, 0001 to 9999; there is no year 0. Other spellings than that of SGF are read by date_reading.h.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tengen {

/// A year, a month or a day.
struct PartialDate {
    std::uint16_t year = 0;
    std::uint8_t month = 0;  // 0: not known
    std::uint8_t day = 0;    // 0: not known

    friend constexpr bool operator==(const PartialDate&, const PartialDate&) = default;
    friend constexpr std::strong_ordering operator<=>(const PartialDate&, const PartialDate&) = default;
};

[[nodiscard]] constexpr bool is_leap_year(int year) noexcept {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

[[nodiscard]] constexpr int days_in_month(int year, int month) noexcept {
    constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (month < 1 || month > 12) {
        return 0;
    }
    return month == 2 && is_leap_year(year) ? 29 : days[static_cast<std::size_t>(month - 1)];
}

/// The date if the calendar has it; month and day may be 0 for "not known", a day needs a month.
[[nodiscard]] constexpr std::optional<PartialDate> make_date(int year, int month = 0, int day = 0) noexcept {
    if (year < 1 || year > 9999 || month < 0 || month > 12 || day < 0 || day > days_in_month(year, month)) {
        return std::nullopt;
    }
    return PartialDate{static_cast<std::uint16_t>(year), static_cast<std::uint8_t>(month),
                       static_cast<std::uint8_t>(day)};
}

/// 29 February of a year that is a leap year in the Julian calendar alone, before the reform of 15 October 1582. Such a
/// day was real, but make_date refuses it.
[[nodiscard]] constexpr bool is_julian_leap_day(int year, int month, int day) noexcept {
    return month == 2 && day == 29 && year >= 1 && year < 1582 && year % 4 == 0 && !is_leap_year(year);
}

/// After the year 2100, hence hardly a date of a game.
[[nodiscard]] constexpr bool is_future(PartialDate date) noexcept {
    return date.year > 2100;
}

/// 0 Sunday to 6 Saturday; `date` has a day.
[[nodiscard]] constexpr int weekday_of(PartialDate date) noexcept {
    constexpr std::array<int, 12> shift{0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    const int year = date.year - (date.month < 3 ? 1 : 0);
    return (year + year / 4 - year / 100 + year / 400 + shift[date.month - 1U] + date.day) % 7;
}

/// The day after a day, the month after a month, the year after a year.
[[nodiscard]] constexpr PartialDate following(PartialDate date) noexcept {
    if (date.day != 0) {
        ++date.day;
        if (date.day <= days_in_month(date.year, date.month)) {
            return date;
        }
        date.day = 1;
    }
    if (date.month != 0) {
        ++date.month;
        if (date.month <= 12) {
            return date;
        }
        date.month = 1;
    }
    ++date.year;
    return date;
}

namespace date_detail {

inline void append_two_digits(std::string& text, int value) {
    text += static_cast<char>('0' + value / 10 % 10);
    text += static_cast<char>('0' + value % 10);
}

inline void append_date(std::string& text, PartialDate date) {
    append_two_digits(text, date.year / 100);
    append_two_digits(text, date.year % 100);
    if (date.month != 0) {
        text += '-';
        append_two_digits(text, date.month);
    }
    if (date.day != 0) {
        text += '-';
        append_two_digits(text, date.day);
    }
}

/// How many bytes the short form of `date` needs behind `before`: 2 (MM or DD), 5 (MM-DD), or the whole date.
[[nodiscard]] constexpr std::size_t shortest_length(const PartialDate* before, PartialDate date) noexcept {
    const std::size_t whole = date.day != 0 ? 10 : date.month != 0 ? 7 : 4;
    if (before == nullptr || before->year != date.year || before->month == 0 || date.month == 0) {
        return whole;
    }
    if (date.day == 0) {
        return before->day == 0 ? 2 : whole;
    }
    return before->day != 0 && before->month == date.month ? 2 : 5;
}

}  // namespace date_detail

/// "1996", "1996-05", "1996-05-06".
[[nodiscard]] inline std::string format_date(PartialDate date) {
    std::string text;
    date_detail::append_date(text, date);
    return text;
}

/// A list of dates in the shortest form of SGF FF[4]: "1996-05-06,07,06-01".
[[nodiscard]] inline std::string format_dates(std::span<const PartialDate> dates) {
    std::string text;
    std::string whole;
    const PartialDate* before = nullptr;
    for (const PartialDate& date : dates) {
        if (before != nullptr) {
            text += ',';
        }
        whole.clear();
        date_detail::append_date(whole, date);
        text += std::string_view(whole).substr(whole.size() - date_detail::shortest_length(before, date));
        before = &date;
    }
    return text;
}

enum class DateProblem : std::uint8_t {
    none,
    repeated_day,    // the same date twice; the list has it once
    no_such_day,     // the form is right, but the calendar lacks the day, month or year
    wrong_shortcut,  // a short date behind one it cannot follow, or in front
    bad_date,        // not the form of SGF at all
};

struct DateList {
    std::vector<PartialDate> dates;  // as written, each once; empty unless the problem is none or repeated_day
    DateProblem problem = DateProblem::none;
    std::size_t offset = 0;  // of the item with the problem, in bytes
    bool shortest = true;    // every item is in its shortest form

    [[nodiscard]] bool is_read() const noexcept {
        return problem == DateProblem::none || problem == DateProblem::repeated_day;
    }
};

/// Dates by the letter of SGF FF[4]: items YYYY, YYYY-MM, YYYY-MM-DD, separated by commas without blanks; behind a
/// month also MM and MM-DD, behind a day also DD and MM-DD, which take year and month from what stands before. If
/// several things are wrong, the first of the worst kind is named (bad_date is the worst).
[[nodiscard]] inline DateList parse_dates(std::string_view text) {
    DateList list;
    std::vector<std::size_t> offsets;
    // year and month of the item before, also of one that the calendar lacks; month 0 behind a year alone
    int year = 0;
    int month = 0;
    bool has_day = false;
    const auto report = [&](DateProblem problem, std::size_t offset) {
        if (problem > list.problem) {
            list.problem = problem;
            list.offset = offset;
        }
    };
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view item = text.substr(begin, end - begin);
        const std::size_t offset = std::exchange(begin, end + 1);
        const std::size_t size = item.size();
        bool well_formed = size == 2 || size == 4 || size == 5 || size == 7 || size == 10;
        for (std::size_t i = 0; well_formed && i < size; ++i) {
            const bool hyphen = size == 5 ? i == 2 : i == 4 || i == 7;
            well_formed = hyphen ? item[i] == '-' : item[i] >= '0' && item[i] <= '9';
        }
        if (!well_formed) {
            report(DateProblem::bad_date, offset);
            continue;
        }
        const auto number = [&](std::size_t at, std::size_t digits) {
            int value = 0;
            for (std::size_t i = at; i < at + digits; ++i) {
                value = value * 10 + (item[i] - '0');
            }
            return value;
        };
        if (const bool shortcut = size == 2 || size == 5; shortcut && month == 0) {
            report(DateProblem::wrong_shortcut, offset);
            continue;
        }
        int day = 0;
        bool zero = false;  // "00" for month or day
        switch (size) {
            case 2:
                (has_day ? day : month) = number(0, 2);
                zero = number(0, 2) == 0;
                break;
            case 4:
                year = number(0, 4);
                month = 0;
                has_day = false;
                break;
            case 5:
                month = number(0, 2);
                day = number(3, 2);
                has_day = true;
                zero = month == 0 || day == 0;
                break;
            default:
                year = number(0, 4);
                month = number(5, 2);
                has_day = size == 10;
                day = has_day ? number(8, 2) : 0;
                zero = month == 0 || (has_day && day == 0);
                break;
        }
        const std::optional<PartialDate> date = zero ? std::nullopt : make_date(year, month, day);
        if (size != 4 && month == 0) {
            month = 13;  // still a month that short dates may follow
        }
        if (!date) {
            report(DateProblem::no_such_day, offset);
            continue;
        }
        const PartialDate* before = list.dates.empty() ? nullptr : &list.dates.back();
        list.shortest = list.shortest && size == date_detail::shortest_length(before, *date);
        list.dates.push_back(*date);
        offsets.push_back(offset);
    }
    if (list.problem != DateProblem::none) {
        list.dates.clear();
        return list;
    }
    std::vector<PartialDate> different = list.dates;
    std::sort(different.begin(), different.end());
    different.erase(std::unique(different.begin(), different.end()), different.end());
    if (different.size() != list.dates.size()) {
        std::vector<bool> seen(different.size(), false);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < list.dates.size(); ++i) {
            const auto place = static_cast<std::size_t>(
                std::lower_bound(different.begin(), different.end(), list.dates[i]) - different.begin());
            if (seen[place]) {
                report(DateProblem::repeated_day, offsets[i]);
            } else {
                seen[place] = true;
                list.dates[kept++] = list.dates[i];
            }
        }
        list.dates.resize(kept);
    }
    return list;
}

/// True if a list of dates is in the form of SGF and could not be written shorter.
[[nodiscard]] inline bool is_shortest(std::string_view text) {
    const DateList list = parse_dates(text);
    return list.problem == DateProblem::none && list.shortest;
}

}  // namespace tengen
