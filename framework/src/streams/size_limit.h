// How large recordings may be that are followed point by point.
#pragma once

#include <cstdint>
#include <string>

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

/// A list of events names the position of each from the node that begins its stream, so that in a line of nodes the
/// list grows with the square of the game. A lecture of 2,000 moves and 6,000 events takes a tenth of this.
inline constexpr std::uint64_t most_listed_positions = std::uint64_t{1} << 27U;

/// The bytes of the positions of all events of a game, each as often as it is named. Linear.
[[nodiscard]] std::uint64_t listed_positions(Game game);

/// What is to be said about a game whose events may not be listed.
[[nodiscard]] std::string too_long_positions(Game game);

/// Whether the events may be listed.
[[nodiscard]] inline bool can_be_listed(Game game) {
    return listed_positions(game) <= most_listed_positions;
}

}  // namespace tengen::streams
