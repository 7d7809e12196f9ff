// Facts: statements about a game as a whole, whatever format they come from.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <tengen/abi/game.h>
#include <tengen/model/date.h>
#include <tengen/model/decimal.h>
#include <tengen/model/game.h>
#include <tengen/model/result.h>
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

/// Where a property of the game information stands.
struct GameInfoPlace {
    std::uint32_t node = 0;
    std::uint32_t property = 0;
};

namespace fact_detail {

/// Remove the facts of properties; those without one move to the front.
inline void keep_own_facts(GameStorage& storage) {
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < storage.facts.size(); ++i) {
        if (storage.facts[i].property == none) {
            storage.facts[kept++] = storage.facts[i];
        }
    }
    storage.facts.resize(kept);
}

/// Whether the text of a property that states a typed field has a reading in the notation of SGF.
[[nodiscard]] inline bool has_reading(tengen_field field, std::string_view text) {
    switch (field) {
        case TENGEN_FIELD_KOMI:
        case TENGEN_FIELD_HANDICAP:
        case TENGEN_FIELD_TIME_MAIN:
            return is_real(text);
        case TENGEN_FIELD_DATE:
            return parse_dates(text).is_read();
        case TENGEN_FIELD_RESULT:
            return parse_result(text).result.kind != ResultKind::unparsed;
        default:
            return true;
    }
}

/// The fact of a property whose value is typed already. A text that could not be read stays a text; the fact is
/// invalid.
[[nodiscard]] inline tengen_fact made_fact(const GameStorage& storage, tengen_field field, GameInfoPlace place) {
    const tengen_value value = storage.values[storage.properties[place.property].first_value];
    tengen_fact fact = fact_of_property(field, value, place.node, place.property);
    if (is_text(kind_of(value))) {
        const tengen_slice slice =
            is_slice(kind_of(value)) ? tengen_slice{0, payload_of(value)} : storage.stored_values[payload_of(value)];
        const char* text =
            is_slice(kind_of(value)) ? storage.header.text + value.offset : storage.stored_text.data() + slice.offset;
        if (!has_reading(field, {text, slice.size})) {
            fact.state = TENGEN_FACT_INVALID;
        }
    }
    return fact;
}

inline void append_fact(GameStorage& storage, tengen_field field, GameInfoPlace place) {
    storage.facts.push_back(made_fact(storage, field, place));
}

}  // namespace fact_detail

/// Fill the fact column from game information properties whose places are known, in the order of the record. Facts
/// without a property stay in front; facts of properties that were there before are made anew. Nothing is done for a
/// syntax-only reading.
inline void collect_facts(GameStorage& storage, std::span<const GameInfoPlace> places) {
    fact_detail::keep_own_facts(storage);
    if (storage.header.typed == 0) {
        return;
    }
    for (const GameInfoPlace place : places) {
        const PropertyDefinition* definition = find_property(Identifier(storage.properties[place.property].identifier));
        if (definition != nullptr && definition->field) {
            fact_detail::append_fact(storage, *definition->field, place);
        }
    }
}

/// The same, looking for the properties in all nodes.
inline void collect_facts(GameStorage& storage) {
    fact_detail::keep_own_facts(storage);
    if (storage.header.typed == 0) {
        return;
    }
    const std::uint32_t node_count = storage.nodes.size();
    for (std::uint32_t node = 0; node < node_count; ++node) {
        const std::uint32_t end =
            node + 1 < node_count ? storage.nodes[node + 1].first_property : storage.properties.size();
        for (std::uint32_t p = storage.nodes[node].first_property; p < end; ++p) {
            const PropertyDefinition* definition = find_property(Identifier(storage.properties[p].identifier));
            if (definition != nullptr && definition->field) {
                fact_detail::append_fact(storage, *definition->field, {node, p});
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
