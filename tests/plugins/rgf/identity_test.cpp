// The identity laws of the model for RGF, on random games with recorded streams.
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tengen/model/equality.h>

#include "model/random_game.h"
#include "passes/fitting.h"
#include "plugins/json/harness.h"
#include "plugins/rgf/recordings.h"
#include "streams/random_stream.h"

namespace tengen::test {
namespace {

/// TENGEN_THOROUGH=1 is for before a release: minutes instead of seconds.
std::uint32_t seeds(std::uint32_t usual) {
    return std::getenv("TENGEN_THOROUGH") != nullptr ? usual * 40 : usual;
}

struct AsRgf {
    bool is_written = false;
    std::string text;
    std::vector<std::string> losses;
};

/// As the program writes games: fitted, then printed.
AsRgf as_rgf(const std::vector<Game>& games) {
    class Losses final : public plugins::FindingListener {
    public:
        std::uint32_t on_finding(const plugins::Finding&) override { return TENGEN_APPLY_FIX; }
        void on_loss(const plugins::Loss& loss) override { all.emplace_back(loss.id); }
        std::vector<std::string> all;
    };
    AsRgf result;
    Losses losses;
    plugins::CharsetServices charsets;
    plugins::WriterSession session({&rgf_plugin(), &rgf::writer_table}, losses, charsets, [&](std::string_view bytes) {
        result.text += bytes;
        return true;
    });
    result.is_written = session.open({}).ok();
    passes::Fitting fitting(rgf::writer_table);
    for (const Game game : games) {
        const passes::Fitted fitted = fitting.fit(game);
        for (const passes::Loss& loss : fitted.losses()) {
            losses.all.emplace_back(loss.id);
        }
        result.is_written = result.is_written && session.put(fitted.game()).ok();
    }
    result.is_written = result.is_written && session.finish().ok();
    result.losses = losses.all;
    return result;
}

std::vector<Game> games_of(const Recording& recording) {
    std::vector<Game> games;
    for (std::size_t i = 0; i < recording.size(); ++i) {
        games.push_back(recording.game(i));
    }
    return games;
}

/// Whatever is written once is written the same again, the way through JSON included.
void expect_canonical(Game game, std::uint32_t seed) {
    const AsRgf first = as_rgf({game});
    ASSERT_TRUE(first.is_written) << seed;
    ASSERT_EQ(as_rgf({game}).text, first.text) << seed;
    const Recording once(first.text);
    const AsRgf canonical = as_rgf(games_of(once));
    ASSERT_TRUE(canonical.is_written) << seed;
    const Recording twice(canonical.text);
    ASSERT_EQ(as_rgf(games_of(twice)).text, canonical.text) << seed;

    const Written json = write_games(games_of(once));
    ASSERT_EQ(json.status, TENGEN_OK) << seed;
    const Document document(json.text);
    std::vector<Game> read;
    for (std::size_t i = 0; i < document.size(); ++i) {
        read.push_back(document.game(i));
    }
    ASSERT_EQ(as_rgf(read).text, canonical.text) << seed;
}

TEST(RgfIdentity, WritingIsCanonicalForRandomGames) {
    RandomGameOptions options;
    options.other_games = false;
    RandomGames games(20240612, options);
    for (std::uint32_t i = 0; i < seeds(1500); ++i) {
        expect_canonical(games.next(), i);
    }
}

TEST(RgfIdentity, WritingIsCanonicalForRandomStreams) {
    for (std::uint32_t seed = 0; seed < seeds(1500); ++seed) {
        RandomStream stream(seed);
        expect_canonical(stream.game(), seed);
    }
}

// Of games as they were read: a writer always states the format.
TEST(RgfIdentity, WithoutLossesTheGameComesBack) {
    std::uint32_t without_losses = 0;
    for (std::uint32_t seed = 0; seed < seeds(3000); ++seed) {
        RandomStream stream(seed);
        const Recording read(as_rgf({stream.game()}).text);
        ASSERT_EQ(read.size(), 1u);
        const AsRgf written = as_rgf({read.game()});
        ASSERT_TRUE(written.is_written);
        if (!written.losses.empty()) {
            continue;
        }
        ++without_losses;
        const Recording again(written.text);
        ASSERT_EQ(again.size(), 1u);
        EqualityOptions equality;
        equality.originals = false;  // what was repaired is right the second time
        const auto difference = first_difference(read.game(), again.game(), equality);
        ASSERT_EQ(difference, std::nullopt) << "seed " << seed << ": " << *difference << " in\n" << written.text;
        // And it plays the same.
        for (int i = 0; i < 5; ++i) {
            const std::string instant = stream.instant();
            ASSERT_EQ(tree_at(read.game(), instant), tree_at(again.game(), instant))
                << "seed " << seed << " at " << instant;
        }
    }
    EXPECT_GT(without_losses, seeds(3000) / 30);
}

}  // namespace
}  // namespace tengen::test
