// The plugin for the formats of libraries.
#include <tengen/sdk/plugin.h>

#include "plugin_tables.h"

namespace {

constexpr const tengen_reader* readers[] = {&tengen::library::bibtex_reader_table, &tengen::library::marc_reader_table};
constexpr const tengen_writer* writers[] = {&tengen::library::bibtex_writer_table, &tengen::library::marc_writer_table,
                                            &tengen::library::dublin_core_table};

}  // namespace

TENGEN_DEFINE_PLUGIN("org.tengen.library", TENGEN_VERSION, "Library metadata: BibTeX, MARCXML and Dublin Core", readers,
                     writers)
