// Which property of a node names a point first.
#pragma once

#include <array>
#include <cstdint>

#include <tengen/model/game.h>

namespace tengen::passes {

/// For a group of point lists of one node of which only one may name a point: the first mention counts. Forgetting is
/// counting up, so a new node costs nothing.
class FirstMentions {
public:
    void begin_node() {
        if (++round_ == 0) {
            points_ = {};
            round_ = 1;
        }
    }

    struct Mention {
        Identifier holder;  ///< the identifier that named the point first in this node
        bool is_first;      ///< it did so just now
    };
    Mention mention(Point point, Identifier identifier) {
        Entry& entry = points_[point.row * std::size_t{64} + point.column];
        if (entry.round == round_) {
            return {entry.holder, false};
        }
        entry = {round_, identifier};
        return {identifier, true};
    }

private:
    struct Entry {
        std::uint32_t round = 0;
        Identifier holder{};
    };
    std::uint32_t round_ = 0;
    std::array<Entry, std::size_t{64} * max_board_side> points_{};
};

}  // namespace tengen::passes
