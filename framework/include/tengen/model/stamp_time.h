// Times of recorded streams ("RGF text, TS"): decimal numbers of seconds, compared exactly whatever their spelling.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tengen {

/// A decimal number in a form in which equal numbers are equal: 0.d1d2d3... times ten to the power of `point`, without
/// zeros at either end of the digits; zero has no digits.
class StampTime {
public:
    StampTime() = default;

    /// Digits with an optional sign, point and exponent: "3.1", ".5", "10.", "+11", "1e-3". nullopt for anything else,
    /// and for numbers of 10^300 or more.
    [[nodiscard]] static std::optional<StampTime> parse(std::string_view text) {
        StampTime time;
        std::size_t i = 0;
        if (i < text.size() && (text[i] == '+' || text[i] == '-')) {
            time.negative_ = text[i++] == '-';
        }
        std::size_t digits = 0;
        bool behind_point = false;
        std::int64_t whole_digits = 0;
        for (; i < text.size(); ++i) {
            if (text[i] == '.' && !behind_point) {
                behind_point = true;
            } else if (text[i] >= '0' && text[i] <= '9') {
                ++digits;
                whole_digits += behind_point ? 0 : 1;
                time.digits_ += text[i];
            } else {
                break;
            }
        }
        if (digits == 0) {
            return std::nullopt;
        }
        std::int64_t exponent = 0;
        if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
            const std::optional<std::int64_t> read = parse_exponent(text.substr(i + 1));
            if (!read) {
                return std::nullopt;
            }
            exponent = *read;
            i = text.size();
        }
        if (i != text.size()) {
            return std::nullopt;
        }
        const std::size_t leading = std::min(time.digits_.find_first_not_of('0'), time.digits_.size());
        time.digits_.erase(0, leading);
        time.digits_.erase(time.digits_.find_last_not_of('0') + 1);
        if (time.digits_.empty()) {
            return StampTime();
        }
        time.point_ = whole_digits - static_cast<std::int64_t>(leading) + exponent;
        if (time.point_ > most_whole_digits) {
            return std::nullopt;
        }
        return time;
    }

    [[nodiscard]] bool is_zero() const noexcept { return digits_.empty(); }
    [[nodiscard]] bool is_negative() const noexcept { return negative_; }

    /// How many decimals the number has, zeros at the end not counted.
    [[nodiscard]] std::uint64_t decimals() const noexcept {
        const std::int64_t count = static_cast<std::int64_t>(digits_.size()) - point_;
        return count > 0 ? static_cast<std::uint64_t>(count) : 0;
    }

    /// The shortest decimal notation without an exponent. Only for numbers of a reasonable size: it has as many
    /// characters as the number has digits and decimals.
    [[nodiscard]] std::string plain() const {
        if (is_zero()) {
            return "0";
        }
        std::string text = negative_ ? "-" : "";
        if (point_ <= 0) {
            text += "0.";
            text.append(static_cast<std::size_t>(-point_), '0');
            return text + digits_;
        }
        const auto whole = static_cast<std::size_t>(point_);
        text.append(digits_, 0, whole);
        if (digits_.size() > whole) {
            text += '.';
            text.append(digits_, whole);
        } else {
            text.append(whole - digits_.size(), '0');
        }
        return text;
    }

    friend bool operator==(const StampTime&, const StampTime&) = default;
    friend std::strong_ordering operator<=>(const StampTime& a, const StampTime& b) noexcept {
        if (a.negative_ != b.negative_) {
            return a.negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
        }
        return a.negative_ ? compare_magnitudes(b, a) : compare_magnitudes(a, b);
    }

private:
    static constexpr std::int64_t most_whole_digits = 300;
    static constexpr std::int64_t largest_exponent = 1'000'000'000'000;

    static std::optional<std::int64_t> parse_exponent(std::string_view text) {
        bool negative = false;
        if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
            negative = text.front() == '-';
            text.remove_prefix(1);
        }
        if (text.empty()) {
            return std::nullopt;
        }
        std::int64_t exponent = 0;
        for (const char c : text) {
            if (c < '0' || c > '9') {
                return std::nullopt;
            }
            exponent = std::min(exponent * 10 + (c - '0'), largest_exponent);
        }
        return negative ? -exponent : exponent;
    }

    static std::strong_ordering compare_magnitudes(const StampTime& a, const StampTime& b) noexcept {
        if (a.is_zero() || b.is_zero()) {
            return !a.is_zero() <=> !b.is_zero();
        }
        if (a.point_ != b.point_) {
            return a.point_ <=> b.point_;
        }
        // As text: a shorter beginning is less, and so is the number.
        return a.digits_.compare(b.digits_) <=> 0;
    }

    bool negative_ = false;  // never of zero
    std::string digits_;
    std::int64_t point_ = 0;
};

}  // namespace tengen
