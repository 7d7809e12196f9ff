// What this plugin offers: constant data, read by the host before any of the code runs.
#include <tengen/sdk/plugin.h>

#include "reader.h"
#include "writer.h"

namespace {

constexpr const char* extensions[] = {"moves", nullptr};

constexpr tengen_reader reader =
    tengen::sdk::define_reader<move_list::Reader, move_list::reader_options>({.format = "move-list",
                                                                              .title = "Move list, one move a line",
                                                                              .extensions = extensions,
                                                                              .sniff = &move_list::sniff});

constexpr tengen_writer writer =
    tengen::sdk::define_writer<move_list::Writer, move_list::writer_options, move_list::capabilities>(
        {.format = "move-list", .title = "Move list, one move a line", .extension = "moves"});

constexpr const tengen_reader* readers[] = {&reader};
constexpr const tengen_writer* writers[] = {&writer};

}  // namespace

TENGEN_DEFINE_PLUGIN("org.example.move-list", "1.0.0", "Move lists: one move a line", readers, writers)
