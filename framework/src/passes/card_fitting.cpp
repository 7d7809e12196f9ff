#include "passes/card_fitting.h"

#include <algorithm>
#include <utility>

#include <tengen/model/builder.h>
#include <tengen/model/date_reading.h>
#include <tengen/model/rules.h>

#include "passes/card_arithmetic.h"
#include "passes/card_event.h"
#include "passes/node_survey.h"
#include "passes/value_text.h"

namespace tengen::passes {

namespace {

constexpr std::string_view source_separator = "; ";
constexpr std::string_view unknown = "?";

struct OtherField {
    tengen_field field;
    std::string_view label;
};

constexpr std::array other_fields{
    OtherField{TENGEN_FIELD_GAME_NAME, "Game"},        OtherField{TENGEN_FIELD_OPENING, "Opening"},
    OtherField{TENGEN_FIELD_ANNOTATOR, "Annotator"},   OtherField{TENGEN_FIELD_USER, "User"},
    OtherField{TENGEN_FIELD_COPYRIGHT, "Copyright"},   OtherField{TENGEN_FIELD_TIME_MAIN, "Time"},
    OtherField{TENGEN_FIELD_OVERTIME, "Overtime"},     OtherField{TENGEN_FIELD_BLACK_TEAM, "Black team"},
    OtherField{TENGEN_FIELD_WHITE_TEAM, "White team"},
};

std::string one_line(std::string_view text) {
    std::string line(text);
    std::replace(line.begin(), line.end(), '\n', ' ');
    return line;
}

// A result of SGF on a card; empty if a card cannot say it.
std::string card_result(const Result& result) {
    if (result.kind == ResultKind::draw) {
        return "0";
    }
    if (result.kind != ResultKind::win || (result.by != WonBy::points && result.by != WonBy::resign)) {
        return {};
    }
    std::string text(1, result.winner == Color::black ? '+' : '-');
    return text + (result.by == WonBy::resign ? "R" : result.points);
}

// "9p", "4d*", "3 kyu" by their letters; nullopt for any other text.
struct PlainRank {
    std::string number;
    char unit = 'd';  // d, k, p
    bool has_star = false;
    bool has_mark = false;
};

std::optional<PlainRank> plain_rank(std::string_view text) {
    PlainRank rank;
    const std::size_t digits = decimal_detail::count_digits(text, 0);
    rank.number = text.substr(0, digits);
    std::string_view rest = card_detail::without_blanks(text.substr(digits));
    if (!rest.empty() && (rest.back() == '*' || rest.back() == '?')) {
        (rest.back() == '*' ? rank.has_star : rank.has_mark) = true;
        rest.remove_suffix(1);
    }
    if (rest == "d" || rest == "dan") {
        rank.unit = 'd';
    } else if (rest == "k" || rest == "kyu") {
        rank.unit = 'k';
    } else if (rest == "p") {
        rank.unit = 'p';
    } else {
        return std::nullopt;
    }
    const std::optional<std::int64_t> n = digits == 0 || digits > 2 ? std::nullopt : integer_of(rank.number);
    if (!n || *n < 1 || *n > (rank.unit == 'k' ? 40 : 9)) {
        return std::nullopt;
    }
    return rank;
}

// SGF made from a card says nothing about a board.
bool is_without_board(Game game) {
    return game.columns().board_stated == 0 && game.node_count() <= 1;
}

}  // namespace

std::optional<OwnedGame> CardFitting::fit(Game game, std::vector<Loss>& losses) {
    game_ = game;
    losses_ = &losses;
    if (is_card()) {
        return std::nullopt;
    }
    own_ = {};
    stated_ = {};
    comments_.clear();
    for (Entries& entries : entries_) {
        entries.clear();
    }
    const tengen_game& columns = game.columns();
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        const tengen_fact& fact = columns.facts[i];
        const tengen_fact*& preferred = (fact.property == none ? own_ : stated_)[fact.field];
        preferred = preferred == nullptr ? &fact : preferred;
    }
    take_date();
    take_name(TENGEN_FIELD_BLACK);
    take_name(TENGEN_FIELD_WHITE);
    take_rank(TENGEN_FIELD_BLACK_RANK);
    take_rank(TENGEN_FIELD_WHITE_RANK);
    take_event();
    take_text(TENGEN_FIELD_PLACE);
    take_score();
    take_komi();
    take_result();
    take_handicap();
    take_sources();
    take_board_and_rules();
    take_other_information();
    take_comments();
    lose_further_facts();
    lose_tree();
    lose_streams();
    lose_foreign_extension_fields();
    return make_game();
}

bool CardFitting::is_card() const {
    const tengen_game& columns = game_->columns();
    if (columns.node_count != 1 || columns.property_count != 0 || columns.stream_count != 0 ||
        columns.fact_count == 0 || columns.facts[0].field != TENGEN_FIELD_DATE) {
        return false;
    }
    std::array<bool, TENGEN_FIELD_COUNT> seen{};
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        const tengen_fact& fact = columns.facts[i];
        if (fact.property != none || card_keyword_of(fact.field) == nullptr ||
            (seen[fact.field] && !may_repeat_on_card(fact.field)) ||
            (fact.field == TENGEN_FIELD_DATE && !opens_card(game_->stored(fact.text)))) {
            return false;
        }
        seen[fact.field] = true;
    }
    for (std::uint32_t i = 0; i < columns.extension_field_count; ++i) {
        if (!card_field_number(game_->stored(columns.extension_fields[i].place))) {
            return false;
        }
    }
    return columns.board_stated == 0 || (columns.board_columns == 19 && columns.board_rows == 19);
}

std::optional<std::string_view> CardFitting::stated(tengen_field field) const {
    const tengen_fact* fact = stated_[field];
    if (fact == nullptr) {
        return std::nullopt;
    }
    const std::string_view text = fact_text(*game_, *fact);
    return text.empty() ? std::nullopt : std::optional(text);
}

// The fact of its own, as it is.
bool CardFitting::take_own(tengen_field field) {
    const tengen_fact* fact = own(field);
    if (fact == nullptr) {
        return false;
    }
    entries(field).push_back({std::string(game_->stored(fact->text)), fact->note,
                              static_cast<std::uint32_t>(fact - game_->columns().facts)});
    return true;
}

void CardFitting::add(tengen_field field, std::string text, std::uint32_t note) {
    entries(field).push_back({std::move(text), note, TENGEN_NONE});
}

void CardFitting::add_comment(std::string_view what, std::string_view text) {
    std::string comment(what);
    comment += ": ";
    comment += one_line(text);
    comments_.push_back(std::move(comment));
}

// "Landman posting, Date": the day of the first move. Without a date a card says "?".
void CardFitting::take_date() {
    const tengen_fact* fact = own(TENGEN_FIELD_DATE);
    if (fact != nullptr && opens_card(game_->stored(fact->text))) {
        take_own(TENGEN_FIELD_DATE);
        return;
    }
    const std::optional<std::string_view> text =
        fact != nullptr ? std::optional(game_->stored(fact->text)) : stated(TENGEN_FIELD_DATE);
    if (!text) {
        return add(TENGEN_FIELD_DATE, std::string(unknown), TENGEN_NOTE_ASSUMED);
    }
    std::vector<PartialDate> dates;
    if (const DateList list = parse_dates(*text); list.is_read()) {
        dates = list.dates;
    } else if (std::optional<std::vector<PartialDate>> read = read_date_leniently(*text)) {
        dates = std::move(*read);
    }
    if (dates.empty()) {
        add(TENGEN_FIELD_DATE, std::string(unknown), TENGEN_NOTE_ASSUMED);
        add_comment("Date", *text);
        lose("loss.other-info", TENGEN_LOSS_DEMOTED, "DT", "Comment", quoted(*text) + ": no date that a card can hold");
        return;
    }
    if (dates.size() > 1) {
        lose("loss.further-dates", TENGEN_LOSS_LOST, "DT", {}, quoted(*text) + ": a card has the first day alone")
            .count = static_cast<std::uint32_t>(dates.size() - 1);
    }
    add(TENGEN_FIELD_DATE, format_date(dates.front()));
}

void CardFitting::take_text(tengen_field field) {
    if (!take_own(field)) {
        if (const std::optional<std::string_view> text = stated(field)) {
            add(field, one_line(*text));
        }
    }
}

// "Landman posting, Black and White": a name without comma stands in its natural order, family name first.
void CardFitting::take_name(tengen_field field) {
    take_text(field);
    if (own(field) != nullptr || entries(field).empty()) {
        return;
    }
    const std::string& text = entries(field).front().text;
    if (is_only_question_marks(text)) {
        return;
    }
    const Persons persons = read_persons(text, NameOrder::unknown);
    if (std::any_of(persons.persons.begin(), persons.persons.end(), [](const Person& p) { return !p.reversed; })) {
        lose("loss.name-order-unknown", TENGEN_LOSS_DEFAULTED, card_keyword_of(field)->name, {},
             quoted(text) + ": which is the family name is not said; a card takes the first word for it");
    }
}

void CardFitting::take_rank(tengen_field field) {
    if (take_own(field)) {
        return;
    }
    const std::optional<std::string_view> text = stated(field);
    if (!text) {
        return;
    }
    const std::string_view keyword = card_keyword_of(field)->name;
    const std::optional<PlainRank> rank = plain_rank(*text);
    if (!rank) {
        return add(field, one_line(*text));
    }
    std::string result = rank->number;
    bool is_uncertain = rank->has_mark;
    switch (rank->unit) {
        case 'p':
            result += 'D';
            break;
        case 'k':
            result += 'k';
            break;
        default:
            result += 'd';
            is_uncertain = true;
            lose("loss.rank-class", TENGEN_LOSS_APPROXIMATED, keyword, {},
                 quoted(*text) + ": professional or amateur is not said");
            break;
    }
    result += is_uncertain ? "?" : "";
    if (rank->has_star) {
        lose("loss.rank-suffix", TENGEN_LOSS_LOST, keyword, {}, quoted(*text) + ": that the rank is established");
    }
    add(field, std::move(result));
}

void CardFitting::take_event() {
    if (take_own(TENGEN_FIELD_EVENT)) {
        return;
    }
    const std::optional<std::string_view> event = stated(TENGEN_FIELD_EVENT);
    const std::optional<std::string_view> round = stated(TENGEN_FIELD_ROUND);
    if (event || round) {
        add(TENGEN_FIELD_EVENT, one_line(join_event(event.value_or(""), round.value_or(""))));
    }
}

// The score before komi: what the winner was ahead with, and the komi.
void CardFitting::take_score() {
    if (take_own(TENGEN_FIELD_BOARD_SCORE) || own(TENGEN_FIELD_KOMI) != nullptr ||
        own(TENGEN_FIELD_RESULT) != nullptr || is_without_board(*game_)) {
        return;
    }
    const std::optional<std::string_view> komi = stated(TENGEN_FIELD_KOMI);
    const std::optional<std::string_view> result = stated(TENGEN_FIELD_RESULT);
    if (!komi || !result || !is_real(*komi)) {
        return;
    }
    const std::string outcome = card_result(parse_result(*result).result);
    if (!is_real(outcome)) {
        return;
    }
    add(TENGEN_FIELD_BOARD_SCORE, derived_score(outcome, *komi, false, stated(TENGEN_FIELD_RULES)),
        TENGEN_NOTE_DERIVED);
}

void CardFitting::take_komi() {
    if (take_own(TENGEN_FIELD_KOMI)) {
        return;
    }
    const std::optional<std::string_view> komi = stated(TENGEN_FIELD_KOMI);
    if (komi && is_real(*komi)) {
        add(TENGEN_FIELD_KOMI, std::string(*komi));
    } else if (komi) {
        add_comment("Komi", *komi);
        lose("loss.other-info", TENGEN_LOSS_DEMOTED, "KM", "Comment", quoted(*komi) + ": no number");
    }
}

// "Landman posting, Result": points and resignations, from Black's side.
void CardFitting::take_result() {
    if (take_own(TENGEN_FIELD_RESULT)) {
        return;
    }
    const std::optional<std::string_view> text = stated(TENGEN_FIELD_RESULT);
    if (!text) {
        return;
    }
    std::string result = card_result(parse_result(*text).result);
    if (result.empty()) {
        add_comment("Result", *text);
        lose("loss.result-kind", TENGEN_LOSS_DEMOTED, "RE", "Comment", quoted(*text) + ": no result that a card has");
    }
    add(TENGEN_FIELD_RESULT, std::move(result));
}

void CardFitting::take_handicap() {
    std::uint32_t black = 0;
    bool has_other_setup = false;
    for (std::uint32_t p = game_->first_property(0); p < game_->end_property(0); ++p) {
        const Identifier identifier = game_->identifier(p);
        if (identifier == Identifier("AB")) {
            for (const tengen_value value : game_->values(p)) {
                for_each_point(value, [&black](Point) { ++black; });
            }
        }
        has_other_setup = has_other_setup || identifier == Identifier("AW") || identifier == Identifier("AE");
    }
    const bool is_own = take_own(TENGEN_FIELD_HANDICAP);
    const std::optional<std::string_view> text = stated(TENGEN_FIELD_HANDICAP);
    const std::optional<std::int64_t> stones = text && is_number(*text) ? integer_of(*text) : std::nullopt;
    const bool is_handicap = stones && *stones >= 0 && static_cast<std::uint32_t>(*stones) == black;
    if (!is_own && stones && *stones >= 1) {
        add(TENGEN_FIELD_HANDICAP, std::string(*text));
    } else if (!is_own && text && !stones) {
        add_comment("Handicap", *text);
        lose("loss.other-info", TENGEN_LOSS_DEMOTED, "HA", "Comment", quoted(*text) + ": no number");
    }
    if (black != 0 && is_handicap && !has_other_setup) {
        lose("loss.handicap-places", TENGEN_LOSS_LOST, "AB", {}, "the places of the handicap stones").count = black;
    } else if (black != 0 || has_other_setup) {
        lose("loss.setup", TENGEN_LOSS_LOST, "AB", {}, "stones that were set up at the start").count =
            std::max(black, 1u);
    }
}

// See PropertyFitting: with lines of their own, references are not cut, and the first line may repeat SO.
void CardFitting::take_sources() {
    const tengen_game& columns = game_->columns();
    Entries& sources = entries(TENGEN_FIELD_SOURCE);
    bool has_lines = false;
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        const tengen_fact& fact = columns.facts[i];
        if (fact.field == TENGEN_FIELD_SOURCE && fact.property == none) {
            has_lines = has_lines || is_from_card_line(*game_, fact);
            sources.push_back({std::string(game_->stored(fact.text)), fact.note, i});
        }
    }
    const std::optional<std::string_view> text = stated(TENGEN_FIELD_SOURCE);
    if (!text) {
        return;
    }
    if (has_lines) {
        if (sources.front().text != *text) {
            sources.insert(sources.begin(), {std::string(*text), TENGEN_NOTE_STATED, TENGEN_NONE});
        }
        return;
    }
    std::string_view rest = *text;
    while (!rest.empty()) {
        const std::size_t end = rest.find(source_separator);
        if (const std::string_view source = rest.substr(0, end); !source.empty()) {
            add(TENGEN_FIELD_SOURCE, one_line(source));
        }
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + source_separator.size());
    }
}

void CardFitting::take_comments() {
    const tengen_game& columns = game_->columns();
    Entries& comments = entries(TENGEN_FIELD_COMMENT);
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        const tengen_fact& fact = columns.facts[i];
        if (fact.field == TENGEN_FIELD_COMMENT && fact.property == none) {
            comments.push_back({std::string(game_->stored(fact.text)), fact.note, i});
        }
    }
    if (const std::optional<std::string_view> text = stated(TENGEN_FIELD_COMMENT)) {
        std::string_view rest = *text;
        while (!rest.empty()) {
            const std::size_t end = rest.find('\n');
            const std::string_view line = card_detail::without_blanks_behind(rest.substr(0, end));
            rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
            if (!line.empty() && !parse_card_line(line)) {
                add(TENGEN_FIELD_COMMENT, std::string(line));
            }
        }
    }
    for (std::string& comment : comments_) {
        add(TENGEN_FIELD_COMMENT, std::move(comment), TENGEN_NOTE_IMPORTED);
    }
}

void CardFitting::take_board_and_rules() {
    const tengen_game& columns = game_->columns();
    if (columns.board_columns != 0 && (columns.board_columns != 19 || columns.board_rows != 19)) {
        std::string board = std::to_string(columns.board_columns) + "x" + std::to_string(columns.board_rows) + " board";
        lose("loss.board-size", TENGEN_LOSS_DEMOTED, "SZ", "Comment", board);
        comments_.push_back(std::move(board));
    }
    const std::optional<std::string_view> rules = stated(TENGEN_FIELD_RULES);
    if (!rules) {
        return;
    }
    const std::optional<RulesReading> reading = read_rules(*rules);
    const Entries& scores = entries(TENGEN_FIELD_BOARD_SCORE);
    const Counting counting = scores.empty() ? Counting::japanese : read_card_score(scores.front().text).counting;
    const bool is_said = reading && ((reading->rule_set == RuleSet::japanese && counting == Counting::japanese) ||
                                     (reading->rule_set == RuleSet::chinese && counting == Counting::chinese) ||
                                     (reading->rule_set == RuleSet::ing && counting == Counting::ing));
    if (!is_said) {
        add_comment("Rules", *rules);
        lose("loss.rules", TENGEN_LOSS_DEMOTED, "RU", "Comment", quoted(*rules) + ": a card has no field for rules");
    }
}

void CardFitting::take_other_information() {
    for (const OtherField& other : other_fields) {
        std::optional<std::string_view> text = stated(other.field);
        if (own(other.field) != nullptr) {
            text = game_->stored(own(other.field)->text);
        }
        if (text) {
            add_comment(other.label, *text);
            lose("loss.other-info", TENGEN_LOSS_DEMOTED, field_name(other.field), "Comment",
                 std::string(other.label) + ": " + quoted(*text));
        }
    }
}

// Fields of a card keep their order, all others come in that of the explanation; the date is always first.
OwnedGame CardFitting::make_game() {
    const tengen_game& from = game_->columns();
    struct Placed {
        tengen_field field;
        const Entry* entry;
    };
    std::vector<Placed> placed;
    bool is_from_card = from.property_count == 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        for (const Entry& entry : entries_[i]) {
            placed.push_back({card_keywords[i].field, &entry});
            is_from_card = is_from_card && (entry.order != TENGEN_NONE || i == 0);
        }
    }
    if (is_from_card) {
        std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
            const auto order = [](const Placed& p) {
                return p.field == TENGEN_FIELD_DATE ? std::uint64_t{0} : std::uint64_t{p.entry->order} + 1;
            };
            return order(a) < order(b);
        });
    }
    std::unique_ptr<GameStorage> storage = pool_->acquire();
    storage->header.index = from.index;
    GameBuilder builder(*storage);
    builder.add_node(none);
    for (const Placed& p : placed) {
        tengen_fact fact = make_card_fact(*storage, p.field, p.entry->text, TENGEN_NONE);
        fact.note = p.entry->note;
        storage->facts.push_back(fact);
    }
    std::size_t number = placed.size();
    for (std::uint32_t i = 0; i < from.extension_field_count; ++i) {
        const tengen_extension_field& field = from.extension_fields[i];
        const std::string_view place = game_->stored(field.place);
        const std::optional<std::uint32_t> own_number = card_field_number(place);
        if (!own_number && place != card_line_origin) {
            continue;
        }
        const std::string new_place = own_number && is_from_card ? std::string(place) : std::to_string(number++);
        storage->extension_fields.push_back({storage->store(game_->stored(field.key)),
                                             storage->store(game_->stored(field.text)), storage->store(new_place)});
    }
    OwnedGame game;
    pool_->publish(std::move(storage), *game.receive());
    return game;
}

}  // namespace tengen::passes
