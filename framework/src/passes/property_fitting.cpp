#include "passes/property_fitting.h"

#include <algorithm>
#include <array>
#include <utility>

#include <tengen/model/vocabulary.h>

#include "passes/card_event.h"
#include "passes/dialects.h"
#include "passes/value_text.h"

namespace tengen::passes {

namespace {

constexpr std::string_view source_separator = "; ";

std::string_view keyword_name(std::uint32_t field) {
    const CardKeyword* keyword = card_keyword_of(field);
    return keyword == nullptr ? field_name(field) : keyword->name;
}

// A fact of its own, and not one that was read from GC, where it still stands.
bool is_to_be_written(Game game, const tengen_fact& fact) {
    return fact.property == none && !is_from_card_line(game, fact);
}

bool has_card_field(Game game, std::uint32_t extension) {
    return card_field_number(game.stored(game.columns().extension_fields[extension].place)).has_value();
}

bool has_work(Game game) {
    const tengen_game& columns = game.columns();
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        if (is_to_be_written(game, columns.facts[i])) {
            return true;
        }
    }
    for (std::uint32_t i = 0; i < columns.extension_field_count; ++i) {
        if (has_card_field(game, i)) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::optional<OwnedGame> PropertyFitting::fit(Game game, NameStyle names, std::vector<Loss>& losses) {
    game_ = game;
    losses_ = &losses;
    lose_foreign_extension_fields();
    if (!has_work(game)) {
        return std::nullopt;
    }
    names_ = names;
    properties_.clear();
    lines_.clear();
    comments_.clear();
    editor_.begin(game);

    std::array<const tengen_fact*, TENGEN_FIELD_COUNT> first{};
    std::vector<const tengen_fact*> sources;
    std::vector<const tengen_fact*> comments;
    std::size_t position = 0;
    bool is_ordered = true;
    for (std::uint32_t i = 0; i < game.columns().fact_count; ++i) {
        const tengen_fact& fact = game.columns().facts[i];
        if (!is_to_be_written(game, fact)) {
            continue;
        }
        is_ordered = is_ordered && card_position_of(fact.field) >= position;
        position = card_position_of(fact.field);
        if (fact.state == TENGEN_FACT_EMPTY || fact.text.size == 0) {
            lose("loss.present-empty", TENGEN_LOSS_LOST, keyword_name(fact.field), {},
                 std::string(keyword_name(fact.field)) + " is there without a value, which a property cannot be");
        } else if (fact.field == TENGEN_FIELD_SOURCE) {
            sources.push_back(&fact);
        } else if (fact.field == TENGEN_FIELD_COMMENT) {
            comments.push_back(&fact);
        } else if (first[fact.field] == nullptr) {
            first[fact.field] = &fact;
        } else {
            lose("loss.dropped-value", TENGEN_LOSS_LOST, keyword_name(fact.field), {},
                 std::string(keyword_name(fact.field)) + ": " + quoted(text_of(fact)) + ": another value is preferred");
        }
    }
    if (!is_ordered) {
        lose("loss.field-order", TENGEN_LOSS_REORDERED, "fields", {}, "the fields stand in the order of a card");
    }
    for (const CardKeyword& keyword : card_keywords) {
        if (keyword.field == TENGEN_FIELD_SOURCE) {
            take_sources(sources);
        } else if (first[keyword.field] != nullptr) {
            take(*first[keyword.field]);
            first[keyword.field] = nullptr;
        }
    }
    for (const tengen_fact* fact : first) {
        if (fact != nullptr) {
            take(*fact);
        }
    }
    take_extension_fields();
    take_comments(comments);
    write();
    return editor_.finish(nullptr);
}

void PropertyFitting::take(const tengen_fact& fact) {
    // Beside a property the fact says more than it: both are kept.
    if (has_property(fact.field)) {
        keep_as_line(fact);
        return;
    }
    switch (fact.field) {
        case TENGEN_FIELD_DATE:
            return take_date(fact);
        case TENGEN_FIELD_BLACK:
        case TENGEN_FIELD_WHITE:
            return take_name(fact);
        case TENGEN_FIELD_BLACK_RANK:
        case TENGEN_FIELD_WHITE_RANK:
            return take_rank(fact);
        case TENGEN_FIELD_EVENT:
            return take_event(fact);
        case TENGEN_FIELD_BOARD_SCORE:
            return take_score(fact);
        case TENGEN_FIELD_KOMI:
            return take_komi(fact);
        case TENGEN_FIELD_RESULT:
            return take_result(fact);
        case TENGEN_FIELD_HANDICAP:
            return take_handicap(fact);
        default:
            return set(static_cast<tengen_field>(fact.field), repaired_text_of(fact));
    }
}

void PropertyFitting::take_date(const tengen_fact& fact) {
    const std::string_view text = text_of(fact);
    if (is_only_question_marks(text)) {
        if (fact.state != TENGEN_FACT_UNKNOWN) {
            keep_as_line(fact);
        }
        return;  // no DT is read back as an unknown date
    }
    const CardDate date = read_card_date(text);
    std::string said;
    if (date.date) {
        said = format_date(*date.date);
        set(TENGEN_FIELD_DATE, said);
    }
    lose_marks(fact, !date.marks.empty() || date.problem == CardProblem::bad_date);
    keep_unless(fact, said);
}

// "SGF FF[4], PB, PW".
void PropertyFitting::take_name(const tengen_fact& fact) {
    std::string text = repaired_text_of(fact);
    if (names_ == NameStyle::natural) {
        std::string natural;
        bool is_changed = false;
        for (const Person& person : read_persons(text, NameOrder::family_first).persons) {
            natural += natural.empty() ? "" : " & ";
            natural += natural_name(person);
            is_changed = is_changed || (person.reversed && natural_name(person) != person.written);
        }
        if (is_changed) {
            lose("loss.name-order", TENGEN_LOSS_NORMALISED, keyword_name(fact.field), {},
                 quoted(text) + " is written " + quoted(natural));
            text = std::move(natural);
        }
    }
    set(static_cast<tengen_field>(fact.field), std::move(text));
}

// SGF cannot tell an amateur "5d" from a professional.
void PropertyFitting::take_rank(const tengen_fact& fact) {
    const CardRank rank = read_card_rank(text_of(fact));
    set(static_cast<tengen_field>(fact.field), repaired_text_of(fact));
    if (rank.has_value && rank.rank.rank_class == RankClass::ama_dan) {
        lose("loss.rank-class", TENGEN_LOSS_APPROXIMATED, keyword_name(fact.field), "GC",
             quoted(text_of(fact)) + ": the property does not say that this is an amateur rank")
            .recoverable = true;
        keep_as_line(fact);
    }
}

void PropertyFitting::take_event(const tengen_fact& fact) {
    const std::string text = repaired_text_of(fact);
    if (!read_marks(text, CardItemKind::pieces).marks.empty() || has_property(TENGEN_FIELD_ROUND)) {
        return set(TENGEN_FIELD_EVENT, text);
    }
    EventAndRound split = split_event(text);
    set(TENGEN_FIELD_EVENT, std::move(split.event));
    if (!split.round.empty()) {
        set(TENGEN_FIELD_ROUND, std::move(split.round));
    }
}

// SGF has no score on the board. Its RU says how it was counted.
void PropertyFitting::take_score(const tengen_fact& fact) {
    const CardScore score = read_card_score(text_of(fact));
    if (score.has_value && fact.state == TENGEN_FACT_VALUE) {
        if (score.counting == Counting::japanese) {
            lose("loss.counting-assumed", TENGEN_LOSS_NORMALISED, "Score", {},
                 "that Japanese counting is assumed is not written");
        } else if (!has_property(TENGEN_FIELD_RULES)) {
            set(TENGEN_FIELD_RULES, score.counting == Counting::chinese ? "Chinese" : "GOE");
        }
    }
    lose("loss.board-score", TENGEN_LOSS_DEMOTED, "Score", "GC", "Score: " + quoted(text_of(fact))).recoverable = true;
    keep_as_line(fact);
}

void PropertyFitting::take_komi(const tengen_fact& fact) {
    const CardKomi komi = read_card_komi(text_of(fact));
    std::string said;
    if (komi.has_value && fact.state == TENGEN_FACT_VALUE) {
        said = komi.points;
        set(TENGEN_FIELD_KOMI, said);
    }
    lose_marks(fact, !komi.marks.empty() || fact.state == TENGEN_FACT_UNKNOWN);
    keep_unless(fact, said);
}

void PropertyFitting::take_result(const tengen_fact& fact) {
    if (fact.state == TENGEN_FACT_UNKNOWN) {
        set(TENGEN_FIELD_RESULT, "?");
        keep_as_line(fact);
        return;
    }
    const CardResult result = read_card_result(text_of(fact));
    std::string said;
    if (result.has_value && fact.state == TENGEN_FACT_VALUE) {
        set(TENGEN_FIELD_RESULT, format_result(result.result));
        if (result.result.kind == ResultKind::draw) {
            said = "0";
        } else {
            said = result.result.winner == Color::black ? "+" : "-";
            said += result.result.by == WonBy::resign ? "R" : result.result.points;
        }
        if (!result.margin.empty()) {
            lose("loss.board-score", TENGEN_LOSS_DEMOTED, "Result", "GC",
                 quoted(text_of(fact)) + ": the margin of a resignation")
                .recoverable = true;
        }
    }
    lose_marks(fact, !result.marks.empty());
    keep_unless(fact, said);
}

void PropertyFitting::take_handicap(const tengen_fact& fact) {
    const CardHandicap handicap = read_card_handicap(text_of(fact));
    std::string said;
    if (handicap.has_value && !handicap.white && handicap.black >= 2) {
        said = handicap.plain;
        set(TENGEN_FIELD_HANDICAP, said);
        lose("loss.handicap-places", TENGEN_LOSS_DEFAULTED, "Handicap", {}, "the places of the stones are not known");
    } else if (handicap.has_value) {
        lose("loss.two-color-start", TENGEN_LOSS_DEMOTED, "Handicap", "GC",
             quoted(text_of(fact)) + ": a start that HA cannot say")
            .recoverable = true;
    }
    lose_marks(fact, !handicap.marks.empty() || fact.state == TENGEN_FACT_UNKNOWN);
    keep_unless(fact, said);
}

// One SO holds all references, unless one of them holds what stands between them: then it holds the first alone, whose
// line is needed only where it would be taken for several, or for the second.
void PropertyFitting::take_sources(const std::vector<const tengen_fact*>& facts) {
    if (facts.empty()) {
        return;
    }
    std::vector<std::string> texts;
    std::string joined;
    bool has_separator = false;
    for (const tengen_fact* fact : facts) {
        texts.push_back(repaired_text_of(*fact));
        has_separator = has_separator || texts.back().find(source_separator) != std::string::npos;
        joined += joined.empty() ? std::string_view() : source_separator;
        joined += texts.back();
    }
    const bool is_beside = has_property(TENGEN_FIELD_SOURCE);
    if (!has_separator && !is_beside) {
        return set(TENGEN_FIELD_SOURCE, std::move(joined));
    }
    lose("loss.source-borders", TENGEN_LOSS_DEMOTED, "Source", "GC", "the references cannot stand in one property")
        .recoverable = true;
    std::size_t first_line = 0;
    if (!is_beside) {
        set(TENGEN_FIELD_SOURCE, texts.front());
        first_line = texts.size() == 1 || texts[1] == texts[0] ? 0 : 1;
    }
    for (std::size_t i = first_line; i < texts.size(); ++i) {
        add_line("Source", texts[i]);
    }
}

void PropertyFitting::take_comments(const std::vector<const tengen_fact*>& facts) {
    const bool looks_generated = std::any_of(facts.begin(), facts.end(), [this](const tengen_fact* fact) {
        return parse_card_line(text_of(*fact)).has_value();
    });
    for (const tengen_fact* fact : facts) {
        if (looks_generated) {
            add_line("Comment", text_of(*fact));
        } else {
            comments_.emplace_back(text_of(*fact));
        }
    }
}

void PropertyFitting::take_extension_fields() {
    for (std::uint32_t i = 0; i < game_->columns().extension_field_count; ++i) {
        if (!has_card_field(*game_, i)) {
            continue;
        }
        const tengen_extension_field& field = game_->columns().extension_fields[i];
        lose("loss.extension-field", TENGEN_LOSS_DEMOTED, game_->stored(field.key), "GC",
             "the field " + std::string(game_->stored(field.key)) + " is unknown");
        add_line(game_->stored(field.key), game_->stored(field.text));
    }
}

// What has no property: what another format said beside its game, and what cannot stand beside a property of the same
// name. Fields that were read from GC still stand there.
void PropertyFitting::lose_foreign_extension_fields() {
    for (std::uint32_t i = 0; i < game_->columns().extension_field_count; ++i) {
        const tengen_extension_field& field = game_->columns().extension_fields[i];
        const std::string_view place = game_->stored(field.place);
        if (!has_card_field(*game_, i) && place != card_line_origin) {
            const std::string key(game_->stored(field.key));
            lose("loss.extension-field", TENGEN_LOSS_LOST, key, {},
                 place == root_property_place ? "the root holds one " + key + ", and this was a further one"
                                              : "the member " + key + " of another format");
        }
    }
}

bool PropertyFitting::has_property(std::uint32_t field) const {
    const tengen_game& columns = game_->columns();
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        if (columns.facts[i].field == field && columns.facts[i].property != none) {
            return true;
        }
    }
    return false;
}

std::string PropertyFitting::repaired_text_of(const tengen_fact& fact) const {
    const std::string_view text = text_of(fact);
    return fact.note == TENGEN_NOTE_REPAIRED ? read_card_field(fact.field, text).repaired : std::string(text);
}

void PropertyFitting::set(tengen_field field, std::string text) {
    if (const std::optional<Identifier> identifier = property_of(field)) {
        const auto before = std::find_if(properties_.begin(), properties_.end(),
                                         [&](const NewProperty& known) { return known.identifier == *identifier; });
        if (before != properties_.end()) {  // a round of its own, and one in the event
            if (before->text != text) {
                lose("loss.dropped-value", TENGEN_LOSS_LOST, field_name(field), {},
                     quoted(text) + ": another value is preferred");
            }
            return;
        }
        properties_.push_back({*identifier, std::move(text)});
    }
}

void PropertyFitting::add_line(std::string_view keyword, std::string_view value) {
    std::string line(card_line_prefix);
    line += keyword;
    line += ": ";
    line += value;
    lines_.push_back(std::move(line));
}

void PropertyFitting::keep_as_line(const tengen_fact& fact) {
    add_line(keyword_name(fact.field), text_of(fact));
}

// A line where reading the property back would not give the same field.
void PropertyFitting::keep_unless(const tengen_fact& fact, std::string_view read_back) {
    if (card_text_of(*game_, fact) == read_back) {
        return;
    }
    if (fact.state == TENGEN_FACT_INVALID && fact.field != TENGEN_FIELD_DATE) {
        lose("loss.other-info", TENGEN_LOSS_DEMOTED, keyword_name(fact.field), "GC",
             std::string(keyword_name(fact.field)) + ": " + quoted(text_of(fact)) + ": a text without a reading")
            .recoverable = true;
    }
    keep_as_line(fact);
}

void PropertyFitting::lose_marks(const tengen_fact& fact, bool has_marks) {
    if (has_marks) {
        lose("loss.certainty-mark", TENGEN_LOSS_DEMOTED, keyword_name(fact.field), "GC",
             std::string(keyword_name(fact.field)) + ": " + quoted(text_of(fact)) + ": how certain this is")
            .recoverable = true;
    }
}

Loss& PropertyFitting::lose(std::string_view id, tengen_loss_kind kind, std::string_view what, std::string_view to,
                            std::string message) {
    Loss& loss = add_loss(*losses_, id, kind, 0, what, std::move(message));
    loss.to = to;
    return loss;
}

void PropertyFitting::write() {
    editor_.edit(0);
    const auto add = [this](Identifier identifier, std::string_view text) {
        editor_.add(identifier);
        editor_.value(editor_.store_text(text, 0));
    };
    if (game_->find(0, "FF") == none) {
        add("FF", "4");
        editor_.storage().header.file_format = 4;
    }
    if (game_->find(0, "GM") == none) {
        add("GM", std::to_string(game_->columns().game_kind));
    }
    // Behind the information that is there, and in front of setup, markup and comments.
    const std::uint32_t comment = game_->find(0, "GC");
    std::uint32_t place = game_->first_property(0);
    for (std::uint32_t p = place; p < game_->end_property(0); ++p) {
        const PropertyDefinition* definition = find_property(game_->identifier(p));
        const bool is_information = definition != nullptr && p != comment &&
                                    (definition->property_class == PropertyClass::root ||
                                     definition->property_class == PropertyClass::game_info);
        place = is_information ? p + 1 : place;
    }
    for (std::uint32_t p = game_->first_property(0); p <= game_->end_property(0); ++p) {
        if (p == place) {
            for (const NewProperty& property : properties_) {
                add(property.identifier, property.text);
            }
        }
        if (p < game_->end_property(0) && (p != comment || (lines_.empty() && comments_.empty()))) {
            editor_.copy(p);
        }
    }
    if (lines_.empty() && comments_.empty()) {
        return;
    }
    std::string text;
    const auto add_text = [&text](std::string_view line) {
        text += text.empty() ? "" : "\n";
        text += line;
    };
    for (const std::string& line : lines_) {
        add_text(line);
    }
    for (const std::string& line : comments_) {
        add_text(line);
    }
    if (comment != none) {
        for (const tengen_value value : game_->values(comment)) {
            add_text(game_->text(value));
        }
    }
    add("GC", text);
}

}  // namespace tengen::passes
