#include "passes/card_arithmetic.h"

#include <utility>

#include <tengen/model/card.h>
#include <tengen/model/rules.h>

#include "passes/game_editor.h"

namespace tengen::passes {

namespace {

/// One of the three, from Black's side.
struct Number {
    const tengen_fact* fact = nullptr;
    std::string value;  // empty: no number
    Certainty certainty = Certainty::certain;
    bool is_estimate = false;

    [[nodiscard]] bool is_known() const { return !value.empty(); }
};

std::string signed_text(const std::string& number) {
    return sign_of_real(number) > 0 ? "+" + number : number;
}

struct Score : Number {
    Counting counting = Counting::japanese;
};

struct Outcome : Number {
    bool is_resignation = false;
    int sign = 0;  // of the winner: 1 Black, -1 White
};

bool is_usable(const tengen_fact* fact) {
    return fact != nullptr && fact->state == TENGEN_FACT_VALUE;
}

Score score_of(Game game) {
    Score score;
    score.fact = find_fact(game, TENGEN_FIELD_BOARD_SCORE);
    if (is_usable(score.fact)) {
        const CardScore reading = read_card_score(fact_text(game, *score.fact));
        score.value = reading.diff;
        score.certainty = reading.certainty;
        score.is_estimate = reading.estimated;
        score.counting = reading.counting;
    }
    return score;
}

Number komi_of(Game game) {
    Number komi;
    komi.fact = find_fact(game, TENGEN_FIELD_KOMI);
    if (is_usable(komi.fact)) {
        const CardKomi reading = read_card_komi(fact_text(game, *komi.fact));
        if (reading.has_value) {
            komi.value = shortest_form(reading.points);
            komi.certainty = reading.certainty;
        }
    }
    return komi;
}

Outcome result_of(Game game) {
    Outcome outcome;
    outcome.fact = find_fact(game, TENGEN_FIELD_RESULT);
    if (!is_usable(outcome.fact)) {
        return outcome;
    }
    CardResult reading;
    if (outcome.fact->property == none) {
        reading = read_card_result(fact_text(game, *outcome.fact));
        if (!reading.has_value) {
            return outcome;
        }
    } else {
        reading.result = parse_result(fact_text(game, *outcome.fact)).result;
    }
    const Result& result = reading.result;
    if (result.kind == ResultKind::win && (result.by == WonBy::points || result.by == WonBy::resign)) {
        outcome.sign = result.winner == Color::black ? 1 : -1;
        outcome.is_resignation = result.by == WonBy::resign;
        outcome.value = reading.diff();
    } else if (result.kind == ResultKind::draw) {
        outcome.value = "0";
    }
    outcome.certainty = reading.certainty;
    outcome.is_estimate = outcome.is_resignation;
    return outcome;
}

// The place of findings is the result, which is what the arithmetic judges.
void report(Game game, std::string_view id, const tengen_fact& fact, const std::string& message, Context& context) {
    if (fact.property == none) {
        context.report_fact(id, game, fact, message);
    } else {
        context.report(id, game, fact.node, fact.property, message);
    }
}

void check(Game game, const Score& score, const Number& komi, const Outcome& result, Context& context) {
    if (!score.is_known() || !komi.is_known() || result.fact == nullptr) {
        return;
    }
    if (worst({score.certainty, komi.certainty, result.certainty}) == Certainty::guess) {
        return;
    }
    const std::string ahead = subtract_reals(score.value, komi.value);
    const std::string sum = "Score " + signed_text(score.value) + " - Komi " + komi.value + " = " + signed_text(ahead);
    if (result.is_resignation && sign_of_real(ahead) * result.sign < 0) {
        report(game, "card.leader-resigned", *result.fact, sum + ": the side that was ahead resigned", context);
    }
    if (!result.is_known() || compare_reals(ahead, result.value) == 0) {
        return;
    }
    const bool is_loose = score.is_estimate || result.is_estimate || score.counting != Counting::japanese ||
                          worst({score.certainty, komi.certainty, result.certainty}) != Certainty::certain;
    report(game, is_loose ? "card.arithmetic-estimate" : "card.arithmetic", *result.fact,
           sum + ", but Result says " + signed_text(result.value), context);
}

// A field that is there without a value is filled, a missing one is added.
void derive_into(Game game, tengen_field field, const tengen_fact* present, std::string text, Certainty certainty,
                 GameEditor& editor) {
    text += certainty_mark(certainty);
    tengen_fact fact = make_card_fact(editor.storage(), field, text, TENGEN_NONE);
    fact.note = TENGEN_NOTE_DERIVED;
    if (present != nullptr) {
        editor.replace_fact(static_cast<std::uint32_t>(present - game.columns().facts), fact);
        return;
    }
    editor.add_fact_in_card_order(fact);
}

bool can_be_filled(const tengen_fact* fact) {
    return fact == nullptr ||
           (fact->property == none && (fact->state == TENGEN_FACT_EMPTY || fact->state == TENGEN_FACT_UNKNOWN));
}

void derive(Game game, const Score& score, const Number& komi, const Outcome& result, GameEditor& editor) {
    if (score.is_known() && komi.is_known() && can_be_filled(result.fact)) {
        derive_into(game, TENGEN_FIELD_RESULT, result.fact, signed_text(subtract_reals(score.value, komi.value)),
                    certainty_of_derived(worst(score.certainty, komi.certainty), score.is_estimate), editor);
    } else if (score.is_known() && result.is_known() && can_be_filled(komi.fact)) {
        derive_into(
            game, TENGEN_FIELD_KOMI, komi.fact, subtract_reals(score.value, result.value),
            certainty_of_derived(worst(score.certainty, result.certainty), score.is_estimate || result.is_estimate),
            editor);
    } else if (komi.is_known() && result.is_known() && can_be_filled(score.fact)) {
        const tengen_fact* rules = find_fact(game, TENGEN_FIELD_RULES);
        derive_into(game, TENGEN_FIELD_BOARD_SCORE, score.fact,
                    derived_score(result.value, komi.value, result.is_estimate,
                                  rules == nullptr ? std::nullopt : std::optional(fact_text(game, *rules))),
                    certainty_of_derived(worst(komi.certainty, result.certainty), result.is_estimate), editor);
    }
}

}  // namespace

std::string derived_score(std::string_view result, std::string_view komi, bool is_estimate,
                          std::optional<std::string_view> rules) {
    std::string score = signed_text(add_reals(result, komi));
    score += is_estimate ? "E" : "";
    if (const std::optional<RulesReading> reading = rules ? read_rules(*rules) : std::nullopt) {
        score += reading->rule_set == RuleSet::chinese ? "C" : reading->rule_set == RuleSet::ing ? "I" : "";
    }
    return score;
}

void CardArithmeticPass::run(Game game, Context& context, GameEditor& editor) {
    if (!derive_ && find_fact(game, TENGEN_FIELD_BOARD_SCORE) == nullptr) {
        return;
    }
    const Score score = score_of(game);
    const Number komi = komi_of(game);
    const Outcome result = result_of(game);
    check(game, score, komi, result, context);
    if (derive_) {
        derive(game, score, komi, result, editor);
    }
}

}  // namespace tengen::passes
