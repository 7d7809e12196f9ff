#include "passes/facts_differ.h"

#include <array>
#include <string>

#include <tengen/model/card.h>

#include "passes/value_text.h"

namespace tengen::passes {

namespace {

bool is_card_rank(std::string_view text) {
    return parse_card_rank(text).has_value();
}

// What both can say of the field; empty where nothing can be compared. A property says nothing about marks, estimates
// and margins, so they do not count.
std::string comparable(Game game, const tengen_fact& fact, bool with_property) {
    const std::string_view text = fact_text(game, fact);
    const bool is_own = fact.property == none;
    switch (fact.field) {
        case TENGEN_FIELD_DATE:
            if (is_own) {
                const CardDate date = read_card_date(text);
                return date.date ? format_date(*date.date) : std::string();
            } else {
                const DateList dates = parse_dates(text);
                return dates.is_read() && !dates.dates.empty() ? format_date(dates.dates.front()) : std::string();
            }
        case TENGEN_FIELD_KOMI: {
            const CardKomi komi = read_card_komi(text);
            return komi.has_value ? shortest_form(komi.points) : std::string();
        }
        case TENGEN_FIELD_RESULT: {
            if (!is_own) {
                return format_result(parse_result(text).result);
            }
            const CardResult result = read_card_result(text);
            return result.has_value ? format_result(result.result) + (with_property ? "" : result.margin)
                                    : std::string();
        }
        case TENGEN_FIELD_BLACK_RANK:
        case TENGEN_FIELD_WHITE_RANK: {
            const std::string_view plain = read_card_rank(text).plain;
            return is_card_rank(plain) || !with_property ? std::string(plain) : std::string();
        }
        case TENGEN_FIELD_HANDICAP: {
            const CardHandicap handicap = read_card_handicap(text);
            return handicap.has_value && !(with_property && handicap.white) ? std::to_string(handicap.black)
                                                                            : std::string();
        }
        default:
            return std::string(text);
    }
}

}  // namespace

void FactsDifferPass::run(Game game, Context& context, GameEditor&) {
    if (!has_own_facts(game)) {
        return;
    }
    const tengen_game& columns = game.columns();
    std::array<const tengen_fact*, TENGEN_FIELD_COUNT> first{};
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        const tengen_fact& fact = columns.facts[i];
        if (fact.state == TENGEN_FACT_EMPTY || may_repeat_on_card(fact.field)) {
            continue;
        }
        const tengen_fact*& preferred = first[fact.field];
        if (preferred == nullptr) {
            preferred = &fact;
            continue;
        }
        const bool with_property = fact.property != none || preferred->property != none;
        if ((fact.property != none && preferred->property != none) || fact.state == TENGEN_FACT_UNKNOWN ||
            preferred->state == TENGEN_FACT_UNKNOWN) {
            continue;
        }
        const std::string one = comparable(game, *preferred, with_property);
        const std::string other = comparable(game, fact, with_property);
        if (one.empty() || other.empty() || one == other) {
            continue;
        }
        const std::string message = std::string(field_name(fact.field)) + ": " + quoted(fact_text(game, *preferred)) +
                                    " and " + quoted(fact_text(game, fact)) + "; the first counts";
        if (fact.property == none) {
            context.report_fact("model.facts-differ", game, fact, message);
        } else {
            context.report("model.facts-differ", game, fact.node, fact.property, message);
        }
    }
}

}  // namespace tengen::passes
