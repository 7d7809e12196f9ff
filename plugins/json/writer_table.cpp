#include <tengen/sdk/plugin.h>

#include "plugin_tables.h"
#include "writer.h"

namespace tengen::json {

namespace {

/// The document is the whole model.
constexpr sdk::Capabilities everything = [] {
    sdk::Capabilities row{};
    for (std::uint8_t& level : row) {
        level = TENGEN_CAN;
    }
    return row;
}();

}  // namespace

constexpr tengen_writer writer_table = sdk::define_writer<JsonWriter, writer_options, everything>(
    {.format = "json", .title = "JSON document of game records (go-record)", .extension = "json"});

}  // namespace tengen::json
