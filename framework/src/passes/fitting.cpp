#include "passes/fitting.h"

#include <algorithm>

namespace tengen::passes {

namespace {

std::uint8_t level(std::span<const std::uint8_t> capabilities, tengen_feature feature) {
    return feature < capabilities.size() ? capabilities[feature] : static_cast<std::uint8_t>(TENGEN_CANNOT);
}

}  // namespace

Fitting::Fitting(std::span<const std::uint8_t> capabilities, NameStyle names)
    : is_plain_sgf_(level(capabilities, TENGEN_FEATURE_TREE) != TENGEN_CANNOT &&
                    level(capabilities, TENGEN_FEATURE_REPEATED_PROPERTIES) == TENGEN_CANNOT),
      has_tree_(level(capabilities, TENGEN_FEATURE_TREE) != TENGEN_CANNOT),
      is_card_(!has_tree_ && level(capabilities, TENGEN_FEATURE_RESULT_KINDS) == TENGEN_CANNOT),
      needs_properties_(!is_card_ && level(capabilities, TENGEN_FEATURE_BOARD_SCORE) == TENGEN_CANNOT),
      is_recording_(has_tree_ && !is_plain_sgf_ && needs_properties_),
      names_(names) {}

Fitted Fitting::fit(Game game) {
    if ((game.columns().typed == 0 && has_tree_) || game.node_count() == 0) {
        return {game, std::nullopt, {}};
    }
    std::vector<Loss> losses;
    std::optional<OwnedGame> changed;
    if (is_card_) {
        changed = card_.fit(game, losses);
    } else if (needs_properties_) {
        changed = properties_.fit(game, names_, losses);
    }
    if (is_plain_sgf_) {
        const Game so_far = changed ? changed->view() : game;
        if (std::optional<OwnedGame> fitted = sgf_.fit(so_far, losses)) {
            changed = std::move(fitted);  // what it refers to is the text of the game that was given
        }
    }
    if (is_recording_) {
        const Game so_far = changed ? changed->view() : game;
        if (std::optional<OwnedGame> fitted = old_forms_.fit(so_far, losses)) {
            changed = std::move(fitted);
        }
    }
    std::stable_sort(losses.begin(), losses.end(),
                     [](const Loss& a, const Loss& b) { return a.node != b.node ? a.node < b.node : a.id < b.id; });
    return {game, std::move(changed), std::move(losses)};
}

}  // namespace tengen::passes
