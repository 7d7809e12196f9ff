// Komi that is hardly meant in points.
#pragma once

#include "passes/dialects.h"
#include "passes/pass.h"
#include "passes/text_changes.h"

namespace tengen::passes {

/// Some servers write hundredths of points or of stones. Such values are legal; they are divided only where the answer
/// asks for a guess.
class KomiPass final : public Pass {
public:
    explicit KomiPass(const Dialects& dialects = {}) : dialects_(dialects) {}
    [[nodiscard]] std::string_view name() const override { return "komi"; }
    void run(Game game, Context& context, GameEditor& editor) override;

private:
    Dialects dialects_;
    TextChanges changes_;
};

}  // namespace tengen::passes
