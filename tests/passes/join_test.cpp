#include "passes/join.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "passes/name_likeness.h"
#include "passes/recording_context.h"
#include "support/game_sketch.h"

namespace tengen::test {
namespace {

using passes::CardStack;
using passes::JoinPass;
using passes::likeness_of_events;
using passes::likeness_of_names;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(NameLikeness, OrderAndSpellingDoNotCount) {
    const std::pair<const char*, const char*> same[] = {
        {"Honinbo Shusaku", "Shusaku Honinbo"},
        {"Redmond, Michael", "Michael Redmond"},
        {"Otake Hideo", "\xC5\x8Ctake Hideo"},
        {"Otake Hideo", "Ohtake Hideo"},
        {"Kato Masao", "Katou Masao"},
        {"Honinbo Shuei", "Honnimbo Syuei"},
        {"Cho Chikun", "Cho Chi-kun"},
        {"Cho Chikun", "Cho Chi Kun"},
        {"Fujisawa Hideyuki", "Huzisawa Hideyuki 9p"},
        {"Lee Changho", "Yi Ch'ang-ho"},
        {"Takemiya Masaki (9 dan)", "TAKEMIYA MASAKI"},
        {"\xE5\xBC\xA0\xE6\xA0\xA9", " \xE5\xBC\xA0 \xE6\xA0\xA9"},
    };
    for (const auto& [one, other] : same) {
        EXPECT_GE(likeness_of_names(one, other), 0.9) << one << " / " << other;
        EXPECT_EQ(likeness_of_names(one, other), likeness_of_names(other, one)) << one << " / " << other;
    }
}

TEST(NameLikeness, OtherPersonsStayApart) {
    const std::pair<const char*, const char*> different[] = {{"Kobayashi Koichi", "Kobayashi Satoru"},
                                                             {"Honinbo Shusaku", "Honinbo Shuwa"},
                                                             {"Cho Chikun", "Cho Hunhyun"},
                                                             {"Sakata Eio", "Hashimoto Utaro"},
                                                             {"Hashimoto Utaro", "Hashimoto Shoji"},
                                                             {"Kato Masao", "Sato Sunao"},
                                                             {"", "Kato"},
                                                             {"?", "?"}};
    for (const auto& [one, other] : different) {
        EXPECT_LT(likeness_of_names(one, other), 0.6) << one << " / " << other;
    }
}

TEST(NameLikeness, LessSaidIsLessSure) {
    EXPECT_DOUBLE_EQ(likeness_of_names("Shusaku", "Honinbo Shusaku"), 0.75);
    EXPECT_LT(likeness_of_names("Honinbo S.", "Honinbo Shusaku"), 1);
    EXPECT_GE(likeness_of_names("Honinbo S.", "Honinbo Shusaku"), 0.85);
    EXPECT_GE(likeness_of_names("Takemiya Masaki", "Takemya Masaki"), 0.85);
}

TEST(NameLikeness, Events) {
    EXPECT_EQ(likeness_of_events("3rd Kisei", "3 Kisei title match"), 1);
    EXPECT_EQ(likeness_of_events("3rd Kisei", "4th Kisei"), 0.5);
    EXPECT_EQ(likeness_of_events("Kisei", "Meijin"), 0);
    EXPECT_EQ(likeness_of_events("", "Meijin"), 0);
}

// What a match of seven games between the champions of a year says, made from numbers.
struct TitleGame {
    std::string black;
    std::string white;
    std::string event;
    int round = 0;
    int year = 0;
    int month = 0;
    int day = 0;
    bool has_second_day = false;
    std::string result;  // as SGF says it
    std::string komi;
    std::string place;
};

class Numbers {
public:
    explicit Numbers(std::uint64_t seed) : state_(seed * 2 + 1) {}
    int below(int bound) {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<int>((state_ >> 33) % static_cast<std::uint64_t>(bound));
    }

private:
    std::uint64_t state_;
};

const std::array<const char*, 14> champions{
    "Sakata Eio",      "Fujisawa Hideyuki", "Rin Kaiho",       "Otake Hideo",      "Ishida Yoshio",
    "Kato Masao",      "Cho Chikun",        "Takemiya Masaki", "Kobayashi Koichi", "Kobayashi Satoru",
    "Hashimoto Utaro", "Takagawa Kaku",     "Ishida Akira",    "Kataoka Satoshi"};

std::vector<TitleGame> title_games() {
    std::vector<TitleGame> games;
    Numbers numbers(7);
    for (int year = 1961; year < 1991; ++year) {
        const std::string holder = champions[static_cast<std::size_t>(numbers.below(14))];
        std::string challenger = holder;
        while (challenger == holder) {
            challenger = champions[static_cast<std::size_t>(numbers.below(14))];
        }
        const int count = 4 + numbers.below(4);
        int month = 4;
        int day = 1 + numbers.below(20);
        for (int round = 1; round <= count; ++round) {
            TitleGame game;
            const bool first = round % 2 != 0;
            game.black = first ? holder : challenger;
            game.white = first ? challenger : holder;
            game.event = std::to_string(year - 1945) + "th Honinbo";
            game.round = round;
            game.year = year;
            game.month = month;
            game.day = day;
            game.has_second_day = numbers.below(2) == 0;
            const std::string winner = numbers.below(2) == 0 ? "B+" : "W+";
            game.result = winner + (numbers.below(2) == 0 ? "R" : std::to_string(numbers.below(9)) + ".5");
            game.komi = year < 1974 ? "4.5" : "5.5";
            game.place = numbers.below(2) == 0 ? "Tokyo" : "Atami";
            games.push_back(std::move(game));
            day += 7 + numbers.below(8);
            if (day > 27) {
                day -= 27;
                ++month;
            }
        }
    }
    return games;
}

std::string two_digits(int n) {
    return (n < 10 ? "0" : "") + std::to_string(n);
}

std::string day_text(const TitleGame& game) {
    return std::to_string(game.year) + "-" + two_digits(game.month) + "-" + two_digits(game.day);
}

// The record: dates and names always, the rest often not.
GameSketch record_of(const TitleGame& game, Numbers& numbers) {
    GameSketch sketch({19, 19});
    sketch.node().add("PB", game.black).add("PW", game.white);
    sketch.add("DT", day_text(game) + (game.has_second_day ? "," + two_digits(game.day + 1) : ""));
    if (numbers.below(3) == 0) {
        sketch.add("EV", game.event);
    }
    if (numbers.below(3) == 0) {
        sketch.add("RO", std::to_string(game.round));
    }
    sketch.add("RE", game.result);
    sketch.black("pd").white("dd");
    return sketch;
}

std::string card_result(const std::string& result) {
    return (result[0] == 'B' ? "+" : "-") + result.substr(2);
}

using Fields = std::vector<std::pair<const char*, std::string>>;

Fields fields_of(const TitleGame& game) {
    return {{"Date", day_text(game)},
            {"Black", game.black},
            {"White", game.white},
            {"Event", game.event + ", game " + std::to_string(game.round)},
            {"Place", game.place},
            {"Komi", game.komi},
            {"Result", card_result(game.result)},
            {"Source", "AGJ " + std::to_string(game.year % 100)}};
}

GameSketch card_of(const Fields& fields, std::uint32_t index) {
    GameSketch sketch({19, 19});
    sketch.node();
    sketch.storage().header.index = index;
    for (const auto& [keyword, text] : fields) {
        sketch.storage().facts.push_back(
            make_card_fact(sketch.storage(), find_card_keyword(keyword)->field, text, TENGEN_NONE));
    }
    return sketch;
}

std::string other_name(std::string name, Numbers& numbers) {
    const std::size_t blank = name.find(' ');
    const std::string family = name.substr(0, blank);
    std::string given = name.substr(blank + 1);
    switch (numbers.below(6)) {
        case 0:
            return given + " " + family;
        case 1:
            return family + ", " + given;
        case 2:
            return family + " " + given.substr(0, 1) + ".";
        case 3:
            if (given.back() == 'o') {
                given += 'u';
            }
            return family + " " + given;
        case 4:
            return family + "?";
        default:
            return name + " 9d";
    }
}

// What people get wrong, field by field.
void disturb(Fields& fields, const TitleGame& game, Numbers& numbers) {
    for (auto& [keyword, text] : fields) {
        const std::string_view name = keyword;
        if (name == "Date") {
            switch (numbers.below(8)) {
                case 0:
                    text = text.substr(0, 7);
                    break;
                case 1:
                    text = text.substr(0, 4);
                    break;
                case 2:
                    text = std::to_string(game.year) + "-" + two_digits(game.month) + "-" + two_digits(game.day + 1);
                    break;
                case 3:
                    text += '?';
                    break;
                case 4:
                    text = std::to_string(game.year + 1) + text.substr(4);
                    break;
                case 5:
                    text = "?";
                    break;
                default:
                    break;
            }
        } else if (name == "Black" || name == "White") {
            text = numbers.below(2) == 0 ? other_name(text, numbers) : text;
        } else if (name == "Result" && numbers.below(6) == 0) {
            text = numbers.below(2) == 0 ? "?" : (text[0] == '+' ? "-R" : "+R");
        } else if (name == "Event" && numbers.below(3) == 0) {
            text = game.event;
        }
    }
    if (numbers.below(10) == 0) {  // colours exchanged
        std::swap(fields[1].second, fields[2].second);
    }
}

struct Outcome {
    int games = 0;
    int right = 0;
    int wrong = 0;
    double precision() const { return right + wrong == 0 ? 1 : static_cast<double>(right) / (right + wrong); }
    double recall() const { return static_cast<double>(right) / games; }
};

Outcome join_all(bool disturbed, std::uint64_t seed) {
    const std::vector<TitleGame> games = title_games();
    Numbers numbers(seed);
    auto cards = std::make_shared<CardStack>();
    // Some games have no card, and in a disturbed stack that must not lead to the card of another game.
    std::vector<std::size_t> with_card;
    for (std::size_t i = 0; i < games.size(); ++i) {
        if (disturbed && numbers.below(10) == 0) {
            continue;
        }
        Fields fields = fields_of(games[i]);
        if (disturbed) {
            disturb(fields, games[i], numbers);
        }
        with_card.push_back(i);
        GameSketch sketch = card_of(fields, static_cast<std::uint32_t>(with_card.size() - 1));
        cards->add(sketch.game(), "cards");
    }
    std::vector<GameSketch> records;
    for (const TitleGame& game : games) {
        records.push_back(record_of(game, numbers));
        cards->see(library_record(records.back().game()));
    }
    JoinPass pass(cards);
    passes::GameEditor editor;
    RecordingContext context;
    Outcome outcome;
    for (std::size_t i = 0; i < games.size(); ++i) {
        GameSketch& sketch = records[i];
        const Game game = sketch.game();
        editor.begin(game);
        pass.run(game, context, editor);
        const bool has_card = std::find(with_card.begin(), with_card.end(), i) != with_card.end();
        outcome.games += has_card ? 1 : 0;
        if (pass.last_card()) {
            (with_card[*pass.last_card()] == i ? outcome.right : outcome.wrong) += 1;
        }
    }
    return outcome;
}

TEST(Join, FindsEveryGameOfAnUndisturbedStack) {
    const Outcome outcome = join_all(false, 1);
    EXPECT_GT(outcome.games, 120);
    EXPECT_GE(outcome.precision(), 0.98);
    EXPECT_GE(outcome.recall(), 0.98);
}

TEST(Join, AppliesNoWrongCardOfADisturbedStack) {
    double recall = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Outcome outcome = join_all(true, seed);
        EXPECT_EQ(outcome.wrong, 0) << seed;
        recall += outcome.recall();
    }
    EXPECT_GT(recall / 10, 0.35) << "it still has to be of use";
}

// Most pairs are dismissed by their dates alone: that must change nothing.
TEST(Join, LooksAtNoFewerCardsThanCount) {
    const std::vector<TitleGame> games = title_games();
    Numbers numbers(3);
    std::vector<GameSketch> card_sketches;
    std::vector<GameSketch> records;
    CardStack cards;
    for (const TitleGame& game : games) {
        Fields fields = fields_of(game);
        disturb(fields, game, numbers);
        card_sketches.push_back(card_of(fields, 0));
        cards.add(card_sketches.back().game(), "cards");
        records.push_back(record_of(game, numbers));
    }
    for (GameSketch& record : records) {
        cards.see(library_record(record.game()));
    }
    int found = 0;
    std::vector<std::vector<int>> points_of_card(cards.size());
    for (GameSketch& sketch : records) {
        const LibraryRecord game = library_record(sketch.game());
        std::vector<std::pair<int, std::size_t>> all;
        for (std::size_t i = 0; i < cards.size(); ++i) {
            const LibraryRecord& card = cards.card(i).record;
            const int points = passes::join_score(card, game).points;
            const int apart = card.dates.empty() ? 0 : card.dates.front().date.year - game.dates.front().date.year;
            if (apart >= -1 && apart <= 1) {
                all.emplace_back(points, i);
                points_of_card[i].push_back(points);
            }
        }
        std::sort(all.rbegin(), all.rend());
        const std::optional<CardStack::Match> match = cards.best(game, passes::sole_pair_score);
        ASSERT_EQ(match.has_value(), all[0].first >= passes::sole_pair_score);
        if (match) {
            ++found;
            EXPECT_EQ(match->score.points, all[0].first);
            EXPECT_EQ(match->equals != 0, all[0].first - all[1].first < 10);
        }
    }
    EXPECT_GT(found, 100);
    for (std::size_t i = 0; i < cards.size(); ++i) {
        std::vector<int>& points = points_of_card[i];
        std::sort(points.rbegin(), points.rend());
        const int best = points.empty() ? 0 : points[0];
        if (best >= passes::sole_pair_score) {
            const int second = points.size() > 1 ? points[1] : 0;
            EXPECT_EQ(cards.is_sole_game(i, best), best - second >= 10) << i;
        }
    }
}

// One card and one game.
struct Joined {
    std::string changed;
    std::vector<std::string> found;
    std::vector<std::string> messages;
    std::vector<std::string> imported;  ///< "place: Edo (cards:3)"
};

Joined join(const Fields& card, GameSketch& sketch, const std::vector<std::uint32_t>& lines = {}) {
    auto cards = std::make_shared<CardStack>();
    GameSketch card_sketch = card_of(card, 0);
    cards->add(card_sketch.game(), "cards", lines);
    JoinPass pass(cards);
    passes::GameEditor editor;
    RecordingContext context;
    const Game game = sketch.game();
    editor.begin(game);
    pass.run(game, context, editor);
    Joined joined{{}, context.found, context.messages, {}};
    if (editor.is_changed()) {
        const OwnedGame changed = editor.finish(nullptr);
        joined.changed = to_text(changed.view());
        for (std::uint32_t i = 0; i < changed.columns().fact_count; ++i) {
            const tengen_fact& fact = changed.columns().facts[i];
            if (fact.note == TENGEN_NOTE_IMPORTED) {
                joined.imported.push_back(
                    std::string(field_name(fact.field)) + ": " + std::string(fact_text(changed.view(), fact)) + " (" +
                    std::string(changed.view().stored(fact.origin)) + ":" + std::to_string(fact.line) + ")");
            }
        }
    }
    return joined;
}

TEST(Join, FillsWhatTheGameLacksAndSaysWhereItIsFrom) {
    GameSketch game({19, 19});
    game.node().add("PB", "Shusaku Honinbo").add("PW", "Inoue Genan").add("DT", "1846-07-21").add("PC", "");
    game.black("pd");
    const Joined joined = join({{"Date", "1846-07-21"},
                                {"Black", "Honinbo Shusaku"},
                                {"White", "Inoue Genan"},
                                {"Place", "Osaka"},
                                {"Result", "+2 ?"},
                                {"Source", "GW 12"},
                                {"Source", "GR 3"}},
                               game, {1, 2, 3, 4, 5, 6, 7});
    EXPECT_THAT(joined.imported, ElementsAre("place: Osaka (cards:4)", "result: +2 ? (cards:5)",
                                             "source: GW 12 (cards:6)", "source: GR 3 (cards:7)"));
    EXPECT_THAT(
        joined.messages,
        ElementsAre("card 1 of cards, 80 points: same day +40, Black +20, White +20; taken over: place, result, "
                    "source, source"));
}

TEST(Join, OverwritesNothingAndSaysWhatDiffers) {
    GameSketch game({19, 19});
    game.node().add("PB", "Honinbo Shusaku").add("PW", "Inoue Genan").add("DT", "1846-07-21").add("KM", "5.5");
    game.add("RE", "W+R").add("BR", "4d").add("RO", "2").black("pd");
    const Joined joined = join({{"Date", "1846-07-21"},
                                {"Black", "Honinbo Shusaku"},
                                {"White", "Inoue Genan"},
                                {"BRank", "4D"},
                                {"Event", "Castle, game 2"},
                                {"Komi", "0"},
                                {"Result", "-2"}},
                               game);
    EXPECT_THAT(joined.found,
                ElementsAre("library.joined 0@10", "library.facts-differ 0@10", "library.facts-differ 0@10"));
    EXPECT_EQ(joined.messages[1], "komi: the card says 0, the game 5.5");
    EXPECT_EQ(joined.messages[2], "result: the card says -2, the game W+R");
    EXPECT_THAT(joined.imported, ElementsAre("event: Castle, game 2 (cards:0)"));
    EXPECT_THAT(joined.changed, HasSubstr("KM[5.5]"));
}

TEST(Join, ExchangedColoursAreReportedAndNotTakenOver) {
    GameSketch game({19, 19});
    game.node()
        .add("PB", "Inoue Genan")
        .add("PW", "Honinbo Shusaku")
        .add("DT", "1846-07-21")
        .add("RO", "2")
        .black("pd");
    const Joined joined = join({{"Date", "1846-07-21"},
                                {"Black", "Honinbo Shusaku"},
                                {"White", "Inoue Genan"},
                                {"BRank", "4D"},
                                {"Event", "Castle, game 2"},
                                {"Place", "Osaka"}},
                               game);
    EXPECT_THAT(joined.imported, ElementsAre("event: Castle, game 2 (cards:0)", "place: Osaka (cards:0)"));
    EXPECT_THAT(joined.found,
                ElementsAre("library.joined 0@10", "library.facts-differ 0@10", "library.facts-differ 0@10"));
}

TEST(Join, TooLittleIsAWeakMatchAndTwoCardsAreAmbiguous) {
    GameSketch game({19, 19});
    game.node().add("PB", "Sakata Eio").add("PW", "Rin Kaiho").add("DT", "1965-08").black("pd");
    const Joined weak = join({{"Date", "1965-08"}, {"Black", "Sakata Eio"}, {"White", "Rin Kaiho"}}, game);
    EXPECT_THAT(weak.found, ElementsAre("library.weak-match 0@10"));
    EXPECT_THAT(weak.changed, IsEmpty());

    auto cards = std::make_shared<CardStack>();
    for (std::uint32_t i = 0; i < 2; ++i) {
        GameSketch card = card_of({{"Date", "1965-08-01"},
                                   {"Black", "Sakata Eio"},
                                   {"White", "Rin Kaiho"},
                                   {"Place", i == 0 ? "Tokyo" : "Atami"}},
                                  i);
        cards->add(card.game(), "cards");
    }
    GameSketch dated({19, 19});
    dated.node().add("PB", "Sakata Eio").add("PW", "Rin Kaiho").add("DT", "1965-08-01").black("pd");
    JoinPass pass(cards);
    passes::GameEditor editor;
    RecordingContext context;
    editor.begin(dated.game());
    pass.run(dated.game(), context, editor);
    EXPECT_THAT(context.found, ElementsAre("library.ambiguous-match 0@10"));
    EXPECT_FALSE(editor.is_changed());
    EXPECT_EQ(pass.counts().ambiguous, 1u);
}

TEST(Join, APairWithoutARivalNeedsLess) {
    const auto found = [](const char* card_date, const char* second_game_date) {
        GameSketch game({19, 19});
        game.node().add("PB", "Sakata Eio").add("PW", "Rin Kaiho").add("DT", "1965-08").black("pd");
        GameSketch second({19, 19});
        second.node().add("PB", "Sakata Eio").add("PW", "Rin Kaiho").add("DT", second_game_date).black("pd");
        GameSketch card = card_of({{"Date", card_date}, {"Black", "Sakata Eio"}, {"White", "Rin Kaiho"}}, 0);
        auto cards = std::make_shared<CardStack>();
        cards->add(card.game(), "cards");
        cards->see(library_record(game.game()));
        cards->see(library_record(second.game()));
        JoinPass pass(cards);
        passes::GameEditor editor;
        RecordingContext context;
        editor.begin(game.game());
        pass.run(game.game(), context, editor);
        return context.found;
    };
    EXPECT_THAT(found("1965-08", "1966-09"), ElementsAre("library.unsure-match 0@10", "library.joined 0@10"));
    EXPECT_THAT(found("1965-08", "1965-08"), ElementsAre("library.weak-match 0@10")) << "which of the two?";
    EXPECT_THAT(found("1965", "1966-09"), ElementsAre("library.weak-match 0@10")) << "the card may mean another month";
    EXPECT_THAT(found("1965-08?", "1966-09"), ElementsAre("library.weak-match 0@10")) << "the card is not sure itself";
}

TEST(Join, AGameJoinedOnceTakesNothingASecondTime) {
    GameSketch game({19, 19});
    game.node().add("PB", "A B").add("PW", "C D").add("DT", "1900-01-02").add("PC", "Edo").black("pd");
    const Joined joined = join({{"Date", "1900-01-02"}, {"Black", "A B"}, {"White", "C D"}, {"Place", "Edo"}}, game);
    EXPECT_THAT(joined.changed, IsEmpty());
    EXPECT_THAT(joined.messages, Contains(HasSubstr("nothing to take over")));
}

}  // namespace
}  // namespace tengen::test
