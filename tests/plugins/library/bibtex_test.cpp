#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/library/harness.h"

namespace tengen::test {
namespace {

using library::bibtex_reader_table;
using library::bibtex_writer_table;
using testing::ElementsAre;
using testing::IsEmpty;

std::string written(GameSketch& game) {
    return WrittenText(bibtex_writer_table, {game.game()}).text;
}

std::string read(std::string_view text) {
    const ReadText reading(bibtex_reader_table, text);
    std::string facts;
    for (const OwnedGame& game : reading.games) {
        facts += (facts.empty() ? "" : "--\n") + facts_of(game.view());
    }
    return facts;
}

TEST(Bibtex, WritesACardWithItsReferences) {
    GameSketch game = card({{"Date", "1846-07-21 ?"},
                            {"Black", "Honinbo Shusaku"},
                            {"White", "Inoue Genan Inseki"},
                            {"BRank", "4D"},
                            {"Event", "Castle game, game 2"},
                            {"Place", "Osaka"},
                            {"Score", "+2"},
                            {"Komi", "0"},
                            {"Result", "+2"},
                            {"Source", "GW 12"},
                            {"Source", "Invincible; p. 34"},
                            {"Comment", "the ear-reddening game"}});
    EXPECT_EQ(written(game),
              "@article{ref-1,\n  journal = {Go World},\n  number = {12},\n  note = {GW 12}\n}\n\n"
              "@book{ref-2,\n  title = {Invincible; p. 34}\n}\n\n"
              "@misc{game-1,\n  title = {Honinbo Shusaku \xE2\x80\x93 Inoue Genan Inseki},\n  year = {1846?},\n"
              "  month = jul,\n  day = {21},\n  booktitle = {Castle game, game 2},\n  address = {Osaka},\n"
              "  note = {Black rank: 4D; Score: +2; Komi: 0; Result: +2; the ear-reddening game},\n"
              "  related = {ref-1, ref-2}\n}\n\n");
}

TEST(Bibtex, ReadsItsOwnCardsBack) {
    const std::string facts =
        "date: 1846-07?-21\nblack: Redmond, Michael?\nwhite: A & B\nwhite_rank: insei\nevent: Castle, final ?\n"
        "place: Edo?\nkomi: 4.5?\nresult: -3.5 ?\nhandicap: 2+2 (tasuki)\nsource: GW 12\nsource: a book, p. 3\n"
        "comment: x; y\n";
    GameSketch game = card({{"Date", "1846-07?-21"},
                            {"Black", "Redmond, Michael?"},
                            {"White", "A & B"},
                            {"WRank", "insei"},
                            {"Event", "Castle, final ?"},
                            {"Place", "Edo?"},
                            {"Komi", "4.5?"},
                            {"Result", "-3.5 ?"},
                            {"Handicap", "2+2 (tasuki)"},
                            {"Source", "GW 12"},
                            {"Source", "a book, p. 3"},
                            {"Comment", "x; y"}});
    EXPECT_EQ(read(written(game)), facts);
}

TEST(Bibtex, PropertiesBecomeFactsOfACard) {
    GameSketch game({19, 19});
    game.node().add("PB", "Ann").add("PW", "Bob").add("DT", "1999-05-01,02").add("RE", "W+T").add("GN", "The match");
    game.add("AN", "Ned & Ted")
        .add("RU", "Chinese")
        .add("US", "me")
        .add("CP", "(c) me")
        .add("RO", "3")
        .add("EV", "Cup");
    game.black("dd");
    EXPECT_EQ(read(written(game)),
              "date: 1999-05-01\nblack: Ann\nwhite: Bob\nevent: Cup, 3\ncomment: Dates: 1999-05-01,02\n"
              "comment: Result: W+T\ngame_name: The match\nrules: Chinese\nannotator: Ned & Ted\nuser: me\n"
              "copyright: (c) me\n");
}

TEST(Bibtex, WritingWhatWasReadChangesNothing) {
    for (unsigned seed = 0; seed < 400; ++seed) {
        GameSketch game = random_information(seed);
        const std::string first = written(game);
        EXPECT_EQ(written_twice(bibtex_writer_table, bibtex_reader_table, first), first) << seed;
    }
}

TEST(Bibtex, ReadsFilesOfOtherPrograms) {
    EXPECT_EQ(read("Some words, and a mail address: me@example.org.\n"
                   "@STRING{gw = \"Go \" # {World}}\n"
                   "@string(kis = {Kiseido})\n"
                   "@comment{ @misc{no, title = {no}} }\n"
                   "@preamble{ \"\\newcommand{\\x}{y}\" }\n"
                   "@Misc( castle,\n"
                   "  Title = {{Honinbo} Sh{\\=u}saku -- {\\\"O}take~Hideo},\n"
                   "  YEAR = 1846, month = \"July\", day = 7,\n"
                   "  publisher = kis,\n"
                   "  note = {Komi: 4.5; nice},\n"
                   "  related = {a1,unknown},\n"
                   ")\n"
                   "@article{a1, author = {Power, John and Davies, James}, title = \"Games {of} note\",\n"
                   "  journal = gw, volume = 3, number = 12, year = 1979, pages = {3--5}}\n"),
              "date: 1846-07-07\nblack: Honinbo Sh\xC5\xABsaku\nwhite: \xC3\x96take Hideo\nkomi: 4.5\n"
              "source: Power, John & Davies, James: Games of note. Go World 3/12, 1979, p. 3\xE2\x80\x93"
              "5\nsource: unknown\n"
              "comment: nice\npublisher= Kiseido @bibtex\nkey= castle @bibtex\n");
}

TEST(Bibtex, AWorkOfItsOwnIsAReference) {
    EXPECT_EQ(read("@book{b, author = {Power, John}, title = {Invincible}, publisher = {Kiseido}, year = 1982}\n"),
              "source: Power, John: Invincible. Kiseido, 1982\n");
}

TEST(Bibtex, DamagedEntriesCostNoOthers) {
    const ReadText reading(bibtex_reader_table,
                           "@misc{one, title = {A \xE2\x80\x93 B}}\n"
                           "@misc{two, title = {never closed,\n"
                           "@misc{three, title {no sign}}\n"
                           "@misc{four, title = {C \xE2\x80\x93 D}, title = {E}}\n");
    EXPECT_THAT(reading.listener.found,
                ElementsAre("library.bad-entry@50", "library.bad-entry@83", "library.bad-entry 1@94"));
    ASSERT_EQ(reading.games.size(), 2u);
    EXPECT_EQ(facts_of(reading.games[1].view()), "black: C\nwhite: D\nkey= four @bibtex\n");
}

TEST(Bibtex, KeysThatSayNothingAreNamed) {
    const ReadText reading(bibtex_reader_table,
                           "@misc{one, title = {A}, related = {book, lost,, one}}\n"
                           "@book{book, title = {First}}\n"
                           "@book{book, title = {Second}}\n"
                           "@misc{one, title = {B}, related = {book}}\n");
    EXPECT_THAT(reading.listener.found,
                ElementsAre("library.bad-entry 0@0", "library.bad-entry@83", "library.bad-entry 1@113"));
    EXPECT_THAT(reading.listener.messages,
                ElementsAre(testing::HasSubstr("no entry has the key 'lost'"),
                            testing::HasSubstr("the key 'book', too"), testing::HasSubstr("the key 'one', too")));
    ASSERT_EQ(reading.games.size(), 2u);
    EXPECT_THAT(facts_of(reading.games[0].view()), testing::HasSubstr("source: First\nsource: lost\nsource: one\n"));
    EXPECT_THAT(facts_of(reading.games[1].view()), testing::HasSubstr("source: First\n"));
}

TEST(Bibtex, NothingIsNoRecord) {
    for (const char* text : {"", "just words", "me@example.org"}) {
        const ReadText reading(bibtex_reader_table, text);
        EXPECT_THAT(reading.listener.found, ElementsAre("library.no-record@0"));
        EXPECT_EQ(reading.status, plugins::SessionStatus::gave_up);
    }
}

TEST(Bibtex, AbbreviationsThatGrowAreStopped) {
    std::string text = "@string{a0 = {" + std::string(1000, 'x') + "}}\n";
    for (int i = 1; i < 40; ++i) {
        const std::string before = "a" + std::to_string(i - 1);
        text += "@string{a" + std::to_string(i) + " = " + before + " # " + before + "}\n";
    }
    text += "@misc{m, title = a39}\n";
    const ReadText reading(bibtex_reader_table, text);
    EXPECT_EQ(reading.games.size(), 1u);
    EXPECT_FALSE(reading.listener.found.empty());
}

TEST(Bibtex, DepthAndLengthAreNoDanger) {
    const std::string deep(200000, '{');
    const std::string closed = deep + std::string(200000, '}');
    EXPECT_EQ(ReadText(bibtex_reader_table, "@misc{a, title = {" + closed + "}}").games.size(), 1u);
    EXPECT_THAT(ReadText(bibtex_reader_table, "@misc{a, title = {" + deep).games, IsEmpty());
    std::string unclosed;
    for (int i = 0; i < 20000; ++i) {
        unclosed += "@misc{a, title = {\n";
    }
    EXPECT_EQ(ReadText(bibtex_reader_table, unclosed).listener.found.size(), 20000u);
    std::string pieces = "@misc{a, title = {x}";
    for (int i = 0; i < 20000; ++i) {
        pieces += " # {x}";
    }
    EXPECT_EQ(ReadText(bibtex_reader_table, pieces + "}").games.size(), 1u);
}

TEST(Bibtex, EveryCutOfAFileIsRead) {
    GameSketch game = random_information(3);
    const std::string text = written(game) + "@string{a = \"b\" # c}\n";
    for (std::size_t size = 0; size < text.size(); ++size) {
        const ReadText reading(bibtex_reader_table, std::string_view(text).substr(0, size));
        EXPECT_TRUE(reading.status == plugins::SessionStatus::end || reading.status == plugins::SessionStatus::gave_up);
    }
}

TEST(Bibtex, Latin1IsRecognised) {
    const ReadText reading(bibtex_reader_table, "@misc{a, title = {J\xF6rg M\xFCller \x96 B}, address = {Z\xFCrich}}");
    ASSERT_EQ(reading.games.size(), 1u);
    EXPECT_THAT(reading.listener.found, testing::Contains("charset.assumed"));
    EXPECT_THAT(facts_of(reading.games[0].view()), testing::HasSubstr("place: Z\xC3\xBCrich"));
}

TEST(Bibtex, LongValuesAreKeptAndOnlyAbbreviationsAreLimited) {
    const std::string remark(3'000'000, 'x');
    const std::string facts = read("@misc{a, title={A \xE2\x80\x93 B}, note={" + remark + "}}");
    EXPECT_NE(facts.find("comment: " + remark + "\n"), std::string::npos);

    const ReadText bomb(bibtex_reader_table,
                        "@string{s={" + std::string(600'000, 'y') + "}}\n@misc{a, title={A}, year=1846, note=s # s}");
    ASSERT_EQ(bomb.games.size(), 1U);
    EXPECT_THAT(bomb.listener.found, ElementsAre(testing::StartsWith("library.bad-entry 0@")));
    EXPECT_THAT(bomb.listener.messages, ElementsAre(testing::HasSubstr("the field note is too long")));
}

// Looking for a free number from the first one on would take hours here.
TEST(Bibtex, ManyRecordsMayWantOneKey) {
    std::string text;
    for (int i = 0; i < 60'000; ++i) {
        text += "@misc{a, title={x}, year=1990}\n";
    }
    const std::string again = written_twice(bibtex_writer_table, bibtex_reader_table, text);
    EXPECT_NE(again.find("@misc{a,"), std::string::npos);
    EXPECT_NE(again.find("@misc{a-2,"), std::string::npos);
    EXPECT_NE(again.find("@misc{a-60000,"), std::string::npos);
}

TEST(Bibtex, RanksOfOtherFormatsComeBack) {
    GameSketch game;
    game.node().add("PB", "A").add("PW", "B").add("BR", "4p").add("WR", "3k?");
    const std::string facts = read(written(game));
    EXPECT_NE(facts.find("black_rank: 4D\n"), std::string::npos) << facts;
    EXPECT_NE(facts.find("white_rank: 3k?\n"), std::string::npos) << facts;
}

}  // namespace
}  // namespace tengen::test
