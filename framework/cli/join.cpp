// tengen join: cards and the games they belong to.
#include "passes/join.h"

#include <charconv>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "command.h"
#include "conversion.h"
#include "options.h"

namespace tengen::cli {

namespace {

int min_score_of(const options::variables_map& values) {
    if (!has(values, "min-score")) {
        return passes::default_min_score;
    }
    const std::string text = text_of(values, "min-score");
    int score = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), score);
    if (error != std::errc() || end != text.data() + text.size() || score < 1 || score > 100) {
        throw UsageError(fmt::format("--min-score takes a number from 1 to 100, not '{}'", text));
    }
    return score;
}

}  // namespace

int run_join(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    visible.add_options()("min-score", options::value<std::string>()->value_name("N"),
                          "how many points out of 100 a card needs to belong to a game (default 75)");
    add_conversion_options(visible);
    const ParsedOptions parsed = parse_options(
        arguments, visible, "join [OPTIONS] CARDS GAME... -o OUTPUT",
        "Reads cards (or any other list of games: BibTeX, MARC 21 in XML, SGF) and game records, finds the card of "
        "each\n"
        "game by date, players, event, round and result, and writes the games with what the cards know and the games\n"
        "do not say. Nothing that a game says is overwritten; where the two differ, the report says so (-v shows each\n"
        "match with its score). Exit codes are those of convert.",
        {"cards", "input"});
    if (parsed.help) {
        return exit_done;
    }
    const std::vector<std::string> cards = list_of(parsed.values, "cards");
    const std::vector<std::string> games = list_of(parsed.values, "input");
    if (cards.empty() || games.empty()) {
        throw UsageError("join takes a list of cards and at least one record of games");
    }
    return run_conversion(parsed.values, {games, cards, min_score_of(parsed.values)}, "join");
}

}  // namespace tengen::cli
