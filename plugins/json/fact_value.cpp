#include "fact_value.h"

#include <optional>
#include <string>
#include <vector>

#include <tengen/model/card.h>
#include <tengen/model/date.h>
#include <tengen/model/decimal.h>
#include <tengen/model/fact.h>
#include <tengen/model/person.h>
#include <tengen/model/rank.h>
#include <tengen/model/result.h>
#include <tengen/model/rules.h>

namespace tengen::json {

namespace {

constexpr std::string_view value_name = ",\"value\":";

void put_text_value(std::string_view text, OutputBuffer& out) {
    out.put(value_name);
    out.put_text(text);
}

void put_named(std::string_view name, std::string_view text, OutputBuffer& out) {
    out.put(name);
    out.put_text(text);
}

bool put_real(std::string_view text, OutputBuffer& out) {
    if (!is_real(text)) {
        return false;
    }
    put_text_value(text, out);
    return true;
}

bool put_dates(std::string_view text, Notation notation, OutputBuffer& out) {
    std::vector<PartialDate> dates;
    if (notation == Notation::card) {
        if (const CardDate card = read_card_date(text); card.date) {
            dates.push_back(*card.date);
        }
    } else {
        dates = parse_dates(text).dates;
    }
    if (dates.empty()) {
        return false;
    }
    out.put(value_name);
    std::string_view comma = "[";
    for (const PartialDate& date : dates) {
        put_named(comma, format_date(date), out);
        comma = ",";
    }
    out.put(']');
    return true;
}

bool put_rank(const std::optional<Rank>& rank, OutputBuffer& out) {
    if (!rank) {
        return false;
    }
    out.put(value_name);
    out.put('{');
    if (rank->rank_class != RankClass::insei) {
        out.put("\"n\":");
        out.put_number(static_cast<std::uint64_t>(rank->n));
        out.put(',');
    }
    put_named("\"class\":", rank_class_name(rank->rank_class), out);
    out.put('}');
    return true;
}

void put_result_members(const Result& result, OutputBuffer& out) {
    put_named("{\"kind\":", result_kind_name(result.kind), out);
    if (result.kind == ResultKind::win) {
        out.put(result.winner == Color::black ? ",\"color\":\"B\",\"by\":" : ",\"color\":\"W\",\"by\":");
        out.put_text(won_by_name(result.by));
        if (result.by == WonBy::points) {
            put_named(",\"points\":", result.points, out);
        }
    }
}

bool put_card_result(std::string_view text, OutputBuffer& out) {
    const CardResult card = read_card_result(text);
    if (!card.has_value) {
        return false;
    }
    out.put(value_name);
    put_result_members(card.result, out);
    if (!card.margin.empty()) {
        put_named(",\"margin\":", card.margin, out);
    }
    out.put('}');
    return true;
}

bool put_result(std::string_view text, Notation notation, OutputBuffer& out) {
    if (notation == Notation::card) {
        return put_card_result(text, out);
    }
    const Result result = parse_result(text).result;
    if (result.kind == ResultKind::absent || result.kind == ResultKind::unparsed) {
        return false;
    }
    out.put(value_name);
    put_result_object(result, out);
    return true;
}

bool put_score(std::string_view text, OutputBuffer& out) {
    const CardScore score = read_card_score(text);
    if (!score.has_value) {
        return false;
    }
    out.put(value_name);
    put_named("{\"diff\":", score.diff, out);
    if (score.estimated) {
        out.put(",\"estimated\":true");
    }
    if (score.counting != Counting::japanese) {
        out.put(score.counting == Counting::chinese ? ",\"counting\":\"chinese\"" : ",\"counting\":\"ing\"");
    }
    out.put('}');
    return true;
}

bool put_rules(std::string_view text, OutputBuffer& out) {
    const std::optional<RulesReading> reading = read_rules(text);
    if (!reading) {
        return false;
    }
    put_text_value(rule_set_name(reading->rule_set), out);
    return true;
}

bool put_handicap(std::string_view text, Notation notation, OutputBuffer& out) {
    CardHandicap handicap;
    if (notation == Notation::card) {
        handicap = read_card_handicap(text);
        if (!handicap.has_value) {
            return false;
        }
    } else {
        const std::optional<std::int64_t> stones = is_number(text) ? integer_of(text) : std::nullopt;
        if (!stones || *stones < 0 || *stones > 0xFFFF) {
            return false;
        }
        handicap.black = static_cast<std::uint32_t>(*stones);
    }
    out.put(value_name);
    out.put("{\"black\":");
    out.put_number(handicap.black);
    if (handicap.white) {
        out.put(",\"white\":");
        out.put_number(*handicap.white);
    }
    if (!handicap.label.empty()) {
        put_named(",\"label\":", handicap.label, out);
    }
    out.put('}');
    return true;
}

bool put_items(std::string_view text, Notation notation, OutputBuffer& out) {
    const std::vector<CardItem> items = notation == Notation::card ? read_marks(text, CardItemKind::pieces).items
                                                                   : std::vector<CardItem>{CardItem{text}};
    out.put(value_name);
    std::string_view comma = "{\"items\":[";
    for (const CardItem& item : items) {
        out.put(comma);
        comma = ",";
        put_named("{\"text\":", item.text, out);
        if (item.certainty != Certainty::certain) {
            put_named(",\"certainty\":", certainty_name(item.certainty), out);
        }
        out.put('}');
    }
    out.put("]}");
    return true;
}

bool put_persons(std::string_view text, Notation notation, OutputBuffer& out) {
    const bool is_card = notation == Notation::card;
    const NameOrder order = is_card ? NameOrder::family_first : NameOrder::unknown;
    std::vector<Person> persons = read_persons(text, order).persons;
    if (persons.empty()) {
        return false;
    }
    if (is_card) {
        const MarkedText members = read_marks(text, CardItemKind::members);
        for (std::size_t i = 0; i < persons.size(); ++i) {
            persons[i] = read_person(members.items[i].text, order);
        }
    }
    out.put(value_name);
    std::string_view comma = "{\"persons\":[";
    for (const Person& person : persons) {
        out.put(comma);
        comma = ",";
        out.put('{');
        if (!person.family.empty()) {
            put_named("\"family\":", person.family, out);
            out.put(',');
        }
        if (!person.given.empty()) {
            put_named("\"given\":", person.given, out);
            out.put(',');
        }
        put_named("\"written\":", person.written, out);
        out.put(person.reversed ? ",\"reversed\":true}" : "}");
    }
    out.put("]}");
    return true;
}

std::optional<Rank> card_rank(std::string_view text) {
    const CardRank card = read_card_rank(text);
    return card.has_value ? std::optional(card.rank) : std::nullopt;
}

bool put_card_komi(std::string_view text, OutputBuffer& out) {
    const CardKomi komi = read_card_komi(text);
    return komi.has_value && put_real(komi.points, out);
}

/// Put the value of a text under a field.
bool put_reading(std::uint32_t field, std::string_view text, Notation notation, OutputBuffer& out) {
    const bool is_card = notation == Notation::card;
    if (text.empty() || (is_card && is_only_question_marks(text))) {
        return false;
    }
    switch (field) {
        case TENGEN_FIELD_DATE:
            return put_dates(text, notation, out);
        case TENGEN_FIELD_BLACK:
        case TENGEN_FIELD_WHITE:
            return put_persons(text, notation, out);
        case TENGEN_FIELD_BLACK_RANK:
        case TENGEN_FIELD_WHITE_RANK:
            return put_rank(is_card ? card_rank(text) : parse_rank(text), out);
        case TENGEN_FIELD_EVENT:
        case TENGEN_FIELD_PLACE:
            return put_items(text, notation, out);
        case TENGEN_FIELD_KOMI:
        case TENGEN_FIELD_TIME_MAIN:
            return is_card && field == TENGEN_FIELD_KOMI ? put_card_komi(text, out) : put_real(text, out);
        case TENGEN_FIELD_RESULT:
            return put_result(text, notation, out);
        case TENGEN_FIELD_HANDICAP:
            return put_handicap(text, notation, out);
        case TENGEN_FIELD_RULES:
            return put_rules(text, out);
        case TENGEN_FIELD_BOARD_SCORE:
            return put_score(text, out);
        default:
            put_text_value(text, out);
            return true;
    }
}

}  // namespace

void put_result_object(const Result& result, OutputBuffer& out) {
    put_result_members(result, out);
    out.put('}');
}

Notation notation_of(Game, const tengen_fact& fact) {
    // Only cards have facts without a property.
    return fact.property == none ? Notation::card : Notation::sgf;
}

bool value_is_text(std::uint32_t field) {
    switch (field) {
        case TENGEN_FIELD_DATE:
        case TENGEN_FIELD_BLACK:
        case TENGEN_FIELD_WHITE:
        case TENGEN_FIELD_BLACK_RANK:
        case TENGEN_FIELD_WHITE_RANK:
        case TENGEN_FIELD_EVENT:
        case TENGEN_FIELD_PLACE:
        case TENGEN_FIELD_BOARD_SCORE:
        case TENGEN_FIELD_RESULT:
        case TENGEN_FIELD_HANDICAP:
        case TENGEN_FIELD_RULES:
            return false;
        default:
            return true;
    }
}

bool put_fact_value(Game game, const tengen_fact& fact, OutputBuffer& out) {
    return put_reading(fact.field, fact_text(game, fact), notation_of(game, fact), out);
}

}  // namespace tengen::json
