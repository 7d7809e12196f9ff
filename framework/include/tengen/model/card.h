// Keyword cards of 1988 (the Landman posting): their keywords, and their facts. A card has no properties: each of its
// fields is a fact with a text. SGF carries what it has no property for in lines of GC, "[landman] Keyword: value".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/abi/game.h>
#include <tengen/model/card_marks.h>
#include <tengen/model/card_values.h>
#include <tengen/model/fact.h>
#include <tengen/model/game.h>
#include <tengen/model/person.h>
#include <tengen/model/storage.h>

namespace tengen {

struct CardKeyword {
    std::string_view name;
    tengen_field field;
};

/// In the order of the explanation, which is the canonical order of a card.
inline constexpr std::array<CardKeyword, 13> card_keywords{{{"Date", TENGEN_FIELD_DATE},
                                                            {"Black", TENGEN_FIELD_BLACK},
                                                            {"White", TENGEN_FIELD_WHITE},
                                                            {"BRank", TENGEN_FIELD_BLACK_RANK},
                                                            {"WRank", TENGEN_FIELD_WHITE_RANK},
                                                            {"Event", TENGEN_FIELD_EVENT},
                                                            {"Place", TENGEN_FIELD_PLACE},
                                                            {"Score", TENGEN_FIELD_BOARD_SCORE},
                                                            {"Komi", TENGEN_FIELD_KOMI},
                                                            {"Result", TENGEN_FIELD_RESULT},
                                                            {"Handicap", TENGEN_FIELD_HANDICAP},
                                                            {"Source", TENGEN_FIELD_SOURCE},
                                                            {"Comment", TENGEN_FIELD_COMMENT}}};

/// The keyword of a field; nullptr if cards have none.
[[nodiscard]] constexpr const CardKeyword* card_keyword_of(std::uint32_t field) noexcept {
    for (const CardKeyword& keyword : card_keywords) {
        if (static_cast<std::uint32_t>(keyword.field) == field) {
            return &keyword;
        }
    }
    return nullptr;
}

/// Exactly so written.
[[nodiscard]] constexpr const CardKeyword* find_card_keyword(std::string_view name) noexcept {
    for (const CardKeyword& keyword : card_keywords) {
        if (keyword.name == name) {
            return &keyword;
        }
    }
    return nullptr;
}

/// In any capitals.
[[nodiscard]] constexpr const CardKeyword* find_similar_card_keyword(std::string_view name) noexcept {
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    for (const CardKeyword& keyword : card_keywords) {
        bool is_same = keyword.name.size() == name.size();
        for (std::size_t i = 0; is_same && i < name.size(); ++i) {
            is_same = small(keyword.name[i]) == small(name[i]);
        }
        if (is_same) {
            return &keyword;
        }
    }
    return nullptr;
}

/// Place in the canonical order; fields that cards do not have come last.
[[nodiscard]] constexpr std::size_t card_position_of(std::uint32_t field) noexcept {
    const CardKeyword* keyword = card_keyword_of(field);
    return keyword == nullptr ? card_keywords.size() : static_cast<std::size_t>(keyword - card_keywords.data());
}

/// References and comments may stand on several lines.
[[nodiscard]] constexpr bool may_repeat_on_card(std::uint32_t field) noexcept {
    return field == TENGEN_FIELD_SOURCE || field == TENGEN_FIELD_COMMENT;
}

/// Fields with names of persons.
[[nodiscard]] constexpr bool is_name_on_card(std::uint32_t field) noexcept {
    return field == TENGEN_FIELD_BLACK || field == TENGEN_FIELD_WHITE;
}

/// Any field of a card. Comments, and fields that cards do not have, are texts without marks.
[[nodiscard]] inline CardReading read_card_field(std::uint32_t field, std::string_view text) {
    const auto untyped = [&](CardItemKind kind) {
        CardReading reading;
        MarkedText marked = read_marks(text, kind);
        reading.has_value = true;
        reading.certainty = marked.certainty();
        reading.marks = std::move(marked.marks);
        reading.has_too_many_marks = marked.has_too_many;
        reading.plain = text;
        reading.repaired = with_short_marks(text, reading.marks);
        return reading;
    };
    if (field == TENGEN_FIELD_COMMENT || card_keyword_of(field) == nullptr) {
        CardReading reading;
        reading.has_value = true;
        reading.plain = text;
        reading.repaired = text;
        return reading;
    }
    if (is_only_question_marks(text)) {
        CardReading reading;
        reading.plain = text;
        reading.has_too_many_marks = text.size() > 2;
        reading.repaired = "?";
        return reading;
    }
    // What all readings have; the value of the kind is not asked for.
    const auto common = [](const CardReading& reading) { return reading; };
    switch (field) {
        case TENGEN_FIELD_DATE:
            return common(read_card_date(text));
        case TENGEN_FIELD_BLACK_RANK:
        case TENGEN_FIELD_WHITE_RANK:
            return common(read_card_rank(text));
        case TENGEN_FIELD_BOARD_SCORE:
            return common(read_card_score(text));
        case TENGEN_FIELD_KOMI:
            return common(read_card_komi(text));
        case TENGEN_FIELD_RESULT:
            return common(read_card_result(text));
        case TENGEN_FIELD_HANDICAP:
            return common(read_card_handicap(text));
        case TENGEN_FIELD_BLACK:
        case TENGEN_FIELD_WHITE:
            return untyped(CardItemKind::members);
        default:
            return untyped(CardItemKind::pieces);
    }
}

/// Problems that leave the value as it is; all others need a repair, or there is no value.
[[nodiscard]] constexpr bool is_allowed_on_card(CardProblem problem) noexcept {
    return problem == CardProblem::none || problem == CardProblem::partial_date ||
           problem == CardProblem::julian_leap_day;
}

/// The state of a field before any repair.
[[nodiscard]] inline tengen_fact_state card_fact_state(std::string_view text, const CardReading& reading) {
    if (text.empty()) {
        return TENGEN_FACT_EMPTY;
    }
    if (!reading.has_value && is_only_question_marks(text)) {
        return text.size() == 1 ? TENGEN_FACT_UNKNOWN : TENGEN_FACT_INVALID;
    }
    return reading.has_value && is_allowed_on_card(reading.problem) ? TENGEN_FACT_VALUE : TENGEN_FACT_INVALID;
}

/// A team as cards write it; everything else as it is.
[[nodiscard]] inline std::string canonical_card_text(std::uint32_t field, std::string_view text) {
    if (is_name_on_card(field)) {
        const Persons persons = read_persons(text, NameOrder::family_first);
        if (persons.is_team) {
            return format_team(persons.persons);
        }
    }
    return std::string(text);
}

/// What a fact without a property reads like on a card.
[[nodiscard]] inline std::string card_text_of(Game game, const tengen_fact& fact) {
    const std::string_view text = game.stored(fact.text);
    if (fact.note == TENGEN_NOTE_REPAIRED && !text.empty()) {
        return canonical_card_text(fact.field, read_card_field(fact.field, text).repaired);
    }
    return canonical_card_text(fact.field, text);
}

/// Whether the whole fact can be called uncertain: events, places and references have a certainty an item.
[[nodiscard]] constexpr bool has_certainty_of_items(std::uint32_t field) noexcept {
    return field == TENGEN_FIELD_EVENT || field == TENGEN_FIELD_PLACE || field == TENGEN_FIELD_SOURCE;
}

/// A fact of a card with its marks, ready for the fact column. `text` is kept by the storage; `offset` is its place in
/// the game's text, or TENGEN_NONE.
inline tengen_fact make_card_fact(GameStorage& storage, tengen_field field, std::string_view text,
                                  std::uint32_t offset) {
    tengen_fact fact{};
    fact.field = field;
    fact.node = none;
    fact.property = none;
    fact.offset = offset;
    fact.text = storage.store(text);
    const CardReading reading = read_card_field(field, text);
    fact.state = card_fact_state(text, reading);
    if (!has_certainty_of_items(field)) {
        fact.certainty = static_cast<std::uint32_t>(reading.certainty);
    }
    if (!reading.marks.empty()) {
        fact.first_mark = storage.marks.size();
        fact.mark_count = static_cast<std::uint32_t>(reading.marks.size());
        for (const CardMark& mark : reading.marks) {
            storage.marks.push_back({static_cast<std::uint32_t>(mark.scope), mark.position,
                                     static_cast<std::uint32_t>(mark.level), storage.store(mark.text)});
        }
    }
    return fact;
}

// -- lines in GC --

inline constexpr std::string_view card_line_prefix = "[landman] ";

struct CardLine {
    std::string_view keyword;
    std::string_view value;
};

/// "Keyword: value": only the first colon separates; one blank behind it and blanks at the end are dropped.
[[nodiscard]] constexpr CardLine split_card_line(std::string_view line, std::size_t colon) noexcept {
    std::string_view value = line.substr(colon + 1);
    if (value.starts_with(' ')) {
        value.remove_prefix(1);
    }
    return {line.substr(0, colon), card_detail::without_blanks_behind(value)};
}

/// A line of GC that was made from a field of a card.
[[nodiscard]] constexpr std::optional<CardLine> parse_card_line(std::string_view line) noexcept {
    if (!line.starts_with(card_line_prefix)) {
        return std::nullopt;
    }
    line.remove_prefix(card_line_prefix.size());
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0 || line.find(' ') < colon) {
        return std::nullopt;
    }
    return split_card_line(line, colon);
}

/// Facts and extension fields that were read from such lines are marked with this origin and place.
inline constexpr std::string_view card_line_origin = "GC";
inline constexpr std::string_view card_format_name = "landman";

[[nodiscard]] inline bool is_from_card_line(Game game, const tengen_fact& fact) {
    return fact.property == none && game.stored(fact.origin) == card_line_origin &&
           game.stored(fact.format) == card_format_name;
}

/// Whether the game says anything outside of its properties.
[[nodiscard]] inline bool has_own_facts(Game game) {
    const tengen_game& columns = game.columns();
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        if (columns.facts[i].property == none) {
            return true;
        }
    }
    return false;
}

/// The number of a field of a card, as the place of an extension field; nullopt for places of other formats.
[[nodiscard]] constexpr std::optional<std::uint32_t> card_field_number(std::string_view place) noexcept {
    if (place.empty() || place.size() > 6 || decimal_detail::count_digits(place, 0) != place.size()) {
        return std::nullopt;
    }
    std::uint32_t number = 0;
    for (const char digit : place) {
        number = number * 10 + static_cast<std::uint32_t>(digit - '0');
    }
    return number;
}

}  // namespace tengen
