// Main lines that are nearly the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <tengen/model/point.h>

#include "passes/main_line.h"

namespace tengen::passes {

/// Moves that differ at most, for two records to be taken for one game with slips of the pen.
inline constexpr std::uint32_t most_differing_moves = 6;
/// Shorter games are never called similar: openings are alike.
inline constexpr std::uint32_t least_similar_moves = 40;

/// A few numbers that two similar lines probably share: the smallest hashes of runs of six moves behind the opening,
/// whichever way they are turned. Empty for short lines. Memory is used again; one thread at a time.
class LineAnchors {
public:
    [[nodiscard]] std::span<const std::uint64_t> of(std::span<const LineEntry> line, std::uint32_t moves);

private:
    std::vector<LineEntry> moves_;
    std::vector<std::uint64_t> hashes_;
};

/// How two lines differ: moves to change, to put in or to take out, so that the shorter one becomes the beginning of
/// the other.
struct LineDistance {
    std::uint32_t moves = 0;
    std::uint32_t further = 0;    ///< moves that the longer one goes on with
    Orientation orientation = 0;  ///< of the second against the first
};

/// The smallest distance over all orientations, or nothing if it is more than `most_differing_moves`. The time is that
/// of the length times the distance.
class LineComparison {
public:
    [[nodiscard]] std::optional<LineDistance> compare(std::span<const LineEntry> first,
                                                      std::span<const LineEntry> second);

private:
    [[nodiscard]] LineDistance distance(std::span<const LineEntry> shorter, std::span<const LineEntry> longer);

    std::vector<LineEntry> turned_;
    std::vector<std::uint32_t> row_;
    std::vector<std::uint32_t> next_;
};

}  // namespace tengen::passes
