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

}  // namespace tengen::passes
