// The report as a page.
#include "pipeline/html_report.h"

#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/sink.h"
#include "pipeline/board_picture.h"
#include "pipeline/engine_fixture.h"

namespace tengen::pipeline {
namespace {

using testing::HasSubstr;

using HtmlReportTest = EngineTest;

TEST_F(HtmlReportTest, APageForPeople) {
    folder.write("in/a.sgf", "(;FF[4]GM[1]SZ[9]PB[<b>];B[ee];W[ee])");
    folder.write("in/b.sgf", "no game");
    folder.write("in/keep.txt", "");
    folder.write("odd.txt", "{\"no\": JSON} (;FF[4]GM[1]SZ[9];B[aa];W[zz])");
    const Plan plan = this->plan(
        "level: archive\ninput: ['in/*.sgf', {path: odd.txt, reader: {sgf: {}}}]\n"
        "output: [{path: all.sgf, writer: {sgf: {}}}]\n");
    io::MemorySink* page = nullptr;
    auto sink = std::make_unique<io::MemorySink>();
    page = sink.get();
    BoardPictures pictures(registry, plan);
    HtmlReport report(std::move(sink), "<title>",
                      [&](const diagnostics::Diagnostic& diagnostic, const std::string& format) {
                          return pictures.draw(diagnostic, format);
                      });
    static_cast<void>(pipeline::run(plan, registry, report, {}));
    const std::string& text = page->text();
    EXPECT_THAT(text, testing::StartsWith("<!DOCTYPE html>"));
    EXPECT_THAT(text, HasSubstr("&lt;title&gt;"));
    EXPECT_THAT(text, HasSubstr("go.occupied"));
    EXPECT_THAT(text, HasSubstr("<svg"));
    EXPECT_THAT(text, HasSubstr("class=\"w\"")) << "a stone";
    EXPECT_THAT(text, HasSubstr("in/b.sgf"));
    EXPECT_THAT(text, HasSubstr("there is no game tree"));
    const std::string bad_move = text.substr(text.find("<code>value.bad-move"));
    EXPECT_THAT(bad_move.substr(0, bad_move.find("</details>")), HasSubstr("<svg")) << "read as what it was read as";
    EXPECT_EQ(text.find("<script"), std::string::npos);
    EXPECT_EQ(text.find("http"), std::string::npos) << "nothing is loaded";
}

TEST_F(HtmlReportTest, APageCountsWhatItKnowsAlready) {
    auto sink = std::make_unique<io::MemorySink>();
    const io::MemorySink& page = *sink;
    HtmlReport report(std::move(sink), "page");
    diagnostics::Diagnostic diagnostic;
    diagnostic.id = "charset.guessed";
    diagnostic.severity = diagnostics::Severity::info;
    for (int round = 0; round < 7; ++round) {
        for (int i = 0; i < 150; ++i) {
            diagnostic.message = fmt::format("charset number {}", i);
            report.add(diagnostic, {});
        }
    }
    report.add_books({});
    report.finish();
    EXPECT_THAT(page.text(), HasSubstr("<td>charset number 0</td><td class=n>7</td>"));
    EXPECT_THAT(page.text(), HasSubstr("<td>charset number 99</td><td class=n>7</td>"));
    EXPECT_EQ(page.text().find("<td>charset number 100</td>"), std::string::npos) << "there is a limit";
    EXPECT_THAT(page.text(), HasSubstr("3 of 1050; the report as JSON lines has them all"));
    EXPECT_EQ(page.text().find("1 of 1"), std::string::npos);
}

TEST_F(HtmlReportTest, APageIsUtf8WhateverPathsAre) {
    auto sink = std::make_unique<io::MemorySink>();
    const io::MemorySink& page = *sink;
    HtmlReport report(std::move(sink), "page \xB5");
    Books books;
    books.outputs.push_back({});
    books.outputs.back().path = "\xBA\xDA/{stem}.sgf";
    report.add_books(books);
    report.finish();
    EXPECT_THAT(page.text(), HasSubstr("<title>page \xEF\xBF\xBD</title>"));
    EXPECT_THAT(page.text(), HasSubstr("\xEF\xBF\xBD/{stem}.sgf"));
    EXPECT_EQ(page.text().find('\xBA'), std::string::npos);
}

}  // namespace
}  // namespace tengen::pipeline
