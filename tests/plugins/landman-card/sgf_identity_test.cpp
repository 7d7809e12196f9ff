// A card written as SGF and read back is the same card.
#include <optional>

#include <gtest/gtest.h>

#include "passes/fitting.h"
#include "passes/recording_context.h"
#include "passes/standard.h"
#include "plugins/landman-card/harness.h"
#include "sgf/reader/reader_table.h"
#include "sgf/writer/writer_table.h"
#include "support/random_cards.h"

namespace tengen::test {
namespace {

/// Games of a text, after the passes.
class Checked {
public:
    Checked(const tengen_reader& reader, std::string_view text) : read_(reader, text) {
        passes::PassRunner runner;
        passes::InputMemory memory;
        for (OwnedGame& game : read_.games) {
            RecordingContext context;
            std::optional<OwnedGame> changed = runner.run(game, context, memory);
            games_.push_back(changed ? std::move(*changed) : std::move(game));
        }
    }

    /// Written by another writer, after the fitting.
    [[nodiscard]] std::string written_as(const tengen_writer& writer) const {
        passes::Fitting fitting(writer);
        std::vector<passes::Fitted> fitted;
        std::vector<Game> games;
        for (const OwnedGame& game : games_) {
            fitted.push_back(fitting.fit(game.view()));
        }
        for (const passes::Fitted& game : fitted) {
            games.push_back(game.game());
        }
        return WrittenText(writer, games).text;
    }

private:
    ReadText read_;
    std::vector<OwnedGame> games_;
};

std::string as_sgf(std::string_view card) {
    return Checked(landman::reader_table, card).written_as(sgf::writer_table);
}
std::string as_card(std::string_view sgf) {
    return Checked(sgf::reader_table, sgf).written_as(landman::writer_table);
}

TEST(CardSgfIdentity, RandomCards) {
    for (std::uint32_t seed = 0; seed < 2000; ++seed) {
        RandomCards cards(seed);
        const std::string card = cards.next();
        const std::string sgf = as_sgf(card);
        ASSERT_EQ(as_card(sgf), card) << "seed " << seed << ", as SGF:\n" << sgf;
        ASSERT_EQ(as_sgf(as_card(sgf)), sgf) << "seed " << seed;
    }
}

TEST(CardSgfIdentity, ManyCardsInOneFile) {
    RandomCards cards(7);
    std::string text;
    for (int i = 0; i < 200; ++i) {
        text += (i == 0 ? "" : "\n") + cards.next();
    }
    EXPECT_EQ(as_card(as_sgf(text)), text);
}

TEST(CardSgfIdentity, GeneratedLinesStayWhereTheyAreInSgf) {
    const std::string sgf = as_sgf("Date: 1846-07-21?\nScore: +2\nKomi: 0\nResult: +2\nSource: x\nComment: c\n");
    EXPECT_NE(sgf.find("[landman\\] Date: 1846-07-21?"), std::string::npos) << sgf;
    EXPECT_EQ(Checked(sgf::reader_table, sgf).written_as(sgf::writer_table), sgf);
}

TEST(CardSgfIdentity, TheExampleOfACard) {
    const std::string card =
        "Date: 1846-07-21\nBlack: Honinbo Shusaku\nWhite: Inoue Genan Inseki\nBRank: 4D\nWRank: 8D\nScore: +2\n"
        "Komi: 0\nResult: +2\nSource: GW 12\n";
    const std::string sgf = as_sgf(card);
    for (const char* property : {"FF[4]", "GM[1]", "DT[1846-07-21]", "PB[Honinbo Shusaku]", "WR[8D]", "KM[0]",
                                 "RE[B+2]", "SO[GW 12]", "GC[[landman\\] Score: +2]"}) {
        EXPECT_NE(sgf.find(property), std::string::npos) << property << " in " << sgf;
    }
    EXPECT_EQ(sgf.find("SZ["), std::string::npos);
    EXPECT_EQ(as_card(sgf), card);
}

}  // namespace
}  // namespace tengen::test
