#include "passes/similar_lines.h"

#include <algorithm>
#include <array>

namespace tengen::passes {

namespace {

constexpr std::size_t run_length = 6;
constexpr std::size_t opening = 16;  // moves that many games share
constexpr std::size_t anchor_count = 6;

constexpr std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 30;
    x *= 0xBF58476D1CE4E5B9u;
    x ^= x >> 27;
    x *= 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

constexpr std::uint64_t factor = 0x9E3779B97F4A7C15u;
// The weight of the entry that leaves the run.
constexpr std::uint64_t last_weight = [] {
    std::uint64_t weight = 1;
    for (std::size_t i = 1; i < run_length; ++i) {
        weight *= factor;
    }
    return weight;
}();

BoardSize board_of(std::span<const LineEntry> line) {
    return {static_cast<std::uint8_t>(line.front() >> 6), static_cast<std::uint8_t>(line.front() & 0x3F)};
}

}  // namespace

std::span<const std::uint64_t> LineAnchors::of(std::span<const LineEntry> line, std::uint32_t moves) {
    hashes_.clear();
    if (moves < least_similar_moves) {
        return {};
    }
    moves_.clear();
    std::copy_if(line.begin() + 1, line.end(), std::back_inserter(moves_), is_move);
    const BoardSize board = board_of(line);
    std::array<std::uint64_t, orientation_count> rolling{};
    for (std::size_t i = opening; i < moves_.size(); ++i) {
        std::uint64_t smallest = ~std::uint64_t{0};
        for (Orientation o = 0; o < orientation_count; ++o) {
            const auto hash = [&](std::size_t at) { return mix(turned(moves_[at], board, o) + factor); };
            if (i >= opening + run_length) {
                rolling[o] -= hash(i - run_length) * last_weight;
            }
            rolling[o] = rolling[o] * factor + hash(i);
            smallest = std::min(smallest, mix(rolling[o]));
        }
        if (i + 1 >= opening + run_length) {
            hashes_.push_back(smallest);
        }
    }
    const std::size_t kept = std::min(anchor_count, hashes_.size());
    std::partial_sort(hashes_.begin(), hashes_.begin() + static_cast<std::ptrdiff_t>(kept), hashes_.end());
    hashes_.resize(kept);
    hashes_.erase(std::unique(hashes_.begin(), hashes_.end()), hashes_.end());
    return hashes_;
}

std::optional<LineDistance> LineComparison::compare(std::span<const LineEntry> first,
                                                    std::span<const LineEntry> second) {
    if (first.empty() || second.empty() || first.front() != second.front()) {
        return std::nullopt;
    }
    const BoardSize board = board_of(second);
    std::optional<LineDistance> best;
    for (Orientation o = 0; o < orientation_count; ++o) {
        if ((o & 4) != 0 && board.columns != board.rows) {
            continue;
        }
        turned_.assign(second.begin(), second.end());
        for (std::size_t i = 1; i < turned_.size(); ++i) {
            turned_[i] = turned(turned_[i], board, o);
        }
        const bool is_longer = turned_.size() > first.size();
        const std::span<const LineEntry> shorter = is_longer ? first : std::span<const LineEntry>(turned_);
        const std::span<const LineEntry> longer = is_longer ? std::span<const LineEntry>(turned_) : first;
        LineDistance found = distance(shorter, longer);
        if (found.moves <= most_differing_moves && (!best || found.moves < best->moves)) {
            found.orientation = o;
            best = found;
        }
    }
    return best;
}

// Edit distance in a band around the diagonal; what the longer line has behind the end costs nothing.
LineDistance LineComparison::distance(std::span<const LineEntry> shorter, std::span<const LineEntry> longer) {
    constexpr std::uint32_t far = most_differing_moves + 1;
    constexpr std::size_t width = 2 * most_differing_moves + 1;  // cell k of row i is column i + k - most
    row_.assign(width, far);
    next_.assign(width, far);
    for (std::size_t k = most_differing_moves; k < width; ++k) {
        row_[k] = static_cast<std::uint32_t>(k - most_differing_moves);
    }
    for (std::size_t i = 1; i <= shorter.size(); ++i) {
        std::uint32_t smallest = far;
        for (std::size_t k = 0; k < width; ++k) {
            std::uint32_t cell = far;
            if (i + k >= most_differing_moves && i + k - most_differing_moves <= longer.size()) {
                const std::size_t column = i + k - most_differing_moves;
                if (column > 0) {
                    cell = row_[k] + (shorter[i - 1] == longer[column - 1] ? 0u : 1u);
                }
                if (k + 1 < width) {
                    cell = std::min(cell, row_[k + 1] + 1);
                }
                if (k > 0) {
                    cell = std::min(cell, next_[k - 1] + 1);
                }
            }
            next_[k] = std::min(cell, far);
            smallest = std::min(smallest, next_[k]);
        }
        if (smallest == far) {
            return {far, 0, 0};
        }
        row_.swap(next_);
    }
    std::size_t best = 0;
    for (std::size_t k = 1; k < width; ++k) {
        best = row_[k] <= row_[best] ? k : best;
    }
    const std::size_t end = shorter.size() + best - most_differing_moves;
    return {row_[best], static_cast<std::uint32_t>(longer.size() - std::min(end, longer.size())), 0};
}

}  // namespace tengen::passes
