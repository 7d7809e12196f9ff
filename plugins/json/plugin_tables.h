// What the plugin offers, as the tables of the plugin boundary.
#pragma once

#include <tengen/abi/plugin.h>

namespace tengen::json {

extern const tengen_reader reader_table;
extern const tengen_writer writer_table;

}  // namespace tengen::json
