// Values as people read them, in messages and as originals.
#pragma once

#include <string>

#include <tengen/model/game.h>

namespace tengen::passes {

/// Append a value as SGF spells it: points by their letters, a pair with its colon, texts as they are.
void append_value_text(Game game, tengen_value value, std::string& to);

/// The same for a message: at most about sixty bytes, cut between characters, line breaks as blanks.
[[nodiscard]] std::string quoted(Game game, tengen_value value);
[[nodiscard]] std::string quoted(std::string_view text);

/// "B[cc]" or "AB[aa][bb]", the values quoted, at most three of them.
[[nodiscard]] std::string quoted_property(Game game, std::uint32_t property);

}  // namespace tengen::passes
