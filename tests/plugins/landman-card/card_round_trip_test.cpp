// Canonical cards come back byte for byte.
#include <gtest/gtest.h>

#include "plugins/landman-card/harness.h"
#include "support/random_cards.h"

namespace tengen::test {
namespace {

TEST(CardRoundTrip, TwelveHundredCardsInOneFile) {
    RandomCards cards(1988, {.empty_fields = true, .unknown_fields = true});
    std::string text;
    for (int i = 0; i < 1200; ++i) {
        text += (i == 0 ? "" : "\n") + cards.next();
    }
    const ReadText read = read_cards(text);
    ASSERT_EQ(read.games.size(), 1200U);
    EXPECT_EQ(WrittenText(landman::writer_table, views(read)).text, text);
}

TEST(CardRoundTrip, EveryCardAlone) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        RandomCards cards(seed, {.empty_fields = true, .unknown_fields = true});
        const std::string text = cards.next();
        const ReadText read = read_cards(text);
        ASSERT_EQ(read.games.size(), 1U) << text;
        ASSERT_EQ(WrittenText(landman::writer_table, views(read)).text, text) << "seed " << seed;
    }
}

}  // namespace
}  // namespace tengen::test
