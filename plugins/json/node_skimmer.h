// The short way through plain nodes: those that stand exactly as the writer writes them, without white space, escapes
// and rarer members. Whatever else there is goes the long way, through the JSON parser.
#pragma once

#include <cstdint>
#include <string_view>

#include "game_draft.h"

namespace tengen::json {

struct Skimmed {
    const char* end;      ///< behind the last node that was taken
    std::uint32_t count;  ///< nodes taken
};

/// `at` stands behind a node of the list "nodes", in an input that ends with at least 16 zero bytes at `input_end`.
/// What is taken is valid JSON; what is not taken leaves no trace in the draft.
[[nodiscard]] Skimmed skim_nodes(const char* at, const char* input_end, const sdk::Host& host, GameDraft& draft);

}  // namespace tengen::json
