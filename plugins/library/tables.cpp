#include <tengen/sdk/plugin.h>

#include "bibtex_reader.h"
#include "bibtex_writer.h"
#include "dublin_core_writer.h"
#include "marc_reader.h"
#include "marc_writer.h"
#include "plugin_tables.h"

namespace tengen::library {

namespace {

constexpr const char* bibtex_extensions[] = {"bib", nullptr};
constexpr const char* marc_extensions[] = {"marcxml", "mrcx", nullptr};

std::uint32_t sniff_bibtex_head(tengen_text head, tengen_text) {
    return sniff_bibtex(sdk::from_abi(head));
}
std::uint32_t sniff_marc_head(tengen_text head, tengen_text) {
    return sniff_marc(sdk::from_abi(head));
}

/// Game information in the words of libraries, and no tree.
constexpr sdk::Capabilities capabilities = [] {
    sdk::Capabilities row{};
    for (const tengen_feature feature :
         {TENGEN_FEATURE_SEVERAL_GAMES, TENGEN_FEATURE_RULES, TENGEN_FEATURE_CERTAINTY, TENGEN_FEATURE_NAME_ORDER,
          TENGEN_FEATURE_RANK_CLASS, TENGEN_FEATURE_BOARD_SCORE, TENGEN_FEATURE_TWO_COLOUR_START,
          TENGEN_FEATURE_REFERENCES, TENGEN_FEATURE_ANY_CHARSET}) {
        row[feature] = TENGEN_CAN;
    }
    for (const tengen_feature feature : {TENGEN_FEATURE_SEVERAL_DAYS, TENGEN_FEATURE_RESULT_KINDS,
                                         TENGEN_FEATURE_STREAMS, TENGEN_FEATURE_INVALID_VALUES}) {
        row[feature] = TENGEN_PARTLY;
    }
    return row;
}();

}  // namespace

constexpr tengen_reader bibtex_reader_table = sdk::define_reader<BibtexReader, bibtex_reader_options>(
    {.format = "bibtex", .title = "BibTeX", .extensions = bibtex_extensions, .sniff = &sniff_bibtex_head});
constexpr tengen_writer bibtex_writer_table = sdk::define_writer<BibtexWriter, no_options, capabilities>(
    {.format = "bibtex", .title = "BibTeX", .extension = "bib"});

constexpr tengen_reader marc_reader_table = sdk::define_reader<MarcReader, marc_reader_options>(
    {.format = "marcxml", .title = "MARC 21 in XML", .extensions = marc_extensions, .sniff = &sniff_marc_head});
constexpr tengen_writer marc_writer_table = sdk::define_writer<MarcWriter, no_options, capabilities>(
    {.format = "marcxml", .title = "MARC 21 in XML", .extension = "marcxml"});

constexpr tengen_writer dublin_core_table = sdk::define_writer<DublinCoreWriter, no_options, capabilities>(
    {.format = "dc", .title = "Dublin Core in XML", .extension = "xml"});

}  // namespace tengen::library
