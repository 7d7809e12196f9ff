// Values as the value column holds them.
#pragma once

#include <cstdint>

#include <tengen/abi/game.h>
#include <tengen/model/point.h>

namespace tengen {

enum class ValueKind : std::uint8_t {
    empty = TENGEN_VALUE_EMPTY,
    text = TENGEN_VALUE_TEXT,
    text_stored = TENGEN_VALUE_TEXT_STORED,
    point = TENGEN_VALUE_POINT,
    pass = TENGEN_VALUE_PASS,
    rectangle = TENGEN_VALUE_RECTANGLE,
    pair = TENGEN_VALUE_PAIR,
    raw = TENGEN_VALUE_RAW,
    raw_stored = TENGEN_VALUE_RAW_STORED,
    invalid = TENGEN_VALUE_INVALID,
    invalid_stored = TENGEN_VALUE_INVALID_STORED,
    bytes = TENGEN_VALUE_BYTES,
    bytes_stored = TENGEN_VALUE_BYTES_STORED
};

/// The largest payload: slices of the text are shorter than 256 MiB.
inline constexpr std::uint32_t max_payload = TENGEN_VALUE_PAYLOAD_MASK;

[[nodiscard]] constexpr ValueKind kind_of(tengen_value value) {
    return static_cast<ValueKind>(value.bits >> TENGEN_VALUE_KIND_SHIFT);
}
[[nodiscard]] constexpr std::uint32_t payload_of(tengen_value value) {
    return value.bits & TENGEN_VALUE_PAYLOAD_MASK;
}

[[nodiscard]] constexpr tengen_value make_value(std::uint32_t offset, ValueKind kind, std::uint32_t payload = 0) {
    return {offset, (static_cast<std::uint32_t>(kind) << TENGEN_VALUE_KIND_SHIFT) | payload};
}
[[nodiscard]] constexpr tengen_value make_point(std::uint32_t offset, Point point) {
    return make_value(offset, ValueKind::point, point.column | std::uint32_t{point.row} << 8);
}
[[nodiscard]] constexpr tengen_value make_rectangle(std::uint32_t offset, Rectangle r) {
    return make_value(offset, ValueKind::rectangle,
                      r.upper_left.column | std::uint32_t{r.upper_left.row} << 6 |
                          std::uint32_t{r.lower_right.column} << 12 | std::uint32_t{r.lower_right.row} << 18);
}

/// The point of a value of kind point.
[[nodiscard]] constexpr Point point_of(tengen_value value) {
    return {static_cast<std::uint8_t>(value.bits & 0xFF), static_cast<std::uint8_t>((value.bits >> 8) & 0xFF)};
}
/// The rectangle of a value of kind rectangle.
[[nodiscard]] constexpr Rectangle rectangle_of(tengen_value value) {
    const auto part = [bits = value.bits](int shift) { return static_cast<std::uint8_t>((bits >> shift) & 0x3F); };
    return {{part(0), part(6)}, {part(12), part(18)}};
}

[[nodiscard]] constexpr bool is_text(ValueKind kind) {
    return kind == ValueKind::text || kind == ValueKind::text_stored;
}
[[nodiscard]] constexpr bool is_raw(ValueKind kind) {
    return kind == ValueKind::raw || kind == ValueKind::raw_stored;
}
[[nodiscard]] constexpr bool is_invalid(ValueKind kind) {
    return kind == ValueKind::invalid || kind == ValueKind::invalid_stored;
}
[[nodiscard]] constexpr bool is_bytes(ValueKind kind) {
    return kind == ValueKind::bytes || kind == ValueKind::bytes_stored;
}
/// Whether the content is stored_values[payload].
[[nodiscard]] constexpr bool is_stored(ValueKind kind) {
    return kind == ValueKind::text_stored || kind == ValueKind::raw_stored || kind == ValueKind::invalid_stored ||
           kind == ValueKind::bytes_stored;
}
/// Whether the content is a slice of the game's text.
[[nodiscard]] constexpr bool is_slice(ValueKind kind) {
    return kind == ValueKind::text || kind == ValueKind::raw || kind == ValueKind::invalid || kind == ValueKind::bytes;
}

/// Call visit(Point) for every point of a value of kind point or rectangle; nothing for other kinds.
template <class Visit>
constexpr void for_each_point(tengen_value value, Visit&& visit) {
    if (kind_of(value) == ValueKind::point) {
        visit(point_of(value));
    } else if (kind_of(value) == ValueKind::rectangle) {
        const Rectangle r = rectangle_of(value);
        for (int column = r.upper_left.column; column <= r.lower_right.column; ++column) {
            for (int row = r.upper_left.row; row <= r.lower_right.row; ++row) {
                visit(Point{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
            }
        }
    }
}

}  // namespace tengen
