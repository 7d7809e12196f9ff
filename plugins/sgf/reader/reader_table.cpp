#include "sgf/reader/reader_table.h"

#include <tengen/sdk/plugin.h>

#include "sgf/reader/sgf_reader.h"
#include "sgf/reader/sniff.h"

namespace tengen::sgf {

namespace {

constexpr const char* extensions[] = {"sgf", "mgt", nullptr};

}  // namespace

constinit const tengen_reader reader_table = sdk::define_reader<SgfReader, reader_options>(
    {.format = "sgf", .title = "Smart Game Format, FF[1] to FF[4]", .extensions = extensions, .sniff = &sniff});

}  // namespace tengen::sgf
