#include "rgf/reader/reader_table.h"

#include <tengen/sdk/plugin.h>

#include "rgf/reader/rgf_reader.h"
#include "rgf/reader/sniff.h"

namespace tengen::rgf {

namespace {

constexpr const char* extensions[] = {"rgf", nullptr};

}  // namespace

constinit const tengen_reader reader_table = sdk::define_reader<RgfReader, reader_options>(
    {.format = "rgf", .title = "Recorded game streams", .extensions = extensions, .sniff = &sniff});

}  // namespace tengen::rgf
