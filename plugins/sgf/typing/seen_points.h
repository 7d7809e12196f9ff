// Which points and pairs of points the list properties of a node have named already.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include <tengen/model/point.h>

namespace tengen::sgf {

/// One set of points a property definition, emptied when it is first asked for in another node. Costs nothing for
/// properties that do not occur.
class SeenPoints {
public:
    static constexpr std::size_t property_count = 128;

    /// Begin a game on that board; nothing is seen.
    void begin(BoardSize board) {
        columns_ = board.columns;
        words_ = (std::size_t{board.columns} * board.rows + 63) / 64;
        stamps_.fill(0);
        if (bits_.size() < property_count * words_) {
            bits_.resize(property_count * words_);
        }
    }

    /// The set of a property (its number in the vocabulary) in a node. Later calls refer to it.
    void select(std::size_t property, std::uint32_t node) {
        set_ = property * words_;
        if (stamps_[property] != node + 1) {
            stamps_[property] = node + 1;
            for (std::size_t i = 0; i < words_; ++i) {
                bits_[set_ + i] = 0;
            }
        }
    }

    /// False if the point was in the set already.
    bool insert(Point point) {
        std::uint64_t& word = bits_[set_ + index(point) / 64];
        const std::uint64_t bit = std::uint64_t{1} << (index(point) % 64);
        const bool is_new = (word & bit) == 0;
        word |= bit;
        return is_new;
    }
    [[nodiscard]] bool contains(Point point) const {
        return (bits_[set_ + index(point) / 64] >> (index(point) % 64) & 1) != 0;
    }

private:
    [[nodiscard]] std::size_t index(Point point) const { return std::size_t{point.row} * columns_ + point.column; }

    std::size_t columns_ = 0;
    std::size_t words_ = 0;
    std::size_t set_ = 0;
    std::array<std::uint32_t, property_count> stamps_{};  // node + 1
    std::vector<std::uint64_t> bits_;
};

/// The same for pairs of points.
class SeenPairs {
public:
    void begin() {
        node_ = 0;
        pairs_.clear();
    }
    /// False if the property has that pair in the node already.
    bool insert(std::size_t property, std::uint32_t node, Point from, Point to) {
        if (node_ != node + 1) {
            node_ = node + 1;
            pairs_.clear();
        }
        const auto number = [](Point p) { return std::uint64_t{p.column} | std::uint64_t{p.row} << 8; };
        return pairs_.insert(number(from) | number(to) << 16 | std::uint64_t{property} << 32).second;
    }

private:
    std::uint32_t node_ = 0;
    std::unordered_set<std::uint64_t> pairs_;
};

}  // namespace tengen::sgf
