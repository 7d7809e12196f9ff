// Properties of a node that get in each other's way ("SGF FF[4], Properties sorted by type"). Internal to this folder.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include <tengen/model/identifier.h>

namespace tengen::streams {

// A point is in one of these.
inline constexpr std::array<Identifier, 3> setup{"AB", "AE", "AW"};
inline constexpr std::array<Identifier, 5> marks{"CR", "MA", "SL", "SQ", "TR"};
inline constexpr std::array<Identifier, 2> territory{"TB", "TW"};
// A node has one of these.
inline constexpr std::array<Identifier, 2> moves{"B", "W"};
inline constexpr std::array<Identifier, 4> move_annotations{"BM", "DO", "IT", "TE"};
inline constexpr std::array<Identifier, 4> position_annotations{"DM", "GB", "GW", "UC"};
// Part of how a recording is written, no content of a node ("RGF text").
inline constexpr std::array<Identifier, 5> reserved{"GS", "RC", "RP", "TS", "VT"};

template <std::size_t Size>
bool is_one_of(const std::array<Identifier, Size>& group, Identifier identifier) {
    return std::find(group.begin(), group.end(), identifier) != group.end();
}

/// "DD[] and VW[]: nothing is dimmed, everything is visible"; the empty value takes the place of the list.
inline bool is_reset_by_empty(Identifier identifier) {
    return identifier == Identifier("DD") || identifier == Identifier("VW");
}

}  // namespace tengen::streams
