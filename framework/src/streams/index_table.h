// Numbers by 64-bit keys. Internal to this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <tengen/model/game.h>

namespace tengen::streams {

/// One array, linear probing, no tombstones: seeking puts and erases the same keys again and again, and a node for each
/// of them would cost more than all the rest. Values are below `none`.
class IndexTable {
public:
    /// `none` if the key is not there.
    [[nodiscard]] std::uint32_t find(std::uint64_t key) const {
        if (cells_.empty()) {
            return none;
        }
        for (std::size_t at = home(key);; at = (at + 1) & mask()) {
            if (cells_[at].value == none || cells_[at].key == key) {
                return cells_[at].value;
            }
        }
    }

    /// Takes the place of what was there.
    void put(std::uint64_t key, std::uint32_t value) {
        if ((count_ + 1) * 3 > cells_.size() * 2) {
            grow();
        }
        count_ += place(key, value) ? 1 : 0;
    }

    void erase(std::uint64_t key) {
        if (cells_.empty()) {
            return;
        }
        std::size_t at = home(key);
        while (cells_[at].value != none && cells_[at].key != key) {
            at = (at + 1) & mask();
        }
        if (cells_[at].value == none) {
            return;
        }
        --count_;
        // What stands behind the gap moves up, unless it would get in front of its home.
        for (std::size_t next = (at + 1) & mask(); cells_[next].value != none; next = (next + 1) & mask()) {
            const std::size_t distance = (next - home(cells_[next].key)) & mask();
            if (distance >= ((next - at) & mask())) {
                cells_[at] = cells_[next];
                at = next;
            }
        }
        cells_[at].value = none;
    }

    [[nodiscard]] std::size_t size() const { return count_; }

private:
    struct Cell {
        std::uint64_t key = 0;
        std::uint32_t value = none;
    };

    [[nodiscard]] std::size_t mask() const { return cells_.size() - 1; }

    [[nodiscard]] std::size_t home(std::uint64_t key) const {
        key ^= key >> 30;
        key *= 0xBF58476D1CE4E5B9u;
        key ^= key >> 27;
        key *= 0x94D049BB133111EBu;
        return static_cast<std::size_t>(key ^ (key >> 31)) & mask();
    }

    /// True if the key is new.
    bool place(std::uint64_t key, std::uint32_t value) {
        std::size_t at = home(key);
        while (cells_[at].value != none && cells_[at].key != key) {
            at = (at + 1) & mask();
        }
        const bool is_new = cells_[at].value == none;
        cells_[at] = {key, value};
        return is_new;
    }

    void grow() {
        std::vector<Cell> old(cells_.empty() ? 16 : cells_.size() * 2);
        std::swap(old, cells_);
        for (const Cell& cell : old) {
            if (cell.value != none) {
                place(cell.key, cell.value);
            }
        }
    }

    std::vector<Cell> cells_;  // a power of two, or none
    std::size_t count_ = 0;
};

}  // namespace tengen::streams
