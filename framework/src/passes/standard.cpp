#include "passes/standard.h"

#include "passes/card_arithmetic.h"
#include "passes/card_lines.h"
#include "passes/card_values.h"
#include "passes/conditions.h"
#include "passes/dates.h"
#include "passes/facts_differ.h"
#include "passes/handicap.h"
#include "passes/komi.h"
#include "passes/legality.h"
#include "passes/persons.h"
#include "passes/result.h"
#include "passes/streams.h"
#include "passes/structure.h"

namespace tengen::passes {

std::vector<std::unique_ptr<Pass>> standard_passes(const PassOptions& options) {
    std::vector<std::unique_ptr<Pass>> passes;
    passes.push_back(std::make_unique<CardLinesPass>());
    passes.push_back(std::make_unique<StructurePass>(options.dialects));
    passes.push_back(std::make_unique<DatesPass>(options.date_audit));
    passes.push_back(std::make_unique<ResultPass>());
    passes.push_back(std::make_unique<HandicapPass>(options.handicap, options.dialects));
    passes.push_back(std::make_unique<KomiPass>(options.dialects));
    passes.push_back(std::make_unique<PersonsPass>(options.dialects));
    passes.push_back(std::make_unique<CardValuesPass>());
    passes.push_back(std::make_unique<CardArithmeticPass>(options.derive));
    passes.push_back(std::make_unique<FactsDifferPass>());
    passes.push_back(std::make_unique<ConditionsPass>(options.dialects));
    passes.push_back(std::make_unique<StreamsPass>(options.legality));
    if (options.legality) {
        passes.push_back(std::make_unique<LegalityPass>());
    }
    if (options.cards) {
        passes.push_back(std::make_unique<JoinPass>(options.cards, options.min_score));
    }
    if (options.completeness) {
        passes.push_back(std::make_unique<CompletenessPass>(*options.completeness));
    }
    return passes;
}

bool may_be_repaired_by_option(const PassOptions& options, std::string_view id) {
    return (options.handicap.place && id == "info.handicap-no-stones") ||
           (options.handicap.to_setup && id == "info.handicap-as-move") ||
           (options.handicap.to_stones && id == "info.handicap-mismatch") || options.dialects.may_repair(id);
}

PassRunner::PassRunner(const PassOptions& options) : passes_(standard_passes(options)) {}

std::optional<OwnedGame> PassRunner::run(OwnedGame& game, Context& context, InputMemory& memory) {
    std::optional<OwnedGame> changed;
    memory.see(game.view(), context);
    editor_.begin(game.view());
    for (const std::unique_ptr<Pass>& pass : passes_) {
        OwnedGame& current = changed ? *changed : game;
        const Game view = current.view();
        pass->run(view, context, editor_);
        if (editor_.is_changed()) {
            // The old game moves to where the new one can keep it; the columns stay where they are, but not the struct.
            auto keep = std::make_shared<OwnedGame>(std::move(current));
            editor_.follow(keep->view());
            changed = editor_.finish(std::move(keep));
            editor_.begin(changed->view());
        }
    }
    return changed;
}

}  // namespace tengen::passes
