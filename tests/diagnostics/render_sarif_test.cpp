#include "diagnostics/render_sarif.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace tengen::diagnostics {
namespace {

TEST(Sarif, WritesTheGoldenLog) {
    std::string out;
    SarifWriter writer([&](std::string_view piece) { out += piece; }, "1.2.3", Level::lenient);
    writer.begin();
    Diagnostic move;
    move.id = "value.bad-move";
    move.severity = Severity::warning;
    move.message = "\"zz\" is no point";
    move.input = "my games/one:1.sgf";
    move.game = 0;
    move.node = 4;
    move.offset = 20;
    move.line = 2;
    move.column = 3;
    writer.add(move);
    Diagnostic failed;
    failed.id = "io.open-failed";
    failed.severity = Severity::fatal;
    failed.message = "no such file";
    failed.input = "box.zip";
    failed.file = "b#c.sgf";
    writer.add(failed);
    move.severity = Severity::off;
    writer.add(move);
    move.severity = Severity::info;
    move.input.clear();
    move.game.reset();
    move.node.reset();
    writer.add(move);
    writer.end();
    const CatalogueEntry& bad_move = *find("value.bad-move");
    const CatalogueEntry& open_failed = *find("io.open-failed");
    EXPECT_EQ(out,
              "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\n"
              "\"results\":[\n"
              R"({"ruleId":"value.bad-move","ruleIndex":0,"level":"warning","message":{"text":"\"zz\" is no point"},)"
              R"("locations":[{"physicalLocation":{"artifactLocation":{"uri":"my%20games/one%3A1.sgf"},)"
              R"("region":{"startLine":2,"startColumn":3,"byteOffset":20}}}],"properties":{"game":0,"node":4}},)"
              "\n"
              R"({"ruleId":"io.open-failed","ruleIndex":1,"level":"error","message":{"text":"no such file"},)"
              R"("locations":[{"physicalLocation":{"artifactLocation":{"uri":"box.zip#b%23c.sgf"}}}],)"
              R"("properties":{"file":"b#c.sgf","severity":"fatal"}},)"
              "\n"
              R"({"ruleId":"value.bad-move","ruleIndex":0,"level":"note","message":{"text":"\"zz\" is no point"}}],)"
              "\n"
              R"("properties":{"columnUnit":"bytes"},)"
              "\n"
              R"("tool":{"driver":{"name":"tengen","version":"1.2.3","rules":[)"
              "\n"
              R"({"id":"value.bad-move","shortDescription":{"text":")" +
                  std::string(bad_move.meaning) + R"("},"help":{"text":")" + std::string(bad_move.help) +
                  R"("},"defaultConfiguration":{"level":"warning"},"properties":{"strict":"error","lenient":"warning",)"
                  R"("archive":"warning","fix":"none","source":")" +
                  std::string(bad_move.source) +
                  "\"}},\n"
                  R"({"id":"io.open-failed","shortDescription":{"text":")" +
                  std::string(open_failed.meaning) + R"("},"help":{"text":")" + std::string(open_failed.help) +
                  R"("},"defaultConfiguration":{"level":"error"},"properties":{"strict":"fatal","lenient":"fatal",)"
                  R"("archive":"fatal","fix":"none","source":")" +
                  std::string(open_failed.source) + "\"}}]}}\n}]}\n");
}

TEST(Sarif, IsAValidLogWithoutResults) {
    std::string out;
    SarifWriter writer([&](std::string_view piece) { out += piece; }, "1", Level::strict);
    writer.begin();
    writer.end();
    const boost::json::value log = boost::json::parse(out);
    EXPECT_EQ(log.at("version"), "2.1.0");
    const boost::json::value& run = log.at("runs").as_array().at(0);
    EXPECT_TRUE(run.at("results").as_array().empty());
    EXPECT_TRUE(run.at("tool").at("driver").at("rules").as_array().empty());
}

TEST(Sarif, DescribesEveryRuleOfTheCatalogueAndForeignIds) {
    std::string out;
    std::size_t largest_piece = 0;
    std::size_t pieces = 0;
    SarifWriter writer(
        [&](std::string_view piece) {
            out += piece;
            ++pieces;
            if (piece.find("\"rules\"") == std::string_view::npos) {
                largest_piece = std::max(largest_piece, piece.size());
            }
        },
        "1", Level::archive);
    writer.begin();
    const std::size_t rounds = 20;
    for (std::size_t round = 0; round < rounds; ++round) {
        for (const CatalogueEntry& entry : catalogue()) {
            Diagnostic diagnostic;
            diagnostic.id = std::string(entry.id);
            diagnostic.severity = Severity::warning;
            diagnostic.message = std::string("m");
            diagnostic.input = std::string("\xFF");
            diagnostic.loss = LossDetail{LossKind::lost, "TS", "GC", 3, false};
            writer.add(diagnostic);
        }
    }
    Diagnostic foreign;
    foreign.id = "chess.castling";
    foreign.severity = Severity::error;
    writer.add(foreign);
    writer.end();
    const std::size_t results = rounds * catalogue().size() + 1;
    // Results leave one by one, so a long report needs no memory.
    EXPECT_EQ(pieces, results + 2);
    EXPECT_LT(largest_piece, 1000U);

    const boost::json::value log = boost::json::parse(out);
    const boost::json::value& run = log.at("runs").as_array().at(0);
    const boost::json::array& rules = run.at("tool").at("driver").at("rules").as_array();
    ASSERT_EQ(rules.size(), catalogue().size() + 1);
    EXPECT_EQ(rules.back().at("id"), "chess.castling");
    ASSERT_EQ(run.at("results").as_array().size(), results);
    for (const boost::json::value& result : run.at("results").as_array()) {
        const auto index = static_cast<std::size_t>(result.at("ruleIndex").to_number<std::uint64_t>());
        EXPECT_EQ(result.at("ruleId"), rules.at(index).at("id"));
    }
    const boost::json::value& first = run.at("results").as_array().front();
    EXPECT_EQ(boost::json::serialize(first.at("properties")),
              R"({"kind":"lost","what":"TS","to":"GC","count":3,"recoverable":false})");
    EXPECT_EQ(first.at("locations").as_array().at(0).at("physicalLocation").at("artifactLocation").at("uri"), "%FF");
}

}  // namespace
}  // namespace tengen::diagnostics
