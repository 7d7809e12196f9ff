// The JSON plugin: games as documents of the format "go-record", for programs.
#include <tengen/sdk/plugin.h>

#include "plugin_tables.h"

namespace {

constexpr const tengen_reader* readers[] = {&tengen::json::reader_table};
constexpr const tengen_writer* writers[] = {&tengen::json::writer_table};

}  // namespace

TENGEN_DEFINE_PLUGIN("org.tengen.json", TENGEN_VERSION, "Game records as JSON documents (go-record)", readers, writers)
