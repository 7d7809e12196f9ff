// Lines of GC that were made from fields of a keyword card.
#pragma once

#include "passes/pass.h"

namespace tengen::passes {

/// Turns the lines "[landman] Keyword: value" in GC of the root into facts, and those with an unknown keyword into
/// extension fields. GC itself stays as it is. Nothing is found, nothing is reported.
class CardLinesPass final : public Pass {
public:
    [[nodiscard]] std::string_view name() const override { return "card-lines"; }
    void run(Game game, Context& context, GameEditor& editor) override;
};

}  // namespace tengen::passes
