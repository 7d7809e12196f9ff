// Score, komi and result of a game.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <tengen/model/certainty.h>

#include "passes/pass.h"

namespace tengen::passes {

/// "Landman posting, Result: usually, (Score - Komi)". Checked where a board score is stated and all three have
/// numbers; with `derive` a missing third one is computed, for games of any format, and marked as derived.
class CardArithmeticPass final : public Pass {
public:
    explicit CardArithmeticPass(bool derive) : derive_(derive) {}

    [[nodiscard]] std::string_view name() const override { return "card-arithmetic"; }
    void run(Game game, Context& context, GameEditor& editor) override;

private:
    bool derive_;
};

/// The Score of a card that follows from Result and Komi, which are numbers from Black's side, with the letters for an
/// estimate and for the way of counting that the rules say, if they are stated.
[[nodiscard]] std::string derived_score(std::string_view result, std::string_view komi, bool is_estimate,
                                        std::optional<std::string_view> rules);

}  // namespace tengen::passes
