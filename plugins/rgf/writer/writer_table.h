// What the writer offers, as a table of the plugin boundary.
#pragma once

#include <tengen/abi/plugin.h>

namespace tengen::rgf {

extern const tengen_writer writer_table;

}  // namespace tengen::rgf
