// Facts that contradict each other.
#pragma once

#include "passes/pass.h"

namespace tengen::passes {

/// A field that is stated twice, outside of a property at least once, with different readings. References and comments
/// may be many; two properties that differ are the business of the structure. Linear in the number of facts.
class FactsDifferPass final : public Pass {
public:
    [[nodiscard]] std::string_view name() const override { return "facts-differ"; }
    void run(Game game, Context& context, GameEditor& editor) override;
};

}  // namespace tengen::passes
