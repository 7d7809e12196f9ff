#pragma once

#include <cstdint>
#include <vector>

#include "text/charset.h"

namespace tengen::text {

/// Private to this folder: the UTF-16 code units of the bytes 80 to FF of a single-byte charset; 0 for unassigned
/// bytes.
std::vector<std::uint16_t> single_byte_units(const Charset& charset);

}  // namespace tengen::text
