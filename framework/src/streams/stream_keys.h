// Small things that the parts of StreamState share. Internal to this folder.
#pragma once

#include <cstdint>

#include <tengen/model/identifier.h>
#include <tengen/model/point.h>
#include <tengen/model/vocabulary.h>

namespace tengen::streams {

/// Keys of entries that are texts have this bit; those of points and pairs have not.
inline constexpr std::uint32_t text_key = 0x8000'0000;

inline std::uint32_t point_key(Point point) {
    return point.column | std::uint32_t{point.row} << 8;
}

inline std::uint64_t pair_of(std::uint32_t a, std::uint32_t b) {
    return std::uint64_t{a} << 32 | b;
}

inline bool is_label_list(Identifier identifier) {
    const PropertyDefinition* definition = find_property(identifier);
    return definition != nullptr && definition->type == ValueType::point_text;
}

}  // namespace tengen::streams
