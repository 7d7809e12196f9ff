#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "text/charset.h"

namespace tengen::text {

/// A byte-order mark: the charset it stands for and its number of bytes.
struct ByteOrderMark {
    Charset charset;
    std::size_t length;
};

/// The byte-order mark of UTF-8, UTF-16 or UTF-32 at the start of the bytes, if there is one (The Unicode Standard,
/// section 23.8). Any thread.
[[nodiscard]] std::optional<ByteOrderMark> find_byte_order_mark(std::string_view bytes) noexcept;

}  // namespace tengen::text
