// The catalogue: games a second, bytes a game, memory, and queries, against plain inserts of the same bytes and against
// the reading of the records alone.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include <tengen/model/builder.h>
#include <tengen/model/fact.h>
#include <tengen/sdk/plugin.h>

#include "catalogue/database.h"
#include "catalogue/plugin_tables.h"
#include "no_listener.h"
#include "plugins/charset_services.h"
#include "plugins/session.h"
#include "rounds.h"
#include "sample_games.h"

namespace {

using namespace tengen;

// The information of a game among a few thousand players and a hundred events, and 200 moves.
void make_game(std::uint64_t seed, GameStorage& storage) {
    bench::Dice dice(seed);
    storage.clear();
    storage.header.board_stated = 1;
    GameBuilder builder(storage);
    builder.add_node(none);
    const auto add = [&](Identifier identifier, const std::string& text) {
        builder.add_property(identifier);
        builder.add_text(text);
    };
    add("PB", fmt::format("Family{} Given{}", dice.below(400), dice.below(9)));
    add("PW", fmt::format("Family{} Given{}", dice.below(400), dice.below(9)));
    add("BR", fmt::format("{}p", 1 + dice.below(9)));
    add("WR", fmt::format("{}p", 1 + dice.below(9)));
    add("DT", fmt::format("{}-{:02}-{:02}", 1900 + dice.below(120), 1 + dice.below(12), 1 + dice.below(28)));
    add("EV", fmt::format("{}th Tournament {}", 1 + dice.below(60), dice.below(100)));
    add("RO", fmt::format("{}", 1 + dice.below(7)));
    add("PC", fmt::format("Place {}", dice.below(200)));
    add("KM", "5.5");
    add("RE", dice.below(2) != 0 ? "B+R" : "W+2.5");
    add("SO", fmt::format("Yearbook {}, p. {}", 1950 + dice.below(60), dice.below(300)));
    for (std::uint32_t i = 0; i < 200; ++i) {
        builder.add_node(builder.last_node());
        builder.add_property(i % 2 == 0 ? Identifier("B") : Identifier("W"));
        builder.add_value(
            make_point(0, {static_cast<std::uint8_t>(dice.below(19)), static_cast<std::uint8_t>(dice.below(19))}));
    }
    collect_facts(storage);
}

double resident_megabytes() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

struct Output {
    std::filesystem::path path;
    std::uint64_t bytes = 0;
};

void write_catalogue(std::uint32_t games, Output& output) {
    const tengen_writer* writers[] = {&catalogue::database_table};
    const tengen_plugin plugin = sdk::define_plugin("bench", "1", "catalogue", {}, writers);
    bench::NoListener silence;
    plugins::CharsetServices charsets;
    std::ofstream file(output.path, std::ios::binary);
    output.bytes = 0;
    plugins::WriterSession session({&plugin, &catalogue::database_table}, silence, charsets,
                                   [&](std::string_view bytes) {
                                       file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
                                       output.bytes += bytes.size();
                                       return true;
                                   });
    if (!session.open({}).ok()) {
        std::abort();
    }
    GameStorage storage;
    tengen_game columns{};
    for (std::uint32_t i = 0; i < games; ++i) {
        make_game(i + 1, storage);
        storage.describe(columns);
        columns.index = i % 100;
        if (!session.put(Game(columns), fmt::format("archive/{:05}.sgf", i / 100), {}).ok()) {
            std::abort();
        }
    }
    if (!session.finish().ok()) {
        std::abort();
    }
}

// As many bytes a game in one table with one index.
void write_floor(std::uint32_t games, std::uint64_t bytes_per_game, const std::filesystem::path& path) {
    std::filesystem::remove(path);
    std::ofstream(path).close();
    catalogue::Database database(path.string(), catalogue::Database::Access::write);
    database.execute(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;"
        "CREATE TABLE game(id INTEGER PRIMARY KEY, day INTEGER, text TEXT);"
        "CREATE INDEX by_day ON game(day); BEGIN;");
    catalogue::Statement insert(database, "INSERT INTO game(day, text) VALUES(?, ?)");
    const std::string text(bytes_per_game, 'x');
    bench::Dice dice(1);
    for (std::uint32_t i = 0; i < games; ++i) {
        insert.bind(std::int64_t{dice.below(20000000)}).bind(text).run();
    }
    database.execute("COMMIT");
}

}  // namespace

int main(int count, char** values) {
    const std::uint32_t games = count > 1 ? static_cast<std::uint32_t>(std::strtoul(values[1], nullptr, 10)) : 100000;
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "tengen-catalogue-bench";
    std::filesystem::create_directories(folder);
    Output output{folder / "catalogue.sqlite"};
    write_catalogue(games / 10, output);
    const double small = resident_megabytes();
    write_catalogue(games, output);
    const double large = resident_megabytes();
    const std::uint64_t per_game = output.bytes / games;
    fmt::print("{} games: {} bytes a game; most memory {:.1f} MB, with a tenth of the games {:.1f} MB\n", games,
               per_game, large, small);

    std::vector<bench::Contestant> writers{
        {"plain inserts of the same bytes", [&] { write_floor(games, per_game, folder / "floor.sqlite"); }},
        {"making the games alone",
         [&] {
             GameStorage storage;
             for (std::uint32_t i = 0; i < games; ++i) {
                 make_game(i + 1, storage);
             }
         }},
        {"the catalogue", [&] { write_catalogue(games, output); }}};
    bench::compete(writers, 3);
    bench::print(writers, 0);
    fmt::print("{:.0f} games a second\n\n", games / writers.back().median());

    catalogue::Database database(output.path.string(), catalogue::Database::Access::read);
    const auto ask = [&](const char* query) {
        catalogue::Statement statement(database, query);
        std::uint64_t rows = 0;
        while (statement.step()) {
            ++rows;
        }
        return rows;
    };
    constexpr const char* by_row = "SELECT * FROM game WHERE id = 77";
    constexpr const char* by_player =
        "SELECT game.* FROM game JOIN game_person ON game = game.id JOIN person ON person.id = person "
        "WHERE name = 'Family77 Given3' ORDER BY first_day";
    constexpr const char* by_date = "SELECT * FROM game WHERE first_day BETWEEN 19840101 AND 19840131";
    constexpr const char* by_both =
        "SELECT game.* FROM game JOIN game_person ON game = game.id JOIN person ON person.id = person "
        "WHERE name = 'Family77 Given3' AND first_day BETWEEN 19800101 AND 19891231";
    constexpr const char* by_text =
        "SELECT game.* FROM game WHERE id IN (SELECT rowid FROM search WHERE search MATCH 'names: family77 given3')";
    std::vector<bench::Contestant> queries{{"one game by its number", [&] { ask(by_row); }},
                                           {"games of a player", [&] { ask(by_player); }},
                                           {"games of a month", [&] { ask(by_date); }},
                                           {"games of a player in ten years", [&] { ask(by_both); }},
                                           {"full-text search for a player", [&] { ask(by_text); }}};
    bench::compete(queries, 21);
    bench::print(queries, 0);
    fmt::print("rows: {} {} {} {}\n", ask(by_player), ask(by_date), ask(by_both), ask(by_text));
    std::filesystem::remove_all(folder);
    return 0;
}
