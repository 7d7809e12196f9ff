#pragma once

#include <cstdint>
#include <string_view>

namespace tengen::pipeline {

/// 128 bits that stand for a text. Not proof against somebody who looks for two texts with one digest.
struct Digest {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    friend bool operator==(const Digest&, const Digest&) = default;
};
[[nodiscard]] Digest digest_of(std::string_view text) noexcept;

}  // namespace tengen::pipeline
