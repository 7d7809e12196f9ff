// Facts: statements about a game as a whole, whatever format they come from.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <tengen/abi/game.h>
#include <tengen/model/game.h>
#include <tengen/model/storage.h>
#include <tengen/model/vocabulary.h>

namespace tengen {

namespace fact_detail {
inline constexpr std::array<std::string_view, TENGEN_FIELD_COUNT> field_names{
    "date",     "black",     "white",       "black_team", "white_team", "black_rank", "white_rank", "event",
    "round",    "place",     "board_score", "komi",       "result",     "handicap",   "rules",      "time_main",
    "overtime", "game_name", "opening",     "annotator",  "user",       "copyright",  "source",     "comment"};
}

/// The name of a field in documents: "date", "black_rank" ...
[[nodiscard]] constexpr std::string_view field_name(std::uint32_t field) {
    return fact_detail::field_names[field];
}

[[nodiscard]] constexpr std::optional<tengen_field> find_field(std::string_view name) {
    for (std::uint32_t i = 0; i < TENGEN_FIELD_COUNT; ++i) {
        if (fact_detail::field_names[i] == name) {
            return static_cast<tengen_field>(i);
        }
    }
    return std::nullopt;
}

/// A fact that stands in a property: it has no text of its own.
[[nodiscard]] constexpr tengen_fact fact_of_property(tengen_field field, tengen_value first, std::uint32_t node,
                                                     std::uint32_t property) {
    tengen_fact fact{};
    fact.field = field;
    fact.node = node;
    fact.property = property;
    fact.offset = first.offset;
    const ValueKind kind = kind_of(first);
    fact.state = kind == ValueKind::empty             ? TENGEN_FACT_EMPTY
                 : is_invalid(kind) || is_bytes(kind) ? TENGEN_FACT_INVALID
                                                      : TENGEN_FACT_VALUE;
    return fact;
}

/// Fill the fact column from the game information properties of all nodes. Facts without a property stay in front;
/// facts of properties that were there before are made anew.
inline void collect_facts(GameStorage& storage) {
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < storage.facts.size(); ++i) {
        if (storage.facts[i].property == none) {
            storage.facts[kept++] = storage.facts[i];
        }
    }
    storage.facts.resize(kept);
    if (storage.header.game_kind != game_kind_go && storage.header.typed == 0) {
        return;
    }
    const std::uint32_t node_count = storage.nodes.size();
    for (std::uint32_t node = 0; node < node_count; ++node) {
        const std::uint32_t end =
            node + 1 < node_count ? storage.nodes[node + 1].first_property : storage.properties.size();
        for (std::uint32_t p = storage.nodes[node].first_property; p < end; ++p) {
            const PropertyDefinition* definition = find_property(Identifier(storage.properties[p].identifier));
            if (definition != nullptr && definition->field) {
                storage.facts.push_back(
                    fact_of_property(*definition->field, storage.values[storage.properties[p].first_value], node, p));
            }
        }
    }
}

/// The text a fact states: of its property's first value, or its own.
[[nodiscard]] inline std::string_view fact_text(Game game, const tengen_fact& fact) {
    return fact.property != none ? game.text(game.values(fact.property).front()) : game.stored(fact.text);
}

/// The preferred fact of a field: the first one; nullptr if the field is absent.
[[nodiscard]] inline const tengen_fact* find_fact(Game game, tengen_field field) {
    for (std::uint32_t i = 0; i < game.columns().fact_count; ++i) {
        if (game.columns().facts[i].field == static_cast<std::uint32_t>(field)) {
            return &game.columns().facts[i];
        }
    }
    return nullptr;
}

}  // namespace tengen
