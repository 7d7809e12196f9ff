// Dates as people write them: reading texts that are not in the form SGF wants for DT.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/model/date.h>
#include <tengen/model/date_tokens.h>
#include <tengen/model/spelling.h>

namespace tengen {

namespace date_detail {

inline constexpr std::size_t longest_prose = 512;  // bytes; a longer text is no list of dates

enum class Join : std::uint8_t {
    list,      // comma, "and": one more date
    adjacent,  // slash: read only if the dates follow each other, when list and range are the same
    range,     // all dates from the one before to this
};

struct Item {
    Join join;
    int year;
    int month;
    int day;
};

/// Reads tokens by the three orders in which people write dates: year first, month name first, day first.
class DateReader {
public:
    explicit DateReader(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

    [[nodiscard]] std::optional<std::vector<PartialDate>> read() {
        if (!drop_times_and_weekdays() || tokens_.empty()) {
            return std::nullopt;
        }
        const Token first = peek();
        bool read = false;
        if (first.kind == Kind::era || (first.kind == Kind::number && first.digits >= 4)) {
            read = read_year_first();
        } else if (first.kind == Kind::month) {
            read = read_with_month_names(true);
        } else if (first.kind == Kind::number && first.digits <= 2) {
            const bool named = std::any_of(tokens_.begin(), tokens_.end(),
                                           [](const Token& token) { return token.kind == Kind::month; });
            read = named ? read_with_month_names(false) : read_year_last();
        }
        return read ? resolve() : std::nullopt;
    }

private:
    static constexpr std::size_t longest_range = 10;  // days of one game in a row; more is no list of playing days

    [[nodiscard]] Token peek(std::size_t ahead = 0) const noexcept {
        return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : Token{};
    }
    [[nodiscard]] bool is(Kind kind, std::size_t ahead = 0) const noexcept { return peek(ahead).kind == kind; }
    [[nodiscard]] bool is_short_number(std::size_t ahead = 0) const noexcept {
        return is(Kind::number, ahead) && peek(ahead).digits <= 2;
    }
    [[nodiscard]] bool is_year(std::size_t ahead = 0) const noexcept {
        return is(Kind::number, ahead) && peek(ahead).digits == 4;
    }
    [[nodiscard]] bool is_separator(std::size_t ahead = 0) const noexcept {
        return is(Kind::dash, ahead) || is(Kind::slash, ahead) || is(Kind::dot, ahead);
    }
    bool take(Kind kind) noexcept {
        if (!is(kind)) {
            return false;
        }
        ++at_;
        return true;
    }
    void add(Join join, int year, int month, int day) { items_.push_back({join, year, month, day}); }

    /// Times of day and weekdays say nothing about the date, but must not stand in for a part of it.
    bool drop_times_and_weekdays() {
        std::vector<Token> kept;
        kept.reserve(tokens_.size());
        bool bracket = false;
        for (const Token& token : tokens_) {
            if (token.kind == Kind::open || token.kind == Kind::close) {
                if (bracket == (token.kind == Kind::open)) {
                    return false;
                }
                bracket = !bracket;
            } else if (token.kind == Kind::time) {
                ++times_;
            } else if (token.kind == Kind::weekday) {
                weekdays_.push_back(token.value);
            } else if (bracket) {
                return false;
            } else {
                kept.push_back(token);
            }
        }
        std::size_t begin = 0;
        while (begin < kept.size() && kept[begin].kind == Kind::comma) {
            ++begin;
        }
        while (kept.size() > begin && kept.back().kind == Kind::comma) {
            kept.pop_back();
        }
        tokens_.assign(kept.begin() + static_cast<std::ptrdiff_t>(begin), kept.end());
        return !bracket;
    }

    /// "2003/5/7", "1971/Sep", "1998年3月4日", "20030507", then more: "1985-06-07~09", "1962/04/02,03".
    bool read_year_first() {
        Join join = Join::list;
        while (true) {
            if (is(Kind::number) && peek().digits == 8) {
                const int value = peek().value;
                if (value < 1000'0000 || value >= 3000'0000) {
                    return false;  // could be DDMMYYYY
                }
                ++at_;
                add(join, value / 10000, value / 100 % 100, value % 100);
                if (value / 100 % 100 == 0 || value % 100 == 0) {
                    return false;
                }
                separator_ = Kind::end;
                named_ = marked_ = false;
            } else if (is(Kind::era) || is_year()) {
                if (!read_one_year_first(join)) {
                    return false;
                }
            } else {
                return false;
            }
            // what may follow without a new year
            while (true) {
                if (is(Kind::end)) {
                    return true;
                }
                if (is(Kind::dot) && is(Kind::end, 1)) {
                    ++at_;
                    return true;
                }
                if (is_time_with_blanks()) {
                    return true;
                }
                const std::optional<Join> next = take_join();
                if (!next) {
                    return false;
                }
                join = *next;
                if (is(Kind::era) || (is(Kind::number) && peek().digits >= 4)) {
                    break;
                }
                if (!read_shortcut(join)) {
                    return false;
                }
            }
        }
    }

    bool read_one_year_first(Join join) {
        int year = 0;
        marked_ = false;
        named_ = false;
        separator_ = Kind::end;
        if (is(Kind::era)) {
            const int base = peek().value;
            ++at_;
            if (!is_short_number() || !is(Kind::year_mark, 1) || peek().value < 1 ||
                peek().value > last_year_of_era(base)) {
                return false;
            }
            year = base + peek().value;
        } else {
            year = peek().value;
        }
        ++at_;
        marked_ = take(Kind::year_mark);
        if (is(Kind::end) || (is(Kind::dash) && is(Kind::end, 1))) {
            at_ = tokens_.size();
            add(join, year, 0, 0);
            return true;
        }
        if (!marked_) {
            if (is_separator()) {
                separator_ = peek().kind;
                ++at_;
            } else if (is(Kind::comma) && is(Kind::month, 1)) {
                ++at_;
            }
        }
        int month = 0;
        if (is(Kind::month)) {
            named_ = true;
            month = peek().value;
            ++at_;
            if (is_separator() && is_short_number(1)) {
                ++at_;
            }
            if (!is_short_number()) {
                add(join, year, month, 0);
                return true;
            }
        } else if (is_short_number()) {
            month = peek().value;
            if (month < 1 || month > 12) {
                return false;
            }
            ++at_;
            if (marked_) {
                if (!take(Kind::month_mark)) {
                    return false;
                }
            } else if (separator_ != Kind::end) {
                if (is(separator_)) {
                    ++at_;
                    if (separator_ == Kind::dash && is(Kind::end)) {
                        add(join, year, month, 0);
                        return true;
                    }
                    if (!is_short_number()) {
                        return false;
                    }
                } else {
                    add(join, year, month, 0);
                    return true;
                }
            }
            if (!is_short_number()) {
                if (!marked_) {
                    return false;  // "2003 5"
                }
                add(join, year, month, 0);
                return true;
            }
        } else {
            if (separator_ != Kind::end) {
                return false;
            }
            add(join, year, 0, 0);
            return true;
        }
        if (peek().value < 1) {
            return false;
        }
        add(join, year, month, peek().value);
        ++at_;
        take(Kind::day_mark);
        return true;
    }

    /// A further date without year, behind a join.
    bool read_shortcut(Join join) {
        const Item before = items_.back();
        if (is(Kind::month)) {
            const int month = peek().value;
            ++at_;
            if (is_separator() && is_short_number(1)) {
                ++at_;
            }
            if (is_short_number() && before.day != 0 && peek().value > 0) {
                add(join, before.year, month, peek().value);
                ++at_;
                return true;
            }
            if (before.day == 0 && before.month != 0 && !is_short_number()) {
                add(join, before.year, month, 0);
                return true;
            }
            return false;
        }
        if (!is_short_number() || before.month == 0 || peek().value < 1) {
            return false;
        }
        const int number = peek().value;
        const bool with_day = marked_                   ? is(Kind::month_mark, 1) && is_short_number(2)
                              : separator_ != Kind::end ? is(separator_, 1) && is_short_number(2)
                                                        : false;
        if (with_day) {
            if (peek(2).value < 1) {
                return false;
            }
            add(join, before.year, number, peek(2).value);
            at_ += 3;
            take(Kind::day_mark);
            return true;
        }
        if (before.day != 0) {
            add(join, before.year, before.month, number);
            ++at_;
            take(Kind::day_mark);
            return true;
        }
        if (named_) {
            return false;  // "1968 Aug, 30": hardly a month
        }
        add(join, before.year, number, 0);
        ++at_;
        take(Kind::month_mark);
        return true;
    }

    /// What separates two dates; nullopt if it is nothing of the kind.
    std::optional<Join> take_join() {
        if (take(Kind::comma)) {
            take(Kind::conjunction);
            return Join::list;
        }
        if (take(Kind::conjunction)) {
            return Join::list;
        }
        if (take(Kind::slash)) {
            return Join::adjacent;
        }
        if (take(Kind::range)) {
            return Join::range;
        }
        if (is(Kind::dash) && (marked_ || named_ || (peek().spaced && peek(1).spaced))) {
            ++at_;
            return Join::range;
        }
        if (marked_ && is_short_number()) {
            return Join::list;  // 3月4日5日
        }
        return std::nullopt;
    }

    /// "2024-11-14 12 16 06" at the end.
    bool is_time_with_blanks() noexcept {
        constexpr std::array<int, 3> largest{24, 59, 60};
        for (std::size_t i = 0; i < 3; ++i) {
            if (!is(Kind::number, i) || peek(i).digits != 2 || !peek(i).spaced || peek(i).value > largest[i]) {
                return false;
            }
        }
        if (!is(Kind::end, 3) || items_.back().day == 0) {
            return false;
        }
        ++times_;
        at_ += 3;
        return true;
    }

    /// "Aug 13/14, 1966" and "9/10 October 1996": the year comes last, the month before or behind its days.
    bool read_with_month_names(bool month_first) {
        std::size_t first_of_year = 0;   // items without year
        std::size_t first_of_month = 0;  // day first: items without month
        int month = 0;
        Join join = Join::list;
        bool joined = true;  // a separator waits for its date
        while (!is(Kind::end)) {
            if (is_year()) {
                if (joined && items_.size() != first_of_year) {
                    return false;
                }
                if (items_.size() == first_of_year) {
                    if (month == 0) {
                        return false;
                    }
                    add(Join::list, 0, month, 0);  // "May 1842"
                } else if (first_of_month != items_.size() && !month_first) {
                    return false;
                }
                for (; first_of_year < items_.size(); ++first_of_year) {
                    items_[first_of_year].year = peek().value;
                }
                first_of_month = items_.size();
                ++at_;
                month = 0;
                joined = false;
                if (is(Kind::dot) && is(Kind::end, 1)) {
                    ++at_;
                }
            } else if (is(Kind::month)) {
                if (month_first) {
                    if (!joined || (month != 0 && items_.size() == first_of_year)) {
                        return false;
                    }
                } else {
                    if (first_of_month == items_.size()) {
                        return false;
                    }
                    for (; first_of_month < items_.size(); ++first_of_month) {
                        items_[first_of_month].month = peek().value;
                    }
                    joined = false;
                }
                month = peek().value;
                ++at_;
                if (is_separator() && (is_year(1) || (month_first && is_short_number(1)))) {
                    ++at_;
                }
            } else if (is_short_number()) {
                if (!joined || peek().value < 1 || (month_first && month == 0)) {
                    return false;
                }
                add(join, 0, month_first ? month : 0, peek().value);
                joined = false;
                ++at_;
                take(Kind::dot);
                if (!month_first && is_separator() && is(Kind::month, 1)) {
                    ++at_;
                }
                if (month_first && is_separator() && is_year(1)) {
                    ++at_;
                }
            } else if (is(Kind::comma) && is_year(1) && month != 0) {
                ++at_;
            } else if (joined) {
                return false;
            } else if (take(Kind::comma)) {
                take(Kind::conjunction);
                join = Join::list;
                joined = true;
            } else if (take(Kind::conjunction)) {
                join = Join::list;
                joined = true;
            } else if (take(Kind::slash)) {
                join = Join::adjacent;
                joined = true;
            } else if (take(Kind::range) || take(Kind::dash)) {
                join = Join::range;
                joined = true;
            } else {
                return false;
            }
        }
        return !joined && first_of_year == items_.size() && !items_.empty();
    }

    /// "29.11.2012", "9-09-2000": only where day and month cannot be mistaken for each other.
    bool read_year_last() {
        while (true) {
            if (!is_short_number() || !is_separator(1) || !is_short_number(2) || !is(peek(1).kind, 3) || !is_year(4)) {
                return false;
            }
            const int first = peek().value;
            const int second = peek(2).value;
            if (first < 1 || second < 1 || (first <= 12 && second <= 12 && first != second)) {
                return false;
            }
            add(Join::list, peek(4).value, std::min(first, second), std::max(first, second));
            at_ += 5;
            if (is(Kind::dot) && is(Kind::end, 1)) {
                ++at_;
            }
            if (is(Kind::end)) {
                return true;
            }
            if (!take(Kind::comma)) {
                return false;
            }
        }
    }

    /// The items as dates of the calendar, ranges written out, each date once.
    [[nodiscard]] std::optional<std::vector<PartialDate>> resolve() const {
        std::vector<PartialDate> dates;
        for (const Item& item : items_) {
            const std::optional<PartialDate> date = make_date(item.year, item.month, item.day);
            if (!date) {
                return std::nullopt;
            }
            if (item.join != Join::list) {
                if (dates.empty()) {
                    return std::nullopt;
                }
                PartialDate between = dates.back();
                if ((between.day == 0) != (date->day == 0) || between.month == 0 || date->month == 0) {
                    return std::nullopt;
                }
                between = following(between);
                const std::size_t most = item.join == Join::adjacent ? 1 : longest_range;
                for (std::size_t step = 1; between != *date; ++step) {
                    if (step >= most) {
                        return std::nullopt;
                    }
                    dates.push_back(between);
                    between = following(between);
                }
            }
            if (std::find(dates.begin(), dates.end(), *date) == dates.end()) {
                dates.push_back(*date);
            }
        }
        const bool whole = std::all_of(dates.begin(), dates.end(), [](PartialDate date) { return date.day != 0; });
        if (times_ > dates.size() || weekdays_.size() > dates.size() ||
            ((times_ > 0 || !weekdays_.empty()) && !whole)) {
            return std::nullopt;
        }
        for (std::size_t i = 0; i < weekdays_.size(); ++i) {
            if (weekday_of(dates[i]) != weekdays_[i]) {
                return std::nullopt;
            }
        }
        return dates;
    }

    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::vector<Item> items_;
    std::vector<int> weekdays_;
    std::size_t times_ = 0;
    Kind separator_ = Kind::end;  // of the last date with its year first
    bool named_ = false;          // its month had a name
    bool marked_ = false;         // it was written with 年月日
};

}  // namespace date_detail

/// The dates of a text that has exactly one meaning, although it is not in the form of SGF; a text in that form means
/// what it says. nullopt if there is no meaning, several ("05/07/2003"), doubt ("21 or 22"), or anything beside dates.
///
/// Read are dates with the year first (digits with any one separator, "20030507", month names of seven languages,
/// 年月日 in any digits, Japanese eras from Taisho on), with a month name and the year last, and digits with the year
/// last if the day is above 12 or equals the month. Years have four digits. Lists: commas, "and"; "~", "..", "to",
/// hyphens between days: all days from the first to the last, at most ten; a slash only between days in a row. Times of
/// day are dropped; so are weekdays, which must fit. "1962-" and "1945-11-" are dates that were not filled in further.
/// A day the calendar lacks and a short date at a wrong place have no meaning.
[[nodiscard]] inline std::optional<std::vector<PartialDate>> read_date_leniently(std::string_view text) {
    const std::string_view trimmed = trim_blanks(text);
    DateList list = parse_dates(trimmed);
    if (list.is_read()) {
        return std::move(list.dates);
    }
    if (list.problem != DateProblem::bad_date || trimmed.size() > date_detail::longest_prose) {
        return std::nullopt;
    }
    std::optional<std::vector<date_detail::Token>> tokens = date_detail::tokens_of(trimmed);
    return tokens ? date_detail::DateReader(std::move(*tokens)).read() : std::nullopt;
}

}  // namespace tengen
