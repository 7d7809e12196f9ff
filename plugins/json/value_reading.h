// What a text in "v" means: the types of the SGF FF[4] property table, applied to texts without escapes.
// Nothing is repaired here; a text that does not fit has an id that says why, the one an SGF reader would use.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include <tengen/abi/game.h>
#include <tengen/model/point.h>
#include <tengen/model/value.h>
#include <tengen/model/vocabulary.h>

namespace tengen::json {

/// The type that counts for the values of a property in a document. Properties of recorded streams are texts here: what
/// they say is the business of those who play streams.
[[nodiscard]] constexpr ValueType type_of(Identifier identifier) {
    const PropertyDefinition* definition = find_property(identifier);
    if (definition == nullptr) {
        return ValueType::unknown;
    }
    return definition->recorded_stream ? ValueType::text : definition->type;
}

/// Whether a text stays a text under this type ("text" kinds, numbers and so on, in a form that is allowed).
[[nodiscard]] bool fits_as_text(ValueType type, std::string_view text);

/// What is wrong with a value.
struct ValueFault {
    const char* id;         ///< of the catalogue of diagnostics
    const char* complaint;  ///< what the text is not: "no whole number"
};

/// A text that means a point, a pass or a rectangle; or a fault.
struct PointReading {
    tengen_value value{};  ///< with offset 0
    ValueFault fault{nullptr, nullptr};
    bool pass_as_tt = false;
};

/// `identifier` matters because "" is a pass in B and W only.
[[nodiscard]] PointReading read_point(ValueType type, Identifier identifier, std::string_view text, BoardSize board);

/// Why a text that does not fit as a text is wrong; only for types that are no point types.
[[nodiscard]] ValueFault fault_of_text(ValueType type, std::string_view text);

/// A side of a board, 1 to 52.
[[nodiscard]] std::optional<int> side_of(std::string_view text);

/// "columns:rows" of SZ, taken apart.
[[nodiscard]] std::optional<std::pair<std::string_view, std::string_view>> split_board_size(std::string_view text);

[[nodiscard]] constexpr bool is_point_type(ValueType type) {
    return type == ValueType::point || type == ValueType::move || type == ValueType::point_or_rectangle;
}
[[nodiscard]] constexpr bool is_pair_type(ValueType type) {
    return type == ValueType::point_pair || type == ValueType::point_text || type == ValueType::text_pair ||
           type == ValueType::board_size || type == ValueType::figure;
}

/// The types of the two parts of a composed value.
[[nodiscard]] constexpr std::pair<ValueType, ValueType> part_types(ValueType type) {
    switch (type) {
        case ValueType::point_pair:
            return {ValueType::point, ValueType::point};
        case ValueType::point_text:
            return {ValueType::point, ValueType::simple_text};
        case ValueType::board_size:
            return {ValueType::number, ValueType::number};
        case ValueType::figure:
            return {ValueType::number, ValueType::simple_text};
        default:
            return {ValueType::simple_text, ValueType::simple_text};
    }
}

}  // namespace tengen::json
