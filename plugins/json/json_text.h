// Pieces of JSON that the writer puts into a document as they are.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tengen::json {

/// The same JSON without white space between its tokens; linear, no recursion. `text` must be valid JSON.
[[nodiscard]] std::string without_white_space(std::string_view text);

/// Whether the text is one valid JSON value (UTF-8, nesting within the reader's limit) without white space between its
/// tokens.
[[nodiscard]] bool is_compact_json(std::string_view text);

}  // namespace tengen::json
