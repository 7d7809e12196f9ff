// Whether two records are the same.
#pragma once

#include <array>

#include <tengen/model/game.h>

namespace tengen::catalogue {

using Fingerprint = std::array<char, 16>;

/// Equal for games that hold the same, wherever they were read from: board, tree, properties and facts with their
/// values, and where facts come from. Places in the input and what stood there before a repair do not count. Linear in
/// the size of the game.
[[nodiscard]] Fingerprint fingerprint_of(Game game);

}  // namespace tengen::catalogue
