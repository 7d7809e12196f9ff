// Losses that a format announces.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tengen::pipeline {

/// Whether a loss follows from what the target's row of capabilities says: it cannot hold the feature, or only in part.
/// Entries of tengen_capability_level, indexed by tengen_feature; missing ones mean TENGEN_CANNOT.
[[nodiscard]] bool is_published_loss(std::string_view id, std::span<const std::uint8_t> capabilities);

}  // namespace tengen::pipeline
