// Which property of a node stands where. Internal to this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tengen/model/game.h>

namespace tengen::streams {

/// Numbers of slots by node and identifier. The file says which properties a node can ever have, so each of them has a
/// cell of its own from the beginning, beside the others of its node: nothing is hashed, nothing moves, and to look for
/// several properties of one node is to look at one place of memory.
class SlotTable {
public:
    /// For the nodes from `first` to before `end` of a game.
    SlotTable(Game game, std::uint32_t first, std::uint32_t end);

    /// `none` if there is none at the moment.
    [[nodiscard]] std::uint32_t find(std::uint32_t node, std::uint32_t code) const {
        const std::size_t cell = cell_of(node, code);
        return cell == absent ? none : cells_[cell].slot;
    }

    /// The node must hold a property of that identifier in the file. `none`: there is none any more.
    void set(std::uint32_t node, std::uint32_t code, std::uint32_t slot) { cells_[cell_of(node, code)].slot = slot; }

private:
    struct Cell {
        std::uint32_t code = 0;
        std::uint32_t slot = none;
    };
    static constexpr std::size_t absent = static_cast<std::size_t>(-1);
    static constexpr std::size_t looked_at_in_turn = 8;

    [[nodiscard]] std::size_t cell_of(std::uint32_t node, std::uint32_t code) const {
        std::size_t low = starts_[node - first_];
        std::size_t high = starts_[node - first_ + 1];
        while (high - low > looked_at_in_turn) {
            const std::size_t middle = low + (high - low) / 2;
            (cells_[middle].code <= code ? low : high) = middle;
        }
        for (; low < high; ++low) {
            if (cells_[low].code == code) {
                return low;
            }
        }
        return absent;
    }

    std::uint32_t first_;
    std::vector<std::uint32_t> starts_;  // by node, and one behind: its cells begin here
    std::vector<Cell> cells_;            // those of a node are sorted by identifier
};

}  // namespace tengen::streams
