#include "pipeline/digest.h"

#include <array>
#include <cstddef>
#include <cstring>

namespace tengen::pipeline {

namespace {

__extension__ using Product = unsigned __int128;

// Both halves of the product: every bit of either number reaches every bit of the result.
std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) noexcept {
    const Product product = static_cast<Product>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

// Digits of pi.
constexpr std::uint64_t first_key = 0x243F6A8885A308D3U;
constexpr std::uint64_t second_key = 0x13198A2E03707344U;
constexpr std::uint64_t third_key = 0xA4093822299F31D0U;
constexpr std::uint64_t fourth_key = 0x082EFA98EC4E6C89U;

void add(Digest& digest, std::uint64_t one, std::uint64_t other) noexcept {
    digest.high = folded_product(one ^ first_key, other ^ digest.high);
    digest.low = folded_product(other ^ second_key, one ^ digest.low);
}

}  // namespace

Digest digest_of(std::string_view text) noexcept {
    Digest digest{third_key ^ text.size(), fourth_key + text.size()};
    std::array<std::uint64_t, 2> words{};
    std::size_t at = 0;
    for (; text.size() - at >= sizeof words; at += sizeof words) {
        std::memcpy(words.data(), text.data() + at, sizeof words);
        add(digest, words[0], words[1]);
    }
    if (at != text.size()) {
        words = {};
        std::memcpy(words.data(), text.data() + at, text.size() - at);
        add(digest, words[0], words[1]);
    }
    // What came last has gone through one product only.
    return {folded_product(digest.high ^ third_key, digest.low ^ fourth_key),
            folded_product(digest.low ^ first_key, digest.high ^ second_key)};
}

}  // namespace tengen::pipeline
