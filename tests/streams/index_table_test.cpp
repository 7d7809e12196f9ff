#include "streams/index_table.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

namespace tengen::test {
namespace {

TEST(IndexTable, DoesWhatAMapDoes) {
    for (const std::uint32_t keys : {3u, 40u, 5000u}) {
        std::mt19937 random(keys);
        streams::IndexTable table;
        std::map<std::uint64_t, std::uint32_t> map;
        for (std::uint32_t step = 0; step < 60'000; ++step) {
            // Keys that differ in their upper half only, in their lower half only, and in both.
            const std::uint64_t number = random() % keys;
            const std::uint64_t key = step % 3 == 0 ? number << 32 : step % 3 == 1 ? number : number << 32 | number;
            if (random() % 2 == 0) {
                table.put(key, step);
                map[key] = step;
            } else {
                table.erase(key);
                map.erase(key);
            }
            ASSERT_EQ(table.size(), map.size());
        }
        for (std::uint64_t number = 0; number < keys; ++number) {
            for (const std::uint64_t key : {number << 32, number, number << 32 | number}) {
                const auto found = map.find(key);
                ASSERT_EQ(table.find(key), found == map.end() ? none : found->second);
            }
        }
    }
}

}  // namespace
}  // namespace tengen::test
