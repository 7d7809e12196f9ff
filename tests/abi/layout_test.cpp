// The boundary as C++ sees it, against the same table and against what C sees.
#include <cstddef>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <tengen/abi/game.h>
#include <tengen/abi/plugin.h>

#include "layout_table.h"

extern "C" std::size_t tengen_abi_sizes_seen_by_c(std::size_t* sizes, std::size_t capacity);
extern "C" const tengen_plugin tengen_plugin_in_c;

namespace {

#if UINTPTR_MAX == UINT64_MAX
#define SIZE(type, bytes) static_assert(sizeof(type) == (bytes));
#define PLACE(type, member, offset) static_assert(offsetof(type, member) == (offset));
TENGEN_LAYOUT(SIZE, PLACE)
#undef SIZE
#undef PLACE
#endif

#define SIZE(type, bytes) static_assert(std::is_trivial_v<type> && std::is_standard_layout_v<type>);
#define PLACE(type, member, offset)
TENGEN_LAYOUT(SIZE, PLACE)
#undef SIZE
#undef PLACE

TEST(AbiLayout, IsTheSameInBothLanguages) {
    const std::vector<std::size_t> own{
#define SIZE(type, bytes) sizeof(type), alignof(type),
#define PLACE(type, member, offset) offsetof(type, member),
        TENGEN_LAYOUT(SIZE, PLACE)
#undef SIZE
#undef PLACE
    };
    std::vector<std::size_t> of_c(own.size() + 1);
    ASSERT_EQ(tengen_abi_sizes_seen_by_c(of_c.data(), of_c.size()), own.size());
    of_c.pop_back();
    EXPECT_EQ(of_c, own);
}

TEST(AbiLayout, APluginInCCanBeCalledFromCpp) {
    ASSERT_EQ(tengen_plugin_in_c.reader_count, 1U);
    const tengen_reader& reader = *tengen_plugin_in_c.readers[0];
    EXPECT_STREQ(reader.format, "plain-c");
    EXPECT_EQ(reader.sniff({"c", 1}, {nullptr, 0}), 50U);
    EXPECT_EQ(reader.sniff({"d", 1}, {nullptr, 0}), 0U);
    tengen_reader_instance* instance = nullptr;
    EXPECT_EQ(reader.open(nullptr, {nullptr, 0}, nullptr, 0, &instance), TENGEN_OK);
    EXPECT_EQ(reader.next(instance, nullptr), TENGEN_END);
    EXPECT_EQ(reader.open(nullptr, {nullptr, 0}, nullptr, 1, &instance), TENGEN_BAD_OPTION);
}

TEST(AbiLayout, AppendedMembersAreGuardedByTheSize) {
    tengen_game game{};
    game.struct_size = static_cast<std::uint32_t>(offsetof(tengen_game, release));
    EXPECT_TRUE(TENGEN_GAME_HAS(&game, position_point_count));
    EXPECT_FALSE(TENGEN_GAME_HAS(&game, release));
    game.struct_size = sizeof game;
    EXPECT_TRUE(TENGEN_GAME_HAS(&game, owner));
}

}  // namespace
