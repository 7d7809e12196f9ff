// Rows of the catalogue for games.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/game.h>
#include <tengen/model/library_record.h>

#include "database.h"

namespace tengen::catalogue {

/// Puts games into an open catalogue, inside a transaction of the caller. Nothing is kept in memory from game to game.
/// Throws DatabaseError.
class GameRows {
public:
    explicit GameRows(Database& database);

    /// A game that is there already gets one more place at most. Where another game stood in this place before, that
    /// one goes, unless it stands in other places too. True if the game is new.
    bool put(Game game, std::string_view input, std::string_view member);

private:
    // A table of names and the table that says which games have them.
    class Names {
    public:
        Names(Database& database, const char* find, const char* insert, const char* link);
        void put(std::int64_t game, std::size_t position, const LibraryItem& item);

    private:
        Database* database_;
        Statement find_;
        Statement insert_;
        Statement link_;
    };

    [[nodiscard]] std::int64_t insert_game(Game game, const LibraryRecord& record, std::string_view fingerprint);
    void put_persons(std::int64_t game, std::string_view role, const std::vector<LibraryName>& names,
                     std::string_view rank);
    void put_dates(std::int64_t game, const std::vector<LibraryDate>& dates);
    void put_search(std::int64_t game, const LibraryRecord& record);
    void put_provenance(std::int64_t row, Game game);
    void put_location(std::int64_t game, std::uint32_t number, std::string_view input, std::string_view member);
    void remove_without_location(std::int64_t game);

    Database& database_;
    Statement find_game_;
    Statement insert_game_;
    Statement find_person_;
    Statement insert_person_;
    Statement link_person_;
    Statement insert_date_;
    Statement insert_comment_;
    Statement insert_provenance_;
    Statement insert_search_;
    Statement find_input_;
    Statement insert_input_;
    Statement find_location_;
    Statement insert_location_;
    Names events_;
    Names places_;
    Names references_;
    std::string names_;       // scratch
    std::string event_text_;  // scratch
};

/// The first and the last day that a date can mean, as numbers YYYYMMDD.
[[nodiscard]] std::int64_t first_day_of(PartialDate date);
[[nodiscard]] std::int64_t last_day_of(PartialDate date);

/// Moves on the path of first children.
[[nodiscard]] std::uint32_t main_line_moves(Game game);

}  // namespace tengen::catalogue
