// The plugin for keyword cards: the format of the list of games that H. Landman posted in 1988.
#include <tengen/sdk/plugin.h>

#include "plugin_tables.h"

namespace {

constexpr const tengen_reader* readers[] = {&tengen::landman::reader_table};
constexpr const tengen_writer* writers[] = {&tengen::landman::writer_table};

}  // namespace

TENGEN_DEFINE_PLUGIN("org.tengen.landman-card", TENGEN_VERSION, "Game information on keyword cards of 1988", readers,
                     writers)
