#include "pipeline/card_join.h"

#include <utility>
#include <vector>

#include <tengen/model/storage.h>
namespace tengen::pipeline {

void CardCollector::take(const ReadGame& game) {
    if (game.rejected) {
        return;
    }
    const tengen_game& columns = game.game.columns();
    std::string name = input_;
    if (!game.member.empty()) {
        name += ':';
        name += game.member;
    }
    // What stands in properties is put into the words of a card; where it stood is not known any more.
    if (columns.property_count != 0) {
        std::vector<passes::Loss> losses;
        if (const std::optional<OwnedGame> card = fitting_.fit(game.game, losses)) {
            tengen_game fitted = card->columns();
            fitted.index = game.index;
            cards_->add(Game(fitted), name);
            return;
        }
    }
    std::vector<std::uint32_t> lines;
    if (game.member.empty() && lines_) {
        for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
            const std::uint32_t offset = columns.facts[i].offset;
            const std::uint64_t place = offset == TENGEN_NONE ? 0 : game.game.source_offset(offset);
            lines.push_back(offset == TENGEN_NONE || place > bytes_.size()
                                ? 0
                                : static_cast<std::uint32_t>(lines_->position(place).line));
        }
    }
    tengen_game numbered = columns;
    numbered.index = game.index;
    cards_->add(Game(numbered), name, lines);
}

}  // namespace tengen::pipeline
