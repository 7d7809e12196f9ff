// How large recordings may be that are followed point by point.
#pragma once

#include <cstdint>

#include <tengen/model/game.h>

namespace tengen::streams {

/// A play-back keeps the points of lists one by one, since each may be taken away again. A rectangle of nine letters
/// names up to 2,704 of them, so that a small record could ask for any amount of memory. This many take some hundred
/// megabytes; a lecture in which ten thousand times the whole of a 19x19 board is marked keeps below.
inline constexpr std::uint64_t most_listed_points = std::uint64_t{1} << 22U;

/// The points that the rectangles in the streams of a game name, each as often as it is named. No memory; linear in
/// the values of the streams.
[[nodiscard]] std::uint64_t listed_points(Game game);

/// Whether the streams may be played back. No Playback, and nothing that needs one, is made of others.
[[nodiscard]] inline bool can_be_played(Game game) {
    return listed_points(game) <= most_listed_points;
}

}  // namespace tengen::streams
