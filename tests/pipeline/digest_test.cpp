#include "pipeline/digest.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace tengen::pipeline {
namespace {

// Every half of every digest is another one: by chance that would fail once in millions of runs.
TEST(Digest, OfNearlyEqualTexts) {
    std::set<std::uint64_t> halves;
    std::size_t texts = 0;
    const auto add = [&](const std::string& text) {
        const Digest digest = digest_of(text);
        halves.insert(digest.high);
        halves.insert(digest.low);
        ++texts;
    };
    for (std::size_t size = 0; size < 100; ++size) {
        const std::string zeros(size, '\0');
        add(zeros);
        for (std::size_t at = 0; at < size; ++at) {
            for (int bit = 0; bit < 8; ++bit) {
                std::string text = zeros;
                text[at] = static_cast<char>(1 << bit);
                add(text);
            }
        }
    }
    for (int number = 0; number < 10'000; ++number) {
        add("/archive/games/1988/game-" + std::to_string(number) + ".sgf");
    }
    EXPECT_EQ(halves.size(), 2 * texts);
    EXPECT_EQ(digest_of("game.sgf"), digest_of(std::string("game") + ".sgf"));
}

}  // namespace
}  // namespace tengen::pipeline
