#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/library/harness.h"

namespace tengen::test {
namespace {

using library::marc_reader_table;
using library::marc_writer_table;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string head =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<collection xmlns=\"http://www.loc.gov/MARC21/slim\">\n";

std::string written(GameSketch& game) {
    return WrittenText(marc_writer_table, {game.game()}).text;
}

TEST(Marc, WritesACard) {
    GameSketch game = card({{"Date", "1846-07-21?"},
                            {"Black", "Redmond, Michael"},
                            {"White", "Inoue <Genan>"},
                            {"Event", "Castle"},
                            {"Place", "Edo"},
                            {"Komi", "0"},
                            {"Source", "GW 12, p. 3"},
                            {"Comment", "a & b"}});
    const auto field = [](const std::string& tag, const std::string& indicators, const std::string& subfields) {
        return "  <datafield tag=\"" + tag + "\" ind1=\"" + indicators[0] + "\" ind2=\"" + indicators[1] + "\">\n" +
               subfields + "  </datafield>\n";
    };
    const auto subfield = [](char code, const std::string& text) {
        return "    <subfield code=\"" + std::string(1, code) + "\">" + text + "</subfield>\n";
    };
    EXPECT_EQ(
        written(game),
        head + "<record>\n  <leader>     nam a22     uu 4500</leader>\n" +
            field("046", "  ", subfield('k', "1846-07-21?") + subfield('2', "edtf")) +
            field("245", "00", subfield('a', "Redmond, Michael \xE2\x80\x93 Inoue &lt;Genan&gt;")) +
            field("500", "  ", subfield('a', "Komi: 0")) +
            field("510", "4 ", subfield('a', "GW 12") + subfield('c', "p. 3")) +
            field("518", "  ", subfield('d', "[1846-07-21?]") + subfield('p', "Edo")) +
            field("520", "  ", subfield('a', "a &amp; b")) +
            field("700", "1 ", subfield('a', "Redmond, Michael") + subfield('e', "player") + subfield('e', "Black")) +
            field("700", "0 ",
                  subfield('a', "Inoue &lt;Genan&gt;") + subfield('e', "player") + subfield('e', "White")) +
            field("711", "2 ", subfield('a', "Castle")) + field("751", "  ", subfield('a', "Edo")) +
            "</record>\n</collection>\n");
}

TEST(Marc, ReadsItsOwnCardsBack) {
    GameSketch game = card({{"Date", "1846-07?-21"},
                            {"Black", "Redmond, Michael?"},
                            {"White", "A & B"},
                            {"Event", "Castle, final ?"},
                            {"Place", "Edo?"},
                            {"Score", "+9C"},
                            {"Komi", "4.5?"},
                            {"Result", "+4.5 ?"},
                            {"Source", "GW 12"},
                            {"Source", "a book, p. 3"},
                            {"Comment", "Komi: 3"}});
    const WrittenText first(marc_writer_table, {game.game()});
    EXPECT_THAT(first.listener.found, ElementsAre("library.date-beyond-edtf 0")) << "a month that may be wrong";
    const ReadText back(marc_reader_table, first.text);
    ASSERT_EQ(back.games.size(), 1u);
    EXPECT_EQ(facts_of(back.games[0].view()),
              "date: 1846-07?-21\nblack: Redmond, Michael?\nwhite: A & B\nevent: Castle, final ?\nplace: Edo?\n"
              "board_score: +9C\nkomi: 4.5?\nresult: +4.5 ?\nsource: GW 12\nsource: a book, p. 3\ncomment: Komi: 3\n");
}

TEST(Marc, WritingWhatWasReadChangesNothing) {
    for (unsigned seed = 0; seed < 400; ++seed) {
        GameSketch game = random_information(seed);
        const std::string first = written(game);
        EXPECT_EQ(written_twice(marc_writer_table, marc_reader_table, first), first) << seed;
    }
}

TEST(Marc, ReadsRecordsOfLibraries) {
    const ReadText reading(
        marc_reader_table,
        "<?xml version='1.0'?><!-- a comment --><marc:collection xmlns:marc='http://www.loc.gov/MARC21/slim'>"
        "<marc:record><marc:leader>00714cam a2200205 a 4500</marc:leader>"
        "<marc:controlfield tag='001'>12883376</marc:controlfield>"
        "<marc:datafield tag='046' ind1=' ' ind2=' '><marc:subfield code='k'>1978-11~</marc:subfield></marc:datafield>"
        "<marc:datafield tag='245' ind1='1' ind2='0'><marc:subfield code='a'>The third Kisei match /</marc:subfield>"
        "<marc:subfield code='c'>edited by N.</marc:subfield></marc:datafield>"
        "<marc:datafield tag='260' ind1=' ' ind2=' '><marc:subfield code='b'>Ishi $ "
        "Press</marc:subfield></marc:datafield>"
        "<marc:datafield tag='700' ind1='1' ind2=' '><marc:subfield code='a'>Fujisawa, Hideyuki,</marc:subfield>"
        "<marc:subfield code='e'>player.</marc:subfield></marc:datafield>"
        "<marc:datafield tag='700' ind1='1' ind2=' '><marc:subfield code='a'>Ishida, Yoshio,</marc:subfield>"
        "<marc:subfield code='e'>player.</marc:subfield></marc:datafield>"
        "<marc:datafield tag='700' ind1='1' ind2=' '><marc:subfield code='a'>Power, "
        "John</marc:subfield></marc:datafield>"
        "</marc:record></marc:collection>");
    ASSERT_EQ(reading.games.size(), 1u);
    EXPECT_EQ(facts_of(reading.games[0].view()),
              "date: 1978-11?\nblack: Fujisawa, Hideyuki\nwhite: Ishida, Yoshio\ncomment: edited by N.\n"
              "game_name: The third Kisei match\n001= 12883376 @marcxml\n260=   $bIshi $$ Press @marcxml\n"
              "700= 1 $aPower, John @marcxml\n");
    EXPECT_THAT(reading.listener.messages, ElementsAre("kept as they are: 001, 260, 700"));
    const std::string again = WrittenText(marc_writer_table, views(reading)).text;
    EXPECT_THAT(again, HasSubstr("<controlfield tag=\"001\">12883376</controlfield>"));
    EXPECT_THAT(again, HasSubstr("<subfield code=\"b\">Ishi $ Press</subfield>"));
}

TEST(Marc, EntitiesAreRefused) {
    const ReadText bomb(marc_reader_table,
                        "<?xml version='1.0'?><!DOCTYPE c [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;'>]>"
                        "<collection><record><datafield tag='245'><subfield code='a'>&b;</subfield></datafield>"
                        "</record></collection>");
    EXPECT_EQ(bomb.status, plugins::SessionStatus::gave_up);
    EXPECT_THAT(bomb.games, IsEmpty());
    EXPECT_THAT(bomb.listener.messages, ElementsAre("a document type declaration is not allowed here"));
    const ReadText file(marc_reader_table,
                        "<!DOCTYPE c SYSTEM 'file:///etc/passwd'><collection><record/></collection>");
    EXPECT_THAT(file.games, IsEmpty());
}

TEST(Marc, BrokenDocumentsEndAtTheirFault) {
    const std::string record = "<record><datafield tag='245'><subfield code='a'>x</subfield></datafield></record>";
    const ReadText cut(marc_reader_table, "<collection>" + record + "<record>");
    EXPECT_EQ(cut.games.size(), 1u) << "what was complete stays";
    EXPECT_EQ(cut.status, plugins::SessionStatus::gave_up);
    EXPECT_THAT(cut.listener.found, ElementsAre(HasSubstr("library.bad-xml@")));
    for (const char* text : {"", "<", "no xml", "<a></b>", "<a>&nbsp;</a>", "<a>\x01</a>", "<a b='1' b='2'/>",
                             "<?xml version='1.0' encoding='EBCDIC-X'?><a/>"}) {
        const ReadText reading(marc_reader_table, text);
        EXPECT_EQ(reading.status, plugins::SessionStatus::gave_up) << text;
        EXPECT_EQ(reading.listener.found.size(), 1u) << text;
    }
    EXPECT_THAT(ReadText(marc_reader_table, "<collection/>").listener.found, ElementsAre("library.no-record"));
}

TEST(Marc, DepthAndStrayElementsAreNoDanger) {
    std::string deep = "<record>";
    for (int i = 0; i < 50000; ++i) {
        deep += "<subfield code='a'>";
    }
    EXPECT_EQ(ReadText(marc_reader_table, deep).status, plugins::SessionStatus::gave_up);
    const ReadText stray(marc_reader_table,
                         "<collection><subfield code='a'>x</subfield><record><subfield>y</subfield>"
                         "<controlfield>z</controlfield><datafield><subfield/></datafield></record></collection>");
    EXPECT_EQ(stray.games.size(), 1u);
}

TEST(Marc, EveryCutOfADocumentIsRead) {
    GameSketch game = random_information(5);
    const std::string text = written(game);
    for (std::size_t size = 0; size < text.size(); ++size) {
        const ReadText reading(marc_reader_table, std::string_view(text).substr(0, size));
        EXPECT_NE(reading.status, plugins::SessionStatus::fault) << size;
    }
}

}  // namespace
}  // namespace tengen::test
