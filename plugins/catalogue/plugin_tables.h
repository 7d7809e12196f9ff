// What the plugin publishes.
#pragma once

#include <tengen/abi/plugin.h>

namespace tengen::catalogue {

extern const tengen_writer database_table;
extern const tengen_writer csv_table;

}  // namespace tengen::catalogue
