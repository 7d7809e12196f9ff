// What a game says about itself, for conditions and names.
#pragma once

#include <string_view>

#include <tengen/model/fact.h>
#include <tengen/model/game.h>

namespace tengen::pipeline {

/// The text of the fact of a field; empty if the game does not state a valid one.
[[nodiscard]] inline std::string_view fact_value(Game game, tengen_field field) {
    const tengen_fact* fact = find_fact(game, field);
    return fact == nullptr || fact->state != TENGEN_FACT_VALUE ? std::string_view() : fact_text(game, *fact);
}

}  // namespace tengen::pipeline
