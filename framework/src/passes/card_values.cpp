#include "passes/card_values.h"

#include <tengen/model/card.h>

#include "passes/game_editor.h"
#include "passes/value_text.h"

namespace tengen::passes {

namespace {

std::string_view explanation_of(CardProblem problem) {
    switch (problem) {
        case CardProblem::none:
            break;
        case CardProblem::partial_date:
            return "the date has no day";
        case CardProblem::short_year:
            return "the year has four digits, with a zero in front before the year 1000";
        case CardProblem::no_such_day:
            return "there is no such day";
        case CardProblem::julian_leap_day:
            return "a day of the Julian calendar alone";
        case CardProblem::bad_date:
            return "no date of the form YYYY-MM-DD";
        case CardProblem::title_rank:
            return "10D is no rank but a title";
        case CardProblem::capital_kyu:
            return "kyu ranks have a small k";
        case CardProblem::bad_rank:
            return "no rank from 1D to 9D, 1d to 9d or 1k to 40k";
        case CardProblem::score_sign:
            return "the score has no sign; Black may be ahead";
        case CardProblem::zero_sign:
            return "zero has no sign";
        case CardProblem::two_counting_methods:
            return "counted by Chinese and by Ing rules at once";
        case CardProblem::bad_score:
            return "no score: a sign, a number, and E, C or I behind it";
        case CardProblem::bad_komi:
            return "no decimal number";
        case CardProblem::bad_result:
            return "no result: a sign, a number, and R behind it";
        case CardProblem::result_sign:
            return "the result has no sign; who won is not said";
        case CardProblem::bad_handicap:
            return "no number of stones, nor two with + between them";
        case CardProblem::handicap_below_two:
            return "a handicap has two stones or more";
    }
    return {};
}

// Repairs that the catalogue knows. Of bad komi and bad results some have none.
bool can_be_repaired(const CardReading& reading) {
    switch (reading.problem) {
        case CardProblem::short_year:
        case CardProblem::capital_kyu:
        case CardProblem::score_sign:
        case CardProblem::zero_sign:
        case CardProblem::bad_komi:
        case CardProblem::bad_result:
        case CardProblem::handicap_below_two:
            return reading.has_value;
        default:
            return false;
    }
}

bool is_zero_handicap(const tengen_fact& fact, const CardReading& reading) {
    return fact.field == TENGEN_FIELD_HANDICAP && reading.problem == CardProblem::handicap_below_two &&
           reading.repaired.empty();
}

void check_names(Game game, const tengen_fact& fact, std::string_view said, Context& context) {
    const Persons persons = read_persons(game.stored(fact.text), NameOrder::family_first);
    if (persons.is_team) {
        context.report_fact("card.team", game, fact,
                            std::string(said) + ": a team of " + std::to_string(persons.persons.size()));
    }
    if (persons.too_many_commas) {
        context.report_fact("card.name-commas", game, fact,
                            std::string(said) + ": a name has one comma, where it was reversed");
    }
}

// "Landman posting, Komi: in handicap games, and games before 1945, komi is almost always zero".
void check_komi(Game game, const tengen_fact& fact, const CardKomi& komi, std::string_view said, Context& context) {
    constexpr int first_year_of_komi = 1945;
    if (!komi.has_value || sign_of_real(komi.points) == 0) {
        return;
    }
    const tengen_fact* date = find_fact(game, TENGEN_FIELD_DATE);
    const tengen_fact* handicap = find_fact(game, TENGEN_FIELD_HANDICAP);
    if (date != nullptr && date->property == none) {
        const CardDate reading = read_card_date(game.stored(date->text));
        if (reading.date && reading.date->year < first_year_of_komi) {
            context.report_fact("card.unusual-komi", game, fact, std::string(said) + ": komi before 1945");
            return;
        }
    }
    if (handicap != nullptr && handicap->property == none) {
        const CardHandicap reading = read_card_handicap(game.stored(handicap->text));
        if (reading.has_value && (reading.black >= 2 || reading.white)) {
            context.report_fact("card.unusual-komi", game, fact, std::string(said) + ": komi in a handicap game");
        }
    }
}

}  // namespace

std::string_view id_of(CardProblem problem) {
    switch (problem) {
        case CardProblem::none:
            break;
        case CardProblem::partial_date:
            return "card.partial-date";
        case CardProblem::short_year:
            return "card.short-year";
        case CardProblem::no_such_day:
            return "info.no-such-day";
        case CardProblem::julian_leap_day:
            return "card.julian-leap-day";
        case CardProblem::bad_date:
            return "card.bad-date";
        case CardProblem::title_rank:
            return "card.title-rank";
        case CardProblem::capital_kyu:
            return "card.capital-kyu";
        case CardProblem::bad_rank:
            return "card.bad-rank";
        case CardProblem::score_sign:
            return "card.score-sign";
        case CardProblem::zero_sign:
            return "card.zero-sign";
        case CardProblem::two_counting_methods:
            return "card.two-counting-methods";
        case CardProblem::bad_score:
            return "card.bad-score";
        case CardProblem::bad_komi:
            return "card.bad-komi";
        case CardProblem::bad_result:
            return "card.bad-result";
        case CardProblem::result_sign:
            return "card.result-sign";
        case CardProblem::bad_handicap:
            return "card.bad-handicap";
        case CardProblem::handicap_below_two:
            return "card.handicap-below-two";
    }
    return {};
}

void CardValuesPass::run(Game game, Context& context, GameEditor& editor) {
    const tengen_game& columns = game.columns();
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        if (columns.facts[i].property == none) {
            check(game, i, context, editor);
        }
    }
}

void CardValuesPass::check(Game game, std::uint32_t index, Context& context, GameEditor& editor) {
    const tengen_fact& fact = game.columns().facts[index];
    const CardKeyword* keyword = card_keyword_of(fact.field);
    const std::string_view text = game.stored(fact.text);
    if (keyword == nullptr || text.empty() || fact.note == TENGEN_NOTE_REPAIRED) {
        return;
    }
    const std::string said = std::string(keyword->name) + ": " + quoted(text);
    const CardReading reading = read_card_field(fact.field, text);
    const bool is_unknown = fact.field != TENGEN_FIELD_COMMENT && is_only_question_marks(text);
    bool repaired = false;
    bool is_whole = true;  // nothing stays that has no repair
    if (reading.has_too_many_marks) {
        repaired =
            context.report_fact("card.too-many-marks", game, fact, said + ": at most two question marks").apply_fix();
        is_whole = repaired;
    }
    if (is_unknown && text.size() == 2) {
        repaired = context
                       .report_fact("card.lone-guess-mark", game, fact,
                                    said + ": a guess needs a value; \"?\" alone says unknown")
                       .apply_fix();
        is_whole = repaired;
    }
    if (reading.problem != CardProblem::none) {
        const bool wanted = context
                                .report_fact(id_of(reading.problem), game, fact,
                                             said + ": " + std::string(explanation_of(reading.problem)))
                                .apply_fix();
        if (wanted && can_be_repaired(reading)) {
            repaired = true;
        } else {
            is_whole = is_whole && is_allowed_on_card(reading.problem);
        }
    }
    if (is_name_on_card(fact.field) && !is_unknown) {
        check_names(game, fact, said, context);
    }
    if (fact.field == TENGEN_FIELD_KOMI) {
        check_komi(game, fact, read_card_komi(text), said, context);
    }
    if (!repaired || !is_whole) {
        return;
    }
    tengen_fact changed = fact;
    changed.note = TENGEN_NOTE_REPAIRED;
    if (is_zero_handicap(fact, reading)) {
        changed.text = {};
        changed.state = TENGEN_FACT_EMPTY;
        changed.mark_count = changed.first_mark = 0;
        changed.certainty = TENGEN_CERTAIN;
    } else {
        changed.state = is_unknown ? TENGEN_FACT_UNKNOWN : TENGEN_FACT_VALUE;
        if (!has_certainty_of_items(fact.field)) {
            changed.certainty = static_cast<std::uint32_t>(reading.certainty);
        }
    }
    editor.replace_fact(index, changed);
}

}  // namespace tengen::passes
