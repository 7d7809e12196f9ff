#include "diagnostics/explain.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "diagnostics/catalogue.h"

namespace tengen::diagnostics {
namespace {

TEST(Explain, TellsEverythingAboutAnId) {
    const Explanation explanation = explain("value.bad-color");
    EXPECT_TRUE(explanation.known);
    EXPECT_EQ(explanation.text,
              "value.bad-color\n"
              "\n"
              "  Neither B nor W.\n"
              "\n"
              "  Severity    strict error, lenient warning, archive warning\n"
              "  Fix         b, w, black, white, 1, 2 are read, anything else is kept invalid\n"
              "  Applied     safe: at lenient and archive, unless --fix none is given\n"
              "  Why         A color is B or W.\n"
              "  Source      SGF FF[4], Property value types, Color\n"
              "  Example     (;FF[4]PL[white])\n"
              "  Repaired    (;FF[4]PL[W])\n"
              "  SGFC        message 14\n"
              "  What to do  Write B or W.\n"
              "  To silence  --severity value.bad-color=off (or info, warning, error)\n");
}

TEST(Explain, SaysWhenAFixIsApplied) {
    const auto holds = [](std::string_view id, std::string_view part) {
        const std::string text = explain(id).text;
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    holds("node.two-moves", "  Applied     always, at every level\n");
    holds("info.komi-suspect", "  Applied     a guess: at lenient and archive, only with --fix guess\n");
    holds("info.result-long-form", "  Applied     safe: at lenient and archive, only with --fix safe\n");
    holds("go.ko", "  Fix         none\n");
    holds("sgf.too-deep", "  To silence  not possible: nothing can be read or written after a fatal finding\n");
    holds("info.zero-win", "--severity info.zero-win=off");
    holds("go.same-color", "--severity go.same-color=off");
}

TEST(Explain, ShowsExamples) {
    const auto holds = [](std::string_view id, std::string_view part) {
        const std::string text = explain(id).text;
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    holds("go.occupied", "  Example     (;FF[4];B[aa];W[aa])\n  Corrected   (;FF[4];B[aa];W[ab])\n");
    holds("card.blank-line", "  Example     Date: 1954-05-06\n\n              Source: GW 12\n");
    holds("charset.mismatch", "  Example     (;FF[4]CA[UTF-8]PB[J<FC>rgen])\n");
    holds("sgf.too-deep", "  Found by    tengen check --max-depth 2\n");
    holds("container.not-regular", "b.sgf: ->a.sgf\n");
}

TEST(Explain, KeepsLinesShortForEveryId) {
    for (const CatalogueEntry& entry : catalogue()) {
        const Explanation explanation = explain(entry.id);
        ASSERT_TRUE(explanation.known);
        const std::string_view text = explanation.text;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = text.find('\n', at);
            ASSERT_NE(end, std::string_view::npos);
            EXPECT_LE(end - at, 80U) << text.substr(at, end - at);
            at = end + 1;
        }
        EXPECT_EQ(text.find("SGFC") != std::string_view::npos && entry.sgfc == 0, false) << entry.id;
    }
}

TEST(Explain, ListsAnArea) {
    const Explanation explanation = explain("json");
    EXPECT_TRUE(explanation.known);
    for (const CatalogueEntry& entry : catalogue()) {
        EXPECT_EQ(explanation.text.find(entry.id) != std::string::npos, entry.area == "json") << entry.id;
    }
}

TEST(Explain, ProposesNearIds) {
    const Explanation explanation = explain("value.bad-mvoe");
    EXPECT_FALSE(explanation.known);
    EXPECT_EQ(explanation.text.find("No diagnostic is called \"value.bad-mvoe\".\nDid you mean:\n  value.bad-move\n"),
              0U)
        << explanation.text;
    EXPECT_EQ(explain("qqqqqqqqqqqq\x1B").text, "No diagnostic is called \"qqqqqqqqqqqq<1B>\".\n");
    EXPECT_FALSE(explain("").known);
}

}  // namespace
}  // namespace tengen::diagnostics
