// Games as plain SGF FF[4] holds them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/storage.h>

#include "passes/game_editor.h"
#include "passes/loss.h"
#include "passes/marked_stones.h"
#include "passes/node_survey.h"
#include "passes/property_places.h"
#include "passes/sgf_node_writer.h"
#include "passes/stream_nodes.h"

namespace tengen::passes {

/// Makes a game correct SGF FF[4] where it is not, and leaves it alone where it is:
///  - FF is 4; older forms (L, M, a good and a bad annotation together) become those of FF[4];
///  - a property stands once in its node: lists are merged, comments joined with a line break, of all others the first
///    value stays;
///  - values without a reading are left out, but for game information, whose text is kept; so are empty texts;
///  - a node with setup and moves, or with two moves, becomes several: setup first, then the moves in their order;
///  - points and annotations that contradict each other: the first stays; annotations need a move;
///  - root properties stand in the root, game information once on a path.
/// Of other games than Go only FF is touched. What is left out or moved is a loss.
///
/// One thread at a time; memory is used again.
class SgfFitting {
public:
    /// The changed game, or nothing if the game can be written as it is. The game must outlive the result; its values
    /// have a meaning or it is of another kind than Go. Losses are appended in no particular order.
    [[nodiscard]] std::optional<OwnedGame> fit(Game game, std::vector<Loss>& losses);

private:
    void look_at_nodes();
    void look_at(std::uint32_t node);
    [[nodiscard]] bool needs_change(std::uint32_t node, trait::Set traits);
    [[nodiscard]] bool has_conflict(std::uint32_t node, trait::Set group);
    [[nodiscard]] bool has_current_file_format() const;
    [[nodiscard]] bool has_move(std::uint32_t node) const;
    void look_for_clocks(std::uint32_t node, trait::Set traits);
    void write(std::uint32_t node);
    void write_root_of_another_game();
    void lose_contradiction(std::uint32_t node, std::uint32_t property);
    void lose_place(const PropertyPlaces::Move& move);

    std::optional<Game> game_;  // these two during fit() only
    std::vector<Loss>* losses_ = nullptr;

    GameEditor editor_;
    StreamNodes streams_;
    PropertyPlaces places_;
    FirstMentions mentions_;
    SgfNodeWriter writer_;
    std::vector<std::uint32_t> touched_;       // nodes to be written anew
    std::vector<std::uint32_t> clock_givers_;  // nodes whose clock values go to their child; ascending
    bool has_marks_ = false;                   // M of an older FF
    MarkedStones marked_;
};

}  // namespace tengen::passes
