#include "diagnostics/render_jsonl.h"

#include <random>
#include <string>
#include <string_view>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "diagnostics/json_text.h"
#include "diagnostics/utf8.h"

namespace tengen::diagnostics {
namespace {

using namespace std::string_view_literals;

std::string line(const Diagnostic& diagnostic) {
    std::string out;
    append_json_line(out, diagnostic);
    return out;
}

std::string json(std::string_view text) {
    std::string out;
    append_json_string(out, text);
    return out;
}

TEST(JsonLine, LeavesOutWhatIsAbsent) {
    Diagnostic diagnostic;
    diagnostic.id = "io.open-failed";
    diagnostic.severity = Severity::fatal;
    diagnostic.message = "no such file";
    EXPECT_EQ(line(diagnostic), R"({"id":"io.open-failed","severity":"fatal","message":"no such file"})"
                                "\n");
}

TEST(JsonLine, KeepsTheOrderOfMembers) {
    Diagnostic diagnostic;
    diagnostic.id = "loss.timestamps";
    diagnostic.severity = Severity::info;
    diagnostic.message = "12 time stamps";
    diagnostic.input = "games.zip";
    diagnostic.file = "a.rgf";
    diagnostic.game = 0;
    diagnostic.node = 4294967295U;
    diagnostic.offset = 0;
    diagnostic.line = 1;
    diagnostic.column = 18446744073709551615U;
    diagnostic.loss = LossDetail{LossKind::unsafe_removed, "TS", "GC", 12, true};
    EXPECT_EQ(line(diagnostic),
              R"({"id":"loss.timestamps","severity":"info","message":"12 time stamps","input":"games.zip",)"
              R"("file":"a.rgf","game":0,"node":4294967295,"offset":0,"line":1,"column":18446744073709551615,)"
              R"("kind":"unsafe-removed","what":"TS","to":"GC","count":12,"recoverable":true})"
              "\n");
    diagnostic.loss = LossDetail{LossKind::lost, "TS", "", 1, false};
    EXPECT_NE(line(diagnostic).find(R"("kind":"lost","what":"TS","count":1,"recoverable":false})"), std::string::npos);
}

TEST(JsonLine, SaysNothingAboutWhatIsOff) {
    Diagnostic diagnostic;
    diagnostic.id = "go.ko";
    diagnostic.severity = Severity::off;
    EXPECT_EQ(line(diagnostic), "");
}

TEST(JsonLine, AppendsWithoutTouchingWhatIsThere) {
    Diagnostic diagnostic;
    diagnostic.id = "go.ko";
    diagnostic.severity = Severity::error;
    std::string out = "x\n";
    append_json_line(out, diagnostic);
    append_json_line(out, diagnostic);
    const std::string one = R"({"id":"go.ko","severity":"error","message":""})"
                            "\n";
    EXPECT_EQ(out, "x\n" + one + one);
}

TEST(JsonLine, NamesEveryLossKind) {
    const std::pair<LossKind, std::string_view> kinds[] = {{LossKind::lost, "lost"},
                                                           {LossKind::demoted, "demoted"},
                                                           {LossKind::approximated, "approximated"},
                                                           {LossKind::defaulted, "defaulted"},
                                                           {LossKind::derived, "derived"},
                                                           {LossKind::reordered, "reordered"},
                                                           {LossKind::normalised, "normalised"},
                                                           {LossKind::unsafe_removed, "unsafe-removed"}};
    for (const auto& [kind, name] : kinds) {
        EXPECT_EQ(to_text(kind), name);
    }
}

TEST(JsonString, EscapesWhatJsonForbids) {
    EXPECT_EQ(json("say \"hi\" \\ /"), R"("say \"hi\" \\ /")");
    EXPECT_EQ(json("\b\f\n\r\t"), R"("\b\f\n\r\t")");
    EXPECT_EQ(json("\0\x1B\x7F"sv), "\"\\u0000\\u001b\\u007f\"");
    EXPECT_EQ(json("黒中押し勝ち"), "\"黒中押し勝ち\"");
    EXPECT_EQ(json(""), "\"\"");
}

TEST(JsonString, ReplacesIllFormedUtf8) {
    EXPECT_EQ(json("a\xFFz"), "\"a\uFFFDz\"");
    EXPECT_EQ(json("\xC0\xAF"), "\"\uFFFD\uFFFD\"");
    EXPECT_EQ(json("\xE3\x81"), "\"\uFFFD\"");
    EXPECT_EQ(json("\xE3\x81\"\xED\xA0\x80"), "\"\uFFFD\\\"\uFFFD\uFFFD\uFFFD\"");
    EXPECT_EQ(json("\xF0\x9F\x98\x80"), "\"\xF0\x9F\x98\x80\"");
}

// Whatever the bytes are, a parser takes the line, and well-formed text comes back unchanged.
TEST(JsonString, IsReadBackByAParser) {
    std::mt19937 random(7);
    for (int round = 0; round < 500; ++round) {
        std::string bytes(random() % 40, ' ');
        for (char& byte : bytes) {
            byte = static_cast<char>(random() % 256);
        }
        Diagnostic diagnostic;
        diagnostic.id = "sgf.text-inside";
        diagnostic.message = bytes;
        diagnostic.input = bytes;
        const std::string text = line(diagnostic);
        EXPECT_EQ(text.find('\n'), text.size() - 1);
        const boost::json::value value = boost::json::parse(text);
        std::string expected;
        for (std::size_t at = 0; at < bytes.size();) {
            const CodePoint point = decode_utf8(bytes, at);
            expected += point.valid ? bytes.substr(at, point.length) : "\xEF\xBF\xBD";
            at += point.length;
        }
        EXPECT_EQ(std::string_view(value.at("message").as_string()), expected);
    }
}

TEST(JsonSummary, HasNoIdAndTheseMembers) {
    InputSummary summary;
    summary.input = "a.sgf";
    summary.format = "sgf";
    summary.games = 3;
    summary.rejected = 1;
    Diagnostic diagnostic;
    diagnostic.severity = Severity::error;
    summary.count(diagnostic);
    diagnostic.severity = Severity::warning;
    summary.count(diagnostic);
    diagnostic.loss = LossDetail{};
    summary.count(diagnostic);
    diagnostic.severity = Severity::off;
    summary.count(diagnostic);
    std::string out;
    append_json_line(out, summary);
    EXPECT_EQ(out, R"({"summary":{"input":"a.sgf","format":"sgf","games":3,"rejected":1,"fatal":0,"errors":1,)"
                   R"("warnings":2,"infos":0,"losses":1}})"
                   "\n");

    InputSummary unreadable;
    unreadable.input = "b";
    unreadable.fatal = 1;
    unreadable.omitted = 5;
    out.clear();
    append_json_line(out, unreadable);
    EXPECT_EQ(out, R"({"summary":{"input":"b","games":0,"rejected":0,"fatal":1,"errors":0,"warnings":0,"infos":0,)"
                   R"("losses":0,"omitted":5}})"
                   "\n");
}

}  // namespace
}  // namespace tengen::diagnostics
