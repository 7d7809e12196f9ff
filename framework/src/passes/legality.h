// The rules of Go: every move of every line is executed and judged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "passes/counted_result.h"
#include "passes/pass.h"
#include "passes/stream_nodes.h"
#include "rules/replay.h"

namespace tengen::passes {

/// One replay of the whole tree. At most one finding on legality a move; setup that changes nothing or leaves stones
/// without liberties is named too, and so is a result that the counted position at the end disagrees with. Recorded
/// streams are judged when they are played back, not here.
///
/// Change, where the answer asks for it: setup without effect is removed; the nodes stay.
class LegalityPass final : public Pass {
public:
    [[nodiscard]] std::string_view name() const override { return "legality"; }
    void run(Game game, Context& context, GameEditor& editor) override;

private:
    void report_move(Game game, Context& context, std::uint32_t node, const rules::MoveStep& move);
    void check_setup(Game game, Context& context, GameEditor& editor, const rules::Step& step);
    void find_handicap(Game game);

    rules::Replay replay_;
    CountedResult counted_;
    StreamNodes streams_;
    std::uint32_t handicap_moves_ = 0;  // the first so many moves of a line are Black's handicap
    std::string_view rules_;            // text of RU
    std::vector<std::uint32_t> without_effect_;
    std::string message_;
};

}  // namespace tengen::passes
