// Typed values of facts: what the text of a fact says, in the form that programs want.
#pragma once

#include <cstdint>
#include <string_view>

#include <tengen/abi/game.h>
#include <tengen/model/game.h>
#include <tengen/model/result.h>

#include "output_buffer.h"

namespace tengen::json {

/// How the text of a fact is to be read: as SGF writes it, or as the keyword cards of 1988 do.
enum class Notation { sgf, card };

[[nodiscard]] Notation notation_of(Game game, const tengen_fact& fact);

/// Whether the typed value of a field is its text, unchanged.
[[nodiscard]] bool value_is_text(std::uint32_t field);

/// Put `,"value":...` for a fact of state "value". False, and nothing is put, if its text has no typed reading.
bool put_fact_value(Game game, const tengen_fact& fact, OutputBuffer& out);

/// Put {"kind":...} of a result of SGF.
void put_result_object(const Result& result, OutputBuffer& out);

}  // namespace tengen::json
