#include "bib_record.h"

#include <algorithm>
#include <array>
#include <optional>

#include <tengen/model/card.h>

namespace tengen::library {

namespace {

constexpr std::string_view dash = " \xE2\x80\x93 ";
constexpr std::string_view comment_prefix = "Comment: ";

struct NoteKey {
    tengen_field field;
    std::string_view key;
};
constexpr std::array<NoteKey, 17> note_keys{{{TENGEN_FIELD_DATE, "Date"},
                                             {TENGEN_FIELD_BLACK, "Black"},
                                             {TENGEN_FIELD_WHITE, "White"},
                                             {TENGEN_FIELD_BLACK_RANK, "Black rank"},
                                             {TENGEN_FIELD_WHITE_RANK, "White rank"},
                                             {TENGEN_FIELD_BLACK_TEAM, "Black team"},
                                             {TENGEN_FIELD_WHITE_TEAM, "White team"},
                                             {TENGEN_FIELD_BOARD_SCORE, "Score"},
                                             {TENGEN_FIELD_KOMI, "Komi"},
                                             {TENGEN_FIELD_RESULT, "Result"},
                                             {TENGEN_FIELD_HANDICAP, "Handicap"},
                                             {TENGEN_FIELD_RULES, "Rules"},
                                             {TENGEN_FIELD_TIME_MAIN, "Time"},
                                             {TENGEN_FIELD_OVERTIME, "Overtime"},
                                             {TENGEN_FIELD_OPENING, "Opening"},
                                             {TENGEN_FIELD_USER, "Transcriber"},
                                             {TENGEN_FIELD_COPYRIGHT, "Copyright"}}};

// The result of a property in the words of a card; empty if a card has none for it.
std::string card_result_of(const Result& result) {
    if (result.kind == ResultKind::draw) {
        return "0";
    }
    if (result.kind == ResultKind::unknown) {
        return "?";
    }
    if (result.kind != ResultKind::win || (result.by != WonBy::points && result.by != WonBy::resign) ||
        result.is_zero_win()) {
        return {};
    }
    return (result.winner == Color::black ? "+" : "-") + (result.by == WonBy::resign ? "R" : result.points);
}

// Whether the text can stand on a card in this field; texts of fields that cards do not have always can.
bool is_fit(tengen_field field, std::string_view text) {
    if (card_keyword_of(field) == nullptr || is_only_question_marks(text)) {
        return !text.empty();
    }
    const CardReading reading = read_card_field(field, text);
    return reading.has_value && is_allowed_on_card(reading.problem) && !reading.has_too_many_marks;
}

// A value of a note in the words of a card, or nothing.
std::optional<std::string> fitted(tengen_field field, std::string_view text) {
    std::string value = single_line(text);
    if (field == TENGEN_FIELD_RESULT && !is_fit(field, value)) {
        const std::optional<ResultReading> reading = read_result_leniently(value);
        value = reading && reading->remark.empty() ? card_result_of(reading->result) : std::string();
    }
    if ((field == TENGEN_FIELD_BLACK_RANK || field == TENGEN_FIELD_WHITE_RANK) && !is_fit(field, value)) {
        // As SGF has it: "4p". That a rank is established ("3k*") no card can say; it stays as it is written.
        const std::optional<Rank> rank = parse_rank(value);
        if (rank && rank->suffix != '*') {
            value = format_card_rank(*rank) + (rank->suffix == '?' ? "?" : "");
        }
    }
    return is_fit(field, value) ? std::optional(std::move(value)) : std::nullopt;
}

void add_or_append(std::string& to, std::string text) {
    if (to.empty()) {
        to = std::move(text);
    }
}

// A property can have more days than a card, or none that can be read.
void take_date(std::string_view text, bool is_own, BibRecord& record) {
    const std::string line = single_line(text);
    if (line.empty() || (is_own && is_fit(TENGEN_FIELD_DATE, line))) {
        record.date = line;
        return;
    }
    const std::vector<LibraryDate> dates = library_detail::dates_of(line, false);
    if (!dates.empty()) {
        record.date = format_date(dates.front().date);
    }
    if (dates.size() > 1) {
        record.comments.push_back("Dates: " + line);
    } else if (dates.empty() && !is_only_question_marks(line)) {
        record.comments.push_back("Date as stated: " + line);
    }
}

}  // namespace

std::string single_line(std::string_view text) {
    std::string line;
    for (const char c : text) {
        const bool is_blank = static_cast<unsigned char>(c) <= ' ' || c == '\x7F';
        if (!is_blank) {
            line += c;
        } else if (!line.empty() && line.back() != ' ') {
            line += ' ';
        }
    }
    while (!line.empty() && line.back() == ' ') {
        line.pop_back();
    }
    return line;
}

std::string_view note_key(tengen_field field) {
    const auto found =
        std::find_if(note_keys.begin(), note_keys.end(), [field](const NoteKey& key) { return key.field == field; });
    return found == note_keys.end() ? std::string_view() : found->key;
}

std::string BibRecord::title_or_players() const {
    if (!title.empty() || (black.empty() && white.empty())) {
        return title;
    }
    return (black.empty() ? "?" : black) + std::string(dash) + (white.empty() ? "?" : white);
}

bool BibRecord::take_players(std::string_view text) {
    const std::size_t at = text.find(dash);
    if (at == std::string_view::npos) {
        return false;
    }
    const std::string one = single_line(text.substr(0, at));
    const std::string other = single_line(text.substr(at + dash.size()));
    if (one.empty() || other.empty()) {
        return false;
    }
    add_or_append(black, one == "?" ? std::string() : one);
    add_or_append(white, other == "?" ? std::string() : other);
    return true;
}

EdtfDates edtf_dates(const BibRecord& record) {
    EdtfDates dates;
    if (record.date.empty() || is_only_question_marks(record.date)) {
        return dates;
    }
    for (const LibraryDate& date : library_detail::dates_of(record.date, true)) {
        dates.texts.push_back(edtf_of(date));
        dates.is_beyond = dates.is_beyond || date.has_marked_component();
    }
    dates.is_beyond = dates.is_beyond || dates.texts.empty();
    return dates;
}

std::string card_date_of(std::string_view text) {
    // Brackets of catalogues, circa, and the signs of EDTF.
    std::string plain;
    std::string marks;
    for (const char c : single_line(text)) {
        if (c == '?' || c == '~' || c == '%') {
            marks = c == '%' || (c == '?' && marks == "?") || marks == "??" ? "??" : "?";
        } else if (c != '[' && c != ']') {
            plain += c;
        }
    }
    while (!plain.empty() && (plain.back() == '.' || plain.back() == ' ')) {
        plain.pop_back();
    }
    for (const std::string_view circa : {"ca. ", "c. ", "circa "}) {
        if (plain.starts_with(circa)) {
            plain.erase(0, circa.size());
            marks = marks.empty() ? "?" : marks;
        }
    }
    const std::vector<LibraryDate> dates = library_detail::dates_of(plain, false);
    return dates.empty() ? std::string() : format_date(dates.front().date) + marks;
}

BibRecord bib_record_of(Game game, std::string_view format) {
    BibRecord record;
    std::array<bool, TENGEN_FIELD_COUNT> seen{};
    std::array<std::string, TENGEN_FIELD_COUNT> notes;
    const tengen_game& columns = game.columns();
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        const tengen_fact& fact = columns.facts[i];
        const auto field = static_cast<tengen_field>(fact.field);
        const bool is_own = fact.property == none;
        const std::string_view text = fact_text(game, fact);
        const std::string line = single_line(text);
        if (line.empty() || (seen[fact.field] && !may_repeat_on_card(fact.field))) {
            continue;
        }
        seen[fact.field] = true;
        switch (field) {
            case TENGEN_FIELD_GAME_NAME:
                record.title = line;
                break;
            case TENGEN_FIELD_BLACK:
                record.black = is_only_question_marks(line) ? std::string() : line;
                break;
            case TENGEN_FIELD_WHITE:
                record.white = is_only_question_marks(line) ? std::string() : line;
                break;
            case TENGEN_FIELD_DATE:
                take_date(line, is_own, record);
                break;
            case TENGEN_FIELD_EVENT:
                record.event = line;
                break;
            case TENGEN_FIELD_ROUND:
                record.round = line;
                break;
            case TENGEN_FIELD_PLACE:
                record.place = line;
                break;
            case TENGEN_FIELD_ANNOTATOR:
                record.annotator = line;
                break;
            case TENGEN_FIELD_USER:
                record.user = line;
                break;
            case TENGEN_FIELD_COPYRIGHT:
                record.copyright = line;
                break;
            case TENGEN_FIELD_SOURCE: {
                for (std::size_t begin = 0; begin <= line.size();) {
                    const std::size_t end = is_own ? line.size() : std::min(line.find("; ", begin), line.size());
                    std::string one = single_line(std::string_view(line).substr(begin, end - begin));
                    if (!one.empty() &&
                        std::find(record.sources.begin(), record.sources.end(), one) == record.sources.end()) {
                        record.sources.push_back(std::move(one));
                    }
                    begin = end + 2;
                }
                break;
            }
            case TENGEN_FIELD_COMMENT: {
                std::string comment =
                    single_line(is_own ? std::string(text) : library_detail::without_card_lines(text));
                if (!comment.empty()) {
                    record.comments.push_back(std::move(comment));
                }
                break;
            }
            default:
                if (std::optional<std::string> value = fitted(field, line)) {
                    notes[field] = std::move(*value);
                } else {
                    record.comments.push_back(std::string(note_key(field)) + ": " + line);
                }
                break;
        }
    }
    for (const NoteKey& key : note_keys) {
        if (!notes[key.field].empty()) {
            record.notes.emplace_back(key.field, std::move(notes[key.field]));
        }
    }
    for (std::uint32_t i = 0; i < columns.extension_field_count; ++i) {
        const tengen_extension_field& field = columns.extension_fields[i];
        if (game.stored(field.place) == format) {
            record.foreign.push_back({std::string(game.stored(field.key)), std::string(game.stored(field.text)), 0});
        }
    }
    return record;
}

bool take_note(std::string_view note, BibRecord& record) {
    for (const NoteKey& key : note_keys) {
        if (!note.starts_with(key.key) || note.substr(key.key.size(), 2) != ": ") {
            continue;
        }
        std::optional<std::string> value = fitted(key.field, note.substr(key.key.size() + 2));
        if (!value) {
            return false;
        }
        switch (key.field) {
            case TENGEN_FIELD_DATE:
                record.date = std::move(*value);
                break;
            case TENGEN_FIELD_BLACK:
                record.black = std::move(*value);
                break;
            case TENGEN_FIELD_WHITE:
                record.white = std::move(*value);
                break;
            case TENGEN_FIELD_USER:
                record.user = std::move(*value);
                break;
            case TENGEN_FIELD_COPYRIGHT:
                record.copyright = std::move(*value);
                break;
            default:
                if (std::any_of(record.notes.begin(), record.notes.end(),
                                [&](const auto& known) { return known.first == key.field; })) {
                    return false;  // said before: the second time it is a remark
                }
                record.notes.emplace_back(key.field, std::move(*value));
                break;
        }
        return true;
    }
    if (note.starts_with(comment_prefix)) {
        record.comments.push_back(single_line(note.substr(comment_prefix.size())));
        return true;
    }
    return false;
}

std::string note_of_comment(std::string_view comment) {
    BibRecord nothing;
    return (take_note(comment, nothing) ? std::string(comment_prefix) : std::string()) + std::string(comment);
}

void add_facts(const BibRecord& record, std::string_view format, GameStorage& storage) {
    const auto add = [&](tengen_field field, std::string_view text) {
        if (!text.empty()) {
            storage.facts.push_back(make_card_fact(storage, field, text, TENGEN_NONE));
        }
    };
    const auto add_note = [&](tengen_field field) {
        for (const auto& [noted, text] : record.notes) {
            if (noted == field) {
                add(field, text);
            }
        }
    };
    add(TENGEN_FIELD_DATE, record.date);
    add(TENGEN_FIELD_BLACK, record.black);
    add(TENGEN_FIELD_WHITE, record.white);
    add_note(TENGEN_FIELD_BLACK_RANK);
    add_note(TENGEN_FIELD_WHITE_RANK);
    add(TENGEN_FIELD_EVENT, record.event);
    add(TENGEN_FIELD_ROUND, record.round);
    add(TENGEN_FIELD_PLACE, record.place);
    for (const tengen_field field :
         {TENGEN_FIELD_BOARD_SCORE, TENGEN_FIELD_KOMI, TENGEN_FIELD_RESULT, TENGEN_FIELD_HANDICAP}) {
        add_note(field);
    }
    for (const std::string& source : record.sources) {
        add(TENGEN_FIELD_SOURCE, source);
    }
    for (const std::string& comment : record.comments) {
        add(TENGEN_FIELD_COMMENT, comment);
    }
    add(TENGEN_FIELD_GAME_NAME, record.title);
    for (const tengen_field field : {TENGEN_FIELD_BLACK_TEAM, TENGEN_FIELD_WHITE_TEAM, TENGEN_FIELD_RULES,
                                     TENGEN_FIELD_TIME_MAIN, TENGEN_FIELD_OVERTIME, TENGEN_FIELD_OPENING}) {
        add_note(field);
    }
    add(TENGEN_FIELD_ANNOTATOR, record.annotator);
    add(TENGEN_FIELD_USER, record.user);
    add(TENGEN_FIELD_COPYRIGHT, record.copyright);
    for (const ForeignField& field : record.foreign) {
        storage.extension_fields.push_back(
            {storage.store(field.key), storage.store(field.text), storage.store(format)});
    }
}

}  // namespace tengen::library
