// Games as cards, and cards as games with properties.
#include <array>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tengen/model/card.h>

#include "passes/card_event.h"
#include "passes/fitting.h"
#include "support/game_sketch.h"

namespace tengen::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::array<std::uint8_t, TENGEN_FEATURE_COUNT> card_row{TENGEN_CAN};  // several games, and no tree

constexpr std::array<std::uint8_t, TENGEN_FEATURE_COUNT> rgf_row = [] {
    std::array<std::uint8_t, TENGEN_FEATURE_COUNT> row{};
    row[TENGEN_FEATURE_TREE] = TENGEN_CAN;
    row[TENGEN_FEATURE_REPEATED_PROPERTIES] = TENGEN_CAN;
    return row;
}();

struct Result {
    std::string text;  ///< "Date: 1846 / Source: x"
    std::vector<std::string> losses;
    bool is_changed = false;
};

std::vector<std::string> texts_of(std::span<const passes::Loss> losses) {
    std::vector<std::string> texts;
    for (const passes::Loss& loss : losses) {
        texts.push_back(std::string(loss.id) + " " + loss.what + " x" + std::to_string(loss.count));
    }
    return texts;
}

Result as_card(GameSketch& sketch) {
    passes::Fitting fitting(card_row);
    const passes::Fitted fitted = fitting.fit(sketch.game());
    Result result{{}, texts_of(fitted.losses()), fitted.is_changed()};
    const Game game = fitted.game();
    EXPECT_EQ(game.node_count(), 1U);
    EXPECT_EQ(game.property_count(), 0U);
    for (std::uint32_t i = 0; i < game.columns().fact_count; ++i) {
        const tengen_fact& fact = game.columns().facts[i];
        const std::string value = card_text_of(game, fact);
        result.text += (i == 0 ? "" : " / ") + std::string(card_keyword_of(fact.field)->name) + ":" +
                       (value.empty() ? "" : " ") + value;
    }
    return result;
}

GameSketch root(std::initializer_list<std::pair<std::string_view, std::string_view>> properties,
                BoardSize size = {19, 19}) {
    GameSketch sketch(size);
    sketch.storage().header.board_stated = 1;
    sketch.node();
    for (const auto& [name, value] : properties) {
        sketch.add(name, value);
    }
    return sketch;
}

TEST(CardFitting, DatesKeepTheirFirstDay) {
    GameSketch game = root({{"DT", "1996-12-27,28,1997-01-03,04"}, {"SO", "x"}});
    const Result result = as_card(game);
    EXPECT_EQ(result.text, "Date: 1996-12-27 / Source: x");
    EXPECT_THAT(result.losses, ElementsAre("loss.further-dates DT x3"));

    GameSketch prose = root({{"DT", "a rainy Sunday, long ago"}, {"SO", "x"}});
    EXPECT_EQ(as_card(prose).text, "Date: ? / Source: x / Comment: Date: a rainy Sunday, long ago");
    GameSketch none_at_all = root({{"SO", "x"}});
    EXPECT_EQ(as_card(none_at_all).text, "Date: ? / Source: x");
}

TEST(CardFitting, Ranks) {
    const std::pair<const char*, const char*> rows[] = {
        {"9p", "9D"},       {"4D", "4D"},         {"4d", "4d?"},     {"4d*", "4d?"}, {"3 dan", "3d?"},
        {"2k", "2k"},       {"2k*", "2k"},        {"12 kyu", "12k"}, {"5k?", "5k?"}, {"insei", "insei"},
        {"4D ??", "4D ??"}, {"Meijin", "Meijin"}, {"0d", "0d"}};
    for (const auto& [sgf, card] : rows) {
        GameSketch game = root({{"DT", "2001"}, {"BR", sgf}, {"SO", "x"}});
        EXPECT_EQ(as_card(game).text, std::string("Date: 2001 / BRank: ") + card + " / Source: x") << sgf;
    }
    GameSketch star = root({{"DT", "2001"}, {"WR", "4d*"}, {"SO", "x"}});
    EXPECT_THAT(as_card(star).losses, ElementsAre("loss.rank-class WRank x1", "loss.rank-suffix WRank x1"));
}

TEST(CardFitting, ResultsKomiAndScore) {
    const auto convert = [](std::string_view re, std::string_view ru, std::string_view km = "5.5") {
        GameSketch game = root({{"DT", "2001"}, {"RE", re}, {"KM", km}, {"RU", ru}, {"SO", "x"}});
        const Result result = as_card(game);
        return result.text.substr(std::string_view("Date: 2001 / ").size());
    };
    EXPECT_EQ(convert("B+1.5", "Chinese"), "Score: +7C / Komi: 5.5 / Result: +1.5 / Source: x");
    EXPECT_EQ(convert("W+10", "GOE"), "Score: -4.5I / Komi: 5.5 / Result: -10 / Source: x");
    EXPECT_EQ(convert("W+5.5", "Japanese"), "Score: 0 / Komi: 5.5 / Result: -5.5 / Source: x");
    EXPECT_EQ(convert("0", "Japanese", "0"), "Score: 0 / Komi: 0 / Result: 0 / Source: x");
    EXPECT_EQ(convert("W+R", "Japanese"), "Komi: 5.5 / Result: -R / Source: x");
    EXPECT_EQ(convert("B+0.5", "AGA"), "Score: +6 / Komi: 5.5 / Result: +0.5 / Source: x / Comment: Rules: AGA");
    EXPECT_EQ(convert("W+R", "Chinese"), "Komi: 5.5 / Result: -R / Source: x / Comment: Rules: Chinese");
    for (const char* other : {"W+T", "B+F", "B+", "Void", "?", "black won"}) {
        EXPECT_EQ(convert(other, "Japanese"),
                  "Komi: 5.5 / Result: / Source: x / Comment: Result: " + std::string(other));
    }
}

TEST(CardFitting, EventsAndRounds) {
    const std::pair<const char*, const char*> rows[] = {{"2 (final)", "Cup, final, game 2"},
                                                        {"5", "Cup, game 5"},
                                                        {"semifinal", "Cup, semifinal"},
                                                        {"2 ()", "Cup, 2 ()"}};
    for (const auto& [round, event] : rows) {
        GameSketch game = root({{"DT", "2001"}, {"EV", "Cup"}, {"RO", round}, {"SO", "x"}});
        EXPECT_EQ(as_card(game).text, std::string("Date: 2001 / Event: ") + event + " / Source: x");
    }
}

TEST(CardFitting, EventsAreSplitAndJoinedWithoutLoss) {
    for (const char* text : {"Cup", "Cup, game 2", "Cup, final, game 2", "A, B, final, game 12", "game 2", ", game 2",
                             "Cup, , game 2", "Cup, a (b) c, game 2", "Cup,final, game 2", "Cup, game two", ""}) {
        const passes::EventAndRound split = passes::split_event(text);
        EXPECT_EQ(passes::join_event(split.event, split.round), text);
    }
    EXPECT_EQ(passes::split_event("7th Kisei, playoff, game 3").round, "3 (playoff)");
}

TEST(CardFitting, SetupAndTree) {
    GameSketch handicap = root({{"DT", "2001"}, {"HA", "2"}, {"SO", "x"}});
    handicap.add("AB", {"dd", "pp"}).white("dp").add("C", "good");
    Result result = as_card(handicap);
    EXPECT_EQ(result.text, "Date: 2001 / Handicap: 2 / Source: x");
    EXPECT_THAT(result.losses, ElementsAre("loss.handicap-places AB x2", "loss.tree nodes x1"));

    GameSketch setup = root({{"DT", "2001"}, {"SO", "x"}});
    setup.add("AB", {"dd", "pp", "qq"}).add("C", "a problem");
    result = as_card(setup);
    EXPECT_THAT(result.losses, ElementsAre("loss.setup AB x3", "loss.tree root x1"));
}

TEST(CardFitting, OtherInformationBecomesComments) {
    GameSketch game = root({{"GN", "g"},
                            {"PB", "Redmond, Michael"},
                            {"PW", "Ann"},
                            {"GC", "first\n\nsecond"},
                            {"SO", "GW 12; AGJ 3"},
                            {"TM", "3600"},
                            {"OT", "5x30"},
                            {"AN", "a"},
                            {"BT", "t"}},
                           {13, 13});
    const Result result = as_card(game);
    EXPECT_EQ(
        result.text,
        "Date: ? / Black: Redmond, Michael / White: Ann / Source: GW 12 / Source: AGJ 3 / Comment: first / "
        "Comment: second / Comment: 13x13 board / Comment: Game: g / Comment: Annotator: a / Comment: Time: 3600 / "
        "Comment: Overtime: 5x30 / Comment: Black team: t");
    EXPECT_THAT(result.losses,
                ElementsAre("loss.board-size SZ x1", "loss.name-order-unknown White x1", "loss.other-info game_name x1",
                            "loss.other-info annotator x1", "loss.other-info time_main x1",
                            "loss.other-info overtime x1", "loss.other-info black_team x1"));
}

/// A card with some fields.
GameSketch card(std::initializer_list<std::pair<tengen_field, std::string_view>> fields) {
    GameSketch sketch({19, 19});
    sketch.node();
    for (const auto& [field, text] : fields) {
        sketch.storage().facts.push_back(make_card_fact(sketch.storage(), field, text, TENGEN_NONE));
    }
    return sketch;
}

TEST(CardFitting, CardsStayAsTheyAre) {
    GameSketch game = card({{TENGEN_FIELD_DATE, "?"}, {TENGEN_FIELD_SOURCE, "x"}, {TENGEN_FIELD_BLACK, ""}});
    const Result result = as_card(game);
    EXPECT_FALSE(result.is_changed);
    EXPECT_EQ(result.text, "Date: ? / Source: x / Black:");
    EXPECT_THAT(result.losses, IsEmpty());
}

TEST(CardFitting, ADateAlwaysOpensTheCard) {
    GameSketch last = card({{TENGEN_FIELD_BLACK, "A"}, {TENGEN_FIELD_SOURCE, "x"}, {TENGEN_FIELD_DATE, "1846"}});
    EXPECT_EQ(as_card(last).text, "Date: 1846 / Black: A / Source: x");
    GameSketch prose = card({{TENGEN_FIELD_DATE, "when it rained, mostly"}, {TENGEN_FIELD_SOURCE, "x"}});
    EXPECT_EQ(as_card(prose).text, "Date: ? / Source: x / Comment: Date: when it rained, mostly");
    GameSketch twice = card({{TENGEN_FIELD_DATE, "1846"}, {TENGEN_FIELD_DATE, "1847"}, {TENGEN_FIELD_SOURCE, "x"}});
    EXPECT_EQ(as_card(twice).text, "Date: 1846 / Source: x");
    EXPECT_THAT(as_card(twice).losses, ElementsAre("loss.other-info date x1"));
}

struct Properties {
    std::string text;
    std::vector<std::string> losses;
};

Properties as_properties(GameSketch& sketch, passes::NameStyle names = passes::NameStyle::as_written) {
    passes::Fitting fitting(rgf_row, names);
    const passes::Fitted fitted = fitting.fit(sketch.game());
    return {to_text(fitted.game()), texts_of(fitted.losses())};
}

TEST(PropertyFitting, FieldsBecomePropertiesInTheOrderOfACard) {
    GameSketch game = card({{TENGEN_FIELD_DATE, "1984-05-06"},
                            {TENGEN_FIELD_BLACK, "Ann"},
                            {TENGEN_FIELD_KOMI, "5.5"},
                            {TENGEN_FIELD_RESULT, "+R"},
                            {TENGEN_FIELD_SOURCE, "x"},
                            {TENGEN_FIELD_SOURCE, "y"},
                            {TENGEN_FIELD_COMMENT, "c"},
                            {TENGEN_FIELD_COMMENT, "d"}});
    const Properties result = as_properties(game);
    EXPECT_EQ(result.text, "(;FF[4]GM[1]DT[1984-05-06]PB[Ann]KM[5.5]RE[B+R]SO[x; y]GC[c\nd])");
    EXPECT_THAT(result.losses, IsEmpty());
}

TEST(PropertyFitting, WhatNoPropertySaysIsALine) {
    GameSketch game = card({{TENGEN_FIELD_DATE, "1846-07?-21"},
                            {TENGEN_FIELD_BLACK_RANK, "5d"},
                            {TENGEN_FIELD_EVENT, "Cup, final, game 2"},
                            {TENGEN_FIELD_BOARD_SCORE, "+9EC"},
                            {TENGEN_FIELD_RESULT, "+4.5R"},
                            {TENGEN_FIELD_HANDICAP, "2+2 (tasuki)"},
                            {TENGEN_FIELD_SOURCE, "a; b"},
                            {TENGEN_FIELD_SOURCE, "c"},
                            {TENGEN_FIELD_COMMENT, "d"}});
    const Properties result = as_properties(game);
    EXPECT_EQ(result.text,
              "(;FF[4]GM[1]DT[1846-07-21]BR[5d]EV[Cup]RO[2 (final)]RU[Chinese]RE[B+R]SO[a; b]"
              "GC[[landman] Date: 1846-07?-21\n[landman] BRank: 5d\n[landman] Score: +9EC\n[landman] Result: +4.5R\n"
              "[landman] Handicap: 2+2 (tasuki)\n[landman] Source: c\nd])");
    EXPECT_THAT(result.losses, ElementsAre("loss.board-score Score x1", "loss.board-score Result x1",
                                           "loss.certainty-mark Date x1", "loss.rank-class BRank x1",
                                           "loss.source-borders Source x1", "loss.two-color-start Handicap x1"));
}

TEST(PropertyFitting, EmptyFieldsOrderAndUnknownFields) {
    GameSketch game = card({{TENGEN_FIELD_DATE, "?"}, {TENGEN_FIELD_SOURCE, "x"}, {TENGEN_FIELD_BLACK, ""}});
    GameStorage& storage = game.storage();
    storage.extension_fields.push_back({storage.store("Size"), storage.store("13"), storage.store("1")});
    const Properties result = as_properties(game);
    EXPECT_EQ(result.text, "(;FF[4]GM[1]SO[x]GC[[landman] Size: 13])");
    EXPECT_THAT(result.losses, ElementsAre("loss.extension-field Size x1", "loss.field-order fields x1",
                                           "loss.present-empty Black x1"));
}

TEST(PropertyFitting, NamesInTheirNaturalOrder) {
    GameSketch game = card({{TENGEN_FIELD_DATE, "?"}, {TENGEN_FIELD_WHITE, "Redmond, Michael & Takagawa Kaku"}});
    EXPECT_EQ(as_properties(game).text, "(;FF[4]GM[1]PW[Redmond, Michael & Takagawa Kaku])");
    const Properties natural = as_properties(game, passes::NameStyle::natural);
    EXPECT_EQ(natural.text, "(;FF[4]GM[1]PW[Michael Redmond & Takagawa Kaku])");
    EXPECT_THAT(natural.losses, ElementsAre("loss.name-order White x1"));
}

TEST(PropertyFitting, GamesWithPropertiesAloneAreNotTouched) {
    GameSketch game = root({{"FF", "4"}, {"DT", "2001"}, {"GC", "[landman] no line"}});
    passes::Fitting fitting(rgf_row);
    EXPECT_FALSE(fitting.fit(game.game()).is_changed());
}

}  // namespace
}  // namespace tengen::test
