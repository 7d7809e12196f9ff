// What the plugin publishes.
#pragma once

#include <tengen/abi/plugin.h>

namespace tengen::landman {

extern const tengen_reader reader_table;
extern const tengen_writer writer_table;

}  // namespace tengen::landman
