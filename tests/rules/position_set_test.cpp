#include "rules/position_set.h"

#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace tengen::rules {
namespace {

TEST(PositionSet, TellsNewFromOld) {
    PositionSet set;
    EXPECT_TRUE(set.insert(0));
    EXPECT_TRUE(set.insert(42));
    EXPECT_FALSE(set.insert(0));
    EXPECT_FALSE(set.insert(42));
    EXPECT_EQ(set.size(), 2u);
}

TEST(PositionSet, ForgetsTheYoungestFirst) {
    PositionSet set;
    // All in one slot: taking one out must not hide the others.
    for (std::uint64_t i = 1; i <= 8; ++i) {
        EXPECT_TRUE(set.insert(i << 32));
    }
    set.shrink_to(5);
    for (std::uint64_t i = 1; i <= 5; ++i) {
        EXPECT_FALSE(set.insert(i << 32)) << i;
    }
    EXPECT_TRUE(set.insert(std::uint64_t{6} << 32));
}

TEST(PositionSet, AgreesWithAnOrdinarySetWhileGrowingAndShrinking) {
    std::mt19937_64 random(7);
    PositionSet set;
    std::set<std::uint64_t> expected;
    std::vector<std::uint64_t> order;
    for (int i = 0; i < 200'000; ++i) {
        if (random() % 1000 == 0) {
            const std::size_t size = order.size() - order.size() / (1 + random() % 8);
            set.shrink_to(size);
            for (; order.size() > size; order.pop_back()) {
                expected.erase(order.back());
            }
        }
        if (random() % 50'000 == 0) {
            set.clear();
            expected.clear();
            order.clear();
        }
        const std::uint64_t key = (random() % 20'000 + 1) * 0x10001u;
        const bool is_new = expected.insert(key).second;
        ASSERT_EQ(set.insert(key), is_new);
        if (is_new) {
            order.push_back(key);
        }
        ASSERT_EQ(set.size(), order.size());
    }
}

}  // namespace
}  // namespace tengen::rules
