// Records in files of cards.
#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/landman-card/harness.h"

namespace tengen::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CardReader, AFieldIsAFactAndTheGameHasNoProperty) {
    const ReadText read = read_cards("Date: 1846-07-21\nBlack: Honinbo Shusaku\nWhite:\nSource: GW 12\n");
    ASSERT_EQ(read.games.size(), 1U);
    const Game game = read.games[0].view();
    EXPECT_EQ(game.node_count(), 1U);
    EXPECT_EQ(game.property_count(), 0U);
    EXPECT_EQ(fields_of(game), "Date: 1846-07-21\nBlack: Honinbo Shusaku\nWhite: \nSource: GW 12\n");
    EXPECT_EQ(game.columns().facts[1].state, TENGEN_FACT_VALUE);
    EXPECT_EQ(game.columns().facts[2].state, TENGEN_FACT_EMPTY);
    EXPECT_EQ(game.source_offset(game.columns().facts[1].offset), 17U);
    EXPECT_THAT(read.listener.found, IsEmpty());
}

TEST(CardReader, RecordsStartAtDateLinesWithOrWithoutBlankLines) {
    const ReadText read = read_cards("Date: 1846\nSource: a\nDate: 1847\nSource: b\n\n\nDate: ?\nSource: c");
    ASSERT_EQ(read.games.size(), 3U);
    EXPECT_EQ(fields_of(read.games[1].view()), "Date: 1847\nSource: b\n");
    EXPECT_EQ(fields_of(read.games[2].view()), "Date: ?\nSource: c\n");
    EXPECT_EQ(read.games[2].view().index(), 2U);
    EXPECT_EQ(read.games[2].columns().facts[0].state, TENGEN_FACT_UNKNOWN);
}

TEST(CardReader, APostingWithMailHeadersAndProse) {
    const std::string posting =
        "From: somebody\n"
        "Date: Tue, 23 Feb 88\n"
        "Subject: games\n"
        "\n"
        "Date: contains the day of the first move, see below.\n"
        "\n"
        "Black: and White: give the names of the players.\n"
        "\n"
        "Date: 1846-07-21\n"
        "Source: GW 12\n"
        "\n"
        "That was the first part.\n"
        "\n"
        "From: somebody\n"
        "Date: Wed, 24 Feb 88\n"
        "\n"
        "Date: 1847\n"
        "Source: x\n";
    const ReadText read = read_cards(posting);
    ASSERT_EQ(read.games.size(), 2U);
    EXPECT_EQ(fields_of(read.games[0].view()), "Date: 1846-07-21\nSource: GW 12\n");
    EXPECT_EQ(fields_of(read.games[1].view()), "Date: 1847\nSource: x\n");
    const auto at = [&](std::string_view text) { return "@" + std::to_string(posting.find(text)); };
    EXPECT_THAT(read.listener.found,
                ElementsAre("card.text-outside@0", "card.not-a-date-line" + at("Date: Tue"),
                            "card.not-a-date-line" + at("Date: contains"), "card.not-a-date-line" + at("Date: Wed")));
}

TEST(CardReader, AFieldBeforeAnyDateLineStartsARecord) {
    const ReadText read = read_cards("Black: A\nSource: x\nDate: 1846\nSource: y\n");
    ASSERT_EQ(read.games.size(), 2U);
    EXPECT_EQ(fields_of(read.games[0].view()), "Black: A\nSource: x\n");
    // Without a date it is sorted like an unknown one, behind all others.
    EXPECT_THAT(read.listener.found, ElementsAre("card.missing-date 0@0", "card.not-sorted@0"));
}

TEST(CardReader, AMissingDateIsUnknownWhereThatIsWanted) {
    const ReadText read = read_cards("Black: A\nSource: x\n", {"card.missing-date"});
    EXPECT_EQ(fields_of(read.games.at(0).view()), "Date: ?\nBlack: A\nSource: x\n");
    EXPECT_EQ(read.games[0].columns().facts[0].note, TENGEN_NOTE_REPAIRED);
}

TEST(CardReader, UnknownRepeatedAndMisspelledKeywords) {
    const ReadText read = read_cards(
        "Date: 1846\nSize: 13x13\nEvent: a\nevent: b\n Komi : 0\nSource: x\nSource: y\nComment: c\nComment: d\n");
    EXPECT_EQ(fields_of(read.games.at(0).view()),
              "Date: 1846\nEvent: a\nKomi: 0\nSource: x\nSource: y\nComment: c\nComment: d\n"
              "Size= 13x13 #1\nEvent= b #3\n");
    EXPECT_THAT(read.listener.found,
                ElementsAre("card.unknown-keyword 0@11", "card.keyword-spelling 0@32", "card.repeated-field 0@32",
                            "card.keyword-spelling 0@41", "card.several-comments 0@82"));
}

TEST(CardReader, LinesWithoutKeyword) {
    const ReadText read = read_cards("Date: 1846\nSource: GW 12\nAGJ 20\nGround floor\nComment: one\ntwo\n");
    EXPECT_EQ(fields_of(read.games.at(0).view()),
              "Date: 1846\nSource: GW 12\nSource: AGJ 20 Ground floor\nComment: one two\n");
    EXPECT_THAT(read.listener.found,
                ElementsAre("card.no-keyword 0@25", "card.no-keyword 0@32", "card.no-keyword 0@58"));
}

TEST(CardReader, BlankLinesInsideARecord) {
    const ReadText read = read_cards("Date: 1846\n\nBlack: A\n\n\nSource: x\n\nText.\n");
    EXPECT_EQ(read.games.size(), 1U);
    EXPECT_EQ(fields_of(read.games.at(0).view()), "Date: 1846\nBlack: A\nSource: x\n");
    EXPECT_THAT(read.listener.found,
                ElementsAre("card.blank-line 0@11", "card.blank-line 0@21", "card.text-outside@34"));
}

TEST(CardReader, OrderOfFieldsAndOfRecords) {
    const ReadText read =
        read_cards("Date: 1847\nSource: x\nBlack: A\n\nDate: 1846\nSource: y\n\nDate: ?\nSource: z\n");
    EXPECT_THAT(read.listener.found, ElementsAre("card.field-order 0@21", "card.not-sorted@0"));
    EXPECT_EQ(fields_of(read.games.at(0).view()), "Date: 1847\nSource: x\nBlack: A\n");
}

TEST(CardReader, MarksAreKeptAndMeanWhatTheySay) {
    const ReadText read =
        read_cards("Date: 1846-07?-21\nEvent: A?, B, game 3 ?\nKomi: 4.5 ??\nComment: sure?\nSource: x\n");
    const tengen_game& columns = read.games.at(0).columns();
    EXPECT_EQ(columns.facts[0].mark_count, 1U);
    EXPECT_EQ(columns.marks[columns.facts[0].first_mark].scope, TENGEN_MARK_COMPONENT);
    EXPECT_EQ(columns.marks[columns.facts[0].first_mark].position, 1U);
    EXPECT_EQ(columns.facts[0].certainty, TENGEN_CERTAIN);
    EXPECT_EQ(columns.facts[1].mark_count, 2U);
    EXPECT_EQ(columns.facts[2].certainty, TENGEN_GUESS);
    EXPECT_EQ(columns.facts[3].mark_count, 0U);
}

TEST(CardReader, TextBeyondAsciiIsUtf8OrGuessed) {
    const ReadText utf8 = read_cards(
        "\xEF\xBB\xBF"
        "Date: 1846\nBlack: 本因坊\nSource: x\n");
    EXPECT_EQ(fields_of(utf8.games.at(0).view()), "Date: 1846\nBlack: 本因坊\nSource: x\n");
    EXPECT_THAT(utf8.listener.found, ElementsAre("charset.bom@0", "card.non-ascii@21"));
    EXPECT_EQ(utf8.games[0].view().source_offset(utf8.games[0].columns().facts[1].offset), 14U);

    const ReadText latin(landman::reader_table, "Date: 1846\nBlack: M\xFCller\nSource: x\nComment: y\n", {},
                         {{"charset", "ISO-8859-1"}});
    const Game game = latin.games.at(0).view();
    EXPECT_EQ(fields_of(game), "Date: 1846\nBlack: Müller\nSource: x\nComment: y\n");
    EXPECT_EQ(game.source_offset(game.columns().facts[2].offset), 25U);
    EXPECT_EQ(game.source_offset(game.columns().facts[3].offset), 35U);
}

TEST(CardReader, LostLineBreaksAreFoundByKeywords) {
    const ReadText read = read_cards(
        "Games of the castle.\n\n"
        "Date: 1846-07-21 Black: Honinbo Shusaku White: Inoue\n"
        "Genan Inseki Result: +2 Source: GW 12 Comment: see White: p. 3\n"
        "and more. Date: 1851 Black: Ota Source: ? Date: no day Source: x\n"
        "Date: 1852\nPlace: Edo:Place\nEvent: Cup, Place:x\nSource: y\n");
    ASSERT_EQ(read.games.size(), 3U);
    EXPECT_EQ(fields_of(read.games[0].view()),
              "Date: 1846-07-21\nBlack: Honinbo Shusaku\nWhite: Inoue Genan Inseki\nResult: +2\nSource: GW 12\n"
              "Comment: see White: p. 3 and more.\n");
    EXPECT_EQ(fields_of(read.games[1].view()), "Date: 1851\nBlack: Ota\nSource: ? Date: no day\nSource: x\n");
    EXPECT_EQ(fields_of(read.games[2].view()), "Date: 1852\nPlace: Edo:Place\nEvent: Cup, Place:x\nSource: y\n");
    EXPECT_EQ(std::count_if(read.listener.found.begin(), read.listener.found.end(),
                            [](const std::string& found) { return found.starts_with("card.lost-line-break"); }),
              2)
        << "once a record";
    EXPECT_EQ(read.games[0].view().source_offset(read.games[0].columns().facts[1].offset), 39U);

    const ReadText prose = read_cards("Date: of the game, see Black: and White: below\nDate: 1846\nSource: x\n");
    ASSERT_EQ(prose.games.size(), 1U);
    EXPECT_EQ(fields_of(prose.games[0].view()), "Date: 1846\nSource: x\n");
}

// To look through all fields for each of them would take minutes here.
TEST(CardReader, ARecordMayHaveAnyNumberOfFields) {
    std::string text = "Date: 1950\n";
    for (int i = 0; i < 200'000; ++i) {
        text += "Comment: x\n";
    }
    const ReadText read = read_cards(text + "Source: x\n");
    ASSERT_EQ(read.games.size(), 1U);
    EXPECT_EQ(read.games[0].columns().fact_count, 200'002U);
    EXPECT_EQ(std::count_if(read.listener.found.begin(), read.listener.found.end(),
                            [](const std::string& found) { return found.starts_with("card.several-comments"); }),
              1);
}

TEST(CardReader, ByteOrderMarksSayTheCharset) {
    const std::string_view ascii = "Date: 1846\nSource: x\n";
    std::string little = "\xFF\xFE";
    std::string big = "\xFE\xFF";
    for (const char c : ascii) {
        little += {c, '\0'};
        big += {'\0', c};
    }
    for (const std::string& text : {little, big, "\xEF\xBB\xBF" + std::string(ascii)}) {
        const ReadText read = read_cards(text);
        ASSERT_EQ(read.games.size(), 1U);
        EXPECT_EQ(fields_of(read.games[0].view()), ascii);
        EXPECT_THAT(read.listener.found, testing::ElementsAre("charset.bom@0"));
    }
    const ReadText read = read_cards(little);
    EXPECT_EQ(read.games[0].view().source_offset(read.games[0].columns().facts[1].offset), 2U + 2 * 11);
}

TEST(CardReader, ControlBytesAreBlanks) {
    const ReadText read = read_cards(std::string_view("Date: 1846\nBlack: A\0B\x7F\nSource: a\tb\n\x1A", 36));
    ASSERT_EQ(read.games.size(), 1U);
    EXPECT_EQ(fields_of(read.games[0].view()), "Date: 1846\nBlack: A B\nSource: a\tb\n");
    EXPECT_EQ(read.listener.found.front(), "charset.control-byte@19");
}

TEST(CardReader, NothingAndRubbish) {
    EXPECT_THAT(read_cards("").games, IsEmpty());
    EXPECT_THAT(read_cards("\n\n").games, IsEmpty());
    EXPECT_THAT(read_cards("").listener.found, testing::ElementsAre("card.no-record@0"));
    std::string bytes;
    std::uint32_t state = 12345;
    for (int i = 0; i < 40000; ++i) {
        state = state * 1664525U + 1013904223U;
        bytes += "Date: 18?\nKomiSource,;-\r\t\x80\xFF(B"[(state >> 16) % 29];
    }
    const ReadText read = read_cards(bytes);
    for (const OwnedGame& game : read.games) {
        EXPECT_EQ(game.view().node_count(), 1U);
    }
}

}  // namespace
}  // namespace tengen::test
