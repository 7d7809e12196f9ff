#include "game_rows.h"

#include <algorithm>
#include <optional>

#include "fingerprint.h"

namespace tengen::catalogue {

namespace {

std::string_view note_name(std::uint32_t note) {
    constexpr std::array<std::string_view, 5> names{"stated", "assumed", "derived", "repaired", "imported"};
    return note < names.size() ? names[note] : names[0];
}

std::int64_t number_of(Certainty certainty) {
    return static_cast<std::int64_t>(certainty);
}

}  // namespace

std::int64_t first_day_of(PartialDate date) {
    return date.year * 10000 + std::max<int>(date.month, 1) * 100 + std::max<int>(date.day, 1);
}

std::int64_t last_day_of(PartialDate date) {
    const int month = date.month == 0 ? 12 : date.month;
    const int day = date.day == 0 ? days_in_month(date.year, month) : date.day;
    return date.year * 10000 + month * 100 + day;
}

std::uint32_t main_line_moves(Game game) {
    std::uint32_t moves = 0;
    for (std::uint32_t node = game.node_count() == 0 ? none : 0; node != none; node = game.first_child(node)) {
        for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
            const Identifier identifier = game.identifier(p);
            moves += identifier == Identifier("B") || identifier == Identifier("W") ? 1 : 0;
        }
    }
    return moves;
}

GameRows::Names::Names(Database& database, const char* find, const char* insert, const char* link)
    : database_(&database), find_(database, find), insert_(database, insert), link_(database, link) {}

void GameRows::Names::put(std::int64_t game, std::size_t position, const LibraryItem& item) {
    std::optional<std::int64_t> name = find_.bind(item.text).find();
    if (!name) {
        insert_.bind(item.text).run();
        name = database_->last_row();
    }
    link_.bind(game).bind(static_cast<std::int64_t>(position)).bind(*name).bind(number_of(item.certainty)).run();
}

GameRows::GameRows(Database& database)
    : database_(database),
      find_game_(database, "SELECT id FROM game WHERE fingerprint = ?"),
      insert_game_(database,
                   "INSERT INTO game(fingerprint, title, date, first_day, last_day, date_certainty, round, result, "
                   "result_stated, result_certainty, komi, handicap, rules, board_score, opening, copyright, "
                   "board_columns, board_rows, moves, nodes) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"),
      find_person_(database, "SELECT id FROM person WHERE name = ?"),
      insert_person_(database, "INSERT INTO person(name, family, given) VALUES(?,?,?)"),
      link_person_(database,
                   "INSERT INTO game_person(game, role, position, person, rank, certainty) "
                   "VALUES(?,?,?,?,?,?)"),
      insert_date_(database,
                   "INSERT INTO game_date(game, position, date, first_day, last_day, certainty, "
                   "year_certainty, month_certainty, day_certainty) VALUES(?,?,?,?,?,?,?,?,?)"),
      insert_comment_(database, "INSERT INTO comment(game, position, text) VALUES(?,?,?)"),
      insert_provenance_(database,
                         "INSERT INTO provenance(game, position, field, text, note, format, origin, line) "
                         "VALUES(?,?,?,?,?,?,?,?)"),
      insert_search_(database, "INSERT INTO search(rowid, names, events) VALUES(?,?,?)"),
      find_input_(database, "SELECT id FROM input WHERE name = ? AND member = ?"),
      insert_input_(database, "INSERT INTO input(name, member) VALUES(?,?)"),
      find_location_(database, "SELECT game FROM location WHERE input = ? AND number = ?"),
      insert_location_(database, "INSERT OR REPLACE INTO location(input, number, game) VALUES(?,?,?)"),
      events_(database, "SELECT id FROM event WHERE name = ?", "INSERT INTO event(name) VALUES(?)",
              "INSERT INTO game_event(game, position, event, certainty) VALUES(?,?,?,?)"),
      places_(database, "SELECT id FROM place WHERE name = ?", "INSERT INTO place(name) VALUES(?)",
              "INSERT INTO game_place(game, position, place, certainty) VALUES(?,?,?,?)"),
      references_(database, "SELECT id FROM reference WHERE text = ?", "INSERT INTO reference(text) VALUES(?)",
                  "INSERT INTO game_reference(game, position, reference, certainty) VALUES(?,?,?,?)") {}

bool GameRows::put(Game game, std::string_view input, std::string_view member) {
    const Fingerprint fingerprint = fingerprint_of(game);
    const std::string_view bytes(fingerprint.data(), fingerprint.size());
    std::optional<std::int64_t> row = find_game_.bind_bytes(bytes).find();
    const bool is_new = !row;
    if (is_new) {
        const LibraryRecord record = library_record(game);
        row = insert_game(game, record, bytes);
        put_persons(*row, "black", record.black, record.black_rank);
        put_persons(*row, "white", record.white, record.white_rank);
        put_persons(*row, "annotator", record.annotators, {});
        put_persons(*row, "transcriber", record.users, {});
        put_dates(*row, record.dates);
        for (std::size_t i = 0; i < record.events.size(); ++i) {
            events_.put(*row, i, record.events[i]);
        }
        for (std::size_t i = 0; i < record.places.size(); ++i) {
            places_.put(*row, i, record.places[i]);
        }
        for (std::size_t i = 0; i < record.sources.size(); ++i) {
            references_.put(*row, i, record.sources[i]);
        }
        for (std::size_t i = 0; i < record.comments.size(); ++i) {
            insert_comment_.bind(*row).bind(static_cast<std::int64_t>(i)).bind(record.comments[i]).run();
        }
        put_provenance(*row, game);
        put_search(*row, record);
    }
    if (!input.empty()) {
        put_location(*row, game.index(), input, member);
    }
    return is_new;
}

std::int64_t GameRows::insert_game(Game game, const LibraryRecord& record, std::string_view fingerprint) {
    std::int64_t first = 0;
    std::int64_t last = 0;
    Certainty certainty = Certainty::certain;
    for (const LibraryDate& date : record.dates) {
        first = first == 0 ? first_day_of(date.date) : std::min(first, first_day_of(date.date));
        last = std::max(last, last_day_of(date.date));
        certainty = worst(certainty, date.certainty);
    }
    const std::string result = format_result(record.result);
    const std::string title = record.title_or_players();
    const auto number_or_null = [this](std::int64_t number) {
        number == 0 ? insert_game_.bind_null() : insert_game_.bind(number);
    };
    insert_game_.bind_bytes(fingerprint).bind_text_or_null(title).bind_text_or_null(record.date_text);
    number_or_null(first);
    number_or_null(last);
    insert_game_.bind(number_of(certainty))
        .bind_text_or_null(record.round)
        .bind_text_or_null(result)
        .bind_text_or_null(record.result_text)
        .bind(number_of(record.result_certainty))
        .bind_text_or_null(record.komi)
        .bind_text_or_null(record.handicap)
        .bind_text_or_null(record.rules)
        .bind_text_or_null(record.board_score)
        .bind_text_or_null(record.opening)
        .bind_text_or_null(record.copyright);
    // Cards say nothing of a board.
    const bool has_board = game.columns().board_stated != 0 || game.node_count() > 1;
    number_or_null(has_board ? game.columns().board_columns : 0);
    number_or_null(has_board ? game.columns().board_rows : 0);
    insert_game_.bind(main_line_moves(game)).bind(game.node_count()).run();
    return database_.last_row();
}

void GameRows::put_persons(std::int64_t game, std::string_view role, const std::vector<LibraryName>& names,
                           std::string_view rank) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        const LibraryName& name = names[i];
        std::optional<std::int64_t> person = find_person_.bind(name.written).find();
        if (!person) {
            insert_person_.bind(name.written).bind_text_or_null(name.family).bind_text_or_null(name.given).run();
            person = database_.last_row();
        }
        link_person_.bind(game)
            .bind(role)
            .bind(static_cast<std::int64_t>(i))
            .bind(*person)
            .bind_text_or_null(rank)
            .bind(number_of(name.certainty))
            .run();
    }
}

void GameRows::put_dates(std::int64_t game, const std::vector<LibraryDate>& dates) {
    for (std::size_t i = 0; i < dates.size(); ++i) {
        const LibraryDate& date = dates[i];
        const std::string text = format_date(date.date);
        insert_date_.bind(game)
            .bind(static_cast<std::int64_t>(i))
            .bind(text)
            .bind(first_day_of(date.date))
            .bind(last_day_of(date.date))
            .bind(number_of(date.certainty))
            .bind(number_of(date.components[0]))
            .bind(number_of(date.components[1]))
            .bind(number_of(date.components[2]))
            .run();
    }
}

void GameRows::put_search(std::int64_t game, const LibraryRecord& record) {
    names_ = record.title;
    for (const auto* names : {&record.black, &record.white, &record.annotators, &record.users}) {
        for (const LibraryName& name : *names) {
            names_ += names_.empty() ? "" : " / ";
            names_ += name.written;
        }
    }
    event_text_ = record.round;
    for (const LibraryItem& event : record.events) {
        event_text_ += event_text_.empty() ? "" : " / ";
        event_text_ += event.text;
    }
    insert_search_.bind(game).bind(names_).bind(event_text_).run();
}

// What the record does not say by itself.
void GameRows::put_provenance(std::int64_t row, Game game) {
    const tengen_game& columns = game.columns();
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        const tengen_fact& fact = columns.facts[i];
        if (fact.note == TENGEN_NOTE_STATED && fact.origin.size == 0) {
            continue;
        }
        insert_provenance_.bind(row)
            .bind(i)
            .bind(field_name(fact.field))
            .bind(fact_text(game, fact))
            .bind(note_name(fact.note))
            .bind_text_or_null(game.stored(fact.format))
            .bind_text_or_null(game.stored(fact.origin));
        (fact.line == 0 ? insert_provenance_.bind_null() : insert_provenance_.bind(fact.line)).run();
    }
}

void GameRows::put_location(std::int64_t game, std::uint32_t number, std::string_view input, std::string_view member) {
    std::optional<std::int64_t> place = find_input_.bind(input).bind(member).find();
    if (!place) {
        insert_input_.bind(input).bind(member).run();
        place = database_.last_row();
    }
    const std::optional<std::int64_t> before = find_location_.bind(*place).bind(number).find();
    if (before == game) {
        return;
    }
    insert_location_.bind(*place).bind(number).bind(game).run();
    if (before) {
        remove_without_location(*before);
    }
}

void GameRows::remove_without_location(std::int64_t game) {
    Statement count(database_, "SELECT count(*) FROM location WHERE game = ?");
    if (count.bind(game).find().value_or(0) != 0) {
        return;
    }
    for (const char* text : {"DELETE FROM game_person WHERE game = ?", "DELETE FROM game_date WHERE game = ?",
                             "DELETE FROM game_event WHERE game = ?", "DELETE FROM game_place WHERE game = ?",
                             "DELETE FROM game_reference WHERE game = ?", "DELETE FROM comment WHERE game = ?",
                             "DELETE FROM provenance WHERE game = ?", "DELETE FROM search WHERE rowid = ?",
                             "DELETE FROM game WHERE id = ?"}) {
        Statement(database_, text).bind(game).run();
    }
}

}  // namespace tengen::catalogue
