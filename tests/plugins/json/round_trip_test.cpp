// readJ(writeJ(m)) = m for every game m.
#include <gtest/gtest.h>

#include <tengen/model/equality.h>

#include "harness.h"
#include "model/random_game.h"

namespace tengen::test {
namespace {

/// Empty if reading what was written gives the same game and nothing is said about it but about members that the
/// format does not know.
std::string round_trip(Game game, const Options& options = {}) {
    const Written written = write_games({game}, options);
    if (written.status != TENGEN_OK) {
        return "not written";
    }
    if (!simdjson::validate_utf8(written.text)) {
        return "no UTF-8";
    }
    const Document document(written.text);
    for (const Finding& finding : document.findings()) {
        // A name without a version in AP is no mistake of the document.
        if (finding.id != "json.unknown-member" && finding.id != "value.not-compose") {
            return finding.id + ": " + finding.message + " in\n" + written.text;
        }
    }
    if (document.status() != TENGEN_END || document.size() != 1) {
        return "not read: " + written.text;
    }
    EqualityOptions equality;
    equality.index = true;
    const auto difference = first_difference(game, document.game(), equality);
    return difference ? *difference + " in\n" + written.text : std::string();
}

TEST(RoundTrip, EveryRandomGameComesBack) {
    RandomGames games(20240611);
    for (int i = 0; i < 6000; ++i) {
        ASSERT_EQ(round_trip(games.next()), "") << "game " << i;
    }
}

TEST(RoundTrip, IndentationAndLinesChangeNothing) {
    RandomGames games(7);
    for (int i = 0; i < 500; ++i) {
        const Game game = games.next();
        ASSERT_EQ(round_trip(game, {{"indent", "3"}}), "") << "game " << i;
        ASSERT_EQ(round_trip(game, {{"lines", "true"}}), "") << "game " << i;
    }
}

TEST(RoundTrip, WritingIsDeterministicAndStable) {
    RandomGames games(99);
    for (int i = 0; i < 500; ++i) {
        const Game game = games.next();
        const std::string once = write_game(game);
        ASSERT_EQ(write_game(game), once);
        const Document document(once);
        ASSERT_EQ(document.size(), 1U);
        ASSERT_EQ(write_game(document.game()), once) << "game " << i;
    }
}

TEST(RoundTrip, SeveralGamesKeepTheirOrderAndNumbers) {
    RandomGames first(1);
    RandomGames second(2);
    RandomGames third(3);
    std::vector<GameStorage> unused;
    tengen_game columns[3] = {first.next().columns(), second.next().columns(), third.next().columns()};
    columns[0].index = 0;
    columns[1].index = 4;  // 1 to 3 were rejected
    columns[2].index = 5;
    const std::vector<Game> games{Game(columns[0]), Game(columns[1]), Game(columns[2])};
    for (const char* lines : {"false", "true"}) {
        const Document document(write_games(games, {{"lines", lines}}).text);
        ASSERT_EQ(document.size(), 3U);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(document.game(i).index(), games[i].index());
            EXPECT_EQ(first_difference(games[i], document.game(i)), std::nullopt) << i;
        }
    }
}

}  // namespace
}  // namespace tengen::test
