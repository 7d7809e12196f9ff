#pragma once

#include <cstdint>

namespace tengen::pipeline {

/// What happens to a game whose file would have the name of another one.
enum class Collision : std::uint8_t {
    number,         ///< a number goes behind the name: "game-2.sgf"
    error,          ///< the later game is refused
    skip_identical  ///< the later game is refused unless its file is the same, byte by byte: then one file is enough
};

}  // namespace tengen::pipeline
