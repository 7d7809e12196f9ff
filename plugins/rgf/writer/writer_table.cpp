#include "rgf/writer/writer_table.h"

#include <tengen/sdk/plugin.h>

#include "rgf/writer/rgf_writer.h"
#include "sgf/writer/capabilities.h"

namespace tengen::rgf {

namespace {

/// What the format can carry: more than SGF, whose syntax it has.
constexpr sdk::Capabilities capabilities = [] {
    sdk::Capabilities row = sgf::capabilities;
    row[TENGEN_FEATURE_PROPERTY_ORDER] = TENGEN_CAN;
    row[TENGEN_FEATURE_REPEATED_PROPERTIES] = TENGEN_CAN;
    row[TENGEN_FEATURE_STREAMS] = TENGEN_CAN;
    row[TENGEN_FEATURE_INVALID_VALUES] = TENGEN_PARTLY;  // of game information
    return row;
}();

}  // namespace

constexpr tengen_writer writer_table = sdk::define_writer<RgfWriter, writer_options, capabilities>(
    {.format = "rgf", .title = "Recorded game streams", .extension = "rgf"});

}  // namespace tengen::rgf
