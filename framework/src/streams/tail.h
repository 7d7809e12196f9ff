// The end of a text, counted in characters. Internal to this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tengen::streams {

/// The bytes of the last `count` characters, and how many characters there were if that is less.
struct Tail {
    std::size_t bytes = 0;
    std::uint64_t characters = 0;
};

/// Characters are code points of UTF-8; a line break is one ("RGF text, RC").
inline Tail tail_of(std::string_view text, std::uint64_t count) {
    Tail tail;
    while (tail.bytes < text.size() && tail.characters < count) {
        do {
            ++tail.bytes;
        } while (tail.bytes < text.size() &&
                 (static_cast<unsigned char>(text[text.size() - tail.bytes]) & 0xC0) == 0x80);
        ++tail.characters;
    }
    return tail;
}

}  // namespace tengen::streams
