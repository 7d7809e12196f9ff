// Values of edits: texts as people's programs hand them over.
#pragma once

#include <string>
#include <string_view>

#include <tengen/model/point.h>
#include <tengen/model/storage.h>
#include <tengen/model/vocabulary.h>

namespace tengen::streams {

/// What a text means as a value of that type: points by their letters, "aa:cc" a rectangle or a pair, texts without
/// escapes. What has no meaning is kept as an invalid value.
[[nodiscard]] tengen_value typed_value(GameStorage& storage, ValueType type, std::string_view text, BoardSize board);

/// The other way round.
[[nodiscard]] std::string text_of_value(Game game, tengen_value value);

/// The type of the values of a property; unknown properties hold raw text.
[[nodiscard]] ValueType value_type_of(std::string_view name);

}  // namespace tengen::streams
