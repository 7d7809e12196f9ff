// Decimal numbers as text. The text is the truth ("0.00" stays "0.00"); computing and comparing are exact at any
// length, no binary fraction and no locale is involved.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <tengen/model/quantity.h>
#include <tengen/model/spelling.h>

namespace tengen {

namespace decimal_detail {

[[nodiscard]] constexpr bool is_digit_byte(char byte) noexcept {
    return byte >= '0' && byte <= '9';
}

/// The number of digits from `at` on.
[[nodiscard]] constexpr std::size_t count_digits(std::string_view text, std::size_t at) noexcept {
    std::size_t end = at;
    while (end < text.size() && is_digit_byte(text[end])) {
        ++end;
    }
    return end - at;
}

/// A real number taken apart, without zeros that do not count.
struct Parts {
    bool negative;              // never of zero
    std::string_view whole;     // no leading zeros; empty if none is left
    std::string_view decimals;  // no trailing zeros
    [[nodiscard]] constexpr bool is_zero() const noexcept { return whole.empty() && decimals.empty(); }
};

[[nodiscard]] constexpr Parts parts_of(std::string_view real) noexcept {
    bool negative = false;
    if (!real.empty() && (real.front() == '+' || real.front() == '-')) {
        negative = real.front() == '-';
        real.remove_prefix(1);
    }
    const std::size_t point = std::min(real.find('.'), real.size());
    std::string_view whole = real.substr(0, point);
    std::string_view decimals = real.substr(std::min(point + 1, real.size()));
    whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
    decimals = decimals.substr(0, decimals.find_last_not_of('0') + 1);
    return {negative && !(whole.empty() && decimals.empty()), whole, decimals};
}

[[nodiscard]] constexpr std::strong_ordering compare_magnitudes(const Parts& a, const Parts& b) noexcept {
    if (a.whole.size() != b.whole.size()) {
        return a.whole.size() <=> b.whole.size();
    }
    if (const int order = a.whole.compare(b.whole); order != 0) {
        return order <=> 0;
    }
    return a.decimals.compare(b.decimals) <=> 0;  // as text: a shorter beginning is less, and it is
}

/// Digits with `scale` of them behind the point, in shortest form.
[[nodiscard]] inline std::string shortest_of(bool negative, std::string digits, std::size_t scale) {
    if (digits.size() <= scale) {
        digits.insert(0, scale + 1 - digits.size(), '0');
    }
    std::string_view whole(digits.data(), digits.size() - scale);
    std::string_view decimals(digits.data() + whole.size(), scale);
    whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
    decimals = decimals.substr(0, decimals.find_last_not_of('0') + 1);
    std::string result;
    result.reserve(digits.size() + 2);
    if (negative && !(whole.empty() && decimals.empty())) {
        result += '-';
    }
    result += whole.empty() ? std::string_view("0") : whole;
    if (!decimals.empty()) {
        result += '.';
        result += decimals;
    }
    return result;
}

/// The digits of a number, with exactly `scale` behind the point.
[[nodiscard]] inline std::string digits_of(const Parts& parts, std::size_t scale) {
    std::string digits(parts.whole);
    digits += parts.decimals;
    digits.append(scale - parts.decimals.size(), '0');
    return digits;
}

[[nodiscard]] inline std::string sum(const Parts& a, const Parts& b) {
    const std::size_t scale = std::max(a.decimals.size(), b.decimals.size());
    const bool same_sign = a.negative == b.negative;
    const bool swapped = compare_magnitudes(a, b) < 0;
    const Parts& large = swapped ? b : a;
    std::string digits = digits_of(large, scale);
    const std::string others = digits_of(swapped ? a : b, scale);
    int carry = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        char& digit = digits[digits.size() - 1 - i];
        const int other = i < others.size() ? others[others.size() - 1 - i] - '0' : 0;
        int value = digit - '0' + (same_sign ? other + carry : -other - carry);
        carry = 0;
        if (value > 9) {
            value -= 10;
            carry = 1;
        } else if (value < 0) {
            value += 10;
            carry = 1;
        }
        digit = static_cast<char>('0' + value);
    }
    if (same_sign && carry != 0) {
        digits.insert(0, 1, '1');
    }
    return shortest_of(large.negative, std::move(digits), scale);
}

}  // namespace decimal_detail

/// "Number" of SGF FF[4]: an optional sign and digits.
[[nodiscard]] constexpr bool is_number(std::string_view text) noexcept {
    const std::size_t sign = !text.empty() && (text.front() == '+' || text.front() == '-') ? 1 : 0;
    const std::size_t digits = decimal_detail::count_digits(text, sign);
    return digits > 0 && sign + digits == text.size();
}

/// "Real" of SGF FF[4]: a number, or a number with a point and digits behind it.
[[nodiscard]] constexpr bool is_real(std::string_view text) noexcept {
    const std::size_t sign = !text.empty() && (text.front() == '+' || text.front() == '-') ? 1 : 0;
    const std::size_t whole = decimal_detail::count_digits(text, sign);
    const std::size_t point = sign + whole;
    if (whole == 0) {
        return false;
    }
    if (point == text.size()) {
        return true;
    }
    const std::size_t decimals = decimal_detail::count_digits(text, point + 1);
    return text[point] == '.' && decimals > 0 && point + 1 + decimals == text.size();
}

// The functions below take texts for which is_real holds; for others the result is unspecified, but harmless.

[[nodiscard]] constexpr std::weak_ordering compare_reals(std::string_view a, std::string_view b) noexcept {
    const decimal_detail::Parts left = decimal_detail::parts_of(a);
    const decimal_detail::Parts right = decimal_detail::parts_of(b);
    if (left.negative != right.negative) {
        return left.negative ? std::weak_ordering::less : std::weak_ordering::greater;
    }
    return left.negative ? decimal_detail::compare_magnitudes(right, left)
                         : decimal_detail::compare_magnitudes(left, right);
}

/// -1, 0 or 1; "-0.0" is zero.
[[nodiscard]] constexpr int sign_of_real(std::string_view real) noexcept {
    const decimal_detail::Parts parts = decimal_detail::parts_of(real);
    return parts.is_zero() ? 0 : parts.negative ? -1 : 1;
}

/// |real| against a non-negative bound.
[[nodiscard]] constexpr std::weak_ordering compare_absolute(std::string_view real, std::string_view bound) noexcept {
    return decimal_detail::compare_magnitudes(decimal_detail::parts_of(real), decimal_detail::parts_of(bound));
}

/// True for 0, 7.5, -2.750; false for 0.3.
[[nodiscard]] constexpr bool is_multiple_of_quarter(std::string_view real) noexcept {
    const std::string_view decimals = decimal_detail::parts_of(real).decimals;
    return decimals.empty() || decimals == "5" || decimals == "25" || decimals == "75";
}

[[nodiscard]] constexpr bool is_whole(std::string_view real) noexcept {
    return decimal_detail::parts_of(real).decimals.empty();
}

/// The value of a whole number, nullopt for decimals or beyond 64 bits.
[[nodiscard]] constexpr std::optional<std::int64_t> integer_of(std::string_view real) noexcept {
    const decimal_detail::Parts parts = decimal_detail::parts_of(real);
    if (!parts.decimals.empty() || parts.whole.size() > 19) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    for (const char digit : parts.whole) {
        value = value * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    constexpr std::uint64_t largest = 0x7FFF'FFFF'FFFF'FFFF;
    if (value > largest + (parts.negative ? 1 : 0)) {
        return std::nullopt;
    }
    return parts.negative ? static_cast<std::int64_t>(0 - value) : static_cast<std::int64_t>(value);
}

/// No sign "+", no zeros that do not count, no negative zero: "+03.50" becomes "3.5".
[[nodiscard]] inline std::string shortest_form(std::string_view real) {
    const decimal_detail::Parts parts = decimal_detail::parts_of(real);
    return decimal_detail::shortest_of(parts.negative, decimal_detail::digits_of(parts, parts.decimals.size()),
                                       parts.decimals.size());
}

// Sums, differences and products are exact and in shortest form.

[[nodiscard]] inline std::string add_reals(std::string_view a, std::string_view b) {
    return decimal_detail::sum(decimal_detail::parts_of(a), decimal_detail::parts_of(b));
}

[[nodiscard]] inline std::string subtract_reals(std::string_view a, std::string_view b) {
    decimal_detail::Parts subtrahend = decimal_detail::parts_of(b);
    subtrahend.negative = !subtrahend.negative;
    return decimal_detail::sum(decimal_detail::parts_of(a), subtrahend);
}

[[nodiscard]] inline std::string multiply_real(std::string_view real, std::uint32_t factor) {
    const decimal_detail::Parts parts = decimal_detail::parts_of(real);
    std::string digits = decimal_detail::digits_of(parts, parts.decimals.size());
    std::uint64_t carry = 0;
    for (std::size_t i = digits.size(); i-- > 0;) {
        const std::uint64_t value = static_cast<std::uint64_t>(digits[i] - '0') * factor + carry;
        digits[i] = static_cast<char>('0' + value % 10);
        carry = value / 10;
    }
    return decimal_detail::shortest_of(parts.negative, (carry != 0 ? std::to_string(carry) : std::string()) + digits,
                                       parts.decimals.size());
}

/// real / 10^places.
[[nodiscard]] inline std::string shift_point_left(std::string_view real, std::size_t places) {
    const decimal_detail::Parts parts = decimal_detail::parts_of(real);
    return decimal_detail::shortest_of(parts.negative, decimal_detail::digits_of(parts, parts.decimals.size()),
                                       parts.decimals.size() + places);
}

/// A decimal number that remembers how it was spelled. Comparison is by value: 3.10 equals 3.1.
class Decimal {
public:
    Decimal() : text_("0") {}

    /// nullopt if the text is no real number in the notation of SGF.
    [[nodiscard]] static std::optional<Decimal> parse(std::string_view text) {
        if (!is_real(text)) {
            return std::nullopt;
        }
        return Decimal(std::string(text));
    }

    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    [[nodiscard]] int sign() const noexcept { return sign_of_real(text_); }
    [[nodiscard]] bool is_zero() const noexcept { return sign() == 0; }
    [[nodiscard]] std::string shortest() const { return shortest_form(text_); }

    friend bool operator==(const Decimal& a, const Decimal& b) noexcept { return compare_reals(a.text_, b.text_) == 0; }
    friend std::weak_ordering operator<=>(const Decimal& a, const Decimal& b) noexcept {
        return compare_reals(a.text_, b.text_);
    }
    friend Decimal operator+(const Decimal& a, const Decimal& b) { return Decimal(add_reals(a.text_, b.text_)); }
    friend Decimal operator-(const Decimal& a, const Decimal& b) { return Decimal(subtract_reals(a.text_, b.text_)); }
    friend Decimal operator-(const Decimal& a) { return Decimal(subtract_reals("0", a.text_)); }

private:
    explicit Decimal(std::string text) : text_(std::move(text)) {}

    std::string text_;
};

/// The one meaning of a text that is no real number by the letter, as a real number; nullopt if there is none or more
/// than one. A real number is given back as it is. Read are
///   ".5" "5." "5,5" "５．５"     the digits are kept: 0.5, 5, 5.5
///   "5 1/2" "4½" "3又1/4"        fractions that end in decimals
///   "6.5 points" "6目半" "3.75子" an amount of points or stones (stones are not doubled)
/// with blanks around, and a sign in front. "1,500" has two meanings; words and units of time have none here.
[[nodiscard]] inline std::optional<std::string> read_real_leniently(std::string_view text) {
    const std::string_view trimmed = trim_blanks(text);
    if (is_real(trimmed)) {
        return std::string(trimmed);
    }
    SpellingCursor cursor(trimmed);
    std::string result;
    if (const char32_t sign = cursor.peek(); sign == U'+' || sign == U'-') {
        result.push_back(static_cast<char>(sign));
        cursor.advance();
        cursor.skip_blanks();
    }
    const std::optional<std::string> amount = take_points(cursor);
    if (!amount || !cursor.at_end()) {
        return std::nullopt;
    }
    return result + *amount;
}

/// The whole number in a text that is none by the letter. A number is given back as it is. Read are
///   "2 stones" "２" "三子" "5.0"  a number at the beginning, whatever follows; decimals only if they are zero
///   "handicap 3"                 else the only number of the text
/// Not read are "4½", "5.5", and numbers that are parts of a larger thing: "2-3", "1:30", "3/4".
[[nodiscard]] inline std::optional<std::string> read_number_leniently(std::string_view text) {
    const std::string_view trimmed = trim_blanks(text);
    if (is_number(trimmed)) {
        return std::string(trimmed);
    }
    const auto take_at = [](SpellingCursor& cursor) -> std::optional<std::string> {
        std::optional<std::string> amount = take_quantity(cursor);
        if (!amount || !is_whole(*amount)) {
            return std::nullopt;
        }
        const char32_t next = cursor.peek();
        if ((next == U'-' || next == U':' || next == U'/' || next == U'.' || next == U',' || next == U'~') &&
            is_digit(cursor.peek_next())) {
            return std::nullopt;
        }
        amount->resize(std::min(amount->find('.'), amount->size()));
        return amount;
    };

    SpellingCursor cursor(trimmed);
    std::string sign;
    if (cursor.peek() == U'+' || cursor.peek() == U'-') {
        sign.push_back(static_cast<char>(cursor.peek()));
        cursor.advance();
        cursor.skip_blanks();
    }
    if (is_digit(cursor.peek()) || quantity_detail::cjk_digit(cursor.peek()) >= 0) {
        const std::optional<std::string> leading = take_at(cursor);
        return leading ? std::optional(sign + *leading) : std::nullopt;
    }
    std::optional<std::string> only;
    bool behind_word = false;  // a digit glued to a letter or sign belongs to something else
    while (!cursor.at_end()) {
        if (is_digit(cursor.peek())) {
            if (only || behind_word) {
                return std::nullopt;
            }
            only = take_at(cursor);
            if (!only) {
                return std::nullopt;
            }
        } else {
            behind_word = cursor.peek() != U' ' && cursor.peek() != U'(' && cursor.peek() != U'[' &&
                          cursor.peek() != U':' && cursor.peek() != U'=';
            cursor.advance();
        }
    }
    return sign.empty() ? only : std::nullopt;
}

}  // namespace tengen
