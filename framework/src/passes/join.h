// Cards and the games they belong to.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/model/game.h>
#include <tengen/model/library_record.h>

#include "passes/game_editor.h"
#include "passes/pass.h"

namespace tengen::passes {

/// What speaks for a card and a game being about the same game, and what against it.
struct JoinScore {
    int points = 0;           ///< 100 at most
    std::string explanation;  ///< "same day +40, Black +20, White +18, other result -20"
    bool swaps_players = false;
    bool contradicts = false;     ///< something does not agree
    bool is_dated_alike = false;  ///< both state the date equally precisely, or neither states one
};

/// Points: the day 40 (a day beside it 30, the month 20, a day that differs in one of its parts 15, the year 10), each
/// player up to 20, the round 15, event and result 5 each. What contradicts costs: another date 40, another player 25,
/// another round 30, another result 20 (another
/// margin 10); less if the card is not sure of it. What is not said counts for nothing.
[[nodiscard]] JoinScore join_score(const LibraryRecord& card, const LibraryRecord& game);

/// The least for a pair that nothing contradicts and that has no rival on either side.
inline constexpr int sole_pair_score = 50;
/// The least that is asked for, without --min-score: the day and both players, or all else.
inline constexpr int default_min_score = 75;

/// The cards of a run, each with its facts and where they stand. Made once, then only read: any number of threads.
class CardStack {
public:
    struct Card {
        LibraryRecord record;
        std::string origin;       ///< name of the input
        std::uint32_t index = 0;  ///< of the card in it
        struct Statement {
            tengen_field field;
            std::string text;
            std::uint32_t line = 0;
        };
        std::vector<Statement> statements;
        // Of the games that were seen.
        int best_points = 0;
        int second_points = 0;
    };

    /// A game of any format; facts that stand in properties are taken in the words of a card where it has some.
    void add(Game card, std::string_view origin, const std::vector<std::uint32_t>& lines = {});

    /// Look at all games of a run before they are joined: then pairs without a rival are known.
    void see(const LibraryRecord& game);
    /// Whether a game with so many points for that card, at least sole_pair_score, is the one that fits it best, and no
    /// other one that was seen comes near. False if no game was seen.
    [[nodiscard]] bool is_sole_game(std::size_t card, int points) const;

    [[nodiscard]] std::size_t size() const { return cards_.size(); }
    [[nodiscard]] const Card& card(std::size_t number) const { return cards_[number]; }

    struct Match {
        std::size_t card = 0;
        JoinScore score;
        std::size_t equals = 0;  ///< how many cards come so near that nobody can tell them apart
    };
    /// The card with the most points, if there is any with at least `least`. Cards of the years around the game's, and
    /// those without a year, are looked at.
    [[nodiscard]] std::optional<Match> best(const LibraryRecord& game, int least) const;

private:
    /// Call visit(number) for the cards that are worth a look.
    template <class Visit>
    void for_each_candidate(const LibraryRecord& game, Visit&& visit) const;

    std::vector<Card> cards_;
    bool has_seen_games_ = false;
    std::multimap<int, std::size_t> by_year_;  // 0: without one
};

/// Puts into a game what a card says and the game does not. What the game says itself stays, and where the two differ,
/// library.facts-differ says so. Facts that are taken over are marked as imported, with the name of the input of the
/// card and the line. Nothing is done where the best card is not clearly the best.
///
/// A card needs `min_score` points; or `sole_pair_score`, if nothing contradicts, the dates are equally precise, and
/// the stack has seen that no other game comes near.
class JoinPass final : public Pass {
public:
    struct Counts {
        std::uint64_t games = 0;
        std::uint64_t joined = 0;
        std::uint64_t ambiguous = 0;
        std::uint64_t weak = 0;
        std::uint64_t filled = 0;  ///< facts
        std::uint64_t differing = 0;
    };

    /// The stack must not change any more.
    explicit JoinPass(std::shared_ptr<const CardStack> cards, int min_score = default_min_score)
        : cards_(std::move(cards)), min_score_(min_score) {}

    [[nodiscard]] std::string_view name() const override { return "join"; }
    void run(Game game, Context& context, GameEditor& editor) override;

    [[nodiscard]] const Counts& counts() const { return counts_; }
    /// Number of the card that was joined with the game of the last run.
    [[nodiscard]] std::optional<std::size_t> last_card() const { return last_card_; }

private:
    void join(Game game, const LibraryRecord& record, const CardStack::Match& match, Context& context,
              GameEditor& editor);

    std::shared_ptr<const CardStack> cards_;
    int min_score_;
    Counts counts_;
    std::optional<std::size_t> last_card_;
};

}  // namespace tengen::passes
