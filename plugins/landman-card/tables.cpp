#include <tengen/sdk/plugin.h>

#include "card_reader.h"
#include "card_writer.h"
#include "plugin_tables.h"

namespace tengen::landman {

namespace {

constexpr const char* extensions[] = {"landman", nullptr};

std::uint32_t sniff_head(tengen_text head, tengen_text) {
    return sniff(sdk::from_abi(head));
}

/// What a card can carry: facts, and no tree.
constexpr sdk::Capabilities capabilities = [] {
    sdk::Capabilities row{};
    row[TENGEN_FEATURE_SEVERAL_GAMES] = TENGEN_CAN;
    row[TENGEN_FEATURE_UNKNOWN_PROPERTIES] = TENGEN_PARTLY;  // unknown keywords
    row[TENGEN_FEATURE_UNKNOWN_STATED] = TENGEN_CAN;
    row[TENGEN_FEATURE_CERTAINTY] = TENGEN_CAN;
    row[TENGEN_FEATURE_NAME_ORDER] = TENGEN_CAN;
    row[TENGEN_FEATURE_RANK_CLASS] = TENGEN_CAN;
    row[TENGEN_FEATURE_BOARD_SCORE] = TENGEN_CAN;
    row[TENGEN_FEATURE_TWO_COLOUR_START] = TENGEN_CAN;
    row[TENGEN_FEATURE_REFERENCES] = TENGEN_CAN;
    row[TENGEN_FEATURE_PRESENT_EMPTY] = TENGEN_CAN;
    row[TENGEN_FEATURE_INVALID_VALUES] = TENGEN_PARTLY;
    row[TENGEN_FEATURE_ANY_CHARSET] = TENGEN_PARTLY;  // as UTF-8
    return row;
}();

}  // namespace

constexpr tengen_reader reader_table = sdk::define_reader<CardReader, reader_options>(
    {.format = "landman", .title = "Keyword cards of 1988", .extensions = extensions, .sniff = &sniff_head});

constexpr tengen_writer writer_table = sdk::define_writer<CardWriter, writer_options, capabilities>(
    {.format = "landman", .title = "Keyword cards of 1988", .extension = "txt"});

}  // namespace tengen::landman
