// The stated result against the position that was counted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tengen/model/result.h>

#include "passes/pass.h"
#include "rules/board.h"
#include "rules/scoring.h"

namespace tengen::passes {

/// "SGF FF[4], RE" and "TB, TW": where the main line ends with marked territory, a result in points can be checked.
/// Compared are the ways of counting that the rules of the game have (RU): territory, area, or both where RU says
/// nothing; by area also with the usual compensation for a handicap, and with a margin in Chinese stones, which are two
/// points each. Without KM nothing is compared, since an unknown komi is not 0. Not thread-safe.
class CountedResult {
public:
    /// Turn to a game. Forgets the one before.
    void begin(Game game);

    /// The board after a node; nodes come in pre-order. Cheap for all nodes but those that mark territory.
    void see(Game game, std::uint32_t node, bool has_moves, const rules::Board& board) {
        if (node == next_) [[unlikely]] {
            look_at(game, node, has_moves, board);
        }
    }

    /// Nodes in a row that hold one move each and were not seen, or some of them only. Cheap.
    void skip_moves(Game game, std::uint32_t node, std::uint32_t count) {
        if (next_ >= node && next_ - node < count) {
            is_counted_ = false;  // play went on behind what was marked
            next_ = game.first_child(node + count - 1);
        }
    }

    /// Report what differs.
    void finish(Game game, Context& context);

private:
    void look_at(Game game, std::uint32_t node, bool has_moves, const rules::Board& board);

    std::uint32_t next_ = none;  // the next node of the main line; none if there is nothing to compare
    bool is_counted_ = false;
    std::uint32_t property_ = none;  // RE
    std::uint32_t node_ = none;
    Result stated_;
    std::string komi_;
    rules::Score score_;
    rules::Scoring scoring_;
    std::vector<Point> black_;
    std::vector<Point> white_;
};

}  // namespace tengen::passes
