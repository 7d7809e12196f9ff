// Which values plain SGF FF[4] can hold of a property.
#pragma once

#include <cstdint>

#include <tengen/model/game.h>
#include <tengen/model/vocabulary.h>

#include "passes/node_survey.h"

namespace tengen::passes {

namespace sgf_values_detail {

using KindSet = std::uint16_t;

constexpr KindSet kinds(std::initializer_list<ValueKind> list) {
    KindSet set = 0;
    for (const ValueKind kind : list) {
        set = static_cast<KindSet>(set | 1u << static_cast<unsigned>(kind));
    }
    return set;
}

constexpr KindSet kinds_of(ValueType type) {
    using enum ValueKind;
    // Bytes that are no text in any charset are left to the writer, which knows what it can do with them.
    constexpr KindSet texts = kinds({text, text_stored, bytes, bytes_stored});
    switch (type) {
        case ValueType::none:
            return kinds({empty});
        case ValueType::number:
        case ValueType::real:
        case ValueType::double_:
        case ValueType::color:
        case ValueType::simple_text:
        case ValueType::text:
            return texts;
        case ValueType::board_size:
        case ValueType::text_pair:
            return texts | kinds({pair});
        case ValueType::point:
            return kinds({point});
        case ValueType::move:
            return kinds({point, pass});
        case ValueType::point_or_rectangle:
            return kinds({point, rectangle});
        case ValueType::point_pair:
        case ValueType::point_text:
            return kinds({pair});
        case ValueType::figure:
            return kinds({empty, pair});
        case ValueType::unknown:
            break;
    }
    return static_cast<KindSet>(~0u);
}

constexpr KindSet kinds_of(const PropertyDefinition& definition) {
    using enum ValueKind;
    KindSet set = kinds_of(definition.type);
    if (definition.property_class == PropertyClass::game_info) {
        set =
            static_cast<KindSet>(set | kinds({invalid, invalid_stored}));  // a text that could not be read stays a text
    }
    if (definition.list == ListKind::possibly_empty) {
        set = static_cast<KindSet>(set | kinds({empty}));
    }
    if (!is_known_in(definition, 4)) {
        set = static_cast<KindSet>(set | kinds({raw, raw_stored}));
    }
    return set;
}

inline constexpr auto allowed = [] {
    std::array<KindSet, vocabulary_detail::definitions.size()> table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        table[i] = kinds_of(vocabulary_detail::definitions[i]);
    }
    return table;
}();

}  // namespace sgf_values_detail

/// Whether a value may stand in this property; nullptr is an unknown property, which may hold anything.
[[nodiscard]] inline bool can_hold(const PropertyDefinition* definition, tengen_value value) {
    return definition == nullptr ||
           (sgf_values_detail::allowed[vocabulary_index(*definition)] >> static_cast<unsigned>(kind_of(value)) & 1u) !=
               0;
}

/// Whether the property can be written as it is: its values, and their number.
[[nodiscard]] inline bool can_hold_all(Game game, std::uint32_t property) {
    const PropertyDefinition* definition = find_property(game.identifier(property));
    if (definition == nullptr) {
        return true;
    }
    const std::span<const tengen_value> values = game.values(property);
    if (values.size() == 1) {
        return can_hold(definition, values[0]);
    }
    if (definition->list == ListKind::single) {
        return !is_known_in(*definition, 4) && is_raw(kind_of(values[0]));
    }
    for (const tengen_value value : values) {
        if (!can_hold(definition, value) || kind_of(value) == ValueKind::empty) {
            return false;
        }
    }
    return true;
}

}  // namespace tengen::passes
