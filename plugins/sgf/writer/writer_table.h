// What the plugin offers for writing, as a table of the plugin boundary.
#pragma once

#include <tengen/abi/plugin.h>

namespace tengen::sgf {

extern const tengen_writer writer_table;

}  // namespace tengen::sgf
