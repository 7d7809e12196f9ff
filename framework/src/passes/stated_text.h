// The game information of a game, fact by fact.
#pragma once

#include <cstdint>
#include <string_view>

#include <tengen/model/fact.h>

namespace tengen::passes {

/// A fact that stands in a property and has a text with a reading.
struct StatedText {
    std::uint32_t node;
    std::uint32_t property;
    std::string_view text;
};

/// Call visit(const StatedText&) for every fact of a field that a property states by a text. Facts whose value could
/// not be read were reported when it was typed.
template <class Visit>
void for_each_stated_text(Game game, tengen_field field, Visit&& visit) {
    const tengen_game& columns = game.columns();
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        const tengen_fact& fact = columns.facts[i];
        if (fact.field != static_cast<std::uint32_t>(field) || fact.property == none) {
            continue;
        }
        const tengen_value value = game.values(fact.property).front();
        if (is_text(kind_of(value))) {
            visit(StatedText{fact.node, fact.property, game.text(value)});
        }
    }
}

/// The text of the first such fact, or an empty one.
[[nodiscard]] inline std::string_view first_stated_text(Game game, tengen_field field) {
    std::string_view text;
    for_each_stated_text(game, field, [&](const StatedText& stated) { text = text.empty() ? stated.text : text; });
    return text;
}

}  // namespace tengen::passes
