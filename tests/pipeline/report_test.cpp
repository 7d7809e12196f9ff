#include "pipeline/report.h"

#include <memory>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include <boost/json/parse.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/pipeline_fixture.h"
#include "pipeline/report_lines.h"

namespace tengen::pipeline {
namespace {

using testing::HasSubstr;

// A sink whose text outlives it, and that tells whether it was completed.
struct Kept {
    std::string text;
    bool complete = false;
};
class KeepingSink final : public io::Sink {
public:
    explicit KeepingSink(Kept& kept) : kept_(kept) {}
    void write(std::string_view bytes) override { kept_.text += bytes; }
    void commit() override { kept_.complete = true; }

private:
    Kept& kept_;
};

diagnostics::Diagnostic finding(std::string id, diagnostics::Severity severity, std::string message) {
    diagnostics::Diagnostic diagnostic;
    diagnostic.id = std::move(id);
    diagnostic.severity = severity;
    diagnostic.message = std::move(message);
    diagnostic.input = "a \"b\".sgf";
    diagnostic.game = 0;
    diagnostic.line = 3;
    diagnostic.column = 4;
    diagnostic.offset = 17;
    return diagnostic;
}

void tell(DiagnosticReceiver& report) {
    report.add(finding("value.bad-move", diagnostics::Severity::error, "quote \" and \n break \x01 and \xFF"),
               "source");
    report.add(finding("go.ko", diagnostics::Severity::info, "ko"), "source");
    report.add(finding("go.ko", diagnostics::Severity::warning, "ko"), "source");
    report.add(finding("go.ko", diagnostics::Severity::off, "silent"), "source");
    diagnostics::InputSummary summary;
    summary.input = "a.sgf";
    summary.games = 2;
    summary.rejected = 1;
    summary.errors = 1;
    summary.warnings = 1;
    summary.infos = 1;
    report.add(summary);
}

std::vector<boost::json::value> lines_of(const std::string& text) {
    std::vector<boost::json::value> values;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        values.push_back(boost::json::parse(line));
    }
    return values;
}

TEST(JsonLinesReport, EveryLineIsJson) {
    Kept kept;
    JsonLinesReport report(std::make_unique<KeepingSink>(kept));
    tell(report);
    Books books;
    books.read = 2;
    report.add_books(books);
    EXPECT_FALSE(kept.complete);
    report.finish();
    EXPECT_TRUE(kept.complete);
    const auto lines = lines_of(kept.text);
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(lines[0].at("id").as_string(), "value.bad-move");
    EXPECT_EQ(lines[0].at("input").as_string(), "a \"b\".sgf");
    EXPECT_EQ(lines[0].at("offset").to_number<int>(), 17);
    EXPECT_EQ(lines[3].at("summary").at("rejected").to_number<int>(), 1);
    EXPECT_EQ(lines[4].at("summary").at("books").at("read").to_number<int>(), 2);
}

TEST(JsonLinesReport, MemoryStaysSmall) {
    Kept kept;
    JsonLinesReport report(std::make_unique<KeepingSink>(kept));
    for (int i = 0; i < 2'000; ++i) {
        report.add(finding("go.ko", diagnostics::Severity::info, std::string(100, 'x')), {});
    }
    EXPECT_FALSE(kept.text.empty()) << "lines are handed on while the run goes on";
    report.finish();
    EXPECT_EQ(lines_of(kept.text).size(), 2'000U);
}

TEST(SarifReport, IsALogOfOneRun) {
    Kept kept;
    {
        SarifReport report(std::make_unique<KeepingSink>(kept), diagnostics::Level::strict);
        tell(report);
        report.finish();
    }
    EXPECT_TRUE(kept.complete);
    const boost::json::value log = boost::json::parse(kept.text);
    EXPECT_EQ(log.at("version").as_string(), "2.1.0");
    const auto& runs = log.at("runs").as_array();
    ASSERT_EQ(runs.size(), 1U);
    const auto& driver = runs[0].at("tool").at("driver");
    EXPECT_EQ(driver.at("name").as_string(), "tengen");
    const auto& rules = driver.at("rules").as_array();
    ASSERT_EQ(rules.size(), 2U);
    const auto& results = runs[0].at("results").as_array();
    ASSERT_EQ(results.size(), 3U) << "what is off is left out";
    for (const auto& result : results) {
        const auto index = result.at("ruleIndex").to_number<std::size_t>();
        ASSERT_LT(index, rules.size());
        EXPECT_EQ(rules[index].at("id"), result.at("ruleId"));
        EXPECT_FALSE(result.at("message").at("text").as_string().empty());
        const auto& region = result.at("locations").at(0).at("physicalLocation").at("region");
        EXPECT_EQ(region.at("startLine").to_number<int>(), 3);
    }
    EXPECT_EQ(results[0].at("level").as_string(), "error");
    EXPECT_EQ(results[1].at("level").as_string(), "note");
}

TEST(SarifReport, AnEmptyReportIsAValidLog) {
    Kept kept;
    SarifReport report(std::make_unique<KeepingSink>(kept), diagnostics::Level::archive);
    report.finish();
    EXPECT_TRUE(boost::json::parse(kept.text).at("runs").at(0).at("results").as_array().empty());
}

TEST(TextReport, LeavesOutWhatIsNotAskedFor) {
    Kept kept;
    TextReport::Style style;
    style.from = diagnostics::Severity::warning;
    style.summaries = false;
    TextReport report(std::make_unique<KeepingSink>(kept), style);
    tell(report);
    report.add_fault(finding("config.bad-value", diagnostics::Severity::fatal, "said elsewhere"));
    report.finish();
    EXPECT_THAT(kept.text, HasSubstr("[value.bad-move]"));
    EXPECT_THAT(kept.text, HasSubstr("warning: ko"));
    EXPECT_EQ(kept.text.find("info: ko"), std::string::npos);
    EXPECT_EQ(kept.text.find("2 games"), std::string::npos);
    EXPECT_EQ(kept.text.find("said elsewhere"), std::string::npos);
}

TEST(Totals, ById) {
    Totals totals;
    tell(totals);
    tell(totals);
    ASSERT_EQ(totals.by_id().size(), 2U);
    EXPECT_EQ(totals.by_id().at("go.ko").count, 4U);
    EXPECT_EQ(totals.by_id().at("go.ko").severity, diagnostics::Severity::warning) << "the highest that occurred";
    EXPECT_EQ(totals.by_id().at("value.bad-move").count, 2U);
    EXPECT_EQ(totals.inputs(), 2U);
    EXPECT_EQ(totals.sum().games, 4U);
    EXPECT_EQ(totals.sum().rejected, 2U);
    EXPECT_EQ(totals.sum().errors, 2U);
}

TEST(ReportFan, EverybodyHearsEverything) {
    Recorder borrowed;
    Kept kept;
    ReportFan fan;
    fan.attach(borrowed);
    fan.attach(std::make_unique<JsonLinesReport>(std::make_unique<KeepingSink>(kept)));
    tell(fan);
    fan.add_fault(finding("config.bad-value", diagnostics::Severity::fatal, "no"));
    fan.add_books({});
    fan.finish();
    EXPECT_EQ(borrowed.diagnostics.size(), 5U);
    EXPECT_EQ(borrowed.sources.front(), "source");
    EXPECT_EQ(borrowed.summaries.size(), 1U);
    EXPECT_EQ(borrowed.books, to_json({}));
    EXPECT_EQ(lines_of(kept.text).size(), 6U);
    EXPECT_TRUE(kept.complete);
}

TEST(ReportLines, ComeBackAsTheyWere) {
    const auto line = parse_report_line(
        R"({"id":"loss.setup","severity":"warning","message":"m","input":"a.sgf","game":2,"node":3,"kind":"demoted","what":"AB","count":4,"recoverable":true})");
    ASSERT_TRUE(line);
    const auto& diagnostic = std::get<diagnostics::Diagnostic>(*line);
    EXPECT_EQ(diagnostic.id, "loss.setup");
    EXPECT_EQ(diagnostic.severity, diagnostics::Severity::warning);
    EXPECT_EQ(diagnostic.node, 3U);
    ASSERT_TRUE(diagnostic.loss);
    EXPECT_EQ(diagnostic.loss->kind, diagnostics::LossKind::demoted);
    EXPECT_EQ(diagnostic.loss->count, 4U);
    EXPECT_TRUE(diagnostic.loss->recoverable);
    const auto summary = parse_report_line(R"({"summary":{"input":"a","games":2,"rejected":1,"place":7}})");
    ASSERT_TRUE(summary);
    EXPECT_EQ(std::get<diagnostics::InputSummary>(*summary).place, 7U);
    EXPECT_FALSE(parse_report_line("{"));
    EXPECT_FALSE(parse_report_line(R"({"id":1})"));
}

}  // namespace
}  // namespace tengen::pipeline
