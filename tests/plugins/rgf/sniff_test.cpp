#include "rgf/reader/sniff.h"

#include <string_view>

#include <gtest/gtest.h>

#include <tengen/sdk/host.h>

#include "sgf/reader/sniff.h"

namespace tengen {
namespace {

std::uint32_t as_rgf(std::string_view text, std::string_view name = {}) {
    return rgf::sniff(sdk::to_abi(text), sdk::to_abi(name));
}
std::uint32_t as_sgf(std::string_view text) {
    return sgf::sniff(sdk::to_abi(text), {});
}

TEST(RgfSniff, AStreamDecidesWhateverTheName) {
    const std::string_view text = "(;FF[4]SZ[9];GS[];TS[1]B[aa])";
    EXPECT_GT(as_rgf(text), as_sgf(text));
    EXPECT_GT(as_rgf(text, "game.sgf"), as_sgf(text));
}

TEST(RgfSniff, AStreamInsideAValueIsNone) {
    for (const std::string_view text : {"(;FF[4]C[see GS\\[\\] and ;GS[x];B[aa])", "(;FF[4]EGS[x];B[aa])"}) {
        EXPECT_LT(as_rgf(text), as_sgf(text)) << text;
    }
}

TEST(RgfSniff, WithoutAStreamTheNameDecides) {
    const std::string_view text = "(;FF[4]SZ[9];B[aa])";
    EXPECT_LT(as_rgf(text), as_sgf(text));
    EXPECT_LT(as_rgf(text, "game.sgf"), as_sgf(text));
    EXPECT_GT(as_rgf(text, "game.RGF"), as_sgf(text));
}

TEST(RgfSniff, KnowsBareNodesByTheirTimes) {
    EXPECT_GT(as_rgf(";TS[0]"), 0u);
    EXPECT_GT(as_rgf("\n;B[aa]TS[4](;W[bb])", "a.rgf"), 0u);
    EXPECT_EQ(as_rgf("; a comment of something else"), 0u);
    EXPECT_EQ(as_rgf("{\"format\":\"go-record\"}", "a.rgf"), 0u);
}

}  // namespace
}  // namespace tengen
