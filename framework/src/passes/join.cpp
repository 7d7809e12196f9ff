#include "passes/join.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <tengen/model/decimal.h>

#include "passes/card_event.h"
#include "passes/name_likeness.h"
#include "passes/value_text.h"

namespace tengen::passes {

namespace {

constexpr int same_day = 40;
constexpr int next_day = 30;
constexpr int same_month = 20;
constexpr int same_month_alone = 25;  // where neither says more
constexpr int same_year_alone = 15;
constexpr int nearly_same_day = 15;
constexpr int same_year = 10;
constexpr int other_date = -40;
constexpr int player = 20;
constexpr int other_player = -25;
constexpr int same_round = 15;
constexpr int other_round = -30;
constexpr int same_event = 5;
constexpr int same_result = 5;
constexpr int other_result = -20;
constexpr int other_margin = -10;
constexpr int exchanged_colours = -10;
constexpr int clear_lead = 10;  // that the best card must have before the second one
constexpr double least_likeness = 0.6;

class Sum {
public:
    void add(int points, std::string_view what) {
        if (points == 0) {
            return;
        }
        score_.points += points;
        score_.contradicts = score_.contradicts || points < 0;
        score_.explanation += score_.explanation.empty() ? "" : ", ";
        score_.explanation += what;
        score_.explanation += points > 0 ? " +" : " ";
        score_.explanation += std::to_string(points);
    }
    /// Something does not agree entirely, although it costs nothing.
    void doubt() { score_.contradicts = true; }
    [[nodiscard]] JoinScore& score() { return score_; }

private:
    JoinScore score_;
};

int weighed(int points, Certainty certainty) {
    return certainty == Certainty::certain ? points : certainty == Certainty::uncertain ? points / 2 : 0;
}

// Days since a fixed one; only for differences.
long day_number(PartialDate date) {
    const long year = date.month <= 2 ? date.year - 1 : date.year;
    const long month = date.month <= 2 ? date.month + 9 : date.month - 3;
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + date.day;
}

struct DateLikeness {
    int points;
    std::string_view what;
};

DateLikeness compare_days(PartialDate one, PartialDate other) {
    const bool has_days = one.day != 0 && other.day != 0;
    const bool has_months = one.month != 0 && other.month != 0;
    if (has_days && one == other) {
        return {same_day, "same day"};
    }
    if (has_days && std::labs(day_number(one) - day_number(other)) == 1) {
        return {next_day, "a day beside it"};
    }
    const bool is_same_year = one.year == other.year;
    const bool is_same_month = has_months && one.month == other.month;
    if (has_days) {
        const int equal = (is_same_year ? 1 : 0) + (is_same_month ? 1 : 0) + (one.day == other.day ? 1 : 0);
        const bool is_exchanged = is_same_year && one.month == other.day && one.day == other.month;
        return equal == 2 || is_exchanged ? DateLikeness{nearly_same_day, "nearly the same day"}
                                          : DateLikeness{other_date, "another date"};
    }
    const bool is_alike = (one.month == 0) == (other.month == 0) && (one.day == 0) == (other.day == 0);
    if (is_same_year && is_same_month) {
        return {is_alike ? same_month_alone : same_month, "same month"};
    }
    if (is_same_year && !has_months) {
        return {is_alike ? same_year_alone : same_year, "same year"};
    }
    return {other_date, "another date"};
}

DateLikeness compare_dates(const LibraryRecord& card, const LibraryRecord& game) {
    DateLikeness best{other_date, "another date"};
    for (const LibraryDate& one : card.dates) {
        for (const LibraryDate& other : game.dates) {
            const DateLikeness likeness = compare_days(one.date, other.date);
            best = likeness.points > best.points ? likeness : best;
        }
    }
    return best;
}

void add_date(const LibraryRecord& card, const LibraryRecord& game, Sum& sum) {
    if (card.dates.empty() || game.dates.empty()) {
        sum.score().is_dated_alike = card.dates.empty() && game.dates.empty();
        return;
    }
    const DateLikeness best = compare_dates(card, game);
    sum.score().is_dated_alike =
        best.points == same_day || best.points == same_month_alone || best.points == same_year_alone;
    sum.add(best.points < 0 ? weighed(best.points, card.dates.front().certainty) : best.points, best.what);
}

double likeness_of_teams(const std::vector<LibraryName>& one, const std::vector<LibraryName>& other) {
    double sum = 0;
    for (const LibraryName& name : one) {
        double best = 0;
        for (const LibraryName& candidate : other) {
            best = std::max(best, likeness_of_names(name.written, candidate.written));
        }
        sum += best;
    }
    const std::size_t most = std::max(one.size(), other.size());
    return most == 0 ? 0 : sum / static_cast<double>(most);
}

struct Player {
    int points = 0;
    bool is_said = false;
};

Player compare_players(const std::vector<LibraryName>& card, const std::vector<LibraryName>& game) {
    if (card.empty() || game.empty()) {
        return {};
    }
    const double likeness = likeness_of_teams(card, game);
    return {likeness >= least_likeness ? static_cast<int>(std::lround(player * likeness))
                                       : weighed(other_player, card.front().certainty),
            true};
}

void add_players(const LibraryRecord& card, const LibraryRecord& game, Sum& sum) {
    const Player black = compare_players(card.black, game.black);
    const Player white = compare_players(card.white, game.white);
    const Player black_as_white = compare_players(card.black, game.white);
    const Player white_as_black = compare_players(card.white, game.black);
    const bool is_exchanged = black_as_white.is_said && white_as_black.is_said && black_as_white.points > 0 &&
                              white_as_black.points > 0 &&
                              black_as_white.points + white_as_black.points > black.points + white.points;
    if (is_exchanged) {
        sum.add(black_as_white.points, "Black as White");
        sum.add(white_as_black.points, "White as Black");
        sum.add(exchanged_colours, "colours exchanged");
        sum.score().swaps_players = true;
        return;
    }
    for (const Player& one : {black, white}) {
        if (one.is_said && one.points < player) {
            sum.doubt();
        }
    }
    sum.add(black.points, black.points > 0 ? "Black" : "another Black");
    sum.add(white.points, white.points > 0 ? "White" : "another White");
}

std::string event_of(const LibraryRecord& record) {
    std::string text;
    for (const LibraryItem& item : record.events) {
        text += text.empty() ? "" : ", ";
        text += item.text;
    }
    return text;
}

// The number of the game in its match: of the round, or of the piece "game n" of the event. 0: none.
int round_of(const LibraryRecord& record) {
    const std::string round = record.round.empty() ? split_event(event_of(record)).round : record.round;
    const std::size_t begin = round.find_first_of("0123456789");
    if (begin == std::string::npos) {
        return 0;
    }
    const std::size_t end = std::min(round.find_first_not_of("0123456789", begin), round.size());
    return end - begin > 4 ? 0 : std::atoi(round.substr(begin, end - begin).c_str());
}

Certainty worst_of(const std::vector<LibraryItem>& items) {
    Certainty certainty = Certainty::certain;
    for (const LibraryItem& item : items) {
        certainty = worst(certainty, item.certainty);
    }
    return certainty;
}

void add_event(const LibraryRecord& card, const LibraryRecord& game, Sum& sum) {
    const int one = round_of(card);
    const int other = round_of(game);
    if (one != 0 && other != 0) {
        sum.add(one == other ? same_round : weighed(other_round, worst_of(card.events)),
                one == other ? "same round" : "another round");
    }
    const std::string card_event = split_event(event_of(card)).event;
    const std::string game_event = split_event(event_of(game)).event;
    const auto points = static_cast<int>(std::lround(same_event * likeness_of_events(card_event, game_event)));
    if (!card_event.empty() && !game_event.empty() && points < same_event) {
        sum.doubt();
    }
    sum.add(points, "event");
}

bool has_winner(const Result& result) {
    return result.kind == ResultKind::win || result.kind == ResultKind::draw;
}

enum class ResultLikeness { same, same_winner, other_margin, different };

ResultLikeness compare_results(const Result& one, const Result& other) {
    if (one.kind != other.kind || (one.kind == ResultKind::win && one.winner != other.winner)) {
        return ResultLikeness::different;
    }
    if (one.kind != ResultKind::win || one.by == WonBy::unspecified || other.by == WonBy::unspecified) {
        return ResultLikeness::same;
    }
    if (one.by != other.by) {
        return ResultLikeness::same_winner;
    }
    return one.by != WonBy::points || compare_reals(one.points, other.points) == 0 ? ResultLikeness::same
                                                                                   : ResultLikeness::other_margin;
}

void add_result(const LibraryRecord& card, const LibraryRecord& game, bool swaps_players, Sum& sum) {
    if (!has_winner(card.result) || !has_winner(game.result)) {
        return;
    }
    Result own = card.result;
    if (swaps_players) {
        own.winner = opponent(own.winner);
    }
    switch (compare_results(own, game.result)) {
        case ResultLikeness::same:
            sum.add(same_result, "same result");
            break;
        case ResultLikeness::same_winner:
            sum.doubt();
            break;
        case ResultLikeness::other_margin:
            sum.add(weighed(other_margin, card.result_certainty), "another margin");
            break;
        case ResultLikeness::different:
            sum.add(weighed(other_result, card.result_certainty), "another result");
            break;
    }
}

int year_of(const LibraryRecord& record) {
    return record.dates.empty() ? 0 : record.dates.front().date.year;
}

// Whether a fact says something.
bool says_something(Game game, const tengen_fact& fact) {
    return (fact.state == TENGEN_FACT_VALUE || fact.state == TENGEN_FACT_INVALID) &&
           !is_only_question_marks(fact_text(game, fact)) && !fact_text(game, fact).empty();
}

// Whether card and game say the same in a field, as far as both can say it.
bool is_same_statement(tengen_field field, const LibraryRecord& card, const LibraryRecord& game,
                       std::string_view card_text, std::string_view game_text) {
    switch (field) {
        case TENGEN_FIELD_DATE: {
            Sum sum;
            add_date(card, game, sum);
            return sum.score().points == same_day || (sum.score().points > 0 && game.dates == card.dates);
        }
        case TENGEN_FIELD_BLACK:
            return likeness_of_teams(card.black, game.black) >= least_likeness;
        case TENGEN_FIELD_WHITE:
            return likeness_of_teams(card.white, game.white) >= least_likeness;
        case TENGEN_FIELD_EVENT:
            return likeness_of_events(card_text, game_text) >= least_likeness;
        case TENGEN_FIELD_RESULT:
            return has_winner(card.result) && has_winner(game.result)
                       ? compare_results(card.result, game.result) == ResultLikeness::same
                       : card.result == game.result;
        case TENGEN_FIELD_KOMI: {
            const CardKomi one = read_card_komi(card_text);
            const CardKomi other = read_card_komi(game_text);
            return one.has_value && other.has_value && compare_reals(one.points, other.points) == 0;
        }
        case TENGEN_FIELD_BLACK_RANK:
        case TENGEN_FIELD_WHITE_RANK: {
            const std::optional<Rank> other = parse_rank(game_text);
            const CardRank one = read_card_rank(card_text);
            return one.has_value && other ? one.rank.n == other->n : card_text == game_text;
        }
        default:
            return likeness_of_events(card_text, game_text) >= least_likeness || card_text == game_text;
    }
}

// Nothing of that kind is a contradiction: both can be right.
bool is_further(tengen_field field) {
    return may_repeat_on_card(field) || field == TENGEN_FIELD_BOARD_SCORE;
}

}  // namespace

JoinScore join_score(const LibraryRecord& card, const LibraryRecord& game) {
    Sum sum;
    add_date(card, game, sum);
    add_players(card, game, sum);
    add_event(card, game, sum);
    add_result(card, game, sum.score().swaps_players, sum);
    const auto is_marked = [](const auto& items) {
        return std::any_of(items.begin(), items.end(),
                           [](const auto& item) { return item.certainty != Certainty::certain; });
    };
    if (is_marked(card.dates) || is_marked(card.black) || is_marked(card.white) || is_marked(card.events) ||
        card.result_certainty != Certainty::certain) {
        sum.doubt();
    }
    return std::move(sum.score());
}

void CardStack::add(Game card, std::string_view origin, const std::vector<std::uint32_t>& lines) {
    Card& added = cards_.emplace_back();
    added.record = library_record(card);
    added.origin = origin;
    added.index = card.index();
    for (std::uint32_t i = 0; i < card.columns().fact_count; ++i) {
        const tengen_fact& fact = card.columns().facts[i];
        const std::string_view text = fact_text(card, fact);
        if (!says_something(card, fact)) {
            continue;
        }
        std::uint32_t line = fact.line;
        if (line == 0 && i < lines.size()) {
            line = lines[i];
        }
        added.statements.push_back({static_cast<tengen_field>(fact.field), std::string(text), line});
    }
    by_year_.emplace(year_of(added.record), cards_.size() - 1);
}

template <class Visit>
void CardStack::for_each_candidate(const LibraryRecord& game, Visit&& visit) const {
    const auto visit_all = [&](auto range) {
        for (auto it = range.first; it != range.second; ++it) {
            visit(it->second);
        }
    };
    const int year = year_of(game);
    if (year == 0) {
        for (std::size_t i = 0; i < cards_.size(); ++i) {
            visit(i);
        }
    } else {
        visit_all(by_year_.equal_range(0));
        visit_all(std::pair(by_year_.lower_bound(year - 1), by_year_.upper_bound(year + 1)));
    }
}

namespace {

// Dates are quickly compared, names are not. Whether a pair can have so many points that it is the best one of at least
// `least`, or comes near that.
bool may_count(const LibraryRecord& card, const LibraryRecord& game, int least) {
    constexpr int most_beside_date = 2 * player + same_round + same_event + same_result;
    if (card.dates.empty() || game.dates.empty()) {
        return true;
    }
    const int date = compare_dates(card, game).points;
    return (date < 0 ? weighed(date, card.dates.front().certainty) : date) + most_beside_date > least - clear_lead;
}

}  // namespace

void CardStack::see(const LibraryRecord& game) {
    for_each_candidate(game, [&](std::size_t number) {
        if (!may_count(cards_[number].record, game, sole_pair_score)) {
            return;
        }
        const int points = join_score(cards_[number].record, game).points;
        Card& card = cards_[number];
        if (points > card.best_points) {
            card.second_points = card.best_points;
            card.best_points = points;
        } else {
            card.second_points = std::max(card.second_points, points);
        }
    });
    has_seen_games_ = true;
}

bool CardStack::is_sole_game(std::size_t card, int points) const {
    const Card& one = cards_[card];
    return has_seen_games_ && points == one.best_points && one.best_points - one.second_points >= clear_lead;
}

namespace {

bool says_the_same(const CardStack::Card& one, const CardStack::Card& other) {
    return std::equal(one.statements.begin(), one.statements.end(), other.statements.begin(), other.statements.end(),
                      [](const auto& a, const auto& b) { return a.field == b.field && a.text == b.text; });
}

}  // namespace

std::optional<CardStack::Match> CardStack::best(const LibraryRecord& game, int least) const {
    std::optional<Match> best;
    int second = -1000;
    for_each_candidate(game, [&](std::size_t number) {
        if (!may_count(cards_[number].record, game, least)) {
            return;
        }
        JoinScore score = join_score(cards_[number].record, game);
        if (best && says_the_same(cards_[best->card], cards_[number])) {
            return;  // whichever is used
        }
        if (!best || score.points > best->score.points) {
            second = best ? best->score.points : second;
            best = Match{number, std::move(score), 0};
        } else {
            second = std::max(second, score.points);
        }
    });
    if (!best || best->score.points < least) {
        return std::nullopt;
    }
    best->equals = best->score.points - second < clear_lead ? 1 : 0;
    return best;
}

void JoinPass::run(Game game, Context& context, GameEditor& editor) {
    last_card_.reset();
    ++counts_.games;
    const LibraryRecord record = library_record(game);
    const std::optional<CardStack::Match> match = cards_->best(record, std::min(sole_pair_score, min_score_));
    if (!match) {
        return;
    }
    const CardStack::Card& card = cards_->card(match->card);
    const std::string which = "card " + std::to_string(card.index + 1) + " of " + card.origin + ", " +
                              std::to_string(match->score.points) + " points: " + match->score.explanation;
    const bool is_sole_pair = match->equals == 0 && !match->score.contradicts && match->score.is_dated_alike &&
                              cards_->is_sole_game(match->card, match->score.points);
    if (match->score.points < min_score_ && !is_sole_pair) {
        ++counts_.weak;
        context.report_node("library.weak-match", game, 0, which);
        return;
    }
    if (match->equals != 0) {
        ++counts_.ambiguous;
        context.report_node("library.ambiguous-match", game, 0, which + "; another card is as good");
        return;
    }
    if (match->score.points < min_score_) {
        context.report_node("library.unsure-match", game, 0, which + "; used, as no other card or game comes near");
    }
    ++counts_.joined;
    last_card_ = match->card;
    join(game, record, *match, context, editor);
}

void JoinPass::join(Game game, const LibraryRecord& record, const CardStack::Match& match, Context& context,
                    GameEditor& editor) {
    const CardStack::Card& card = cards_->card(match.card);
    std::array<const tengen_fact*, TENGEN_FIELD_COUNT> said{};
    for (std::uint32_t i = 0; i < game.columns().fact_count; ++i) {
        const tengen_fact& fact = game.columns().facts[i];
        if (says_something(game, fact) && said[fact.field] == nullptr) {
            said[fact.field] = &fact;
        }
    }
    std::string filled;
    std::vector<std::string> differing;
    for (const CardStack::Card::Statement& statement : card.statements) {
        const std::string_view name = field_name(statement.field);
        const tengen_fact* own = said[statement.field];
        if (match.score.swaps_players &&
            (statement.field == TENGEN_FIELD_BLACK || statement.field == TENGEN_FIELD_WHITE ||
             statement.field == TENGEN_FIELD_BLACK_RANK || statement.field == TENGEN_FIELD_WHITE_RANK ||
             statement.field == TENGEN_FIELD_RESULT || statement.field == TENGEN_FIELD_BOARD_SCORE ||
             statement.field == TENGEN_FIELD_KOMI)) {
            if (statement.field == TENGEN_FIELD_BLACK || statement.field == TENGEN_FIELD_WHITE) {
                differing.push_back(std::string(name) + ": the card says " + quoted(statement.text));
            }
            continue;  // whoever exchanged the colours is wrong in these too
        }
        if (own == nullptr) {
            tengen_fact fact = make_card_fact(editor.storage(), statement.field, statement.text, TENGEN_NONE);
            fact.note = TENGEN_NOTE_IMPORTED;
            fact.format = editor.storage().store(card_format_name);
            fact.origin = editor.storage().store(card.origin);
            fact.line = statement.line;
            editor.add_fact_in_card_order(fact);
            filled += filled.empty() ? "" : ", ";
            filled += name;
            ++counts_.filled;
        } else if (!is_further(statement.field) &&
                   !is_same_statement(statement.field, card.record, record, statement.text, fact_text(game, *own))) {
            differing.push_back(std::string(name) + ": the card says " + quoted(statement.text) + ", the game " +
                                quoted(fact_text(game, *own)));
        }
    }
    context.report_node("library.joined", game, 0,
                        "card " + std::to_string(card.index + 1) + " of " + card.origin + ", " +
                            std::to_string(match.score.points) + " points: " + match.score.explanation +
                            (filled.empty() ? std::string("; nothing to take over") : "; taken over: " + filled));
    for (const std::string& difference : differing) {
        ++counts_.differing;
        context.report_node("library.facts-differ", game, 0, difference);
    }
}

}  // namespace tengen::passes
