#include <tengen/sdk/plugin.h>

#include "catalogue_writer.h"
#include "csv_writer.h"
#include "plugin_tables.h"

namespace tengen::catalogue {

namespace {

/// All game information in its own words, and no tree. Recordings count as one game each.
constexpr sdk::Capabilities capabilities = [] {
    sdk::Capabilities row{};
    for (const tengen_feature feature :
         {TENGEN_FEATURE_SEVERAL_GAMES, TENGEN_FEATURE_RULES, TENGEN_FEATURE_ANY_BOARD, TENGEN_FEATURE_SEVERAL_DAYS,
          TENGEN_FEATURE_CERTAINTY, TENGEN_FEATURE_NAME_ORDER, TENGEN_FEATURE_RANK_CLASS, TENGEN_FEATURE_BOARD_SCORE,
          TENGEN_FEATURE_RESULT_KINDS, TENGEN_FEATURE_TWO_COLOUR_START, TENGEN_FEATURE_REFERENCES,
          TENGEN_FEATURE_INVALID_VALUES, TENGEN_FEATURE_ANY_CHARSET}) {
        row[feature] = TENGEN_CAN;
    }
    row[TENGEN_FEATURE_STREAMS] = TENGEN_PARTLY;  // that they are there
    row[TENGEN_FEATURE_UNKNOWN_STATED] = TENGEN_PARTLY;
    return row;
}();

}  // namespace

constexpr tengen_writer database_table = sdk::define_writer<CatalogueWriter, catalogue_options, capabilities>(
    {.format = "catalogue", .title = "Catalogue of games in an SQLite database", .extension = "sqlite"});

constexpr tengen_writer csv_table = sdk::define_writer<CsvWriter, csv_options, capabilities>(
    {.format = "csv", .title = "Table of games, one line each", .extension = "csv"});

}  // namespace tengen::catalogue
