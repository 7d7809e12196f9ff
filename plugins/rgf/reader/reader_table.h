// What the reader offers, as a table of the plugin boundary.
#pragma once

#include <tengen/abi/plugin.h>

namespace tengen::rgf {

extern const tengen_reader reader_table;

}  // namespace tengen::rgf
