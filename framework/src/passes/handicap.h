// Handicap: what HA says and what stands on the board.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tengen/model/point.h>

#include "passes/dialects.h"
#include "passes/pass.h"
#include "passes/text_changes.h"
#include "rules/replay.h"

namespace tengen::passes {

struct HandicapOptions {
    bool place = false;      ///< put missing stones on the star points, where no move of the game is played on one
    bool to_setup = false;   ///< make setup of handicap stones that were recorded as moves
    bool to_stones = false;  ///< make HA the number of the stones in its node
};

/// "SGF FF[4], HA": the stones come from AB in the same node; HA places nothing. HA is not changed to fit the stones
/// unless that was asked for, but a handicap of 0 is no handicap and is taken out where the answer asks for it.
class HandicapPass final : public Pass {
public:
    explicit HandicapPass(const HandicapOptions& options, const Dialects& dialects = {})
        : options_(options), dialects_(dialects) {}
    [[nodiscard]] std::string_view name() const override { return "handicap"; }
    void run(Game game, Context& context, GameEditor& editor) override;

private:
    void check_stones(Game game, Context& context, GameEditor& editor, std::uint32_t node, std::uint32_t property,
                      std::uint32_t handicap);
    void check_setup_without_handicap(Game game, Context& context);
    [[nodiscard]] std::uint32_t count_stones(Game game, std::uint32_t node);
    [[nodiscard]] std::string choose_places(Game game, std::uint32_t node, std::uint32_t property,
                                            std::uint32_t handicap);
    [[nodiscard]] std::string fault_of_placing(Game game, std::uint32_t node, std::uint32_t property);
    void place_stones(Game game, GameEditor& editor, std::uint32_t node, std::uint32_t property) const;
    [[nodiscard]] std::string collect_handicap_moves(Game game, std::uint32_t node, std::uint32_t handicap);
    void make_setup_of_moves(Game game, GameEditor& editor, std::uint32_t node, std::uint32_t property) const;

    HandicapOptions options_;
    Dialects dialects_;
    std::vector<std::uint16_t> points_;
    std::vector<Point> places_;  // of missing stones
    std::vector<std::uint32_t> moved_nodes_;
    std::vector<tengen_value> moved_stones_;
    std::unique_ptr<rules::Replay> replay_;  // once it is needed
    TextChanges changes_;
};

}  // namespace tengen::passes
