#pragma once

#include <cstddef>

namespace tengen::json {

/// How deep a document may nest. The format itself needs twelve levels; the rest is for members it does not know. The
/// parser keeps a level on the stack, so this also bounds the stack.
inline constexpr std::size_t most_nesting = 256;

/// Levels around a value that stands in a game.
inline constexpr std::size_t nesting_around_members = 12;

}  // namespace tengen::json
