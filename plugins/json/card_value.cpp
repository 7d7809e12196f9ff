#include "card_value.h"

#include <algorithm>
#include <charconv>

#include <tengen/model/decimal.h>
#include <tengen/model/spelling.h>

namespace tengen::json {

namespace {

std::size_t count_marks_at_end(std::string_view text) {
    std::size_t count = 0;
    while (count < text.size() && text[text.size() - 1 - count] == '?') {
        ++count;
    }
    return count;
}

std::string_view without_blanks_at_end(std::string_view text) {
    while (!text.empty() && text.back() == ' ') {
        text.remove_suffix(1);
    }
    return text;
}

std::string_view without_blanks_in_front(std::string_view text) {
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    return text;
}

std::optional<std::uint32_t> read_stones(std::string_view text) {
    std::uint32_t stones = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), stones);
    if (error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return stones;
}

}  // namespace

std::string_view without_mark(std::string_view text) {
    const std::size_t marks = count_marks_at_end(text);
    if (marks == 0 || marks > 2) {
        return text;
    }
    text.remove_suffix(marks);
    return without_blanks_at_end(text);
}

bool is_unknown_on_card(std::string_view text) {
    return !text.empty() && text.find_first_not_of("? ") == std::string_view::npos;
}

std::optional<PartialDate> read_card_date(std::string_view text) {
    std::string plain(without_mark(text));
    plain.erase(std::remove(plain.begin(), plain.end(), '?'), plain.end());
    const DateList list = parse_dates(plain);
    if (!list.is_read() || list.dates.size() != 1) {
        return std::nullopt;
    }
    return list.dates.front();
}

std::vector<CardItem> read_card_items(std::string_view text) {
    std::vector<CardItem> items;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        std::string_view piece = without_blanks_at_end(without_blanks_in_front(text.substr(begin, end - begin)));
        begin = end + 1;
        const std::size_t marks = count_marks_at_end(piece);
        CardItem item{piece};
        if (marks == 1 || marks == 2) {
            const auto certainty = static_cast<Certainty>(marks);
            piece.remove_suffix(marks);
            const bool holds_for_all = !piece.empty() && piece.back() == ' ';
            item = {without_blanks_at_end(piece), certainty};
            for (CardItem& before : items) {
                before.certainty = holds_for_all ? worst(before.certainty, certainty) : before.certainty;
            }
        }
        items.push_back(item);
    }
    return items;
}

std::optional<CardScore> read_card_score(std::string_view text) {
    text = without_mark(text);
    CardScore score;
    while (!text.empty() && text.back() >= 'A') {
        switch (text.back()) {
            case 'E':
                score.estimated = true;
                break;
            case 'C':
            case 'I':
                if (score.counting != CardScore::Counting::not_said) {
                    return std::nullopt;
                }
                score.counting = text.back() == 'C' ? CardScore::Counting::chinese : CardScore::Counting::ing;
                break;
            default:
                return std::nullopt;
        }
        text.remove_suffix(1);
    }
    if (!is_real(text) || (sign_of_real(text) != 0 && text[0] != '+' && text[0] != '-')) {
        return std::nullopt;
    }
    score.difference = text[0] == '+' ? text.substr(1) : text;
    if (sign_of_real(text) == 0 && text[0] == '-') {
        score.difference = text.substr(1);
    }
    return score;
}

std::optional<CardResult> read_card_result(std::string_view text) {
    text = without_mark(text);
    CardResult result;
    if (!text.empty() && text.back() == 'R') {
        result.by_resignation = true;
        text.remove_suffix(1);
    }
    if (text.empty() || (text[0] != '+' && text[0] != '-')) {
        // Without a sign there is no winner.
        return !result.by_resignation && is_real(text) && sign_of_real(text) == 0 ? std::optional(result)
                                                                                  : std::nullopt;
    }
    result.winner = text[0] == '+' ? Color::black : Color::white;
    text.remove_prefix(1);
    if (text.empty()) {
        return result.by_resignation ? std::optional(result) : std::nullopt;
    }
    if (!is_real(text) || text[0] == '+' || text[0] == '-') {
        return std::nullopt;
    }
    result.points = text;
    return result;
}

std::optional<CardHandicap> read_card_handicap(std::string_view text) {
    text = without_mark(text);
    CardHandicap handicap;
    if (!text.empty() && text.back() == ')') {
        const std::size_t open = text.find('(');
        if (open == std::string_view::npos) {
            return std::nullopt;
        }
        handicap.label = text.substr(open + 1, text.size() - open - 2);
        text = without_blanks_at_end(text.substr(0, open));
    }
    const std::size_t plus = text.find('+');
    const std::optional<std::uint32_t> black = read_stones(text.substr(0, plus));
    if (!black) {
        return std::nullopt;
    }
    handicap.black = *black;
    if (plus != std::string_view::npos) {
        handicap.white = read_stones(text.substr(plus + 1));
        if (!handicap.white) {
            return std::nullopt;
        }
    }
    return handicap;
}

}  // namespace tengen::json
