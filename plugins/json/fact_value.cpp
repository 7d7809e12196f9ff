#include "fact_value.h"

#include <optional>
#include <string>

#include <tengen/model/date.h>
#include <tengen/model/decimal.h>
#include <tengen/model/fact.h>
#include <tengen/model/rank.h>
#include <tengen/model/result.h>
#include <tengen/model/rules.h>

namespace tengen::json {

namespace {

void put_value_name(OutputBuffer& out) {
    out.put(",\"value\":");
}

bool put_text_value(std::string_view text, OutputBuffer& out) {
    put_value_name(out);
    out.put_text(text);
    return true;
}

bool put_real(std::string_view text, OutputBuffer& out) {
    return is_real(text) && put_text_value(text, out);
}

bool put_dates(std::string_view text, OutputBuffer& out) {
    const DateList list = parse_dates(text);
    if (!list.is_read()) {
        return false;
    }
    put_value_name(out);
    std::string_view comma = "[";
    for (const PartialDate& date : list.dates) {
        out.put(comma);
        comma = ",";
        out.put_text(format_date(date));
    }
    out.put(']');
    return true;
}

bool put_rank(const std::optional<Rank>& rank, OutputBuffer& out) {
    if (!rank) {
        return false;
    }
    put_value_name(out);
    out.put('{');
    if (rank->rank_class != RankClass::insei) {
        out.put("\"n\":");
        out.put_number(static_cast<std::uint64_t>(rank->n));
        out.put(',');
    }
    out.put("\"class\":");
    out.put_text(rank_class_name(rank->rank_class));
    out.put('}');
    return true;
}

bool put_result(std::string_view text, OutputBuffer& out) {
    const Result result = parse_result(text).result;
    if (result.kind == ResultKind::absent || result.kind == ResultKind::unparsed) {
        return false;
    }
    put_value_name(out);
    put_result_object(result, out);
    return true;
}

bool put_rules(std::string_view text, OutputBuffer& out) {
    const std::optional<RulesReading> reading = read_rules(text);
    return reading && put_text_value(rule_set_name(reading->rule_set), out);
}

bool put_handicap(std::string_view text, OutputBuffer& out) {
    const std::optional<std::int64_t> stones = is_number(text) ? integer_of(text) : std::nullopt;
    if (!stones || *stones < 0) {
        return false;
    }
    put_value_name(out);
    out.put("{\"black\":");
    out.put_number(static_cast<std::uint64_t>(*stones));
    out.put('}');
    return true;
}

bool put_items(std::string_view text, OutputBuffer& out) {
    put_value_name(out);
    out.put("{\"items\":[{\"text\":");
    out.put_text(text);
    out.put("}]}");
    return true;
}

bool put_person(std::string_view text, OutputBuffer& out) {
    put_value_name(out);
    out.put("{\"persons\":[{\"written\":");
    out.put_text(text);
    out.put("}]}");
    return true;
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
    const std::string_view text = fact_text(game, fact);
    if (text.empty()) {
        return false;
    }
    switch (fact.field) {
        case TENGEN_FIELD_DATE:
            return put_dates(text, out);
        case TENGEN_FIELD_BLACK:
        case TENGEN_FIELD_WHITE:
            return put_person(text, out);
        case TENGEN_FIELD_BLACK_RANK:
        case TENGEN_FIELD_WHITE_RANK:
            return put_rank(notation_of(game, fact) == Notation::card ? parse_card_rank(text) : parse_rank(text), out);
        case TENGEN_FIELD_EVENT:
        case TENGEN_FIELD_PLACE:
            return put_items(text, out);
        case TENGEN_FIELD_KOMI:
        case TENGEN_FIELD_TIME_MAIN:
            return put_real(text, out);
        case TENGEN_FIELD_RESULT:
            return put_result(text, out);
        case TENGEN_FIELD_HANDICAP:
            return put_handicap(text, out);
        case TENGEN_FIELD_RULES:
            return put_rules(text, out);
        case TENGEN_FIELD_BOARD_SCORE:
            return false;
        default:
            return put_text_value(text, out);
    }
}

tengen_fact_state state_of_text(std::uint32_t, std::string_view text) {
    return text.empty() ? TENGEN_FACT_EMPTY : TENGEN_FACT_VALUE;
}

}  // namespace tengen::json
