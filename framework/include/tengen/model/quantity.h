// Amounts as people write them: "3.5", "3,5", ".5", "5 1/2", "4½", "三又四分之三", "2目半".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tengen/model/spelling.h>

namespace tengen {

namespace quantity_detail {

/// 0 to 9 for a CJK digit, 10 and 100 for the places, -1 for anything else.
[[nodiscard]] constexpr int cjk_digit(char32_t code) noexcept {
    switch (code) {
        case U'〇':
        case U'零':
            return 0;
        case U'一':
            return 1;
        case U'二':
        case U'两':
        case U'兩':
            return 2;
        case U'三':
            return 3;
        case U'四':
            return 4;
        case U'五':
            return 5;
        case U'六':
            return 6;
        case U'七':
            return 7;
        case U'八':
            return 8;
        case U'九':
            return 9;
        case U'十':
            return 10;
        case U'百':
            return 100;
        default:
            return -1;
    }
}

/// The digits behind the point of n/d; empty if n/d is no proper fraction that ends in decimals.
[[nodiscard]] inline std::string proper_fraction(std::string_view numerator, std::string_view denominator) {
    if (numerator.empty() || numerator.size() > 2 || denominator.empty() || denominator.size() > 2) {
        return {};
    }
    const auto value = [](std::string_view digits) {
        unsigned result = 0;
        for (const char digit : digits) {
            result = result * 10 + static_cast<unsigned>(digit - '0');
        }
        return result;
    };
    const unsigned n = value(numerator);
    const unsigned d = value(denominator);
    if (n == 0 || n >= d || (d != 2 && d != 4 && d != 5 && d != 8 && d != 10)) {
        return {};
    }
    std::string digits = std::to_string(1000 + n * 1000 / d).substr(1);
    digits.erase(digits.find_last_not_of('0') + 1);
    return digits;
}

/// The digits behind the point of a fraction in one character.
[[nodiscard]] constexpr std::string_view vulgar_fraction(char32_t code) noexcept {
    switch (code) {
        case U'½':
            return "5";
        case U'¼':
            return "25";
        case U'¾':
            return "75";
        case U'⅛':
            return "125";
        case U'⅜':
            return "375";
        case U'⅝':
            return "625";
        case U'⅞':
            return "875";
        default:
            return {};
    }
}

inline std::string take_ascii_digits(SpellingCursor& cursor) {
    std::string digits;
    while (is_digit(cursor.peek())) {
        digits.push_back(static_cast<char>(cursor.peek()));
        cursor.advance();
    }
    return digits;
}

}  // namespace quantity_detail

/// A whole number without sign: digits of any width, digit by digit in CJK ("一九九八") or in places ("十二", "二十").
/// The digits in ASCII, as many as written; empty if there is no number here.
inline std::string take_whole_number(SpellingCursor& cursor) {
    std::string digits = quantity_detail::take_ascii_digits(cursor);
    if (!digits.empty()) {
        return digits;
    }
    unsigned total = 0;
    unsigned unit = 0;
    bool places = false;
    bool unit_seen = false;
    for (int digit = 0; (digit = quantity_detail::cjk_digit(cursor.peek())) >= 0; cursor.advance()) {
        if (digit >= 10) {
            places = true;
            if (total < 1000) {
                total += (unit_seen ? unit : 1) * static_cast<unsigned>(digit);
            }
            unit = 0;
            unit_seen = false;
        } else {
            digits.push_back(static_cast<char>('0' + digit));
            unit = static_cast<unsigned>(digit);
            unit_seen = true;
        }
    }
    return places ? std::to_string(total + unit) : digits;
}

/// An amount without sign. The result is a real number in the notation of SGF (digits, point, digits); its digits are
/// those written, also zeros. Read are
///   3.5  3,5  .5  5.  full-width and CJK digits,
///   5 1/2  4½  1/2  2又3/4  三又四分之三 (fractions that end in decimals).
/// Not read is "1,500" (1.5 or 1500) and what goes on as something else ("6.5.1", "5/7"): then nothing is taken.
inline std::optional<std::string> take_quantity(SpellingCursor& cursor) {
    using namespace quantity_detail;
    const std::size_t start = cursor.position();
    const auto give_up = [&]() -> std::optional<std::string> {
        cursor.seek(start);
        return std::nullopt;
    };
    // n/d, d分之n and ½ at the cursor: the digits behind the point
    const auto take_fraction = [&]() -> std::string {
        const std::size_t before = cursor.position();
        if (const std::string_view digits = vulgar_fraction(cursor.peek()); !digits.empty()) {
            cursor.advance();
            return std::string(digits);
        }
        const std::string first = take_whole_number(cursor);
        std::string digits;
        if (cursor.take(U'/') || cursor.take(U'⁄')) {
            digits = proper_fraction(first, take_whole_number(cursor));
        } else if (cursor.take("分之")) {
            digits = proper_fraction(take_whole_number(cursor), first);
        }
        if (digits.empty()) {
            cursor.seek(before);
        }
        return digits;
    };

    if (const std::string digits = take_fraction(); !digits.empty()) {
        return std::string("0.").append(digits);
    }
    std::string number = take_whole_number(cursor);
    const char32_t next = cursor.peek();
    if (next == U'.' || next == U',') {
        if (is_digit(cursor.peek_next())) {
            cursor.advance();
            const std::string fraction = take_ascii_digits(cursor);
            if (next == U',' && fraction.size() == 3 && !number.empty() && number != "0") {
                return give_up();
            }
            if (cursor.peek() == U'.' && is_digit(cursor.peek_next())) {
                return give_up();
            }
            if (number.empty()) {
                number.push_back('0');
            }
            return number.append(1, '.').append(fraction);
        }
        if (number.empty()) {
            return give_up();
        }
        if (next == U'.') {
            cursor.advance();
        }
        return number;
    }
    if (number.empty()) {
        return give_up();
    }
    if (next == U'/' && is_digit(cursor.peek_next())) {
        return give_up();
    }
    const std::size_t behind_number = cursor.position();
    cursor.skip_blanks();
    if (cursor.take("又")) {
        cursor.skip_blanks();
    }
    if (const std::string digits = take_fraction(); !digits.empty()) {
        return number.append(1, '.').append(digits);
    }
    cursor.seek(behind_number);
    return number;
}

namespace quantity_detail {
struct NoMeaning {};
inline constexpr Spelling<NoMeaning> point_units[] = {
    {"points", {}}, {"point", {}}, {"pts.", {}}, {"pts", {}}, {"pt.", {}},  {"pt", {}}, {"p", {}},
    {"stones", {}}, {"stone", {}}, {"moku", {}}, {"zi", {}},  {"目", {}},   {"子", {}}, {"집", {}},
    {"호", {}},     {"점", {}},    {"点", {}},   {"點", {}},  {"点数", {}}, {"集", {}},
};
inline constexpr Spelling<NoMeaning> halves[] = {
    {"half a", {}}, {"a half", {}}, {"half", {}}, {"半", {}}, {"반", {}},
};
}  // namespace quantity_detail

/// Points with or without their unit, also with a half said in a word: "12.5 pts", "2目半", "반집", "half a point".
/// Stones (子) are not doubled. The result is a real number without sign; nothing is taken if there is none.
inline std::optional<std::string> take_points(SpellingCursor& cursor) {
    using namespace quantity_detail;
    const std::size_t start = cursor.position();
    if (take_longest(cursor, halves)) {
        cursor.skip_blanks();
        if (take_longest(cursor, point_units)) {
            return "0.5";
        }
        cursor.seek(start);
        return std::nullopt;
    }
    std::optional<std::string> number = take_quantity(cursor);
    if (!number) {
        return std::nullopt;
    }
    const std::size_t behind_number = cursor.position();
    cursor.skip_blanks();
    const bool unit = take_longest(cursor, point_units).has_value();
    if (!unit) {
        cursor.seek(behind_number);
    }
    const std::size_t behind_unit = cursor.position();
    cursor.skip_blanks();
    if (number->find('.') == std::string::npos && (cursor.take("半") || cursor.take("반"))) {
        *number += ".5";
        if (!unit) {
            take_longest(cursor, point_units);
        }
    } else {
        cursor.seek(behind_unit);
    }
    return number;
}

}  // namespace tengen
