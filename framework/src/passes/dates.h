// Dates of games.
#pragma once

#include "passes/pass.h"
#include "passes/text_changes.h"

namespace tengen::passes {

/// "SGF FF[4], DT": the mandatory format and its short forms. Dates in other forms that have one reading are rewritten
/// where the answer asks for it.
class DatesPass final : public Pass {
public:
    /// `audit`: also name days before the change to the Gregorian calendar.
    explicit DatesPass(bool audit) : audit_(audit) {}
    [[nodiscard]] std::string_view name() const override { return "dates"; }
    void run(Game game, Context& context, GameEditor& editor) override;

private:
    bool audit_;
    TextChanges changes_;
};

}  // namespace tengen::passes
