// Escapes, white space and line breaks of texts.
#include <cstdint>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/sgf/reading.h"
#include "sgf/typing/text.h"

namespace tengen::test {
namespace {

using sgf::TextKind;
using testing::ElementsAre;
using testing::IsEmpty;

std::string unescaped(std::string_view raw, TextKind kind = TextKind::text) {
    std::string text(raw.size(), '?');
    sgf::TextTraits traits;
    const char* end = sgf::unescape(raw, kind, text.data(), traits);
    text.resize(static_cast<std::size_t>(end - text.data()));
    return text;
}

struct Escape {
    const char* raw;
    const char* text;
    const char* simple;
};

class SgfEscapes : public testing::TestWithParam<Escape> {};

TEST_P(SgfEscapes, AreResolved) {
    const auto& [raw, text, simple] = GetParam();
    EXPECT_EQ(unescaped(raw, TextKind::text), text);
    EXPECT_EQ(unescaped(raw, TextKind::simple_text), simple);
    // The same in a record, with long text around, so that blocks of bytes are crossed.
    const std::string around = "0123456789";
    for (std::size_t i = 0; i < around.size(); ++i) {
        const std::string before = around.substr(i) + around;
        const ReadResult result = read("(;FF[4]GC[" + before + raw + before + "]GN[" + before + raw + before + "])");
        EXPECT_EQ(result.values(0, "GC"), "[" + before + text + before + "]");
        EXPECT_EQ(result.values(0, "GN"), "[" + before + simple + before + "]");
    }
}

INSTANTIATE_TEST_SUITE_P(
    Table, SgfEscapes,
    testing::Values(Escape{"a", "a", "a"}, Escape{"\\a", "a", "a"}, Escape{"\\\\", "\\", "\\"}, Escape{"\\]", "]", "]"},
                    Escape{"[(;)", "[(;)", "[(;)"}, Escape{"\\:", ":", ":"}, Escape{"\\n\\t", "nt", "nt"},
                    Escape{"\t\v\f", "   ", "   "}, Escape{"\\\t", " ", " "}, Escape{"\n", "\n", " "},
                    Escape{"\r", "\n", " "}, Escape{"\r\n", "\n", " "}, Escape{"\n\r", "\n", " "},
                    Escape{"\n\n", "\n\n", "  "}, Escape{"\r\r", "\n\n", "  "}, Escape{"\r\n\r\n", "\n\n", "  "},
                    Escape{"\n\r\n", "\n\n", "  "}, Escape{"a\\\nb", "ab", "ab"}, Escape{"a\\\r\nb", "ab", "ab"},
                    Escape{"a\\\n\rb", "ab", "ab"}, Escape{"a\\\rb", "ab", "ab"}, Escape{"a\\\n\nb", "a\nb", "a b"},
                    Escape{"  x ", "  x ", "  x "}, Escape{"\\\xC3\xA9", "\xC3\xA9", "\xC3\xA9"},
                    Escape{"\x01\\\x02", "", ""}));

TEST(SgfText, UnescapingUndoesEscaping) {
    std::uint64_t state = 12345;
    constexpr std::string_view alphabet = "ab\\]:[ \n;()\xC3\xA4";
    for (int round = 0; round < 2000; ++round) {
        std::string text;
        for (int n = round % 40; n > 0; --n) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            text += alphabet[static_cast<std::size_t>(state >> 40) % alphabet.size()];
        }
        std::string raw;
        for (const char c : text) {
            raw += c == '\\' || c == ']' || c == ':' ? std::string("\\") + c : std::string(1, c);
        }
        ASSERT_EQ(unescaped(raw), text);
        ASSERT_EQ(sgf::find_colon(raw), std::string_view::npos);
        const bool needs_nothing = text.find_first_of("\\]:") == std::string::npos;
        ASSERT_EQ(sgf::is_own_text(raw, TextKind::text), needs_nothing) << raw;
    }
}

TEST(SgfText, SaysWhatItChanges) {
    const ReadResult result = read("(;FF[4]PB[a\nb]PW[a\\\nb]C[a\nb]N[x\x01y])");
    EXPECT_THAT(result.findings(true), ElementsAre("value.line-break@10", "sgf.control-byte@30"));
    EXPECT_EQ(result.outline(), "0: FF[4] PB[a b] PW[ab] C[a\nb] N[xy]");
}

TEST(SgfText, LeavesUnknownPropertiesAlone) {
    const ReadResult result = read("(;FF[4]XY[a\\\nb\t\\]c][]Z[\r\n])");
    EXPECT_EQ(result.outline(), "0: FF[4] XY[raw a\\\nb\t\\]c][raw ] Z[raw \r\n]");
    EXPECT_THAT(result.findings(), IsEmpty());
}

TEST(SgfText, SlicesWhatNeedsNoChange) {
    const ReadResult result = read("(;FF[4]PB[Ann]C[a\nb]GC[x \\] y])");
    const Game game = result.game();
    const auto kind = [&](Identifier identifier) { return kind_of(game.values(game.find(0, identifier)).front()); };
    EXPECT_EQ(kind("PB"), ValueKind::text);
    EXPECT_EQ(kind("C"), ValueKind::text);
    EXPECT_EQ(kind("GC"), ValueKind::text_stored);
}

TEST(SgfText, TellsEmptyTexts) {
    const ReadResult result = read("(;FF[4]PB[]C[\\\n]RE[]DT[]XX[])");
    EXPECT_THAT(result.findings(),
                ElementsAre("value.empty-text@10", "value.empty-text@13", "value.empty@19", "value.empty@23"));
    EXPECT_EQ(result.outline(), "0: FF[4] PB[] C[] RE[] DT[] XX[raw ]");
    EXPECT_EQ(result.game().columns().facts[0].state, static_cast<std::uint32_t>(TENGEN_FACT_EMPTY));
}

}  // namespace
}  // namespace tengen::test
