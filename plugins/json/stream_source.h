// What the source of a recorded stream is ("RGF text, GS").
#pragma once

#include <cstdint>
#include <string_view>

#include <tengen/abi/game.h>

namespace tengen::json {

inline constexpr std::uint32_t unknown_source_kind = 0xFFFFFFFF;

/// From its text alone: nothing is a clock; an address of the web is only kept; a plain name of a file in the folder of
/// the record is a file; everything else is unsafe and acts like a clock.
[[nodiscard]] tengen_source_kind source_kind_of(std::string_view source);

/// The kind a document states, unless the text shows that it is a worse one: a document must not be able to pass off a
/// path as a plain name.
[[nodiscard]] tengen_source_kind checked_source_kind(std::string_view source, std::uint32_t stated);

}  // namespace tengen::json
