#include "passes/counted_result.h"

#include <optional>

#include <tengen/model/decimal.h>
#include <tengen/model/fact.h>
#include <tengen/model/rules.h>

#include "passes/stated_text.h"
#include "passes/value_text.h"

namespace tengen::passes {

namespace {

struct Methods {
    bool area;
    bool territory;
};

Methods methods_of(std::string_view rules) {
    std::optional<RuleSet> set = find_fixed_rules(rules);
    if (!set) {
        const std::optional<RulesReading> reading = read_rules(rules);
        set = reading ? std::optional(reading->rule_set) : std::nullopt;
    }
    if (!set || *set == RuleSet::aga) {
        return {true, true};
    }
    const bool is_territory = *set == RuleSet::japanese || *set == RuleSet::korean;
    return {!is_territory, is_territory};
}

// Black's lead as a result.
std::string result_of(std::string_view lead) {
    Result result;
    const int sign = sign_of_real(lead);
    result.kind = sign == 0 ? ResultKind::draw : ResultKind::win;
    result.by = WonBy::points;
    result.winner = sign < 0 ? Color::white : Color::black;
    result.points = shortest_form(sign < 0 ? lead.substr(1) : lead);
    return format_result(result);
}

}  // namespace

void CountedResult::begin(Game game) {
    next_ = none;
    is_counted_ = false;
    property_ = none;
    for_each_stated_text(game, TENGEN_FIELD_RESULT, [&](const StatedText& stated) {
        if (property_ == none) {
            stated_ = parse_result(stated.text).result;
            property_ = stated.property;
            node_ = stated.node;
        }
    });
    if (property_ == none ||
        !(stated_.kind == ResultKind::draw || (stated_.kind == ResultKind::win && stated_.by == WonBy::points))) {
        return;
    }
    komi_ = first_stated_text(game, TENGEN_FIELD_KOMI);
    if (is_real(komi_)) {
        next_ = 0;
    }
}

void CountedResult::look_at(Game game, std::uint32_t node, bool has_moves, const rules::Board& board) {
    next_ = game.first_child(node);
    if (has_moves) {
        is_counted_ = false;  // play went on behind what was marked
    }
    const std::uint32_t first = game.first_property(node);
    if (has_moves && game.end_property(node) - first == 1) {
        return;
    }
    black_.clear();
    white_.clear();
    bool is_marked = false;
    for (std::uint32_t p = first; p < game.end_property(node); ++p) {
        const bool black = game.identifier(p) == Identifier("TB");
        if (black || game.identifier(p) == Identifier("TW")) {
            is_marked = true;
            for (const tengen_value value : game.values(p)) {
                for_each_point(value, [&](Point point) { (black ? black_ : white_).push_back(point); });
            }
        }
    }
    if (is_marked) {
        is_counted_ = true;
        score_ = scoring_.count_marked(board, black_, white_);
    }
}

void CountedResult::finish(Game game, Context& context) {
    if (!is_counted_) {
        return;
    }
    std::string stated = stated_.kind == ResultKind::draw ? "0" : stated_.points;
    if (stated_.kind == ResultKind::win && stated_.winner == Color::white) {
        stated = '-' + stated;
    }
    const auto fits = [&](const std::string& lead) {
        return compare_reals(lead, stated) == std::weak_ordering::equivalent;
    };
    const Methods methods = methods_of(first_stated_text(game, TENGEN_FIELD_RULES));
    const std::string territory = subtract_reals(std::to_string(score_.by_territory()), komi_);
    const std::string area = subtract_reals(std::to_string(score_.by_area()), komi_);
    if (methods.territory && fits(territory)) {
        return;
    }
    if (methods.area) {
        const std::string handicap(first_stated_text(game, TENGEN_FIELD_HANDICAP));
        const bool has_handicap = is_number(handicap) && compare_reals(handicap, "1") > 0;
        const std::string doubled = multiply_real(stated, 2);
        if (fits(area) || compare_reals(area, doubled) == std::weak_ordering::equivalent ||
            (has_handicap &&
             (fits(subtract_reals(area, handicap)) || fits(subtract_reals(area, subtract_reals(handicap, "1")))))) {
            return;
        }
    }
    std::string message = quoted_property(game, property_) + " differs from the position that was counted:";
    if (methods.territory) {
        message += " territory gives " + result_of(territory);
    }
    if (methods.area) {
        message += methods.territory ? ", area " : " area gives ";
        message += result_of(area);
    }
    context.report("info.result-differs", game, node_, property_, message);
}

}  // namespace tengen::passes
