#include "passes/marked_stones.h"

#include <tengen/model/vocabulary.h>

#include "passes/node_survey.h"

namespace tengen::passes {

void MarkedStones::find(Game game) {
    clear();
    const PropertyDefinition* mark = find_property("M");
    if (!rules::Replay::is_possible(game) || mark == nullptr || !is_known_in(*mark, game.file_format())) {
        return;
    }
    replay_.run(game, [&](const rules::Step& step) {
        if (is_plain_move(game, step.node)) {
            return;
        }
        for (std::uint32_t p = game.first_property(step.node); p < game.end_property(step.node); ++p) {
            if (game.identifier(p) == Identifier("M")) {
                for (const tengen_value value : game.values(p)) {
                    for_each_point(value, [&](Point point) {
                        on_stone_.push_back(point.is_on(game.board()) &&
                                            replay_.board().at(point) != rules::Stone::empty);
                    });
                }
            }
        }
    });
}

}  // namespace tengen::passes
