// Whether bytes look like SGF.
#pragma once

#include <cstdint>

#include <tengen/abi/plugin.h>

namespace tengen::sgf {

/// See tengen_reader::sniff.
[[nodiscard]] std::uint32_t sniff(tengen_text head, tengen_text name);

}  // namespace tengen::sgf
