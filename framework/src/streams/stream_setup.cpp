// Setup against setup of one node, and what stands on the board before a node.
#include <vector>

#include "streams/exclusive.h"
#include "streams/stones.h"
#include "streams/stream_keys.h"
#include "streams/stream_state.h"

namespace tengen::streams {

/// The point leaves the other setup of its node; whether it was in any.
bool StreamState::cancel_setup(std::uint32_t node, Identifier identifier, Point point) {
    bool was_there = false;
    for (const Identifier other : setup) {
        const std::uint32_t slot = other == identifier ? none : find_slot(node, other.code());
        const std::uint32_t entry = slot == none ? none : find_entry(slot, point_key(point));
        if (entry != none) {
            was_there = true;
            ++tally_.removed;
            if (slots_[slot].changes == 0) {
                touch(slot, slots_[slot].last_event);
            }
            remove_entry(entry);
            if (slots_[slot].first_entry == none) {
                remove_slot(slot);
            }
        }
    }
    return was_there;
}

bool StreamState::inherits_stone(std::uint32_t node, Point point) {
    if (!game_.is_go() || !point.is_on(game_.board())) {
        return false;
    }
    if (board_node_ != node) {
        replay_up_to(node);
    }
    return board_->at(point) != rules::Stone::empty;
}

/// The position that a node inherits: that of its parent in the tree as it is now. Going on from a node above is as
/// good as beginning at the root.
void StreamState::replay_up_to(std::uint32_t node) {
    std::vector<std::uint32_t> path;
    std::uint32_t above = game_.parent(node);
    for (; above != none && above != board_node_; above = game_.parent(above)) {
        path.push_back(above);
    }
    if (above != none) {
        path.push_back(above);  // the board is as it was before that node
    } else {
        if (!board_) {
            board_ = std::make_unique<rules::Board>();
        }
        board_->reset(game_.board());
    }
    for (auto at = path.rbegin(); at != path.rend(); ++at) {
        // Setup comes before moves, wherever they stand in the node.
        for (const bool is_move_turn : {false, true}) {
            const auto execute = [&](Identifier identifier, tengen_value value) {
                is_move_turn ? play(*board_, identifier, value) : set_up(*board_, identifier, value);
            };
            const auto has_its_turn = [&](Identifier identifier) {
                return is_move_turn ? is_one_of(moves, identifier) : is_one_of(setup, identifier);
            };
            if (!timeline_.contains(*at)) {
                for (std::uint32_t p = game_.first_property(*at); p < game_.end_property(*at); ++p) {
                    if (has_its_turn(game_.identifier(p))) {
                        for (const tengen_value value : game_.values(p)) {
                            execute(game_.identifier(p), value);
                        }
                    }
                }
                continue;
            }
            for_each_property(*at, [&](const Content& content, auto&& for_each_entry) {
                const Identifier identifier(content.code);
                if (!has_its_turn(identifier)) {
                    return;
                }
                if (content.source != none) {
                    for (const tengen_value value : game_.values(content.source)) {
                        execute(identifier, value);
                    }
                } else if (!content.is_text) {
                    for_each_entry([&](tengen_value value) { execute(identifier, value); });
                }
            });
        }
    }
    board_node_ = node;
}

/// What a node inherits depends on the nodes above it alone; `none`: on everything.
void StreamState::stones_changed(std::uint32_t node) {
    if (board_node_ == none || node == board_node_) {
        return;
    }
    if (node == none || (node < board_node_ && board_node_ < timeline_.end_of_subtree(node))) {
        board_node_ = none;
    }
}

}  // namespace tengen::streams
