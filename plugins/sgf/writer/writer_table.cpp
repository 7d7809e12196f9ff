#include "sgf/writer/writer_table.h"

#include <tengen/sdk/plugin.h>

#include "sgf/writer/capabilities.h"
#include "sgf/writer/sgf_writer.h"

namespace tengen::sgf {

constexpr tengen_writer writer_table = sdk::define_writer<SgfWriter, writer_options, capabilities>(
    {.format = "sgf", .title = "Smart Game Format FF[4]", .extension = "sgf"});

}  // namespace tengen::sgf
