// What a library wants to know of a game: its facts, whatever format they come from, as persons, days, events, places
// and references, each with its certainty. A view that is computed anew; the facts stay what they are.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/model/card.h>
#include <tengen/model/certainty.h>
#include <tengen/model/date.h>
#include <tengen/model/date_reading.h>
#include <tengen/model/fact.h>
#include <tengen/model/person.h>
#include <tengen/model/result.h>
#include <tengen/model/result_reading.h>

namespace tengen {

/// A piece of text: an event or the part of a larger one, a place, a reference.
struct LibraryItem {
    std::string text;
    Certainty certainty = Certainty::certain;

    friend bool operator==(const LibraryItem&, const LibraryItem&) = default;
};

/// A person. Family and given name are empty where nobody says which is which.
struct LibraryName {
    std::string written;
    std::string family;
    std::string given;
    bool reversed = false;  ///< written "Family, Given": the natural order is the other one
    Certainty certainty = Certainty::certain;

    friend bool operator==(const LibraryName&, const LibraryName&) = default;
};

/// A year, a month or a day.
struct LibraryDate {
    PartialDate date;
    Certainty certainty = Certainty::certain;  ///< of the whole, the worst of all marks
    std::array<Certainty, 3> components{};     ///< year, month, day, where they have marks of their own
    [[nodiscard]] bool has_marked_component() const {
        return std::any_of(components.begin(), components.end(), [](Certainty c) { return c != Certainty::certain; });
    }
    friend bool operator==(const LibraryDate&, const LibraryDate&) = default;
};

struct LibraryRecord {
    std::string title;  ///< name of the game, as stated
    std::vector<LibraryName> black;
    std::vector<LibraryName> white;
    std::string black_rank;
    std::string white_rank;
    std::string date_text;  ///< as stated
    std::vector<LibraryDate> dates;
    std::vector<LibraryItem> events;
    std::string round;
    std::vector<LibraryItem> places;
    Result result;
    std::string result_text;  ///< as stated
    Certainty result_certainty = Certainty::certain;
    std::string komi;      ///< as stated
    std::string handicap;  ///< as stated
    std::string rules;
    std::string board_score;
    std::vector<LibraryName> annotators;
    std::vector<LibraryName> users;
    std::string copyright;
    std::string opening;
    std::vector<LibraryItem> sources;
    std::vector<std::string> comments;

    /// The name of the game, or else one made from the players; empty if there are none either.
    [[nodiscard]] std::string title_or_players() const;
};

namespace library_detail {

[[nodiscard]] inline bool is_unknown(std::string_view text) {
    return text.empty() || is_only_question_marks(text);
}

/// The items of a text without their marks; question marks alone are none.
[[nodiscard]] inline std::vector<LibraryItem> items_of(std::string_view text, bool is_own) {
    std::vector<LibraryItem> items;
    if (is_unknown(text)) {
        return items;
    }
    if (!is_own) {
        items.push_back({std::string(text), Certainty::certain});
        return items;
    }
    for (const CardItem& item : read_marks(text, CardItemKind::pieces).items) {
        if (!item.text.empty()) {
            items.push_back({std::string(item.text), item.certainty});
        }
    }
    return items;
}

[[nodiscard]] inline LibraryName name_of(const Person& person, Certainty certainty) {
    return {std::string(person.written), std::string(person.family), std::string(person.given), person.reversed,
            certainty};
}

[[nodiscard]] inline std::vector<LibraryName> names_of(std::string_view text, bool is_own) {
    std::vector<LibraryName> names;
    if (is_unknown(text)) {
        return names;
    }
    if (!is_own) {
        for (const Person& person : read_persons(text, NameOrder::unknown).persons) {
            names.push_back(name_of(person, Certainty::certain));
        }
        return names;
    }
    for (const CardItem& item : read_marks(text, CardItemKind::members).items) {
        names.push_back(name_of(read_person(item.text, NameOrder::family_first), item.certainty));
    }
    return names;
}

[[nodiscard]] inline std::vector<LibraryDate> dates_of(std::string_view text, bool is_own) {
    std::vector<LibraryDate> dates;
    if (is_unknown(text)) {
        return dates;
    }
    if (is_own) {
        if (const CardDate date = read_card_date(text); date.date) {
            LibraryDate& day = dates.emplace_back();
            day.date = *date.date;
            day.components = date.components;
            day.certainty = worst(date.certainty, worst({date.components[0], date.components[1], date.components[2]}));
            return dates;
        }
    }
    if (const std::optional<std::vector<PartialDate>> days = read_date_leniently(text)) {
        for (const PartialDate day : *days) {
            dates.push_back({day, Certainty::certain, {}});
        }
    }
    return dates;
}

inline void take_result(std::string_view text, bool is_own, LibraryRecord& record) {
    record.result_text = text;
    if (is_own) {
        if (const CardResult card = read_card_result(text); card.has_value) {
            record.result = card.result;
            record.result_certainty = card.certainty;
            return;
        }
    }
    if (is_unknown(text)) {
        record.result.kind = text.empty() ? ResultKind::absent : ResultKind::unknown;
    } else if (std::optional<ResultReading> reading = read_result_leniently(text)) {
        record.result = std::move(reading->result);
    } else {
        record.result.kind = ResultKind::unparsed;
    }
}

/// Several references in one property stand as cards join them.
inline void take_sources(std::string_view text, bool is_own, LibraryRecord& record) {
    const auto add = [&](std::string_view one) {
        one = trim_blanks(one);
        if (is_unknown(one)) {
            return;
        }
        // The commas of a reference separate its parts; the worst of their marks speaks for all.
        const MarkedText marked = read_marks(one, CardItemKind::pieces);
        LibraryItem item{is_own ? std::string() : std::string(one), Certainty::certain};
        if (is_own) {
            for (const CardItem& part : marked.items) {
                item.text += item.text.empty() ? "" : ", ";
                item.text += part.text;
            }
            item.certainty = marked.certainty();
        }
        if (std::none_of(record.sources.begin(), record.sources.end(),
                         [&](const LibraryItem& known) { return known.text == item.text; })) {
            record.sources.push_back(std::move(item));
        }
    };
    if (is_own) {
        return add(text);
    }
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find("; ", begin), text.size());
        add(text.substr(begin, end - begin));
        begin = end + 2;
    }
}

/// Lines that hold fields of a card are no comment.
[[nodiscard]] inline std::string without_card_lines(std::string_view text) {
    std::string rest;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        if (!parse_card_line(line)) {
            rest += line;
            rest += '\n';
        }
        begin = end + 1;
    }
    return std::string(trim_blanks(rest));
}

[[nodiscard]] inline std::string joined(const std::vector<LibraryName>& names) {
    std::string text;
    for (const LibraryName& name : names) {
        text += text.empty() ? "" : " & ";
        text += name.written;
    }
    return text;
}

}  // namespace library_detail

inline std::string LibraryRecord::title_or_players() const {
    if (!title.empty() || (black.empty() && white.empty())) {
        return title;
    }
    const std::string first = library_detail::joined(black);
    const std::string second = library_detail::joined(white);
    return (first.empty() ? "?" : first) + " \xE2\x80\x93 " + (second.empty() ? "?" : second);
}

/// Fields that are stated more than once count as first stated, but for references and comments, which all count.
[[nodiscard]] inline LibraryRecord library_record(Game game) {
    LibraryRecord record;
    std::array<bool, TENGEN_FIELD_COUNT> seen{};
    const tengen_game& columns = game.columns();
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        const tengen_fact& fact = columns.facts[i];
        const bool is_own = fact.property == none;
        const std::string_view text = fact_text(game, fact);
        if (fact.field >= TENGEN_FIELD_COUNT || fact.state == TENGEN_FACT_EMPTY ||
            (seen[fact.field] && !may_repeat_on_card(fact.field))) {
            continue;
        }
        seen[fact.field] = true;
        switch (fact.field) {
            case TENGEN_FIELD_DATE:
                record.date_text = text;
                record.dates = library_detail::dates_of(text, is_own);
                break;
            case TENGEN_FIELD_BLACK:
                record.black = library_detail::names_of(text, is_own);
                break;
            case TENGEN_FIELD_WHITE:
                record.white = library_detail::names_of(text, is_own);
                break;
            case TENGEN_FIELD_BLACK_RANK:
                record.black_rank = text;
                break;
            case TENGEN_FIELD_WHITE_RANK:
                record.white_rank = text;
                break;
            case TENGEN_FIELD_EVENT:
                record.events = library_detail::items_of(text, is_own);
                break;
            case TENGEN_FIELD_ROUND:
                record.round = text;
                break;
            case TENGEN_FIELD_PLACE:
                record.places = library_detail::items_of(text, is_own);
                break;
            case TENGEN_FIELD_BOARD_SCORE:
                record.board_score = text;
                break;
            case TENGEN_FIELD_KOMI:
                record.komi = text;
                break;
            case TENGEN_FIELD_RESULT:
                library_detail::take_result(text, is_own, record);
                break;
            case TENGEN_FIELD_HANDICAP:
                record.handicap = text;
                break;
            case TENGEN_FIELD_RULES:
                record.rules = text;
                break;
            case TENGEN_FIELD_GAME_NAME:
                record.title = text;
                break;
            case TENGEN_FIELD_OPENING:
                record.opening = text;
                break;
            case TENGEN_FIELD_ANNOTATOR:
                record.annotators = library_detail::names_of(text, false);
                break;
            case TENGEN_FIELD_USER:
                record.users = library_detail::names_of(text, false);
                break;
            case TENGEN_FIELD_COPYRIGHT:
                record.copyright = text;
                break;
            case TENGEN_FIELD_SOURCE:
                library_detail::take_sources(text, is_own, record);
                break;
            case TENGEN_FIELD_COMMENT:
                if (std::string comment = is_own ? std::string(text) : library_detail::without_card_lines(text);
                    !comment.empty()) {
                    record.comments.push_back(std::move(comment));
                }
                break;
            default:
                break;
        }
    }
    return record;
}

/// "1846-07-21?": EDTF (ISO 8601-2), level 1. A guess is '%', uncertain and approximate. What level 1 cannot say, marks
/// of single components, is left out.
[[nodiscard]] inline std::string edtf_of(const LibraryDate& date) {
    std::string text = format_date(date.date);
    const Certainty whole = date.has_marked_component() ? Certainty::certain : date.certainty;
    text += whole == Certainty::uncertain ? "?" : whole == Certainty::guess ? "%" : "";
    return text;
}

}  // namespace tengen
