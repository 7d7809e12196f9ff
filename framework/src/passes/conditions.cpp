#include "passes/conditions.h"

#include <optional>
#include <string>

#include <tengen/model/overtime.h>
#include <tengen/model/rules.h>

#include "passes/stated_text.h"
#include "passes/value_text.h"

namespace tengen::passes {

void ConditionsPass::run(Game game, Context& context, GameEditor& editor) {
    if (!game.has_meaning()) {
        return;
    }
    changes_.clear();
    for_each_stated_text(game, TENGEN_FIELD_RULES, [&](const StatedText& stated) {
        if (find_fixed_rules(stated.text)) {
            return;
        }
        const std::string what = "RU[" + quoted(stated.text) + "]";
        const std::optional<RulesReading> reading = read_rules(stated.text);
        if (!reading) {
            context.report("info.unknown-rules", game, stated.node, stated.property, what + " names no known rule set");
            return;
        }
        const std::string_view fixed = fixed_rules_name(reading->rule_set);
        std::string message = what + " names the rule set ";
        message += fixed.empty() ? rule_set_name(reading->rule_set) : fixed;
        const Answer answer =
            context.report("info.rules-alias", game, stated.node, stated.property, message + " in another spelling");
        const bool is_small = stated.text.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string_view::npos;
        const bool wanted =
            is_small ? dialects_.applies(DialectRule::ogs_rules, answer.apply_fix()) : answer.apply_fix();
        if (wanted && reading->nothing_else && !fixed.empty()) {
            changes_.set(stated.node, stated.property, std::string(fixed));
        }
    });
    for_each_stated_text(game, TENGEN_FIELD_OVERTIME, [&](const StatedText& stated) {
        if (!parse_overtime(stated.text)) {
            context.report("info.overtime-unparsed", game, stated.node, stated.property,
                           "OT[" + quoted(stated.text) + "] is in no known form");
        }
    });
    changes_.apply(game, editor);
}

}  // namespace tengen::passes
