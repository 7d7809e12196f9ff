// The plugin for RGF, recorded game streams in the syntax of SGF.
#include <tengen/sdk/plugin.h>

#include "rgf/reader/reader_table.h"
#include "rgf/writer/writer_table.h"

namespace {

constexpr const tengen_reader* readers[] = {&tengen::rgf::reader_table};
constexpr const tengen_writer* writers[] = {&tengen::rgf::writer_table};

}  // namespace

TENGEN_DEFINE_PLUGIN("org.tengen.rgf", TENGEN_VERSION, "Recorded game streams (RGF)", readers, writers)
