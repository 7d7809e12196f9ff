// Telling RGF from SGF and everything else.
#pragma once

#include <cstdint>

#include <tengen/abi/plugin.h>

namespace tengen::rgf {

/// See tengen_reader::sniff. Trees that contain a stream (GS) are RGF whatever the name says; trees without one are if
/// the name ends in .rgf.
std::uint32_t sniff(tengen_text head, tengen_text name);

}  // namespace tengen::rgf
