// What the plugin publishes.
#pragma once

#include <tengen/abi/plugin.h>

namespace tengen::library {

extern const tengen_reader bibtex_reader_table;
extern const tengen_reader marc_reader_table;
extern const tengen_writer bibtex_writer_table;
extern const tengen_writer marc_writer_table;
extern const tengen_writer dublin_core_table;

}  // namespace tengen::library
