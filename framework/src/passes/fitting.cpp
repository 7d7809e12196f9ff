#include "passes/fitting.h"

#include <algorithm>

namespace tengen::passes {

namespace {

std::uint8_t level(std::span<const std::uint8_t> capabilities, tengen_feature feature) {
    return feature < capabilities.size() ? capabilities[feature] : static_cast<std::uint8_t>(TENGEN_CANNOT);
}

}  // namespace

Fitting::Fitting(std::span<const std::uint8_t> capabilities)
    : is_plain_sgf_(level(capabilities, TENGEN_FEATURE_TREE) != TENGEN_CANNOT &&
                    level(capabilities, TENGEN_FEATURE_REPEATED_PROPERTIES) == TENGEN_CANNOT) {}

Fitted Fitting::fit(Game game) {
    if (!is_plain_sgf_ || game.columns().typed == 0 || game.node_count() == 0) {
        return {game, std::nullopt, {}};
    }
    std::vector<Loss> losses;
    std::optional<OwnedGame> changed = sgf_.fit(game, losses);
    std::stable_sort(losses.begin(), losses.end(),
                     [](const Loss& a, const Loss& b) { return a.node != b.node ? a.node < b.node : a.id < b.id; });
    return {game, std::move(changed), std::move(losses)};
}

}  // namespace tengen::passes
