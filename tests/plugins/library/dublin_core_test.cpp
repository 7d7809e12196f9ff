#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/library/harness.h"

namespace tengen::test {
namespace {

using library::dublin_core_table;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(DublinCore, WritesTheElementsOfAGame) {
    GameSketch game({19, 19});
    game.node().add("PB", "Ann").add("PW", "Bob & Co").add("DT", "1999-05-01").add("EV", "Cup").add("RO", "2");
    game.add("PC", "Leiden").add("SO", "GW 1; GR 2").add("CP", "(c)").add("KM", "5.5").add("GC", "fine").black("dd");
    EXPECT_EQ(WrittenText(dublin_core_table, {game.game()}).text,
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<records xmlns:dcterms=\"http://purl.org/dc/terms/\" "
              "xmlns:edtf=\"http://id.loc.gov/datatypes/edtf/\" "
              "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
              "<record>\n  <dcterms:title>Ann \xE2\x80\x93 Bob &amp; Co</dcterms:title>\n"
              "  <dcterms:contributor>Ann</dcterms:contributor>\n"
              "  <dcterms:contributor>Bob &amp; Co</dcterms:contributor>\n"
              "  <dcterms:date xsi:type=\"edtf:EDTF-level1\">1999-05-01</dcterms:date>\n"
              "  <dcterms:isPartOf>Cup, 2</dcterms:isPartOf>\n  <dcterms:coverage>Leiden</dcterms:coverage>\n"
              "  <dcterms:source>GW 1</dcterms:source>\n  <dcterms:source>GR 2</dcterms:source>\n"
              "  <dcterms:rights>(c)</dcterms:rights>\n  <dcterms:description>Komi: 5.5</dcterms:description>\n"
              "  <dcterms:description>fine</dcterms:description>\n</record>\n</records>\n");
}

TEST(DublinCore, MarksOfDates) {
    const auto date_of = [](const char* text) {
        GameSketch game = card({{"Date", text}});
        const WrittenText written(dublin_core_table, {game.game()});
        const std::size_t begin = written.text.find("EDTF-level1\">") + 13;
        return written.text.substr(begin, written.text.find('<', begin) - begin) +
               (written.listener.found.empty() ? "" : " !");
    };
    EXPECT_EQ(date_of("1846?"), "1846?");
    EXPECT_EQ(date_of("1846-07 ??"), "1846-07%");
    EXPECT_EQ(date_of("1846?-07-21"), "1846-07-21 !");
    GameSketch unknown = card({{"Date", "?"}, {"Black", "A"}});
    EXPECT_THAT(WrittenText(dublin_core_table, {unknown.game()}).text, testing::Not(HasSubstr("dcterms:date")));
}

}  // namespace
}  // namespace tengen::test
