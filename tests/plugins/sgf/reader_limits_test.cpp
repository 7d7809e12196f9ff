// Size and malice: everything stays linear, and limits end an input cleanly. A test that runs into minutes has failed.
#include <cstdint>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/sgf/reading.h"
#include "sgf/reader/sniff.h"

namespace tengen::test {
namespace {

using diagnostics::FixMode;
using diagnostics::Level;

constexpr std::uint32_t million = 1'000'000;

std::string repeated(std::string_view piece, std::uint32_t count) {
    std::string text;
    text.reserve(piece.size() * count);
    for (std::uint32_t i = 0; i < count; ++i) {
        text += piece;
    }
    return text;
}

ReadOptions with(std::string_view name, std::string_view value) {
    return {Level::lenient, FixMode::automatic, {{std::string(name), std::string(value)}}};
}

TEST(SgfLimits, Depth) {
    const std::string text = repeated("(;B[aa]", million) + repeated(")", million);
    const ReadResult refused = read(text);
    EXPECT_TRUE(refused.gave_up);
    EXPECT_EQ(refused.game_count(), 0u);
    EXPECT_EQ(refused.finding("sgf.too-deep").offset, 7u * 100'000);
    const ReadResult allowed(text, with("max-depth", "1000000"));
    ASSERT_EQ(allowed.game_count(), 1u);
    EXPECT_EQ(allowed.game().node_count(), million);
    EXPECT_EQ(allowed.broken(), "");
}

TEST(SgfLimits, DepthOfExactlyTheLimit) {
    EXPECT_FALSE(ReadResult("(;(;(;)))", with("max-depth", "3")).gave_up);
    EXPECT_TRUE(ReadResult("(;(;(;(;))))", with("max-depth", "3")).gave_up);
    EXPECT_TRUE(ReadResult("(;((;(;)))))", with("max-depth", "3")).gave_up);
}

TEST(SgfLimits, SizeOfValues) {
    const std::string text = "(;C[" + std::string(1000, 'x') + "])";
    EXPECT_FALSE(ReadResult(text, with("max-value", "1000")).gave_up);
    const ReadResult refused(text, with("max-value", "999"));
    EXPECT_TRUE(refused.gave_up);
    EXPECT_EQ(refused.finding("sgf.value-too-large").offset, 3u);
}

TEST(SgfLimits, LineOfNodes) {
    const ReadResult result = read("(;FF[4]" + repeated(";B[aa]N[x]", million) + ")");
    EXPECT_EQ(result.game().node_count(), million + 1);
    EXPECT_EQ(result.broken(), "");
}

TEST(SgfLimits, Siblings) {
    const ReadResult result = read("(;FF[4]" + repeated("\n(;B[aa])", million) + ")");
    EXPECT_EQ(result.game().node_count(), million + 1);
    EXPECT_EQ(result.game().next_sibling(million - 1), million);
    EXPECT_EQ(result.broken(), "");
}

TEST(SgfLimits, Values) {
    const ReadResult result = read("(;FF[4]AB[aa]" + repeated("[aa]", million) + "XX" + repeated("[x]", million) +
                                   "AR" + repeated("[aa:bb]", million) + ")");
    EXPECT_EQ(result.count("value.dup-point"), million);
    EXPECT_EQ(result.values(0, "AB"), "[@aa]");
    EXPECT_EQ(result.values(0, "AR"), "[@aa|@bb]");
    EXPECT_EQ(result.broken(), "");
}

TEST(SgfLimits, LongIdentifiers) {
    const std::string name(10'000, 'A');
    const ReadResult result = read("(;FF[4]" + repeated(name + "[x]", 500) + ")");
    EXPECT_EQ(result.game().property_count(), 501u);
    EXPECT_EQ(result.game().columns().long_identifier_count, 1u);
    EXPECT_EQ(result.game().name(1), name);
}

TEST(SgfLimits, ManyIdentifiers) {
    std::string text = "(;FF[4]";
    for (std::uint32_t i = 0; i < 200'000; ++i) {
        text += "Z";
        for (std::uint32_t n = i; n != 0; n /= 26) {
            text += static_cast<char>('A' + n % 26);
        }
        text += "ZZZ[x]";
    }
    const ReadResult result = read(text + ")");
    EXPECT_EQ(result.broken(), "");
}

class SgfMalice : public testing::TestWithParam<const char*> {};

TEST_P(SgfMalice, IsReadInLinearTime) {
    for (const std::string_view start : {"", "(;FF[4]", "(;FF[4]B[aa]", "(;C[a[b]"}) {
        // Games stay in memory here, so fewer of those that need a text of their own.
        const bool is_decoded = std::string_view(GetParam()).find('\x95') != std::string_view::npos;
        const std::string text = std::string(start) + repeated(GetParam(), is_decoded ? 20'000 : million / 5);
        const ReadResult result(text, with("max-depth", "100000000"));
        for (std::size_t i = 0; i < result.game_count() && i < 10; ++i) {
            EXPECT_EQ(result.broken(i), "");
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Pieces, SgfMalice,
                         testing::Values("(", ")", "()", "((", "(;", "( ", "(a", "[", "]", "\\", "[]", "[x] ", ";[]",
                                         "A", "a ", "A ", "A1", "x;", "\x01", "\x01x", "\n(;", "\n(;C[x]", "a[b] ",
                                         "A [b]", "[a[b] c", "C[a[b]]", "[[", "]]", "[a[", ";B[", "C[;B[a]", "(;)\n",
                                         "))(", "x(", "(x)", "\xE4", "C[\x95\x5C]", "(;C[\x95\x5C]))",
                                         "(;1C[\x95\x5C])", "(;)(;1C[\x95\x5C])", ":", "\r\n"));

TEST(SgfLimits, Brackets) {
    const ReadResult result = read("(;C" + repeated("[a", million) + repeated("]", million) + ";B[aa])");
    EXPECT_EQ(result.game().node_count(), 2u);
}

// ---- recognising records ----

std::uint32_t sniffed(std::string_view text) {
    return sgf::sniff(sdk::to_abi(text), {});
}

TEST(SgfSniff, RecognisesTrees) {
    EXPECT_GE(sniffed("(;GM[1]FF[4])"), 90u);
    EXPECT_GE(sniffed("\xEF\xBB\xBF \n( ; B[aa]"), 90u);
    EXPECT_GE(sniffed("(;)"), 90u);
    EXPECT_GE(sniffed("Subject: game\n\n(;GM[1])"), 50u);
    EXPECT_GE(sniffed(std::string_view("\xFF\xFE(\0;\0G\0M\0[\0", 12)), 50u);
    EXPECT_GE(sniffed("((;GM[1]))"), 50u);
    EXPECT_GE(sniffed("(GM[1];B[aa])"), 50u);
}

TEST(SgfSniff, LeavesOthersAlone) {
    EXPECT_EQ(sniffed(""), 0u);
    EXPECT_EQ(sniffed("some text (see below)"), 0u);
    EXPECT_EQ(sniffed("{\"format\": \"go-record\"}"), 0u);
    EXPECT_EQ(sniffed("\\HS\n\\[GAMEBLACKNAME=a\\]"), 0u);
    EXPECT_LT(sniffed("a smile ;) and a wink (;-) there"), 50u);
}

}  // namespace
}  // namespace tengen::test
