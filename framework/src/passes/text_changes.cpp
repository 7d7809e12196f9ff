#include "passes/text_changes.h"

#include <algorithm>
#include <tuple>

namespace tengen::passes {

void TextChanges::apply(Game game, GameEditor& editor) {
    std::stable_sort(changes_.begin(), changes_.end(), [](const Change& a, const Change& b) {
        return std::tie(a.node, a.property) < std::tie(b.node, b.property);
    });
    for (std::size_t i = 0; i < changes_.size();) {
        const std::uint32_t node = changes_[i].node;
        editor.edit(node);
        for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
            if (i == changes_.size() || changes_[i].node != node || changes_[i].property != p) {
                editor.copy(p);
                continue;
            }
            if (changes_[i].kind == Kind::set) {
                editor.replace(p, game.identifier(p));
                editor.value(editor.store_text(changes_[i].text, game.values(p).front().offset));
            }
            // Of several changes of one property the first counts.
            while (i < changes_.size() && changes_[i].node == node && changes_[i].property == p) {
                ++i;
            }
        }
        for (; i < changes_.size() && changes_[i].node == node; ++i) {
            editor.add(changes_[i].identifier);
            editor.value(editor.store_text(changes_[i].text, 0));
        }
    }
}

}  // namespace tengen::passes
