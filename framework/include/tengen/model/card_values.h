// The typed fields of keyword cards of 1988, each read from its text. Question marks at the end of a text are marks
// (card_marks.h). Every reading says what is wrong by the letter of the explanation, and still gives the value where
// there is only one sensible one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/model/card_marks.h>
#include <tengen/model/certainty.h>
#include <tengen/model/date.h>
#include <tengen/model/decimal.h>
#include <tengen/model/rank.h>
#include <tengen/model/result.h>

namespace tengen {

enum class CardProblem : std::uint8_t {
    none,
    partial_date,  // no day or no month: allowed
    short_year,    // three digits
    no_such_day,
    julian_leap_day,  // a day of the Julian calendar alone
    bad_date,
    title_rank,   // "10D"
    capital_kyu,  // "1K"
    bad_rank,
    score_sign,  // a sign is missing
    zero_sign,   // "+0"
    two_counting_methods,
    bad_score,
    bad_komi,
    bad_result,
    result_sign,
    bad_handicap,
    handicap_below_two,
};

/// What all readings have. `repaired` is the text as it should be written; empty if nobody can tell.
struct CardReading {
    CardProblem problem = CardProblem::none;
    bool has_value = false;  // there is a reading, where `problem` is set after its repair
    Certainty certainty = Certainty::certain;
    std::vector<CardMark> marks;
    bool has_too_many_marks = false;
    std::string_view plain;  // the text without its marks
    std::string repaired;
};

namespace card_detail {

/// The value without marks; they go into the reading.
inline std::string_view begin_reading(std::string_view text, CardReading& reading) {
    MarkedText marked = read_marks(text, CardItemKind::whole);
    reading.certainty = marked.certainty();
    reading.marks = std::move(marked.marks);
    reading.has_too_many_marks = marked.has_too_many;
    reading.plain = marked.items.front().text;
    return reading.plain;
}

/// `value` with the marks that stand behind the plain text.
inline void set_repaired(std::string_view text, std::string_view value, CardReading& reading) {
    const auto end = static_cast<std::size_t>(reading.plain.data() - text.data()) + reading.plain.size();
    reading.repaired = value;
    std::size_t from = end;
    for (const CardMark& mark : reading.marks) {
        const auto begin = static_cast<std::size_t>(mark.text.data() - text.data());
        if (begin < end) {
            continue;
        }
        reading.repaired += text.substr(from, begin - from);
        reading.repaired += mark.text.substr(0, 2);
        from = begin + mark.text.size();
    }
}

/// "12", "12.5": digits, and a point with digits behind it. The number of bytes, 0 if there is none.
[[nodiscard]] constexpr std::size_t unsigned_real_length(std::string_view text) noexcept {
    const std::size_t whole = decimal_detail::count_digits(text, 0);
    if (whole == 0 || whole + 1 >= text.size() || text[whole] != '.') {
        return whole;
    }
    const std::size_t decimals = decimal_detail::count_digits(text, whole + 1);
    return decimals == 0 ? whole : whole + 1 + decimals;
}

}  // namespace card_detail

// -- Date --

struct CardDate : CardReading {
    /// A year, a month or a day. Where the text is no date by the letter, what of it is a date: 1846 of "1846-??-??".
    std::optional<PartialDate> date;
    std::array<Certainty, 3> components{};  // year, month, day
};

namespace card_detail {

class CardDateReader {
public:
    CardDateReader(std::string_view text, CardDate& date) : text_(text), date_(date) {}

    void run() {
        const std::size_t year_digits = take_digits(year_);
        if (year_digits != 3 && year_digits != 4) {
            date_.problem = CardProblem::bad_date;
            return;
        }
        bool bad = !take_part_end(0);
        int month = 0;
        int day = 0;
        bool has_month = false;
        bool has_day = false;
        if (!bad && !at_end()) {
            bad = !take_component(month, has_month, 1) || (!at_end() && !take_component(day, has_day, 2)) || !at_end();
        }
        judge(year_digits, has_month ? month : 0, has_day ? day : 0, has_month, has_day, bad);
    }

private:
    [[nodiscard]] bool at_end() const { return at_ == text_.size(); }

    std::size_t take_digits(int& value) {
        const std::size_t count = decimal_detail::count_digits(text_, at_);
        value = 0;
        for (std::size_t i = 0; i < count && i < 5; ++i) {
            value = value * 10 + (text_[at_ + i] - '0');
        }
        at_ += count;
        return count;
    }

    // Marks of a component with more behind it. False if something else stands there.
    bool take_part_end(std::uint32_t component) {
        std::size_t count = 0;
        while (at_ + count < text_.size() && text_[at_ + count] == '?') {
            ++count;
        }
        if (count != 0) {
            const Certainty level = level_of_marks(count);
            date_.has_too_many_marks = date_.has_too_many_marks || count > 2;
            date_.components[component] = level;
            inner_.push_back({TENGEN_MARK_COMPONENT, component, level, text_.substr(at_, count)});
            at_ += count;
        }
        return at_end() ? count == 0 : text_[at_] == '-';
    }

    bool take_component(int& value, bool& has_value, std::uint32_t component) {
        ++at_;  // the hyphen
        if (take_digits(value) != 2) {
            return false;
        }
        has_value = true;
        return take_part_end(component);
    }

    void judge(std::size_t year_digits, int month, int day, bool has_month, bool has_day, bool bad) {
        if (bad) {
            // Question marks in the place of month or day: what stands before them counts.
            const std::size_t unknown = text_.find("-?");
            date_.problem = CardProblem::bad_date;
            date_.certainty = Certainty::guess;
            if (unknown != std::string_view::npos || text_.ends_with('-')) {
                date_.date = make_date(year_, month, has_month ? day : 0);
            }
            date_.components = {};
            date_.marks.clear();
            return;
        }
        date_.marks.insert(date_.marks.begin(), inner_.begin(), inner_.end());
        date_.date = (has_month && month == 0) || (has_day && day == 0) ? std::nullopt : make_date(year_, month, day);
        if (!date_.date) {
            date_.problem = is_julian_leap_day(year_, month, day) ? CardProblem::julian_leap_day
                            : year_ == 0                          ? CardProblem::bad_date
                                                                  : CardProblem::no_such_day;
            date_.has_value = date_.problem == CardProblem::julian_leap_day;
            return;
        }
        date_.has_value = true;
        date_.problem = year_digits == 3 ? CardProblem::short_year
                        : !has_day       ? CardProblem::partial_date
                                         : CardProblem::none;
    }

    std::string_view text_;
    CardDate& date_;
    std::size_t at_ = 0;
    int year_ = 0;
    std::vector<CardMark> inner_;
};

}  // namespace card_detail

/// "1846-07-21", "1846-07?-21", "1846 ?"; a mark behind a component that has more behind it belongs to that component.
[[nodiscard]] inline CardDate read_card_date(std::string_view text) {
    CardDate date;
    const std::string_view plain = card_detail::begin_reading(text, date);
    card_detail::CardDateReader(plain, date).run();
    if (date.problem == CardProblem::bad_date) {
        date.certainty = Certainty::guess;
    }
    std::string value = with_short_marks(text, date.marks);
    if (date.problem == CardProblem::short_year) {
        const std::size_t digit = value.find_first_of("0123456789");
        value.insert(digit == std::string::npos ? 0 : digit, 1, '0');
    }
    if (date.has_value) {
        date.repaired = std::move(value);
    }
    return date;
}

/// Whether a Date line with this value opens a record: it is empty or unknown, starts like a date, or is short and has
/// a year in it. Anything else is prose, or the header of a mail.
[[nodiscard]] constexpr bool opens_card(std::string_view value) noexcept {
    value = card_detail::without_blanks(value);
    if (value.empty() || is_only_question_marks(value)) {
        return true;
    }
    if (value.find(':') != std::string_view::npos) {
        return false;
    }
    if (decimal_detail::is_digit_byte(value.front())) {
        return true;
    }
    if (value.find(',') != std::string_view::npos) {
        return false;
    }
    std::size_t words = 0;
    bool has_year = false;
    for (std::size_t at = 0; at < value.size();) {
        std::size_t end = at;
        while (end < value.size() && value[end] != ' ' && value[end] != '\t') {
            ++end;
        }
        if (end == at) {
            ++at;
            continue;
        }
        const std::string_view word = value.substr(at, end - at);
        const std::size_t digits = decimal_detail::count_digits(word, 0);
        has_year = has_year ||
                   ((digits == 3 || digits == 4) && digits + card_detail::question_marks_behind(word) == word.size());
        ++words;
        at = end;
    }
    return words <= 3 && has_year;
}

// -- BRank, WRank --

struct CardRank : CardReading {
    Rank rank;
};

[[nodiscard]] inline CardRank read_card_rank(std::string_view text) {
    CardRank result;
    const std::string_view plain = card_detail::begin_reading(text, result);
    if (const std::optional<Rank> rank = parse_card_rank(plain)) {
        result.rank = *rank;
        result.has_value = true;
    } else if (plain == "10D") {
        result.problem = CardProblem::title_rank;
    } else if (plain.ends_with('K')) {
        std::string small(plain);
        small.back() = 'k';
        const std::optional<Rank> kyu = parse_card_rank(small);
        result.problem = kyu ? CardProblem::capital_kyu : CardProblem::bad_rank;
        if (kyu) {
            result.rank = *kyu;
            result.has_value = true;
            card_detail::set_repaired(text, small, result);
            return result;
        }
    } else {
        result.problem = CardProblem::bad_rank;
    }
    card_detail::set_repaired(text, plain, result);
    return result;
}

// -- Score --

enum class Counting : std::uint8_t { japanese, chinese, ing };

/// The score on the board, before komi, from Black's side.
struct CardScore : CardReading {
    std::string diff;  // in shortest form: "9", "-2.5"
    bool estimated = false;
    Counting counting = Counting::japanese;
};

[[nodiscard]] inline CardScore read_card_score(std::string_view text) {
    CardScore score;
    const std::string_view plain = card_detail::begin_reading(text, score);
    std::string_view rest = plain;
    const bool has_sign = !rest.empty() && (rest.front() == '+' || rest.front() == '-');
    if (has_sign) {
        rest.remove_prefix(1);
    }
    const std::size_t length = card_detail::unsigned_real_length(rest);
    const std::string_view number = rest.substr(0, length);
    const std::string_view letters = rest.substr(length);
    std::size_t estimates = 0;
    std::size_t chinese = 0;
    std::size_t ing = 0;
    for (const char letter : letters) {
        estimates += letter == 'E' ? 1 : 0;
        chinese += letter == 'C' ? 1 : 0;
        ing += letter == 'I' ? 1 : 0;
    }
    if (length == 0 || estimates + chinese + ing != letters.size() || estimates > 1 || chinese > 1 || ing > 1) {
        score.problem = CardProblem::bad_score;
        return score;
    }
    if (chinese + ing > 1) {
        score.problem = CardProblem::two_counting_methods;
        return score;
    }
    score.has_value = true;
    score.estimated = estimates == 1;
    score.counting = chinese == 1 ? Counting::chinese : ing == 1 ? Counting::ing : Counting::japanese;
    score.diff = shortest_form(has_sign ? plain.substr(0, length + 1) : number);
    std::string value(plain);
    if (sign_of_real(number) == 0) {
        if (has_sign) {
            score.problem = CardProblem::zero_sign;
            value.erase(0, 1);
        }
    } else if (!has_sign) {
        score.problem = CardProblem::score_sign;
        value.insert(0, 1, '+');
    }
    card_detail::set_repaired(text, value, score);
    if (score.problem == CardProblem::score_sign && score.certainty == Certainty::certain) {
        score.certainty = Certainty::uncertain;
        score.repaired += certainty_mark(score.certainty);
    }
    return score;
}

// -- Komi --

struct CardKomi : CardReading {
    std::string points;  // a real number
};

[[nodiscard]] inline CardKomi read_card_komi(std::string_view text) {
    CardKomi komi;
    const std::string_view plain = card_detail::begin_reading(text, komi);
    if (is_real(plain)) {
        komi.points = plain;
    } else {
        komi.problem = CardProblem::bad_komi;
        const std::optional<std::string> meant = read_real_leniently(plain);
        if (!meant) {
            return komi;
        }
        komi.points = *meant;
    }
    komi.has_value = true;
    card_detail::set_repaired(text, komi.points, komi);
    return komi;
}

// -- Result --

/// The result after komi.
struct CardResult : CardReading {
    Result result;       // a draw, or a win by points or resignation
    std::string margin;  // of a resignation, as estimated; without sign; empty if not given

    /// What Black is ahead with, in shortest form; empty if no number is given.
    [[nodiscard]] std::string diff() const {
        if (result.kind == ResultKind::draw) {
            return "0";
        }
        const std::string& number = result.by == WonBy::points ? result.points : margin;
        return number.empty() ? std::string() : shortest_form((result.winner == Color::black ? "+" : "-") + number);
    }
};

[[nodiscard]] inline CardResult read_card_result(std::string_view text) {
    CardResult card;
    const std::string_view plain = card_detail::begin_reading(text, card);
    std::string_view rest = plain;
    const bool has_sign = !rest.empty() && (rest.front() == '+' || rest.front() == '-');
    const bool is_black = has_sign && rest.front() == '+';
    if (has_sign) {
        rest.remove_prefix(1);
    }
    const std::size_t length = card_detail::unsigned_real_length(rest);
    const std::string_view number = rest.substr(0, length);
    rest.remove_prefix(length);
    const bool is_resignation = rest.starts_with('R');
    if (is_resignation) {
        rest.remove_prefix(1);
    }
    const bool has_score_letters = !rest.empty() && rest.find_first_not_of("ECI") == std::string_view::npos;
    const bool is_zero = !number.empty() && sign_of_real(number) == 0;
    if ((number.empty() && !is_resignation) || (!rest.empty() && !has_score_letters) ||
        (!has_sign && is_zero && is_resignation)) {
        card.problem = CardProblem::bad_result;
        return card;
    }
    if (!has_sign && !is_zero) {
        card.problem = CardProblem::result_sign;
        return card;
    }
    card.has_value = true;
    if (has_score_letters) {
        card.problem = CardProblem::bad_result;
    }
    if (!has_sign) {
        card.result.kind = ResultKind::draw;
    } else {
        card.result.kind = ResultKind::win;
        card.result.winner = is_black ? Color::black : Color::white;
        card.result.by = is_resignation ? WonBy::resign : WonBy::points;
        (is_resignation ? card.margin : card.result.points) = number;
    }
    card_detail::set_repaired(text, plain.substr(0, plain.size() - rest.size()), card);
    return card;
}

// -- Handicap --

struct CardHandicap : CardReading {
    std::uint32_t black = 0;
    std::optional<std::uint32_t> white;  // stones of both colours at the start
    std::string_view label;              // "tasuki"
};

[[nodiscard]] inline CardHandicap read_card_handicap(std::string_view text) {
    CardHandicap handicap;
    const std::string_view plain = card_detail::begin_reading(text, handicap);
    const auto number = [](std::string_view digits) {
        std::uint32_t value = 0;
        for (const char digit : digits) {
            value = value * 10 + static_cast<std::uint32_t>(digit - '0');
        }
        return value;
    };
    constexpr std::size_t most_digits = 3;
    const std::size_t black = decimal_detail::count_digits(plain, 0);
    handicap.problem = CardProblem::bad_handicap;
    if (black == 0 || black > most_digits) {
        return handicap;
    }
    handicap.black = number(plain.substr(0, black));
    std::string_view rest = plain.substr(black);
    if (rest.empty()) {
        handicap.problem = handicap.black < 2 ? CardProblem::handicap_below_two : CardProblem::none;
        handicap.has_value = true;
        if (handicap.black != 0) {
            card_detail::set_repaired(text, plain, handicap);
        }
        return handicap;
    }
    if (rest.front() != '+') {
        return handicap;
    }
    rest.remove_prefix(1);
    const std::size_t white = decimal_detail::count_digits(rest, 0);
    if (white == 0 || white > most_digits) {
        return handicap;
    }
    handicap.white = number(rest.substr(0, white));
    rest = rest.substr(white);
    const std::string_view label = card_detail::without_blanks(rest);
    if (!label.empty()) {
        if (rest.front() != ' ' || label.size() < 3 || label.front() != '(' || label.back() != ')') {
            return handicap;
        }
        handicap.label = label.substr(1, label.size() - 2);
    }
    handicap.problem = CardProblem::none;
    handicap.has_value = true;
    card_detail::set_repaired(text, plain, handicap);
    return handicap;
}

}  // namespace tengen
