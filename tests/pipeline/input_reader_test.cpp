#include "pipeline/input_reader.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/archive_maker.h"
#include "pipeline/configuration_error.h"
#include "pipeline/pipeline_fixture.h"

namespace tengen::pipeline {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

struct Seen {
    std::uint32_t index;
    bool rejected;
    std::string member;
    std::uint32_t nodes;
};

class Collector final : public GameConsumer {
public:
    void take(const ReadGame& game) override {
        seen.push_back({game.index, game.rejected, std::string(game.member), game.game.node_count()});
    }
    std::vector<Seen> seen;
};

class InputReaderTest : public testing::Test {
protected:
    diagnostics::InputSummary read(const std::string& bytes, const std::string& name = "x.sgf") {
        InputReader reader(registry, charsets, settings, report);
        io::Input input;
        input.name = name;
        input.bytes = io::Bytes::copy_of(bytes);
        return reader.read(input, games);
    }
    void level(diagnostics::Level level) { settings.policy = diagnostics::Policy(level); }

    plugins::Registry registry = built_plugins();
    plugins::CharsetServices charsets;
    Settings settings;
    Recorder report;
    Collector games;
};

TEST_F(InputReaderTest, GoodGames) {
    const auto summary = read("(;FF[4]GM[1]SZ[9];B[ee])\n(;FF[4]GM[1]SZ[9];B[ee];W[ef])");
    EXPECT_EQ(summary.games, 2U);
    EXPECT_EQ(summary.rejected, 0U);
    EXPECT_EQ(summary.format, "sgf");
    EXPECT_EQ(summary.input, "x.sgf");
    ASSERT_THAT(games.seen, SizeIs(2));
    EXPECT_EQ(games.seen[0].index, 0U);
    EXPECT_EQ(games.seen[0].nodes, 2U);
    EXPECT_EQ(games.seen[1].index, 1U);
    EXPECT_EQ(games.seen[1].nodes, 3U);
    EXPECT_THAT(report.summaries, SizeIs(1));
}

TEST_F(InputReaderTest, AFindingHasItsPlaceAndSeverity) {
    const std::string text = "(;FF[4]GM[1]SZ[9]\n;B[ee]\r\n;W[zz])";
    static_cast<void>(read(text));
    const diagnostics::Diagnostic* move = report.find("value.bad-move");
    ASSERT_NE(move, nullptr);
    EXPECT_EQ(move->severity, diagnostics::Severity::error);
    EXPECT_EQ(move->input, "x.sgf");
    EXPECT_EQ(move->game, 0U);
    EXPECT_EQ(move->node, 2U);
    ASSERT_TRUE(move->offset.has_value());
    EXPECT_GE(*move->offset, text.find("W[zz]"));
    EXPECT_LT(*move->offset, text.size());
    EXPECT_EQ(move->line, 3U);
    EXPECT_EQ(report.sources.front(), text);
}

TEST_F(InputReaderTest, TheLevelDecides) {
    const std::string text = "(;FF[4]GM[1]SZ[9];B[ee];W[zz])(;FF[4]GM[1]SZ[9];B[ee])";
    auto summary = read(text);
    EXPECT_EQ(summary.games, 2U);
    EXPECT_EQ(summary.rejected, 1U);
    EXPECT_EQ(summary.errors, 1U);
    ASSERT_THAT(games.seen, SizeIs(2));
    EXPECT_TRUE(games.seen[0].rejected);
    EXPECT_FALSE(games.seen[1].rejected);

    level(diagnostics::Level::archive);
    games.seen.clear();
    summary = read(text);
    EXPECT_EQ(summary.rejected, 0U);
    EXPECT_EQ(summary.warnings, 1U);
    EXPECT_FALSE(games.seen[0].rejected);
}

TEST_F(InputReaderTest, SeveritiesCanBeChangedAndSilenced) {
    ASSERT_FALSE(settings.policy.override_severity("value.bad-move", diagnostics::Severity::off));
    const auto summary = read("(;FF[4]GM[1]SZ[9];B[ee];W[zz])");
    EXPECT_EQ(summary.rejected, 0U);
    EXPECT_EQ(report.count("value.bad-move"), 0U);
}

TEST_F(InputReaderTest, AnErrorBeforeAGameCountsAgainstIt) {
    // Text in front of the first tree is found before anybody knows that there is a game.
    const auto summary = read("hello\n(;FF[4]GM[1]SZ[9];B[ee])(;FF[4]GM[1]SZ[9];B[ee])");
    const diagnostics::Diagnostic* before = report.find("sgf.text-before");
    ASSERT_NE(before, nullptr);
    EXPECT_EQ(before->severity, diagnostics::Severity::error);
    EXPECT_EQ(before->game, 0U);
    EXPECT_EQ(summary.rejected, 1U);
    ASSERT_THAT(games.seen, SizeIs(2));
    EXPECT_TRUE(games.seen[0].rejected);
    EXPECT_FALSE(games.seen[1].rejected);
}

TEST_F(InputReaderTest, AnInputWithoutGames) {
    const auto empty = read("");
    EXPECT_EQ(empty.games, 0U);
    EXPECT_EQ(empty.fatal, 1U);
    const auto prose = read("No game in here.\n");
    EXPECT_EQ(prose.games, 0U);
    EXPECT_EQ(prose.fatal, 1U);
    EXPECT_THAT(games.seen, SizeIs(0));
    EXPECT_THAT(report.summaries, SizeIs(2));
}

TEST_F(InputReaderTest, AnUnknownFormat) {
    const auto summary = read("No game in here.\n", "letter.txt");
    EXPECT_EQ(summary.fatal, 1U);
    EXPECT_EQ(summary.format, "");
    EXPECT_EQ(report.count("format.unknown"), 1U);
}

TEST_F(InputReaderTest, ContentBeatsTheExtension) {
    const auto summary = read("(;FF[4]GM[1]SZ[9];B[ee])", "x.json");
    EXPECT_EQ(summary.format, "sgf");
    EXPECT_EQ(report.count("format.extension-mismatch"), 1U);
}

TEST_F(InputReaderTest, AFormatThatNobodyReads) {
    settings.from = "sgff";
    const auto summary = read("(;FF[4]GM[1]SZ[9];B[ee])");
    EXPECT_EQ(summary.fatal, 1U);
    EXPECT_EQ(report.count("plugin.missing"), 1U);
}

TEST_F(InputReaderTest, AnOptionThatTheReaderDoesNotHave) {
    settings.reader_options["sgf"] = {{"no-such-option", "1"}};
    EXPECT_THROW(static_cast<void>(read("(;FF[4]GM[1]SZ[9];B[ee])")), ConfigurationError);
}

TEST_F(InputReaderTest, AContainerThatBreaksOffInAMemberThatIsNoRecordIsDamaged) {
    settings.policy = diagnostics::Policy(diagnostics::Level::archive);
    for (const auto format : {io::ArchiveMaker::Format::zip, io::ArchiveMaker::Format::ustar}) {
        report.diagnostics.clear();
        games.seen.clear();
        io::ArchiveMaker maker(format);
        maker.file("a.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
        std::string notes;
        for (unsigned i = 0, state = 1; i < 5000; ++i) {
            state = state * 1103515245U + 12345U;
            notes += static_cast<char>('a' + (state >> 16U) % 26);
        }
        maker.file("notes.txt", notes);
        maker.file("b.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
        std::string bytes = maker.finish();
        bytes.resize(format == io::ArchiveMaker::Format::zip ? 1500 : 3000);
        const auto summary = read(bytes, format == io::ArchiveMaker::Format::zip ? "disk.zip" : "disk.tar");
        EXPECT_EQ(summary.games, 1U);
        EXPECT_EQ(report.count("container.damaged"), 1U);
        EXPECT_EQ(report.count("container.member-skipped"), 1U);
        EXPECT_EQ(summary.warnings, 1U);
    }
}

TEST_F(InputReaderTest, GamesOfAContainerAreCountedThrough) {
    io::ArchiveMaker maker(io::ArchiveMaker::Format::zip);
    maker.file("a.sgf", "(;FF[4]GM[1]SZ[9];B[ee])(;FF[4]GM[1]SZ[9];B[zz])");
    maker.file("notes.txt", "nothing to see");
    maker.file("deep/b.sgf", "(;FF[4]GM[1]SZ[9];B[ee];W[zz])");
    const std::string zip = maker.finish();
    const auto summary = read(zip, "disk.zip");
    EXPECT_EQ(summary.input, "disk.zip");
    EXPECT_EQ(summary.games, 3U);
    EXPECT_EQ(summary.rejected, 2U);
    ASSERT_THAT(games.seen, SizeIs(3));
    EXPECT_EQ(games.seen[1].index, 1U);
    EXPECT_TRUE(games.seen[1].rejected);
    EXPECT_EQ(games.seen[1].member, "a.sgf");
    EXPECT_EQ(games.seen[2].index, 2U);
    EXPECT_TRUE(games.seen[2].rejected);
    EXPECT_EQ(games.seen[2].member, "deep/b.sgf");
    EXPECT_EQ(report.count("container.member-skipped"), 1U);
    std::vector<std::uint32_t> places;
    for (const diagnostics::Diagnostic& diagnostic : report.diagnostics) {
        if (diagnostic.id == "value.bad-move") {
            EXPECT_EQ(diagnostic.input, "disk.zip");
            EXPECT_FALSE(diagnostic.file.empty());
            places.push_back(diagnostic.game.value());
        }
    }
    EXPECT_THAT(places, ElementsAre(1U, 2U));
}

TEST_F(InputReaderTest, MembersOfOneNameAreBothReadUnlessThatIsAnError) {
    io::ArchiveMaker maker(io::ArchiveMaker::Format::zip);
    maker.file("a.sgf", "(;FF[4]GM[1]SZ[9];B[ee])").file("A.sgf", "(;FF[4]GM[1]SZ[9];B[cc])");
    const std::string zip = maker.finish();
    settings.policy = diagnostics::Policy(diagnostics::Level::archive);
    EXPECT_EQ(read(zip, "disk.zip").games, 2U);
    EXPECT_EQ(report.count("container.duplicate-member"), 1U);
    settings.policy = diagnostics::Policy(diagnostics::Level::strict);
    const auto summary = read(zip, "disk.zip");
    EXPECT_EQ(summary.games, 1U);
    EXPECT_TRUE(summary.is_refused());
}

TEST_F(InputReaderTest, NothingToGoOnWithIsSaid) {
    settings.policy = diagnostics::Policy(diagnostics::Level::archive);
    EXPECT_EQ(read("()").games, 0U);
    EXPECT_EQ(report.count("sgf.no-game-tree"), 1U);
    io::ArchiveMaker maker(io::ArchiveMaker::Format::zip);
    maker.file("notes.txt", "nothing to see");
    EXPECT_TRUE(read(maker.finish(), "disk.zip").is_refused());
    EXPECT_EQ(report.count("sgf.no-game-tree"), 2U);
}

TEST_F(InputReaderTest, AContainerTooDeepIsToldAndNotRead) {
    using io::ArchiveMaker;
    const std::string game = "(;FF[4]GM[1]SZ[9];B[ee])";
    for (const bool is_stored : {false, true}) {  // what is stored could be taken for a record with odd things around
        for (const diagnostics::Level each : {diagnostics::Level::strict, diagnostics::Level::archive}) {
            level(each);
            report.clear();
            games.seen.clear();
            std::string bytes = game;
            for (const char* name : {"deep.sgf", "three.zip", "two.zip"}) {
                ArchiveMaker maker(ArchiveMaker::Format::zip, ARCHIVE_FILTER_NONE,
                                   is_stored ? "zip:compression=store" : nullptr);
                bytes = maker.file(name, bytes).finish();
            }
            ArchiveMaker outer(ArchiveMaker::Format::zip);
            const auto summary = read(outer.file("one.zip", bytes).file("a.sgf", game).finish(), "disk.zip");
            ASSERT_EQ(report.count("container.limit"), 1U);
            const diagnostics::Diagnostic& limit = *report.find("container.limit");
            EXPECT_EQ(limit.file, "one.zip/two.zip");
            EXPECT_THAT(limit.message, testing::HasSubstr("unpack 'disk.zip' first"));
            EXPECT_EQ(summary.fatal, 1U);
            EXPECT_EQ(summary.games, 1U);
            ASSERT_THAT(games.seen, SizeIs(1));
            EXPECT_EQ(games.seen[0].member, "a.sgf");
        }
    }
}

TEST_F(InputReaderTest, GamesBeforeADamageAreReadWhereItIsNoError) {
    std::string text;
    for (int i = 0; i < 3000; ++i) {
        text += "(;FF[4]GM[1]SZ[9]C[" + std::to_string(i * 7919 % 100'003) + "];B[ee])\n";
    }
    const std::string whole =
        io::ArchiveMaker(io::ArchiveMaker::Format::raw, ARCHIVE_FILTER_GZIP).file("games.sgf", text).finish();
    const std::string cut = whole.substr(0, whole.size() / 2);
    EXPECT_EQ(read(cut, "games.sgf.gz").games, 0U);
    EXPECT_EQ(report.find("container.damaged")->severity, diagnostics::Severity::error);
    for (const diagnostics::Level each : {diagnostics::Level::lenient, diagnostics::Level::archive}) {
        level(each);
        report.clear();
        games.seen.clear();
        const auto summary = read(cut, "games.sgf.gz");
        EXPECT_GT(summary.games, 1000U);
        EXPECT_LT(summary.games, 2000U);
        EXPECT_EQ(games.seen.size(), summary.games);
        ASSERT_EQ(report.count("container.damaged"), 1U);
        EXPECT_EQ(report.find("container.damaged")->severity, diagnostics::Severity::warning);
    }
    report.clear();
    EXPECT_EQ(read(whole + "and more", "games.sgf.gz").games, 3000U);
    EXPECT_EQ(report.count("container.damaged"), 1U);
    report.clear();
    EXPECT_EQ(read(whole.substr(0, 12), "games.sgf.gz").games, 0U);
    EXPECT_EQ(report.count("container.damaged"), 1U);
    EXPECT_EQ(report.count("sgf.no-game-tree"), 1U);
    EXPECT_EQ(report.diagnostics.size(), 2U);
}

TEST_F(InputReaderTest, TooDeepAGameIsCountedAndRejected) {
    settings.reader_options["sgf"] = {{"max-depth", "10"}};
    std::string deep = "(;FF[4]GM[1]SZ[9];B[ee])";
    for (int i = 0; i < 50; ++i) {
        deep += "(;B[ee]";
    }
    deep += std::string(50, ')');
    const auto summary = read(deep);
    ASSERT_EQ(report.count("sgf.too-deep"), 1U);
    EXPECT_EQ(summary.games, 2U);
    EXPECT_EQ(summary.rejected, 1U);
    ASSERT_FALSE(games.seen.empty());
    EXPECT_FALSE(games.seen[0].rejected) << "the game before it is whole";
}

TEST_F(InputReaderTest, WhatCouldNotBeOpened) {
    InputReader reader(registry, charsets, settings, report);
    const auto summary = reader.refuse({"io.open-failed", "cannot open 'x'", "x", {}, {}});
    EXPECT_EQ(summary.fatal, 1U);
    EXPECT_EQ(summary.input, "x");
    ASSERT_THAT(report.diagnostics, SizeIs(1));
    EXPECT_EQ(report.diagnostics[0].input, "x");
    EXPECT_THAT(report.summaries, SizeIs(1));
}

}  // namespace
}  // namespace tengen::pipeline
