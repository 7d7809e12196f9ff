// The whole-board positions of one line of play, for the question "was this one there before?".
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tengen::rules {

/// A set of 64-bit position keys that forgets in the reverse order of learning: open addressing with linear probing, so
/// that taking the youngest key out is clearing its slot. The slots are remembered in the order of learning, so that
/// nothing is looked for again. Memory is kept for the next game. Not thread-safe.
class PositionSet {
public:
    PositionSet() { start_small(); }

    /// False if the key was there.
    bool insert(std::uint64_t key) {
        key |= std::uint64_t{1} << 63;  // 0 marks a free slot
        std::uint64_t* const slots = slots_.data();
        std::size_t at = key & mask_;
        for (; slots[at] != 0; at = (at + 1) & mask_) {
            if (slots[at] == key) {
                return false;
            }
        }
        slots[at] = key;
        order_[size_] = static_cast<std::uint32_t>(at);
        if (++size_ == limit_) [[unlikely]] {
            grow();
        }
        return true;
    }

    [[nodiscard]] std::size_t size() const { return size_; }

    /// Forget the youngest keys until `size` are left.
    void shrink_to(std::size_t size) {
        while (size_ > size) {
            slots_[order_[--size_]] = 0;
        }
    }

    void clear() {
        if (mask_ + 1 == smallest) {
            if (size_ < smallest / 32) {
                shrink_to(0);
            } else {  // one sweep is cheaper than many leaps
                std::fill(slots_.begin(), slots_.end(), 0);
                size_ = 0;
            }
        } else {
            start_small();
        }
    }

private:
    static constexpr std::size_t smallest = 1024;

    // A long game before must not spread the positions of a short one over its large table.
    void start_small() {
        slots_.assign(smallest, 0);
        order_.resize(smallest / 2);
        limit_ = order_.size();
        mask_ = smallest - 1;
        size_ = 0;
    }

    [[gnu::noinline, gnu::cold]] void grow() {
        const std::vector<std::uint64_t> old = std::move(slots_);
        slots_.assign(old.size() * 2, 0);
        order_.resize(old.size());
        limit_ = order_.size();
        mask_ = slots_.size() - 1;
        for (std::size_t i = 0; i < size_; ++i) {  // in the old order, so that forgetting still works backwards
            const std::uint64_t key = old[order_[i]];
            std::size_t at = key & mask_;
            while (slots_[at] != 0) {
                at = (at + 1) & mask_;
            }
            slots_[at] = key;
            order_[i] = static_cast<std::uint32_t>(at);
        }
    }

    std::vector<std::uint64_t> slots_;
    std::vector<std::uint32_t> order_;  // slots in the order of learning; as long as the table may hold
    std::size_t mask_ = 0;
    std::size_t size_ = 0;
    std::size_t limit_ = 0;  // the size at which the table grows
};

}  // namespace tengen::rules
