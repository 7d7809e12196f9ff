// The words of dates: names of months and weekdays in several languages, eras, times of day, separators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/model/quantity.h>
#include <tengen/model/spelling.h>

namespace tengen {

namespace date_detail {

enum class Kind : std::uint8_t {
    number,      // value, digits
    month,       // value 1 to 12, by name
    weekday,     // value 0 to 6
    time,        // a time of day
    year_mark,   // 年
    month_mark,  // 月
    day_mark,    // 日
    era,         // value = year before its first one
    dash,
    slash,
    dot,
    comma,
    conjunction,
    range,
    open,
    close,
    end,
};

struct Token {
    Kind kind = Kind::end;
    int value = 0;
    std::size_t digits = 0;
    bool spaced = false;  // a blank before it
};

// clang-format off
inline constexpr Spelling<int> month_names[] = {
    // English
    {"january", 1}, {"february", 2}, {"march", 3}, {"april", 4}, {"may", 5}, {"june", 6}, {"july", 7}, {"august", 8},
    {"september", 9}, {"october", 10}, {"november", 11}, {"december", 12}, {"jan", 1}, {"feb", 2}, {"mar", 3},
    {"apr", 4}, {"jun", 6}, {"jul", 7}, {"aug", 8}, {"sep", 9}, {"sept", 9}, {"oct", 10}, {"nov", 11}, {"dec", 12},
    // French
    {"janvier", 1}, {"février", 2}, {"fevrier", 2}, {"mars", 3}, {"avril", 4}, {"mai", 5}, {"juin", 6},
    {"juillet", 7}, {"août", 8}, {"aout", 8}, {"septembre", 9}, {"octobre", 10}, {"novembre", 11}, {"décembre", 12},
    {"decembre", 12}, {"janv", 1}, {"févr", 2}, {"avr", 4}, {"juil", 7}, {"déc", 12},
    // German
    {"januar", 1}, {"jänner", 1}, {"februar", 2}, {"märz", 3}, {"maerz", 3}, {"juni", 6}, {"juli", 7},
    {"oktober", 10}, {"dezember", 12}, {"mär", 3}, {"okt", 10}, {"dez", 12},
    // Spanish, Portuguese, Italian
    {"enero", 1}, {"febrero", 2}, {"marzo", 3}, {"abril", 4}, {"mayo", 5}, {"junio", 6}, {"julio", 7}, {"agosto", 8},
    {"septiembre", 9}, {"octubre", 10}, {"noviembre", 11}, {"diciembre", 12}, {"ene", 1}, {"abr", 4}, {"ago", 8},
    {"dic", 12}, {"janeiro", 1}, {"fevereiro", 2}, {"março", 3}, {"maio", 5}, {"junho", 6}, {"julho", 7},
    {"setembro", 9}, {"outubro", 10}, {"novembro", 11}, {"dezembro", 12}, {"gennaio", 1}, {"febbraio", 2},
    {"aprile", 4}, {"maggio", 5}, {"giugno", 6}, {"luglio", 7}, {"settembre", 9}, {"ottobre", 10}, {"dicembre", 12},
    {"gen", 1}, {"mag", 5}, {"giu", 6}, {"lug", 7}, {"ott", 10},
    // Dutch
    {"januari", 1}, {"februari", 2}, {"maart", 3}, {"mei", 5}, {"augustus", 8}, {"mrt", 3},
};
// clang-format on

inline constexpr Spelling<int> weekday_names[] = {
    {"sunday", 0}, {"monday", 1}, {"tuesday", 2}, {"wednesday", 3}, {"thursday", 4}, {"friday", 5}, {"saturday", 6},
    {"sun", 0},    {"mon", 1},    {"tue", 2},     {"tues", 2},      {"wed", 3},      {"thu", 4},    {"thur", 4},
    {"thurs", 4},  {"fri", 5},    {"sat", 6},     {"星期日", 0},    {"星期天", 0},   {"星期一", 1}, {"星期二", 2},
    {"星期三", 3}, {"星期四", 4}, {"星期五", 5},  {"星期六", 6},    {"日曜日", 0},   {"月曜日", 1}, {"火曜日", 2},
    {"水曜日", 3}, {"木曜日", 4}, {"金曜日", 5},  {"土曜日", 6},    {"일요일", 0},   {"월요일", 1}, {"화요일", 2},
    {"수요일", 3}, {"목요일", 4}, {"금요일", 5},  {"토요일", 6},
};

/// Single characters that name a weekday only inside brackets.
inline constexpr Spelling<int> bracketed_weekdays[] = {
    {"日", 0}, {"月", 1}, {"火", 2}, {"水", 3}, {"木", 4}, {"金", 5}, {"土", 6},
    {"일", 0}, {"월", 1}, {"화", 2}, {"수", 3}, {"목", 4}, {"금", 5}, {"토", 6},
};

inline constexpr Spelling<Kind> signs[] = {
    {"年", Kind::year_mark},    {"년", Kind::year_mark},  {"月", Kind::month_mark}, {"월", Kind::month_mark},
    {"日", Kind::day_mark},     {"일", Kind::day_mark},   {"号", Kind::day_mark},   {"號", Kind::day_mark},
    {"-", Kind::dash},          {"/", Kind::slash},       {".", Kind::dot},         {",", Kind::comma},
    {";", Kind::comma},         {"・", Kind::comma},      {"·", Kind::comma},       {"~", Kind::range},
    {"..", Kind::range},        {"...", Kind::range},     {"…", Kind::range},       {"to", Kind::range},
    {"until", Kind::range},     {"till", Kind::range},    {"through", Kind::range}, {"bis", Kind::range},
    {"and", Kind::conjunction}, {"&", Kind::conjunction}, {"+", Kind::conjunction}, {"und", Kind::conjunction},
    {"et", Kind::conjunction},  {"y", Kind::conjunction}, {"e", Kind::conjunction}, {"en", Kind::conjunction},
    {"(", Kind::open},          {"[", Kind::open},        {")", Kind::close},       {"]", Kind::close},
};

/// Japanese eras whose years are those of the Gregorian calendar.
inline constexpr Spelling<int> eras[] = {{"大正", 1911}, {"昭和", 1925}, {"平成", 1988}, {"令和", 2018}};

[[nodiscard]] constexpr int last_year_of_era(int base) noexcept {
    return base == 1911 ? 15 : base == 1925 ? 64 : base == 1988 ? 31 : 99;
}

/// Words without meaning in a date.
inline constexpr Spelling<bool> skipped_words[] = {
    {"of", true}, {"the", true}, {"on", true}, {"de", true}, {"den", true}, {"le", true}, {"del", true}, {"der", true},
};

inline constexpr Spelling<bool> ordinal_endings[] = {
    {"st", true}, {"nd", true}, {"rd", true}, {"th", true}, {"er", true}, {"º", true}, {"°", true},
};

inline constexpr Spelling<bool> time_zones[] = {
    {"z", true},   {"ut", true},  {"utc", true}, {"gmt", true},  {"jst", true},  {"kst", true}, {"cst", true},
    {"cet", true}, {"est", true}, {"edt", true}, {"pst", true},  {"pdt", true},  {"mst", true}, {"mdt", true},
    {"cdt", true}, {"bst", true}, {"msk", true}, {"hkt", true},  {"cest", true}, {"eet", true}, {"eest", true},
    {"wet", true}, {"am", true},  {"pm", true},  {"a.m.", true}, {"p.m.", true},
};

/// Behind the hour, at a colon: ":mm", ":mm:ss", ":mm:ss.fff", then AM or PM, a time zone, an offset.
[[nodiscard]] inline bool take_time_behind_hour(SpellingCursor& cursor, int hour) {
    const auto take_two = [&](int largest) {
        if (!is_digit(cursor.peek()) || !is_digit(cursor.peek_next())) {
            return false;
        }
        int value = static_cast<int>(cursor.peek() - U'0') * 10;
        cursor.advance();
        value += static_cast<int>(cursor.peek() - U'0');
        cursor.advance();
        return value <= largest;
    };
    if (hour > 24 || !cursor.take(U':') || !take_two(59)) {
        return false;
    }
    if (cursor.take(U':')) {
        if (!take_two(60)) {
            return false;
        }
        if ((cursor.peek() == U'.' || cursor.peek() == U',') && is_digit(cursor.peek_next())) {
            cursor.advance();
            quantity_detail::take_ascii_digits(cursor);
        }
    }
    for (bool more = true; more;) {
        SpellingCursor here = cursor;
        here.skip_blanks();
        more = take_longest(here, time_zones).has_value();
        if (!more && (here.peek() == U'+' || here.peek() == U'-') && is_digit(here.peek_next())) {
            here.advance();
            const std::string digits = quantity_detail::take_ascii_digits(here);
            if (here.take(U':')) {
                quantity_detail::take_ascii_digits(here);
            }
            more = digits.size() == 4 || (digits.size() == 2 && digits < "15");
        }
        if (more) {
            cursor = here;
        }
    }
    return !is_digit(cursor.peek()) && !is_alphabetic(cursor.peek());
}

/// The tokens of a text; nullopt if it holds anything that does not belong to dates.
[[nodiscard]] inline std::optional<std::vector<Token>> tokens_of(std::string_view text) {
    std::vector<Token> tokens;
    SpellingCursor cursor(text);
    bool spaced = false;
    const auto last_is = [&](Kind kind) { return !tokens.empty() && tokens.back().kind == kind; };
    while (!cursor.at_end()) {
        if (cursor.skip_blanks()) {
            spaced = true;
            continue;
        }
        Token token;
        token.spaced = std::exchange(spaced, false);
        if (last_is(Kind::open)) {
            if (const auto weekday = take_longest(cursor, bracketed_weekdays); weekday && cursor.peek() == U')') {
                tokens.push_back({Kind::weekday, *weekday, 0, false});
                continue;
            }
        }
        if (const auto weekday = take_longest(cursor, weekday_names)) {
            cursor.take(U'.');
            token.kind = Kind::weekday;
            token.value = *weekday;
        } else if (const auto month = take_longest(cursor, month_names)) {
            cursor.take(U'.');
            token.kind = Kind::month;
            token.value = *month;
        } else if (const auto era = take_longest(cursor, eras)) {
            token.kind = Kind::era;
            token.value = *era;
            if (cursor.take("元")) {
                tokens.push_back(token);
                token = {Kind::number, 1, 1, false};
            }
        } else if (const std::string digits = take_whole_number(cursor); !digits.empty()) {
            if (digits.size() > 8) {
                return std::nullopt;
            }
            token.kind = Kind::number;
            token.digits = digits.size();
            for (const char digit : digits) {
                token.value = token.value * 10 + (digit - '0');
            }
            if (cursor.peek() == U':' && digits.size() <= 2) {
                if (!take_time_behind_hour(cursor, token.value)) {
                    return std::nullopt;
                }
                token.kind = Kind::time;
            } else if (cursor.peek() == U't' && is_digit(cursor.peek_next())) {
                cursor.advance();  // the T between date and time of ISO 8601
                spaced = true;
            } else {
                take_longest(cursor, ordinal_endings);
            }
        } else if (cursor.take("时") || cursor.take("時") || cursor.take("시")) {
            if (!last_is(Kind::number) || tokens.back().value > 24) {
                return std::nullopt;
            }
            tokens.back().kind = Kind::time;
            continue;
        } else if (cursor.take("分") || cursor.take("분") || cursor.take("秒") || cursor.take("초")) {
            if (!last_is(Kind::number) || tokens.back().value > 60 || tokens.size() < 2 ||
                tokens[tokens.size() - 2].kind != Kind::time) {
                return std::nullopt;
            }
            tokens.pop_back();
            continue;
        } else if (take_longest(cursor, skipped_words)) {
            spaced = true;
            continue;
        } else if (const auto sign = take_longest(cursor, signs)) {
            token.kind = *sign;
        } else {
            return std::nullopt;
        }
        tokens.push_back(token);
    }
    return tokens;
}

}  // namespace date_detail

}  // namespace tengen
