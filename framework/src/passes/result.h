// Results of games.
#pragma once

#include <string>
#include <string_view>

#include "passes/pass.h"
#include "passes/text_changes.h"

namespace tengen::passes {

/// "SGF FF[4], RE": the mandatory format. Results in other forms that have one reading are rewritten where the answer
/// asks for it; what else the text said goes to GC, on a line of its own.
class ResultPass final : public Pass {
public:
    [[nodiscard]] std::string_view name() const override { return "result"; }
    void run(Game game, Context& context, GameEditor& editor) override;

private:
    void keep_remark(Game game, std::uint32_t node, std::string_view remark);

    TextChanges changes_;
};

}  // namespace tengen::passes
