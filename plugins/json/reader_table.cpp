#include <tengen/sdk/plugin.h>

#include "plugin_tables.h"
#include "reader.h"

namespace tengen::json {

namespace {

constexpr const char* extensions[] = {"json", "jsonl", "ndjson", nullptr};

std::uint32_t sniff_head(tengen_text head, tengen_text name) {
    return sniff(sdk::from_abi(head), sdk::from_abi(name));
}

}  // namespace

constexpr tengen_reader reader_table =
    sdk::define_reader<JsonReader, reader_options>({.format = "json",
                                                    .title = "JSON documents of game records (go-record)",
                                                    .extensions = extensions,
                                                    .sniff = sniff_head});

}  // namespace tengen::json
