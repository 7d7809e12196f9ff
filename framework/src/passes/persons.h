// What is said about the players.
#pragma once

#include "passes/pass.h"

namespace tengen::passes {

/// "SGF FF[4], BR, WR": the recommended forms of ranks. Nothing is changed.
class PersonsPass final : public Pass {
public:
    [[nodiscard]] std::string_view name() const override { return "persons"; }
    void run(Game game, Context& context, GameEditor& editor) override;
};

}  // namespace tengen::passes
