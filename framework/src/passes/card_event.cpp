#include "passes/card_event.h"

#include <optional>

#include <tengen/model/decimal.h>

namespace tengen::passes {

namespace {

constexpr std::string_view separator = ", ";
constexpr std::string_view game = "game ";

bool is_whole_number(std::string_view text) {
    return !text.empty() && decimal_detail::count_digits(text, 0) == text.size();
}

// The stage of "n (stage)".
std::optional<std::string_view> stage_of(std::string_view round, std::string_view& number) {
    const std::size_t open = round.find(" (");
    if (open == std::string_view::npos || !round.ends_with(')') || round.size() < open + 4) {
        return std::nullopt;
    }
    number = round.substr(0, open);
    if (!is_whole_number(number)) {
        return std::nullopt;
    }
    return round.substr(open + 2, round.size() - open - 3);
}

}  // namespace

EventAndRound split_event(std::string_view text) {
    EventAndRound whole{std::string(text), {}};
    const std::size_t last = text.rfind(separator);
    if (last == std::string_view::npos || last == 0) {
        return whole;
    }
    std::string_view number = text.substr(last + separator.size());
    if (!number.starts_with(game)) {
        return whole;
    }
    number.remove_prefix(game.size());
    if (!is_whole_number(number)) {
        return whole;
    }
    const std::string_view before = text.substr(0, last);
    const std::size_t middle = before.rfind(separator);
    if (middle == std::string_view::npos || middle == 0 || middle + separator.size() == before.size()) {
        return {std::string(before), std::string(number)};
    }
    std::string round(number);
    round += " (";
    round += before.substr(middle + separator.size());
    round += ')';
    return {std::string(before.substr(0, middle)), std::move(round)};
}

std::string join_event(std::string_view event, std::string_view round) {
    std::string text(event);
    const auto add = [&text](std::string_view what, std::string_view piece) {
        text += text.empty() ? std::string_view() : separator;
        text += what;
        text += piece;
    };
    std::string_view number = round;
    if (const std::optional<std::string_view> stage = stage_of(round, number)) {
        add({}, *stage);
        add(game, number);
    } else if (is_whole_number(round)) {
        add(game, round);
    } else if (!round.empty()) {
        add({}, round);
    }
    return text;
}

}  // namespace tengen::passes
