// The plugin that lists games: in an SQLite database, or in a CSV table.
#include <tengen/sdk/plugin.h>

#include "plugin_tables.h"

namespace {

constexpr const tengen_writer* writers[] = {&tengen::catalogue::database_table, &tengen::catalogue::csv_table};

}  // namespace

TENGEN_DEFINE_PLUGIN("org.tengen.catalogue", TENGEN_VERSION, "Catalogues of games: SQLite and CSV", {}, writers)
