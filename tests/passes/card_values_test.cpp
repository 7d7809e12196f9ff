// What the fields of cards say, judged by the passes.
#include "passes/card_values.h"

#include <initializer_list>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tengen/model/card.h>

#include "passes/card_arithmetic.h"
#include "passes/card_lines.h"
#include "passes/facts_differ.h"
#include "passes/game_editor.h"
#include "passes/recording_context.h"
#include "support/game_sketch.h"

namespace tengen::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A card, field by field; the n-th field (from 0) has offset 10 * n.
class CardSketch {
public:
    CardSketch(std::initializer_list<std::pair<tengen_field, std::string_view>> fields) {
        sketch.node();
        for (const auto& [field, text] : fields) {
            sketch.storage().facts.push_back(make_card_fact(sketch.storage(), field, text, offset_));
            offset_ += 10;
        }
    }

    GameSketch sketch;

private:
    std::uint32_t offset_ = 0;
};

struct Outcome {
    std::vector<std::string> found;
    std::string facts;  ///< "komi=4 1/2 repaired", "date=? unknown" ...
};

Outcome run(passes::Pass& pass, GameSketch& sketch, std::set<std::string, std::less<>> fixes = {}) {
    RecordingContext context(std::move(fixes));
    passes::GameEditor editor;
    const Game game = sketch.game();
    editor.begin(game);
    pass.run(game, context, editor);
    std::optional<OwnedGame> changed;
    if (editor.is_changed()) {
        changed = editor.finish(nullptr);
    }
    const Game now = changed ? changed->view() : game;
    Outcome outcome{context.found, {}};
    constexpr std::string_view states[] = {"", " empty", " unknown", " invalid"};
    for (std::uint32_t i = 0; i < now.columns().fact_count; ++i) {
        const tengen_fact& fact = now.columns().facts[i];
        if (fact.property != none) {
            continue;
        }
        outcome.facts += outcome.facts.empty() ? "" : "; ";
        outcome.facts += std::string(field_name(fact.field)) + "=" + std::string(now.stored(fact.text));
        outcome.facts += states[fact.state];
        outcome.facts += fact.certainty == TENGEN_UNCERTAIN ? " ?" : fact.certainty == TENGEN_GUESS ? " ??" : "";
        outcome.facts += fact.note == TENGEN_NOTE_REPAIRED  ? " repaired"
                         : fact.note == TENGEN_NOTE_DERIVED ? " derived"
                                                            : "";
    }
    return outcome;
}

Outcome check(tengen_field field, std::string_view text, std::set<std::string, std::less<>> fixes = {}) {
    CardSketch card{{field, text}};
    passes::CardValuesPass pass;
    return run(pass, card.sketch, std::move(fixes));
}

struct Row {
    tengen_field field;
    const char* text;
    const char* id;        ///< empty: nothing to say
    const char* repaired;  ///< the fact after the repair; nullptr: there is none
};

TEST(CardValues, EveryProblemHasItsIdAndItsRepair) {
    const Row rows[] = {
        {TENGEN_FIELD_DATE, "1846-07-21", "", nullptr},
        {TENGEN_FIELD_DATE, "?", "", nullptr},
        {TENGEN_FIELD_DATE, "1846-07", "card.partial-date", nullptr},
        {TENGEN_FIELD_DATE, "1846 ?", "card.partial-date", nullptr},
        {TENGEN_FIELD_DATE, "196-03-01", "card.short-year", "date=196-03-01 repaired"},
        {TENGEN_FIELD_DATE, "1985-02-30", "info.no-such-day", nullptr},
        {TENGEN_FIELD_DATE, "1500-02-29", "card.julian-leap-day", nullptr},
        {TENGEN_FIELD_DATE, "1846-?\?-??", "card.bad-date", nullptr},
        {TENGEN_FIELD_DATE, "21.7.1846", "card.bad-date", nullptr},
        {TENGEN_FIELD_DATE, "1846-07-21???", "card.too-many-marks", "date=1846-07-21??? ?? repaired"},
        {TENGEN_FIELD_PLACE, "??", "card.lone-guess-mark", "place=?? unknown repaired"},
        {TENGEN_FIELD_BLACK, "A, B, C", "card.name-commas", nullptr},
        {TENGEN_FIELD_WHITE, "A and B", "card.team", nullptr},
        {TENGEN_FIELD_BLACK_RANK, "insei", "", nullptr},
        {TENGEN_FIELD_BLACK_RANK, "40k", "", nullptr},
        {TENGEN_FIELD_BLACK_RANK, "41k", "card.bad-rank", nullptr},
        {TENGEN_FIELD_BLACK_RANK, "10D", "card.title-rank", nullptr},
        {TENGEN_FIELD_WHITE_RANK, "1K", "card.capital-kyu", "white_rank=1K repaired"},
        {TENGEN_FIELD_WHITE_RANK, "9p", "card.bad-rank", nullptr},
        {TENGEN_FIELD_BOARD_SCORE, "+4EC", "", nullptr},
        {TENGEN_FIELD_BOARD_SCORE, "0", "", nullptr},
        {TENGEN_FIELD_BOARD_SCORE, "5", "card.score-sign", "board_score=5 ? repaired"},
        {TENGEN_FIELD_BOARD_SCORE, "-0", "card.zero-sign", "board_score=-0 repaired"},
        {TENGEN_FIELD_BOARD_SCORE, "+5CI", "card.two-counting-methods", nullptr},
        {TENGEN_FIELD_BOARD_SCORE, "+5EE", "card.bad-score", nullptr},
        {TENGEN_FIELD_KOMI, "-5", "", nullptr},
        {TENGEN_FIELD_KOMI, "4 1/2", "card.bad-komi", "komi=4 1/2 repaired"},
        {TENGEN_FIELD_KOMI, "4½?", "card.bad-komi", "komi=4½? ? repaired"},
        {TENGEN_FIELD_KOMI, "none", "card.bad-komi", nullptr},
        {TENGEN_FIELD_RESULT, "-4.5R", "", nullptr},
        {TENGEN_FIELD_RESULT, "0", "", nullptr},
        {TENGEN_FIELD_RESULT, "2", "card.result-sign", nullptr},
        {TENGEN_FIELD_RESULT, "+2E", "card.bad-result", "result=+2E repaired"},
        {TENGEN_FIELD_RESULT, "jigo", "card.bad-result", nullptr},
        {TENGEN_FIELD_RESULT, "+", "card.bad-result", nullptr},
        {TENGEN_FIELD_HANDICAP, "2+2 (tasuki)", "", nullptr},
        {TENGEN_FIELD_HANDICAP, "0", "card.handicap-below-two", "handicap= empty repaired"},
        {TENGEN_FIELD_HANDICAP, "1", "card.handicap-below-two", "handicap=1 repaired"},
        {TENGEN_FIELD_HANDICAP, "two", "card.bad-handicap", nullptr},
        {TENGEN_FIELD_COMMENT, "??", "", nullptr},
    };
    for (const Row& row : rows) {
        const Outcome plain = check(row.field, row.text);
        const std::vector<std::string> expected =
            *row.id == '\0' ? std::vector<std::string>() : std::vector<std::string>{std::string(row.id) + "@0"};
        EXPECT_EQ(plain.found, expected) << row.text;
        const Outcome fixed = check(row.field, row.text, {"*"});
        EXPECT_EQ(fixed.found, expected) << row.text;
        EXPECT_EQ(fixed.facts, row.repaired == nullptr ? plain.facts : row.repaired) << row.text;
    }
}

TEST(CardValues, RepairedTextsHaveNothingToRepair) {
    for (const auto& [field, text] :
         std::initializer_list<std::pair<tengen_field, std::string_view>>{{TENGEN_FIELD_DATE, "196?-03-01 ???"},
                                                                          {TENGEN_FIELD_DATE, "1846??\?-07"},
                                                                          {TENGEN_FIELD_EVENT, "a???, b ????"},
                                                                          {TENGEN_FIELD_PLACE, "????"},
                                                                          {TENGEN_FIELD_BLACK, "A???  & B"},
                                                                          {TENGEN_FIELD_WHITE_RANK, "12K ???"},
                                                                          {TENGEN_FIELD_BOARD_SCORE, "5 ???"},
                                                                          {TENGEN_FIELD_BOARD_SCORE, "7"},
                                                                          {TENGEN_FIELD_BOARD_SCORE, "+0C?"},
                                                                          {TENGEN_FIELD_KOMI, "5,5???"},
                                                                          {TENGEN_FIELD_RESULT, "+2RC ?"}}) {
        const std::string repaired = read_card_field(field, text).repaired;
        const CardReading again = read_card_field(field, repaired);
        EXPECT_TRUE(is_allowed_on_card(again.problem)) << text << " -> " << repaired;
        EXPECT_FALSE(again.has_too_many_marks) << text << " -> " << repaired;
        EXPECT_EQ(again.repaired, repaired);
    }
}

TEST(CardValues, KomiIsUnusualBefore1945AndWithAHandicap) {
    passes::CardValuesPass pass;
    CardSketch old{{TENGEN_FIELD_DATE, "1926-05-06"}, {TENGEN_FIELD_KOMI, "4.5"}};
    EXPECT_THAT(run(pass, old.sketch).found, ElementsAre("card.unusual-komi@10"));
    CardSketch handicap{{TENGEN_FIELD_DATE, "1984-05-06"}, {TENGEN_FIELD_KOMI, "-5"}, {TENGEN_FIELD_HANDICAP, "2"}};
    EXPECT_THAT(run(pass, handicap.sketch).found, ElementsAre("card.unusual-komi@10"));
    CardSketch usual{{TENGEN_FIELD_DATE, "1984-05-06"}, {TENGEN_FIELD_KOMI, "5.5"}};
    EXPECT_THAT(run(pass, usual.sketch).found, IsEmpty());
    CardSketch zero{{TENGEN_FIELD_DATE, "1846-05-06"}, {TENGEN_FIELD_KOMI, "0"}};
    EXPECT_THAT(run(pass, zero.sketch).found, IsEmpty());
}

Outcome arithmetic(std::string_view score, std::string_view komi, std::string_view result) {
    CardSketch card{{TENGEN_FIELD_BOARD_SCORE, score}, {TENGEN_FIELD_KOMI, komi}, {TENGEN_FIELD_RESULT, result}};
    passes::CardArithmeticPass pass(false);
    return run(pass, card.sketch);
}

TEST(CardArithmetic, ResultIsScoreMinusKomi) {
    EXPECT_THAT(arithmetic("+7", "5.5", "+1.5").found, IsEmpty());
    EXPECT_THAT(arithmetic("-3", "-5", "+2").found, IsEmpty());
    EXPECT_THAT(arithmetic("+5", "5", "0").found, IsEmpty());
    EXPECT_THAT(arithmetic("+7", "5.5", "+2.5").found, ElementsAre("card.arithmetic@20"));
    EXPECT_THAT(arithmetic("+7E", "5.5", "+2.5").found, ElementsAre("card.arithmetic-estimate@20"));
    EXPECT_THAT(arithmetic("+7C", "5.5", "+2.5").found, ElementsAre("card.arithmetic-estimate@20"));
    EXPECT_THAT(arithmetic("+7", "5.5?", "+2.5").found, ElementsAre("card.arithmetic-estimate@20"));
    EXPECT_THAT(arithmetic("+7", "5.5", "+3R").found, ElementsAre("card.arithmetic-estimate@20"));
    EXPECT_THAT(arithmetic("+7??", "5.5", "+2.5").found, IsEmpty());
    EXPECT_THAT(arithmetic("+7", "", "+2.5").found, IsEmpty());
    EXPECT_THAT(arithmetic("seven", "5.5", "+2.5").found, IsEmpty());
}

TEST(CardArithmetic, TheLeaderMayResign) {
    EXPECT_THAT(arithmetic("+9E", "4.5", "-R").found, ElementsAre("card.leader-resigned@20"));
    EXPECT_THAT(arithmetic("+9E", "4.5", "+R").found, IsEmpty());
    EXPECT_THAT(arithmetic("+4E", "4.5", "-R").found, IsEmpty());
}

std::string derived(std::initializer_list<std::pair<tengen_field, std::string_view>> fields) {
    CardSketch card(fields);
    passes::CardArithmeticPass pass(true);
    return run(pass, card.sketch).facts;
}

TEST(CardArithmetic, AMissingThirdValueIsDerived) {
    EXPECT_EQ(derived({{TENGEN_FIELD_BOARD_SCORE, "+7"}, {TENGEN_FIELD_KOMI, "5.5"}}),
              "board_score=+7; komi=5.5; result=+1.5 derived");
    EXPECT_EQ(derived({{TENGEN_FIELD_BOARD_SCORE, "+7E"}, {TENGEN_FIELD_RESULT, "+1.5"}}),
              "board_score=+7E; komi=5.5? ? derived; result=+1.5");
    EXPECT_EQ(derived({{TENGEN_FIELD_KOMI, "5.5??"}, {TENGEN_FIELD_RESULT, "-2"}}),
              "board_score=+3.5?? ?? derived; komi=5.5?? ??; result=-2");
    EXPECT_EQ(derived({{TENGEN_FIELD_BOARD_SCORE, "+5"}, {TENGEN_FIELD_KOMI, "5"}, {TENGEN_FIELD_RESULT, ""}}),
              "board_score=+5; komi=5; result=0 derived");
    EXPECT_EQ(derived({{TENGEN_FIELD_KOMI, "5.5"}, {TENGEN_FIELD_RESULT, "+R"}}), "komi=5.5; result=+R");
    EXPECT_EQ(derived({{TENGEN_FIELD_KOMI, "5.5"}}), "komi=5.5");
}

TEST(FactsDiffer, TwoFactsOfOneFieldBothStay) {
    passes::FactsDifferPass pass;
    CardSketch different{{TENGEN_FIELD_DATE, "1846-07-21"}, {TENGEN_FIELD_DATE, "1846-07-22"}};
    EXPECT_THAT(run(pass, different.sketch).found, ElementsAre("model.facts-differ@10"));
    CardSketch marked{{TENGEN_FIELD_DATE, "1846-07-21"}, {TENGEN_FIELD_DATE, "1846-07-21?"}};
    EXPECT_THAT(run(pass, marked.sketch).found, IsEmpty());
    CardSketch sources{{TENGEN_FIELD_SOURCE, "a"}, {TENGEN_FIELD_SOURCE, "b"}};
    EXPECT_THAT(run(pass, sources.sketch).found, IsEmpty());
    CardSketch unknown{{TENGEN_FIELD_DATE, "?"}, {TENGEN_FIELD_DATE, "1846"}};
    EXPECT_THAT(run(pass, unknown.sketch).found, IsEmpty());
}

TEST(FactsDiffer, APropertyDoesNotContradictWhatItCannotSay) {
    passes::FactsDifferPass pass;
    const auto both = [&](tengen_field field, std::string_view text, std::string_view name, std::string_view value) {
        CardSketch card{{field, text}};
        card.sketch.add(name, value);
        return run(pass, card.sketch).found.size();
    };
    EXPECT_EQ(both(TENGEN_FIELD_RESULT, "+4.5R", "RE", "B+R"), 0U);
    EXPECT_EQ(both(TENGEN_FIELD_RESULT, "-4.5R", "RE", "B+R"), 1U);
    EXPECT_EQ(both(TENGEN_FIELD_KOMI, "5.5?", "KM", "5.50"), 0U);
    EXPECT_EQ(both(TENGEN_FIELD_KOMI, "6.5", "KM", "5.50"), 1U);
    EXPECT_EQ(both(TENGEN_FIELD_DATE, "1846-?\?-??", "DT", "1846"), 0U);
    EXPECT_EQ(both(TENGEN_FIELD_DATE, "1846-07?-21", "DT", "1846-07-21,22"), 0U);
    EXPECT_EQ(both(TENGEN_FIELD_BLACK_RANK, "5d", "BR", "5d"), 0U);
}

TEST(CardLines, LinesInGcAreFactsAndGcStays) {
    GameSketch sketch;
    sketch.node()
        .add("DT", "1846")
        .add("GC",
             "[landman] Date: 1846?\n[landman] Score: +2\nprose\n[landman] Size: 13\n"
             "[landman] no line\n[landman] Comment: c: d");
    passes::CardLinesPass pass;
    EXPECT_EQ(run(pass, sketch).facts, "date=1846? ?; board_score=+2; comment=c: d");

    RecordingContext context;
    passes::GameEditor editor;
    const Game game = sketch.game();
    editor.begin(game);
    pass.run(game, context, editor);
    const OwnedGame changed = editor.finish(nullptr);
    EXPECT_EQ(to_text(changed.view()), to_text(game));
    ASSERT_EQ(changed.columns().extension_field_count, 1U);
    EXPECT_EQ(changed.view().stored(changed.columns().extension_fields[0].key), "Size");
    EXPECT_TRUE(is_from_card_line(changed.view(), changed.columns().facts[0]));

    // A second time nothing is added.
    passes::GameEditor again;
    again.begin(changed.view());
    pass.run(changed.view(), context, again);
    EXPECT_FALSE(again.is_changed());
}

}  // namespace
}  // namespace tengen::test
