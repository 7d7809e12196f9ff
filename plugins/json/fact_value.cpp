#include "fact_value.h"

#include <optional>
#include <string>
#include <vector>

#include <tengen/model/date.h>
#include <tengen/model/decimal.h>
#include <tengen/model/fact.h>
#include <tengen/model/person.h>
#include <tengen/model/rank.h>
#include <tengen/model/result.h>
#include <tengen/model/rules.h>

#include "card_value.h"

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
        if (const std::optional<PartialDate> date = read_card_date(text)) {
            dates.push_back(*date);
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

bool put_card_result(std::string_view text, OutputBuffer& out) {
    const std::optional<CardResult> result = read_card_result(text);
    if (!result) {
        return false;
    }
    out.put(value_name);
    if (!result->winner) {
        out.put("{\"kind\":\"draw\"}");
        return true;
    }
    out.put(*result->winner == Color::black ? "{\"kind\":\"win\",\"color\":\"B\",\"by\":"
                                            : "{\"kind\":\"win\",\"color\":\"W\",\"by\":");
    out.put(result->by_resignation ? "\"resign\"" : "\"points\"");
    if (!result->points.empty()) {
        put_named(result->by_resignation ? ",\"margin\":" : ",\"points\":", result->points, out);
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
    const std::optional<CardScore> score = read_card_score(text);
    if (!score) {
        return false;
    }
    out.put(value_name);
    put_named("{\"diff\":", score->difference, out);
    if (score->estimated) {
        out.put(",\"estimated\":true");
    }
    if (score->counting != CardScore::Counting::not_said) {
        out.put(score->counting == CardScore::Counting::chinese ? ",\"counting\":\"chinese\""
                                                                : ",\"counting\":\"ing\"");
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
        const std::optional<CardHandicap> reading = read_card_handicap(text);
        if (!reading) {
            return false;
        }
        handicap = *reading;
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
    const std::vector<CardItem> items =
        notation == Notation::card ? read_card_items(text) : std::vector<CardItem>{CardItem{text}};
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
    const Persons persons =
        read_persons(is_card ? without_mark(text) : text, is_card ? NameOrder::family_first : NameOrder::unknown);
    if (persons.persons.empty()) {
        return false;
    }
    out.put(value_name);
    std::string_view comma = "{\"persons\":[";
    for (const Person& person : persons.persons) {
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

/// Put the value of a text under a field.
bool put_reading(std::uint32_t field, std::string_view text, Notation notation, OutputBuffer& out) {
    const bool is_card = notation == Notation::card;
    if (text.empty() || (is_card && is_unknown_on_card(text))) {
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
            return put_rank(is_card ? parse_card_rank(without_mark(text)) : parse_rank(text), out);
        case TENGEN_FIELD_EVENT:
        case TENGEN_FIELD_PLACE:
            return put_items(text, notation, out);
        case TENGEN_FIELD_KOMI:
        case TENGEN_FIELD_TIME_MAIN:
            return put_real(is_card ? without_mark(text) : text, out);
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
    out.put("{\"kind\":");
    out.put_text(result_kind_name(result.kind));
    if (result.kind == ResultKind::win) {
        out.put(result.winner == Color::black ? ",\"color\":\"B\",\"by\":" : ",\"color\":\"W\",\"by\":");
        out.put_text(won_by_name(result.by));
        if (result.by == WonBy::points) {
            out.put(",\"points\":");
            out.put_text(result.points);
        }
    }
    out.put('}');
}

Notation notation_of(Game, const tengen_fact& fact) {
    // Only cards have facts without a property.
    return fact.property == none ? Notation::card : Notation::sgf;
}

bool put_fact_value(Game game, const tengen_fact& fact, OutputBuffer& out) {
    return put_reading(fact.field, fact_text(game, fact), notation_of(game, fact), out);
}

tengen_fact_state state_of_text(std::uint32_t field, std::string_view text) {
    if (text.empty()) {
        return TENGEN_FACT_EMPTY;
    }
    if (is_unknown_on_card(text)) {
        return TENGEN_FACT_UNKNOWN;
    }
    switch (field) {
        case TENGEN_FIELD_DATE:
            return read_card_date(text) ? TENGEN_FACT_VALUE : TENGEN_FACT_INVALID;
        case TENGEN_FIELD_BLACK_RANK:
        case TENGEN_FIELD_WHITE_RANK:
            return parse_card_rank(without_mark(text)) ? TENGEN_FACT_VALUE : TENGEN_FACT_INVALID;
        case TENGEN_FIELD_KOMI:
            return is_real(without_mark(text)) ? TENGEN_FACT_VALUE : TENGEN_FACT_INVALID;
        case TENGEN_FIELD_RESULT:
            return read_card_result(text) ? TENGEN_FACT_VALUE : TENGEN_FACT_INVALID;
        case TENGEN_FIELD_HANDICAP:
            return read_card_handicap(text) ? TENGEN_FACT_VALUE : TENGEN_FACT_INVALID;
        case TENGEN_FIELD_BOARD_SCORE:
            return read_card_score(text) ? TENGEN_FACT_VALUE : TENGEN_FACT_INVALID;
        default:
            return TENGEN_FACT_VALUE;
    }
}

}  // namespace tengen::json
