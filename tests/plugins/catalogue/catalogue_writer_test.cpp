#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/catalogue/written.h"

namespace tengen::test {
namespace {

using catalogue::database_table;
using plugins::SessionStatus;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

GameSketch castle_game() {
    GameSketch game({19, 19});
    game.node().add("PB", "Honinbo Shuwa").add("PW", "Yasui Sanchi").add("BR", "7d").add("EV", "Castle game");
    game.add("DT", "1852-11-17,18").add("RE", "B+3").add("PC", "Edo castle").add("SO", "GW 12; GR 3").add("KM", "0");
    game.black("pd").white("dp").black("pp");
    return game;
}

TEST(Catalogue, HoldsAGameInItsTables) {
    const Folder folder;
    Writing writing(database_table);
    writing.put(castle_game().game(), {"old/castle.sgf", ""}).finish();
    ASSERT_EQ(writing.status, SessionStatus::ok);
    const std::string file = folder.file("a.sqlite", writing.text);

    EXPECT_THAT(rows(file, "SELECT title, date, first_day, last_day, result, komi, moves, nodes FROM game", 8),
                ElementsAre("Honinbo Shuwa \xE2\x80\x93 Yasui Sanchi|1852-11-17,18|18521117|18521118|B+3|0|3|4"));
    EXPECT_THAT(
        rows(file, "SELECT role, name, rank FROM game_person JOIN person ON person.id = person ORDER BY role", 3),
        ElementsAre("black|Honinbo Shuwa|7d", "white|Yasui Sanchi|"));
    EXPECT_THAT(rows(file, "SELECT date, first_day FROM game_date ORDER BY position", 2),
                ElementsAre("1852-11-17|18521117", "1852-11-18|18521118"));
    EXPECT_THAT(rows(file, "SELECT name FROM event", 1), ElementsAre("Castle game"));
    EXPECT_THAT(rows(file, "SELECT name FROM place", 1), ElementsAre("Edo castle"));
    EXPECT_THAT(rows(file, "SELECT text FROM reference ORDER BY id", 1), ElementsAre("GW 12", "GR 3"));
    EXPECT_THAT(rows(file, "SELECT name, member, number FROM location JOIN input ON input.id = input", 3),
                ElementsAre("old/castle.sgf||0"));
    EXPECT_THAT(rows(file, "SELECT rowid FROM search WHERE search MATCH 'names:yasui AND events:cast*'", 1),
                ElementsAre("1"));
    EXPECT_THAT(rows(file, "PRAGMA integrity_check", 1), ElementsAre("ok"));
}

TEST(Catalogue, KeepsTheCertaintyOfCards) {
    const Folder folder;
    GameSketch game = card({{"Date", "1846-07?-21"},
                            {"Black", "Redmond, Michael?"},
                            {"White", "Inoue & Hattori ??"},
                            {"Event", "Castle, final ?"},
                            {"Place", "Edo"},
                            {"Result", "+2 ?"},
                            {"Source", "GW 12"},
                            {"Source", "AGJ 3"},
                            {"Comment", "a word"}});
    Writing writing(database_table);
    writing.put(game.game()).finish();
    const std::string file = folder.file("a.sqlite", writing.text);
    EXPECT_THAT(rows(file, "SELECT date, certainty, year_certainty, month_certainty FROM game_date", 4),
                ElementsAre("1846-07-21|1|0|1"));
    EXPECT_THAT(rows(file,
                     "SELECT name, family, given, certainty FROM game_person JOIN person ON person.id = person "
                     "ORDER BY role, position",
                     4),
                ElementsAre("Redmond, Michael|Redmond|Michael|1", "Inoue|Inoue||2", "Hattori|Hattori||2"));
    EXPECT_THAT(
        rows(file, "SELECT name, certainty FROM game_event JOIN event ON event.id = event ORDER BY position", 2),
        ElementsAre("Castle|1", "final|1"));
    EXPECT_THAT(rows(file, "SELECT result, result_stated, result_certainty, board_columns FROM game", 4),
                ElementsAre("B+2|+2 ?|1|"));
    EXPECT_THAT(rows(file, "SELECT text FROM reference ORDER BY id", 1), ElementsAre("GW 12", "AGJ 3"));
    EXPECT_THAT(rows(file, "SELECT text FROM comment", 1), ElementsAre("a word"));
    EXPECT_THAT(rows(file, "SELECT * FROM location", 1), IsEmpty()) << "nobody said where the card is from";
}

TEST(Catalogue, RunningAgainAddsNothingTwice) {
    const Folder folder;
    const auto run = [&](const std::string& old) {
        Writing writing(database_table, old.empty() ? std::vector<plugins::OptionValue>()
                                                    : std::vector<plugins::OptionValue>{{"add-to", old}});
        writing.put(castle_game().game(), {"a.sgf", ""}).put(card({{"Date", "1900"}}).game(), {"b.zip", "c.txt"});
        writing.finish();
        EXPECT_EQ(writing.status, SessionStatus::ok);
        return writing.text;
    };
    const std::string first = run(folder.path("is not there yet"));
    const std::string second = run(folder.file("first.sqlite", first));
    const std::string file = folder.file("second.sqlite", second);
    EXPECT_THAT(rows(file, "SELECT count(*) FROM game", 1), ElementsAre("2"));
    EXPECT_THAT(rows(file, "SELECT count(*) FROM location", 1), ElementsAre("2"));
    EXPECT_THAT(rows(file, "SELECT count(*) FROM person", 1), ElementsAre("2"));
    EXPECT_THAT(rows(file, "SELECT count(*) FROM search", 1), ElementsAre("2"));
    EXPECT_EQ(run(""), first) << "the same games make the same bytes";
    EXPECT_EQ(run(file), second) << "and so does every further run";
}

TEST(Catalogue, OneGameInTwoPlacesIsOneGame) {
    const Folder folder;
    Writing writing(database_table);
    writing.put(castle_game().game(), {"a.sgf", ""}).put(castle_game().game(), {"b.sgf", ""}).finish();
    const std::string file = folder.file("a.sqlite", writing.text);
    EXPECT_THAT(rows(file, "SELECT count(*) FROM game", 1), ElementsAre("1"));
    EXPECT_THAT(rows(file, "SELECT name FROM input ORDER BY id", 1), ElementsAre("a.sgf", "b.sgf"));
}

TEST(Catalogue, AChangedRecordTakesThePlaceOfTheOldOne) {
    const Folder folder;
    Writing before(database_table);
    before.put(castle_game().game(), {"a.sgf", ""}).finish();
    const std::string old = folder.file("a.sqlite", before.text);
    Writing after(database_table, {{"add-to", old}});
    GameSketch changed = castle_game();
    changed.white("dd");
    after.put(changed.game(), {"a.sgf", ""}).finish();
    const std::string file = folder.file("b.sqlite", after.text);
    EXPECT_THAT(rows(file, "SELECT moves FROM game", 1), ElementsAre("4"));
    EXPECT_THAT(rows(file, "SELECT count(*) FROM search", 1), ElementsAre("1"));
    EXPECT_THAT(rows(file, "SELECT count(*) FROM game_person", 1), ElementsAre("2"));
}

TEST(Catalogue, RefusesWhatIsNoCatalogueAndLeavesItAlone) {
    const Folder folder;
    std::string other;
    {
        Writing writing(database_table);
        writing.put(castle_game().game()).finish();
        other = writing.text;
    }
    // Another application id, a later version, a damaged page, no database at all, and a folder.
    std::string foreign = other;
    foreign[68] = 'X';
    std::string later = other;
    later[63] = 9;
    std::string damaged = other;
    for (std::size_t i = 4096 * 2; i < 4096 * 3; ++i) {
        damaged[i] = static_cast<char>(i);
    }
    for (const std::string& content : {foreign, later, damaged, std::string("no database"), other.substr(0, 5000)}) {
        const std::string path = folder.file("old", content);
        Writing writing(database_table, {{"add-to", path}});
        EXPECT_EQ(writing.status, SessionStatus::gave_up);
        EXPECT_THAT(writing.listener.found,
                    ElementsAre(HasSubstr("library.bad-catalogue: '" + path + "' cannot be added to: ")));
        EXPECT_TRUE(writing.text.empty());
        std::ifstream file(path, std::ios::binary);
        EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), content);
    }
    Writing writing(database_table, {{"add-to", folder.path("")}});
    EXPECT_EQ(writing.status, SessionStatus::gave_up);
}

// Killed at any moment, the process leaves nothing behind.
TEST(Catalogue, TheFileUnderConstructionHasNoName) {
    const Folder folder;
    const Folder temporary;
    const char* const before = std::getenv("TMPDIR");
    const std::string kept = before != nullptr ? before : "";
    ::setenv("TMPDIR", temporary.path("").c_str(), 1);
    const auto files = [&] {
        return std::distance(std::filesystem::directory_iterator(temporary.path("")),
                             std::filesystem::directory_iterator());
    };
    Writing first(database_table);
    EXPECT_EQ(files(), 0);
    first.put(castle_game().game(), {"a.sgf", ""}).finish();
    EXPECT_EQ(files(), 0);
    const std::string old = folder.file("old.sqlite", first.text);
    for (const bool has_log : {false, true}) {
        if (has_log) {
            catalogue::Database(old, catalogue::Database::Access::write).execute("PRAGMA journal_mode = WAL");
        }
        Writing second(database_table, {{"add-to", old}});
        EXPECT_EQ(second.status, SessionStatus::ok);
        EXPECT_EQ(files(), 0);
        second.put(castle_game().game(), {"b.sgf", ""}).finish();
        EXPECT_EQ(second.status, SessionStatus::ok);
        EXPECT_THAT(rows(folder.file("new.sqlite", second.text), "SELECT name FROM input ORDER BY id", 1),
                    ElementsAre("a.sgf", "b.sgf"));
    }
    EXPECT_EQ(files(), 0);
    before != nullptr ? ::setenv("TMPDIR", kept.c_str(), 1) : ::unsetenv("TMPDIR");
}

TEST(Catalogue, TakesAnyText) {
    const Folder folder;
    GameSketch game({19, 19});
    std::string long_name(100000, 'x');
    game.node().add("PB", "'');DROP TABLE game;--").add("PW", long_name).add("EV", "\"*:^ AND NOT").black("aa");
    game.add("C", std::string("a\0b", 3));
    Writing writing(database_table);
    writing.put(game.game(), {"it's.sgf", ""}).finish();
    const std::string file = folder.file("a.sqlite", writing.text);
    EXPECT_THAT(rows(file, "SELECT length(name) FROM person ORDER BY 1", 1), ElementsAre("22", "100000"));
    EXPECT_THAT(rows(file, "SELECT name FROM event", 1), ElementsAre("\"*:^ AND NOT"));
}

TEST(Catalogue, SaysWhereFactsComeFrom) {
    const Folder folder;
    GameSketch game = card({{"Date", "1900"}, {"Place", "Edo"}});
    game.storage().facts[1].note = TENGEN_NOTE_IMPORTED;
    game.storage().facts[1].format = game.storage().store("landman");
    game.storage().facts[1].origin = game.storage().store("cards.txt");
    game.storage().facts[1].line = 17;
    Writing writing(database_table);
    writing.put(game.game()).finish();
    EXPECT_THAT(rows(folder.file("a.sqlite", writing.text),
                     "SELECT field, text, note, format, origin, line FROM provenance", 6),
                ElementsAre("place|Edo|imported|landman|cards.txt|17"));
}

}  // namespace
}  // namespace tengen::test
