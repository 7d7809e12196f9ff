#include "passes/persons.h"

#include <tengen/model/rank.h>

#include "passes/stated_text.h"
#include "passes/value_text.h"

namespace tengen::passes {

void PersonsPass::run(Game game, Context& context, GameEditor& editor) {
    if (!game.has_meaning()) {
        return;
    }
    changes_.clear();
    for (const tengen_field field : {TENGEN_FIELD_BLACK_RANK, TENGEN_FIELD_WHITE_RANK}) {
        for_each_stated_text(game, field, [&](const StatedText& stated) {
            if (!is_recommended_rank(stated.text)) {
                context.report("info.unusual-rank", game, stated.node, stated.property,
                               quoted_property(game, stated.property) + " is not a rank in the recommended form");
                if (stated.text == "-" && dialects_.is_on(DialectRule::kgs_rank)) {
                    changes_.drop(stated.node, stated.property);
                }
            }
        });
    }
    changes_.apply(game, editor);
}

}  // namespace tengen::passes
