// What is said about the players.
#pragma once

#include "passes/dialects.h"
#include "passes/pass.h"
#include "passes/text_changes.h"

namespace tengen::passes {

/// "SGF FF[4], BR, WR": the recommended forms of ranks. Nothing is changed but by the rule kgs-rank.
class PersonsPass final : public Pass {
public:
    explicit PersonsPass(const Dialects& dialects = {}) : dialects_(dialects) {}
    [[nodiscard]] std::string_view name() const override { return "persons"; }
    void run(Game game, Context& context, GameEditor& editor) override;

private:
    Dialects dialects_;
    TextChanges changes_;
};

}  // namespace tengen::passes
