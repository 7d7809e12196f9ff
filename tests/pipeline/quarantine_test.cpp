#include "pipeline/quarantine.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include "io/error.h"
#include "io/temporary_folder.h"
#include "pipeline/listed_file.h"

namespace tengen::pipeline {
namespace {

using io::content_of;
using io::TemporaryFolder;

template <class Kept>
void keep(Kept&& quarantine, std::string_view below, std::string_view name, std::optional<std::string_view> bytes,
          std::string_view reasons) {
    Quarantine::write(quarantine.claim(below, name), bytes, reasons);
}

TEST(Quarantine, KeepsTheBytesAndTheReasons) {
    const TemporaryFolder folder;
    OutputPaths paths;
    Quarantine quarantine(folder / "q", paths);
    std::string bytes("(;B[aa]\r\n\xFF", 10);
    bytes.push_back('\0');
    bytes += "end";
    keep(quarantine, "a/b", "game.sgf", bytes, "reasons\n");
    EXPECT_EQ(content_of(folder / "q/a/b/game.sgf"), bytes);
    EXPECT_EQ(content_of(folder / "q/a/b/game.sgf.reasons.jsonl"), "reasons\n");
    EXPECT_EQ(io::files_in(folder / "q/a/b"), 2U) << "no temporary file stays";
}

TEST(Quarantine, NothingIsKeptWithoutAFolder) {
    OutputPaths paths;
    Quarantine quarantine({}, paths);
    EXPECT_FALSE(quarantine.is_kept());
}

TEST(Quarantine, TwoInputsOfOneName) {
    const TemporaryFolder folder;
    OutputPaths paths;
    Quarantine quarantine(folder / "q", paths);
    keep(quarantine, "", "game.sgf", "first", "1");
    keep(quarantine, "", "game.sgf", "second", "2");
    keep(quarantine, "other", "game.sgf", "third", "3");
    EXPECT_EQ(content_of(folder / "q/game.sgf"), "first");
    EXPECT_EQ(content_of(folder / "q/game-2.sgf"), "second");
    EXPECT_EQ(content_of(folder / "q/game-2.sgf.reasons.jsonl"), "2");
    EXPECT_EQ(content_of(folder / "q/other/game.sgf"), "third");
}

TEST(Quarantine, ReasonsAndRecordsDoNotShareANameEither) {
    const TemporaryFolder folder;
    OutputPaths paths;
    Quarantine quarantine(folder / "q", paths);
    keep(quarantine, "", "game.sgf", "record", "why");
    keep(quarantine, "", "game.sgf.reasons.jsonl", "other record", "why not");
    EXPECT_EQ(content_of(folder / "q/game.sgf.reasons.jsonl"), "why");
    EXPECT_EQ(content_of(folder / "q/game.sgf.reasons-2.jsonl"), "other record");
}

TEST(Quarantine, StaysInItsFolder) {
    const TemporaryFolder folder;
    OutputPaths paths;
    Quarantine quarantine(folder / "q", paths);
    keep(quarantine, "../..", "../game.sgf", "x", "y");
    keep(quarantine, (folder / "elsewhere").string(), "game.sgf", "x", "y");
    EXPECT_EQ(io::files_in(folder.path()), 1U);
    EXPECT_FALSE(std::filesystem::exists(folder / "elsewhere"));
}

TEST(Quarantine, EarlierRunsAreReplacedInputsNever) {
    const TemporaryFolder folder;
    static_cast<void>(folder.write("q/game.sgf", "of the last run"));
    OutputPaths paths;
    keep(Quarantine(folder / "q", paths), "", "game.sgf", "new", "why");
    EXPECT_EQ(content_of(folder / "q/game.sgf"), "new");

    OutputPaths others;
    others.add_input(io::entry_of(folder / "q/game.sgf"));
    EXPECT_THROW(keep(Quarantine(folder / "q", others), "", "game.sgf", "other", "why"), io::IoError);
    EXPECT_EQ(content_of(folder / "q/game.sgf"), "new");
}

TEST(Quarantine, AnInputWithoutBytesLeavesItsReasons) {
    const TemporaryFolder folder;
    OutputPaths paths;
    Quarantine quarantine(folder / "q", paths);
    keep(quarantine, "", "gone.sgf", std::nullopt, "cannot open\n");
    EXPECT_FALSE(std::filesystem::exists(folder / "q/gone.sgf"));
    EXPECT_EQ(content_of(folder / "q/gone.sgf.reasons.jsonl"), "cannot open\n");
}

TEST(Quarantine, TheLongestNamesFit) {
    const TemporaryFolder folder;
    OutputPaths paths;
    Quarantine quarantine(folder / "q", paths);
    const std::string name = std::string(251, 'n') + ".sgf";
    keep(quarantine, "", name, "a", "1");
    keep(quarantine, "", name, "b", "2");
    EXPECT_EQ(io::files_in(folder / "q"), 4U);
}

TEST(ReasonCollector, ErrorsAndTheSummaryAsJsonLines) {
    ReasonCollector reasons;
    diagnostics::Diagnostic diagnostic;
    diagnostic.id = "value.bad-move";
    diagnostic.severity = diagnostics::Severity::warning;
    reasons.add(diagnostic, {});
    EXPECT_TRUE(reasons.lines().empty()) << "a warning is no reason";
    diagnostic.severity = diagnostics::Severity::error;
    reasons.add(diagnostic, {});
    diagnostics::InputSummary summary;
    summary.errors = 1;
    reasons.add(summary);
    const std::string& lines = reasons.lines();
    const std::size_t end = lines.find('\n');
    EXPECT_EQ(boost::json::parse(lines.substr(0, end)).at("id").as_string(), "value.bad-move");
    EXPECT_EQ(
        boost::json::parse(lines.substr(end + 1, lines.size() - end - 2)).at("summary").at("errors").to_number<int>(),
        1);
    reasons.clear();
    EXPECT_TRUE(reasons.lines().empty());
}

TEST(ReasonCollector, CountsWhatDoesNotFit) {
    ReasonCollector reasons;
    diagnostics::Diagnostic diagnostic;
    diagnostic.id = "value.bad-move";
    diagnostic.severity = diagnostics::Severity::error;
    diagnostic.message = std::string(100'000, 'x');
    for (int i = 0; i < 50; ++i) {
        reasons.add(diagnostic, {});
    }
    EXPECT_LT(reasons.lines().size(), std::size_t{2} << 20);
    reasons.add(diagnostics::InputSummary());
    const std::string& lines = reasons.lines();
    const std::string last = lines.substr(lines.rfind('\n', lines.size() - 2) + 1);
    EXPECT_GT(boost::json::parse(last).at("summary").at("omitted").to_number<int>(), 30);
}

}  // namespace
}  // namespace tengen::pipeline
