// The conditions of play: rules and overtime.
#pragma once

#include "passes/dialects.h"
#include "passes/pass.h"
#include "passes/text_changes.h"

namespace tengen::passes {

/// "SGF FF[4], RU, OT": free texts with known forms. The names of rule sets get their fixed spelling where the answer
/// asks for it and the text says nothing else.
class ConditionsPass final : public Pass {
public:
    explicit ConditionsPass(const Dialects& dialects = {}) : dialects_(dialects) {}
    [[nodiscard]] std::string_view name() const override { return "conditions"; }
    void run(Game game, Context& context, GameEditor& editor) override;

private:
    Dialects dialects_;
    TextChanges changes_;
};

}  // namespace tengen::passes
