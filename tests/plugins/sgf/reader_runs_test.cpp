// What the reader does for speed: it names runs of plain moves, and it can be opened again for the next input.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reading.h"

namespace {

using namespace tengen;
using namespace tengen::test;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::uint32_t> runs_of(std::string_view bytes) {
    const ReadResult result(bytes);
    EXPECT_EQ(result.broken(), "") << bytes;
    std::vector<std::uint32_t> flat;
    for (const tengen_move_run run : result.game().move_runs()) {
        flat.push_back(run.first_node);
        flat.push_back(run.node_count);
    }
    return flat;
}

TEST(SgfReaderRuns, LinesOfMovesAreNamed) {
    EXPECT_THAT(runs_of("(;FF[4];B[aa];W[bb];B[cc];W[dd];B[ee])"), ElementsAre(1, 5));
    EXPECT_THAT(runs_of("(;FF[4];B[aa]\n;B[bb]\t;W[cc];W[dd];B[ee];B[ff];B[gg])"), ElementsAre(1, 7));
    EXPECT_THAT(runs_of("(;B[aa];W[bb];B[cc];W[dd];B[ee];W[ff])"), ElementsAre(1, 5)) << "the root is in no run";
}

TEST(SgfReaderRuns, WhatIsMoreThanAMoveStaysOutside) {
    EXPECT_THAT(runs_of("(;FF[4];B[aa];W[bb];B[cc];W[dd]C[why?];B[ee])"), IsEmpty());
    EXPECT_THAT(runs_of("(;FF[4];B[aa];W[bb];B[cc];W[dd];B[ee]C[why?];B[ff])"), ElementsAre(1, 4));
    EXPECT_THAT(runs_of("(;FF[4];B[aa];W[bb];B[cc];W[dd];B[ee][ff];B[ff])"), ElementsAre(1, 4));
    EXPECT_THAT(runs_of("(;FF[4](;B[aa];W[bb];B[cc];W[dd];B[ee])(;B[ab];W[bb];B[cc];W[dd];B[ee]))"),
                ElementsAre(2, 4, 7, 4))
        << "the first move of a variation has siblings";
}

TEST(SgfReaderRuns, PointsOutsideOfTheBoardEndARun) {
    EXPECT_THAT(runs_of("(;FF[4]SZ[9];B[aa];W[bb];B[cc];W[dd];B[jj];B[aa];W[bb];B[cc];W[dd])"),
                ElementsAre(1, 4, 6, 4));
    EXPECT_THAT(runs_of("(;FF[4]SZ[9:5];B[aa];W[bb];B[cc];W[dd];B[af];B[aa];W[bb];B[cc];W[de])"),
                ElementsAre(1, 4, 6, 4));
    EXPECT_THAT(runs_of("(;FF[4];B[aa];W[bb];B[cc];W[dd];B[tt];W[aa];B[ss];W[sa];B[as];W[bs])"),
                ElementsAre(1, 4, 6, 5))
        << "tt is a pass";
}

TEST(SgfReaderRuns, EveryCornerOfTheBoardIsSeenByBothWaysOfReading) {
    // One by one and in pairs, at every place of a pair.
    for (int shift = 0; shift < 4; ++shift) {
        for (const std::string_view far : {"ta", "at", "tt", "zz"}) {
            std::string text = "(;FF[4]SZ[19]";
            for (int i = 0; i < 12; ++i) {
                const char* colors = i == 1 && shift > 1 ? "B" : i % 2 == 0 ? "B" : "W";
                text += std::string(";") + colors + "[" + (i == 6 + shift ? std::string(far) : "ss") + "]";
            }
            const ReadResult result(text + ")");
            EXPECT_EQ(result.broken(), "") << text;
            EXPECT_EQ(result.values(7 + static_cast<std::uint32_t>(shift),
                                    (6 + shift) % 2 == 0 ? Identifier("B") : Identifier("W")),
                      far == "tt" ? "[pass]" : "[invalid " + std::string(far) + "]")
                << text;
        }
    }
}

TEST(SgfReaderRuns, WithoutMeaningMovesAreTexts) {
    const ReadResult other("(;FF[4]GM[3];B[aa];W[bb];B[cc];W[dd];B[ee])");
    EXPECT_EQ(other.values(2, "W"), "[bb]");
    EXPECT_THAT(other.game().move_runs(), IsEmpty());
    const ReadResult syntax("(;FF[4];B[aa];W[bb];B[cc];W[dd];B[ee])",
                            {diagnostics::Level::lenient, diagnostics::FixMode::automatic, {{"profile", "exercism"}}});
    EXPECT_EQ(syntax.values(2, "W"), "[bb]");
    EXPECT_THAT(syntax.game().move_runs(), IsEmpty());
}

// Everything that a reading tells and gives, in order.
std::string account(sgf::SgfReader& reader, PolicyHost& host) {
    std::string text;
    OwnedGame game;
    const auto next = [&] {
        try {
            return reader.next(*game.receive());
        } catch (const sdk::GiveUp&) {
            text += "gave up\n";
            return false;
        }
    };
    while (next()) {
        EXPECT_EQ(broken_invariant(game.columns()).value_or(""), "");
        const Game view = game.view();
        text += "game " + std::to_string(view.index()) + " in " +
                std::string(view.stored(view.columns().charset_used)) + "\n";
        for (std::uint32_t node = 0; node < view.node_count(); ++node) {
            for (std::uint32_t p = view.first_property(node); p < view.end_property(node); ++p) {
                text +=
                    view.name(p) + values_of(view, p) + "@" + std::to_string(view.source_offset_of_property(p)) + " ";
            }
        }
        text += "\n";
    }
    for (const Reported& finding : host.reported) {
        text += finding.id + "@" + (finding.offset ? std::to_string(*finding.offset) : "-") + "\n";
    }
    host.reported.clear();
    return text + std::to_string(reader.consumed());
}

TEST(SgfReaderRuns, AReaderOpenedAgainKnowsNothingOfTheInputBefore) {
    const std::vector<std::string> inputs{
        "(;FF[4]CA[UTF-8]PB[\xE9\xBB\x92];B[aa];W[bb];B[cc];W[dd];B[ee])",
        "(;FF[4]CA[GB18030]PB[\xB9\xC5\xC1\xA6];B[aa])(;FF[4]CA[UTF-8])",
        "\xEF\xBB\xBF(;FF[4]PB[\xE9\xBB\x92])",
        "(;PB[\xB9\xC5\xC1\xA6]PW[\xC4\xF4\xCE\xC0\xC6\xBD]C[\xBA\xDA\xC6\xE5\xCF\xC8\xD0\xD0])",
        "no record at all",
        "",
        "(;FF[3]GM[2];B[aa]",
        "(;FF[4]GM[1]SZ[9];B[jj];AB[aa][aa]",
        "(;FF[4]CA[ISO-8859-1]PB[M\xFCller])text (;FF[4]CA[KOI8-R]PB[\xD4])",
        "(;FF[4];B[aa];W[bb];B[cc];W[dd];B[ee])"};
    plugins::CharsetServices charsets;
    std::vector<std::string> padded;
    for (const std::string& input : inputs) {
        padded.push_back(input + std::string(64, '\0'));
    }
    const auto bytes = [&](std::size_t i) { return std::string_view(padded[i]).substr(0, inputs[i].size()); };
    PolicyHost host(diagnostics::Level::archive, diagnostics::FixMode::automatic);
    const plugins::HostServices services(host, charsets);
    const sdk::Options options(sgf::reader_options, {});
    sgf::SgfReader again(sdk::Host(services.host()), bytes(0), options);
    static_cast<void>(account(again, host));
    for (std::size_t round = 0; round < 2 * inputs.size(); ++round) {
        const std::size_t i = round * 7 % inputs.size();
        sgf::SgfReader fresh(sdk::Host(services.host()), bytes(i), options);
        const std::string expected = account(fresh, host);
        again.reopen(bytes(i));
        EXPECT_EQ(account(again, host), expected) << "input " << i;
    }
}

}  // namespace
