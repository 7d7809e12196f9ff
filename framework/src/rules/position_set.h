// The whole-board positions of one line of play, for the question "was this one there before?".
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tengen::rules {

/// A set of 64-bit position keys that forgets in the reverse order of learning: open addressing with linear probing, so
/// that taking the youngest key out is clearing its slot. Memory is kept for the next game. Not thread-safe.
class PositionSet {
public:
    PositionSet() : slots_(smallest, 0) {}

    /// False if the key was there.
    bool insert(std::uint64_t key) {
        key += static_cast<std::uint64_t>(key == 0);  // 0 marks a free slot
        std::size_t at = key & (slots_.size() - 1);
        for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
            if (slots_[at] == key) {
                return false;
            }
        }
        slots_[at] = key;
        keys_.push_back(key);
        if (keys_.size() * 2 > slots_.size()) [[unlikely]] {
            grow();
        }
        return true;
    }

    [[nodiscard]] std::size_t size() const { return keys_.size(); }

    /// Forget the youngest keys until `size` are left.
    void shrink_to(std::size_t size) {
        while (keys_.size() > size) {
            std::size_t at = keys_.back() & (slots_.size() - 1);
            while (slots_[at] != keys_.back()) {
                at = (at + 1) & (slots_.size() - 1);
            }
            slots_[at] = 0;
            keys_.pop_back();
        }
    }

    void clear() {
        if (slots_.size() == smallest && keys_.size() < smallest / 16) {
            shrink_to(0);
        } else {
            slots_.assign(smallest, 0);
            keys_.clear();
        }
    }

private:
    static constexpr std::size_t smallest = 1024;

    [[gnu::noinline, gnu::cold]] void grow() {
        slots_.assign(slots_.size() * 2, 0);
        for (const std::uint64_t key : keys_) {  // in the old order, so that forgetting still works backwards
            std::size_t at = key & (slots_.size() - 1);
            while (slots_[at] != 0) {
                at = (at + 1) & (slots_.size() - 1);
            }
            slots_[at] = key;
        }
    }

    std::vector<std::uint64_t> slots_;
    std::vector<std::uint64_t> keys_;
};

}  // namespace tengen::rules
