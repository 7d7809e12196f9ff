// The plugin for SGF, the Smart Game Format.
#include <tengen/sdk/plugin.h>

#include "sgf/reader/reader_table.h"
#include "sgf/writer/writer_table.h"

namespace {

constexpr const tengen_reader* readers[] = {&tengen::sgf::reader_table};
constexpr const tengen_writer* writers[] = {&tengen::sgf::writer_table};

}  // namespace

TENGEN_DEFINE_PLUGIN("org.tengen.sgf", TENGEN_VERSION, "Game records in the Smart Game Format (SGF)", readers, writers)
