// Cards as text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tengen/model/builder.h>

#include "plugins/landman-card/harness.h"

namespace tengen::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string rewritten(std::string_view text, std::vector<plugins::OptionValue> options = {}) {
    const ReadText read = read_cards(text);
    return WrittenText(landman::writer_table, views(read), std::move(options)).text;
}

TEST(CardWriter, BlankLinesStandBetweenRecords) {
    EXPECT_EQ(rewritten("Date:1846  \nSource:  x\nDate: ?\nWhite:\nSource: y"),
              "Date: 1846\nSource:  x\n\nDate: ?\nWhite:\nSource: y\n");
}

TEST(CardWriter, FieldsKeepTheirOrderAndUnknownOnesTheirPlace) {
    const std::string card = "Date: 1846\nSize: 13x13\nSource: x\nBlack: A\nEvent: e\nTape: 4\n";
    EXPECT_EQ(rewritten(card), card);
}

TEST(CardWriter, TheOrderOfTheExplanationIfThatIsWanted) {
    EXPECT_EQ(rewritten("Date: 1846\nSize: 13x13\nSource: x\nComment: c\nBlack: A\nSource: y\nEvent: e\n",
                        {{"order", "canonical"}}),
              "Date: 1846\nBlack: A\nEvent: e\nSource: x\nSource: y\nComment: c\nSize: 13x13\n");
}

TEST(CardWriter, AllUnknownFieldsComeBack) {
    EXPECT_EQ(rewritten("Date: 1846\nB: 2\nSource: x\nC: 3\nD: 4\nE: 5\nF: 6\n"),
              "Date: 1846\nB: 2\nSource: x\nC: 3\nD: 4\nE: 5\nF: 6\n");
    EXPECT_EQ(rewritten("Date: 1846\nB: 2\nSource: x\nC: 3\nD: 4\nE: 5\n", {{"order", "canonical"}}),
              "Date: 1846\nSource: x\nB: 2\nC: 3\nD: 4\nE: 5\n");
}

TEST(CardWriter, AValueNeverLooksLikeSeveralFields) {
    GameStorage storage;
    storage.clear();
    GameBuilder builder(storage);
    builder.add_node(none);
    for (const auto& [field, text] : {std::pair{TENGEN_FIELD_DATE, "1846"},
                                      {TENGEN_FIELD_EVENT, "Cup Place: Edo Komi: Round: 5 Black:"},
                                      {TENGEN_FIELD_SOURCE, "x"},
                                      {TENGEN_FIELD_COMMENT, "see Black: and Date: 1851 White: y"}}) {
        storage.facts.push_back(make_card_fact(storage, field, text, TENGEN_NONE));
    }
    tengen_game columns;
    storage.describe(columns);
    const WrittenText written(landman::writer_table, {Game(columns)});
    EXPECT_EQ(written.text,
              "Date: 1846\nEvent: Cup Place:Edo Komi:Round: 5 Black:\nSource: x\nComment: see Black: and Date:1851 "
              "White: y\n");
    EXPECT_THAT(written.listener.lost, ElementsAre("loss.other-info", "loss.other-info"));
    const ReadText again = read_cards(written.text);
    ASSERT_EQ(again.games.size(), 1U);
    EXPECT_THAT(again.listener.found, IsEmpty());
    EXPECT_EQ(WrittenText(landman::writer_table, views(again)).text, written.text);
}

TEST(CardWriter, TeamsAreJoinedInOneWay) {
    EXPECT_EQ(rewritten("Date: 1846\nBlack: A and B; C / D?\nWhite: Redmond, Michael & E\nSource: x\n"),
              "Date: 1846\nBlack: A & B & C & D?\nWhite: Redmond, Michael & E\nSource: x\n");
}

TEST(CardWriter, SortingIsByTheTextOfTheDate) {
    EXPECT_EQ(rewritten("Date: ?\nSource: a\nDate: 1846?\nSource: b\nDate: 1846-07\nSource: c\nDate: 0196\nSource: d\n",
                        {{"sort", "true"}}),
              "Date: 0196\nSource: d\n\nDate: 1846-07\nSource: c\n\nDate: 1846?\nSource: b\n\nDate: ?\nSource: a\n");
}

TEST(CardWriter, OneCommentIfThatIsWanted) {
    EXPECT_EQ(rewritten("Date: 1846\nSource: x\nComment: a\nComment: b\n", {{"one-comment", "true"}}),
              "Date: 1846\nSource: x\nComment: a / b\n");
}

TEST(CardWriter, AMissingSourceIsReportedAndUnknown) {
    const ReadText read = read_cards("Date: 1846\nBlack: A\nComment: c\n");
    const WrittenText written(landman::writer_table, views(read));
    EXPECT_EQ(written.text, "Date: 1846\nBlack: A\nSource: ?\nComment: c\n");
    EXPECT_THAT(written.listener.found, ElementsAre("card.missing-source 0"));
}

TEST(CardWriter, CharactersOutsideAsciiAreReportedOnce) {
    const ReadText read = read_cards("Date: 1846\nBlack: é\nSource: x\nDate: 1847\nBlack: é\nSource: x\n");
    EXPECT_THAT(WrittenText(landman::writer_table, views(read)).listener.found, ElementsAre("card.non-ascii 0"));
}

}  // namespace
}  // namespace tengen::test
