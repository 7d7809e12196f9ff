// Thinking time: the overtime forms that can be computed with (SGF FF[4], OT is free text), and main times written in
// other ways than the seconds that TM wants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <tengen/model/decimal.h>
#include <tengen/model/quantity.h>
#include <tengen/model/spelling.h>

namespace tengen {

enum class OvertimeKind : std::uint8_t {
    byo_yomi,  // "5x30": periods of so many seconds, one move in each
    canadian,  // "25/600": stones in so many seconds
    fischer,   // "10 fischer": seconds added for each move
};

struct Overtime {
    OvertimeKind kind = OvertimeKind::byo_yomi;
    std::string count;    // periods or stones, a whole number above 0; empty for fischer
    std::string seconds;  // a real number without sign

    friend bool operator==(const Overtime&, const Overtime&) = default;
};

/// "5x30", "25/600", "10 fischer".
[[nodiscard]] inline std::string format_overtime(const Overtime& overtime) {
    switch (overtime.kind) {
        case OvertimeKind::byo_yomi:
            return overtime.count + 'x' + overtime.seconds;
        case OvertimeKind::canadian:
            return overtime.count + '/' + overtime.seconds;
        case OvertimeKind::fischer:
            break;
    }
    return overtime.seconds + " fischer";
}

namespace overtime_detail {

inline constexpr Spelling<OvertimeKind> names[] = {
    {"byo-yomi", OvertimeKind::byo_yomi}, {"byoyomi", OvertimeKind::byo_yomi},  {"byo yomi", OvertimeKind::byo_yomi},
    {"japanese", OvertimeKind::byo_yomi}, {"canadian", OvertimeKind::canadian}, {"fischer", OvertimeKind::fischer},
};

/// Digits with a point and digits, no comma, no fraction.
inline std::string take_plain_real(SpellingCursor& cursor) {
    std::string real = quantity_detail::take_ascii_digits(cursor);
    if (!real.empty() && cursor.peek() == U'.' && is_digit(cursor.peek_next())) {
        cursor.advance();
        real += '.' + quantity_detail::take_ascii_digits(cursor);
    }
    return real;
}

struct Unit {
    std::uint32_t seconds;
};
inline constexpr Spelling<Unit> units[] = {
    {"h", {3600}},    {"h.", {3600}},    {"hr", {3600}},   {"hrs", {3600}},  {"hr.", {3600}},  {"hrs.", {3600}},
    {"hour", {3600}}, {"hours", {3600}}, {"小时", {3600}}, {"小時", {3600}}, {"時間", {3600}}, {"时间", {3600}},
    {"시간", {3600}}, {"m", {60}},       {"min", {60}},    {"min.", {60}},   {"mins", {60}},   {"mins.", {60}},
    {"minute", {60}}, {"minutes", {60}}, {"分", {60}},     {"分钟", {60}},   {"分鐘", {60}},   {"分間", {60}},
    {"분", {60}},     {"s", {1}},        {"sec", {1}},     {"sec.", {1}},    {"secs", {1}},    {"secs.", {1}},
    {"second", {1}},  {"seconds", {1}},  {"秒", {1}},      {"秒間", {1}},    {"초", {1}},
};
inline constexpr Spelling<bool> each[] = {
    {"each", true}, {"per player", true}, {"per side", true}, {"/player", true}, {"a side", true}, {"各", true},
};
inline constexpr Spelling<bool> stones[] = {
    {"stone", true}, {"stones", true}, {"move", true}, {"moves", true}, {"手", true}, {"子", true},
};

struct Duration {
    std::string seconds;
    bool short_clock = false;  // "a:bb" with a below 10: minutes and seconds, or hours and minutes
};

/// "1:00:00", "30:00", "2 h 30 min", "90分", or a bare number of seconds.
inline std::optional<Duration> take_duration(SpellingCursor& cursor) {
    const std::size_t start = cursor.position();
    const auto give_up = [&]() -> std::optional<Duration> {
        cursor.seek(start);
        return std::nullopt;
    };
    if (const std::string first = quantity_detail::take_ascii_digits(cursor); !first.empty() && cursor.peek() == U':') {
        std::string seconds = first;
        std::size_t parts = 0;
        while (cursor.peek() == U':' && is_digit(cursor.peek_next())) {
            cursor.advance();
            const std::string sixtieth = quantity_detail::take_ascii_digits(cursor);
            if (sixtieth.size() != 2 || sixtieth > "59" || ++parts > 2) {
                return give_up();
            }
            seconds = add_reals(multiply_real(seconds, 60), sixtieth);
        }
        if (parts == 0 || cursor.peek() == U':' || cursor.peek() == U'.') {
            return give_up();
        }
        return Duration{std::move(seconds), parts == 1 && compare_reals(first, "10") < 0};
    }
    cursor.seek(start);
    Duration duration;
    std::uint32_t smallest = 0;
    while (true) {
        SpellingCursor here = cursor;
        here.skip_blanks();
        std::optional<std::string> amount = take_quantity(here);
        if (!amount) {
            break;
        }
        const std::size_t behind_amount = here.position();
        here.skip_blanks();
        const std::optional<Unit> unit = take_longest(here, units);
        if (!unit) {
            if (smallest != 0) {
                break;
            }
            here.seek(behind_amount);
            cursor = here;
            duration.seconds = std::move(*amount);  // a bare number: as written
            return duration;
        }
        if (smallest != 0 && unit->seconds >= smallest) {
            return give_up();
        }
        std::string part = multiply_real(*amount, unit->seconds);
        duration.seconds = smallest == 0 ? std::move(part) : add_reals(duration.seconds, part);
        smallest = unit->seconds;
        cursor = here;
    }
    return smallest == 0 ? give_up() : std::optional(std::move(duration));
}

}  // namespace overtime_detail

/// The overtime of a text in one of three forms: "NxS", "N/S", "S fischer". The name of the system may follow the
/// first two, as servers write it ("5x30 byo-yomi", "25/600 canadian"); case does not count. N is above 0.
[[nodiscard]] inline std::optional<Overtime> parse_overtime(std::string_view text) {
    using namespace overtime_detail;
    SpellingCursor cursor(text);
    cursor.skip_blanks();
    Overtime overtime;
    std::string first = take_plain_real(cursor);
    if (first.empty()) {
        return std::nullopt;
    }
    cursor.skip_blanks();
    if (const bool periods = cursor.take(U'x'); periods || cursor.take(U'/')) {
        overtime.kind = periods ? OvertimeKind::byo_yomi : OvertimeKind::canadian;
        overtime.count = std::move(first);
        cursor.skip_blanks();
        overtime.seconds = take_plain_real(cursor);
        if (overtime.seconds.empty() || !is_number(overtime.count) || sign_of_real(overtime.count) == 0) {
            return std::nullopt;
        }
        cursor.skip_blanks();
        if (const std::optional<OvertimeKind> name = take_longest(cursor, names); name && *name != overtime.kind) {
            return std::nullopt;
        }
    } else {
        overtime.kind = OvertimeKind::fischer;
        overtime.seconds = std::move(first);
        if (take_longest(cursor, names) != OvertimeKind::fischer) {
            return std::nullopt;
        }
    }
    cursor.skip_blanks();
    return cursor.at_end() ? std::optional(std::move(overtime)) : std::nullopt;
}

struct MainTime {
    std::string seconds;               // a real number without sign
    std::optional<Overtime> overtime;  // if the text states one as well

    friend bool operator==(const MainTime&, const MainTime&) = default;
};

/// The seconds of a text that says them in another way; nullopt if it has no single meaning. Read are
///   "10h" "9 hours each" "2시간" "15分钟" "2 h 30 min" "1.5 hours"   amounts with units of time
///   "5:00:00" "30:00"                                             clocks; "1:30" could be hours and minutes
///   "10:00(5x1:00)" "30:00+30:00/25" "60 minutes + 5 minutes / 30 stones"   with overtime, then "1:00" is a minute
///   "59,5" ".5" "600."                                            real numbers as read_real_leniently repairs them
/// For TM, and for the time left (BL, WL).
[[nodiscard]] inline std::optional<MainTime> read_main_time_leniently(std::string_view text) {
    using namespace overtime_detail;
    const std::string_view trimmed = trim_blanks(text);
    if (is_real(trimmed) && trimmed.front() != '-') {
        return MainTime{std::string(trimmed.substr(trimmed.front() == '+' ? 1 : 0)), std::nullopt};
    }
    SpellingCursor cursor(trimmed);
    if (take_longest(cursor, each)) {
        cursor.skip_blanks();
    }
    std::optional<Duration> main = take_duration(cursor);
    if (!main) {
        return std::nullopt;
    }
    cursor.skip_blanks();
    take_longest(cursor, each);
    cursor.skip_blanks();
    MainTime time{std::move(main->seconds), std::nullopt};
    if (cursor.at_end()) {
        return main->short_clock ? std::nullopt : std::optional(std::move(time));
    }
    const bool bracket = cursor.take(U'(');
    if (!bracket && !cursor.take(U'+')) {
        return std::nullopt;
    }
    cursor.skip_blanks();
    Overtime overtime;
    const std::size_t start = cursor.position();
    overtime.count = quantity_detail::take_ascii_digits(cursor);
    cursor.skip_blanks();
    if (!overtime.count.empty() && cursor.take(U'x')) {
        cursor.skip_blanks();
        std::optional<Duration> period = take_duration(cursor);
        if (!period) {
            return std::nullopt;
        }
        overtime.kind = OvertimeKind::byo_yomi;
        overtime.seconds = std::move(period->seconds);
    } else {
        cursor.seek(start);
        std::optional<Duration> period = take_duration(cursor);
        cursor.skip_blanks();
        if (!period || !cursor.take(U'/')) {
            return std::nullopt;
        }
        cursor.skip_blanks();
        overtime.kind = OvertimeKind::canadian;
        overtime.seconds = std::move(period->seconds);
        overtime.count = quantity_detail::take_ascii_digits(cursor);
        cursor.skip_blanks();
        take_longest(cursor, stones);
    }
    cursor.skip_blanks();
    if (bracket && !cursor.take(U')')) {
        return std::nullopt;
    }
    cursor.skip_blanks();
    if (!cursor.at_end() || overtime.count.empty() || sign_of_real(overtime.count) == 0) {
        return std::nullopt;
    }
    time.overtime = std::move(overtime);
    return time;
}

}  // namespace tengen
