// What the fields of keyword cards say.
#pragma once

#include <string>
#include <string_view>

#include <tengen/model/card_values.h>

#include "passes/pass.h"

namespace tengen::passes {

/// "Landman posting, explanation of the fields": dates, names, ranks, scores, komi, results and handicaps of facts that
/// have no property. A repair leaves the text of the fact and changes its state; what the text should be is computed by
/// whoever writes a card.
class CardValuesPass final : public Pass {
public:
    [[nodiscard]] std::string_view name() const override { return "card-values"; }
    void run(Game game, Context& context, GameEditor& editor) override;

private:
    void check(Game game, std::uint32_t index, Context& context, GameEditor& editor);
};

/// The id of a problem, "card.bad-date" ...
[[nodiscard]] std::string_view id_of(CardProblem problem);

}  // namespace tengen::passes
