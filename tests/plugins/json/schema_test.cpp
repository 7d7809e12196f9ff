// What the writer makes fits the published schema, and the schema knows the same members as reader and writer.
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include "harness.h"
#include "json/document_shape.h"
#include "json/members.h"
#include "model/random_game.h"
#include "schema_checker.h"

namespace tengen::test {
namespace {

boost::json::value published_schema() {
    std::ifstream file(TENGEN_SCHEMA_FILE, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    return boost::json::parse(text);
}

std::string check(std::string_view document) {
    static const SchemaChecker checker(published_schema());
    boost::json::parse_options options;
    options.max_depth = 300;
    return checker.check(boost::json::parse(boost::json::string_view(document.data(), document.size()), {}, options));
}

TEST(Schema, FitsWhatIsWritten) {
    RandomGames games(4711);
    for (int i = 0; i < 200; ++i) {
        const Game game = games.next();
        const std::string document = write_game(game);
        ASSERT_EQ(check(document), "") << document;
        const std::string lines = write_game(game, {{"lines", "true"}});
        ASSERT_EQ(check(lines), "") << lines;
        const std::string info = write_game(game, {{"detail", "info"}, {"indent", "1"}});
        ASSERT_EQ(check(info), "") << info;
    }
}

TEST(Schema, FitsPositions) {
    GameStorage storage;
    storage.clear();
    GameBuilder builder(storage);
    builder.add_node(none);
    for (const std::uint16_t point : std::initializer_list<std::uint16_t>{0, 1 + 256 * 2, 18, 3}) {
        storage.position_points.push_back(point);
    }
    tengen_position position{};
    position.first_black = 0;
    position.black_count = 2;
    position.first_white = 2;
    position.white_count = 1;
    position.first_dead_white = 3;
    position.dead_white_count = 1;
    position.has_dead = 1;
    position.prisoners_of_black = 2;
    position.move_number = 7;
    position.next = 2;
    storage.positions.push_back(position);
    tengen_game columns;
    storage.describe(columns);
    const std::string document = write_game(Game(columns));
    EXPECT_EQ(check(document), "");
    EXPECT_NE(document.find(R"("board":{"black":["aa","bc"],"white":["sa"],"prisoners":{"B":2,"W":0},"next":"W",)"
                            R"("number":7,"dead":{"black":[],"white":["da"]}})"),
              std::string::npos)
        << document;
}

TEST(Schema, RefusesWhatIsNoDocument) {
    EXPECT_EQ(check(document_of(R"({"nodes":[{"id":0,"p":[{"id":"B","v":[""]}]}]})")), "");
    EXPECT_NE(check(R"({"format":"sgf","version":1,"collection":{"games":[]}})"), "");
    EXPECT_NE(check(R"({"format":"go-record","version":2,"collection":{"games":[]}})"), "");
    EXPECT_NE(check(R"({"format":"go-record","version":1})"), "");
    EXPECT_NE(check(document_of(R"({"nodes":[{"id":0,"p":[{"id":"pb","v":["x"]}]}]})")), "");
    EXPECT_NE(check(document_of(R"({"nodes":[{"id":0,"p":[{"id":"PB","v":[]}]}]})")), "");
    EXPECT_NE(check(document_of(R"({"nodes":[{"id":0,"p":[{"id":"PB","v":[4]}]}]})")), "");
    EXPECT_NE(check(document_of(R"({"nodes":[{"id":0,"t":"noon"}]})")), "");
    EXPECT_NE(check(document_of(R"({"info":[{"field":"weather"}]})")), "");
    EXPECT_NE(check(document_of(R"({"board":{"columns":53,"rows":9}})")), "");
}

/// The name of the definition of an object in the schema; empty for those that stand in others.
std::string definition_of(json::Object object) {
    switch (object) {
        case json::Object::game:
            return "game";
        case json::Object::fact:
            return "fact";
        case json::Object::node:
            return "node";
        case json::Object::property:
            return "property";
        case json::Object::stream:
            return "stream";
        case json::Object::extension:
            return "extension";
        default:
            return {};
    }
}

TEST(Schema, KnowsTheSameMembersAsTheCode) {
    const boost::json::value schema = published_schema();
    for (const json::Object object : {json::Object::game, json::Object::fact, json::Object::node,
                                      json::Object::property, json::Object::stream, json::Object::extension}) {
        const boost::json::object& definition = schema.at("$defs").at(definition_of(object)).as_object();
        std::set<std::string> published;
        for (const auto& member : definition.at("properties").as_object()) {
            published.insert(std::string(member.key().data(), member.key().size()));
        }
        std::set<std::string> known;
        for (const json::Member member : json::members_of(object)) {
            known.insert(std::string(json::member_name(member)));
        }
        EXPECT_EQ(published, known) << definition_of(object);
        EXPECT_EQ(definition.contains("additionalProperties"), !json::is_open(object)) << definition_of(object);
    }
}

TEST(Schema, ReaderAndSchemaAgreeOnWhatFits) {
    const std::string_view games[] = {
        R"({"nodes":[{"id":0}]})",
        R"({"index":"x"})",
        R"({"board":{"columns":9}})",
        R"({"board":{"columns":-1,"rows":9}})",
        R"({"board":{"columns":9,"rows":9,"stated":1}})",
        R"({"dialect":{"ff":5}})",
        R"({"charset":{"used":7}})",
        R"({"charset":{"used":{"b64":"/w=="}}})",
        R"({"charset":{"used":{"b64":"/w="}}})",
        R"({"typed":null})",
        R"({"info":{}})",
        R"({"info":[{"field":"komi","text":"5.5","state":"value"}]})",
        R"({"info":[{"field":"komi","state":"perhaps"}]})",
        R"({"info":[{"field":"komi","certainty":"guess","marks":[{"scope":"item","level":"guess"}]}]})",
        R"({"info":[{"field":"komi","marks":[{"level":"guess"}]}]})",
        R"({"info":[{"field":"komi","from":{"note":"imported","line":3}}]})",
        R"({"info":[{"field":"komi","from":{"nothing":1}}]})",
        R"({"nodes":[{"id":0,"p":[{"id":"C","v":["a",{"raw":"b"},{"invalid":"c"},{"text":"d"},{"b64":"ZQ=="}]}]}]})",
        R"({"nodes":[{"id":0,"p":[{"id":"C","v":[{"raw":"b","text":"c"}]}]}]})",
        R"({"nodes":[{"id":0,"p":[{"id":"C","v":[{}]}]}]})",
        R"({"nodes":[{"id":0,"p":[{"id":"C","v":[{"pair":["a"]}]}]}]})",
        R"({"nodes":[{"id":0,"p":[{"id":"XC","v":[{"pair":["a",{"raw":"b"}]}]}]}]})",
        R"({"nodes":[{"id":0,"p":[{"id":"C","v":[["a"]]}]}]})",
        R"({"nodes":[{"id":0,"p":[{"id":"C","v":["a"],"was":["b",{"raw":"c"}]}]}]})",
        R"({"nodes":[{"id":0,"p":[{"id":"GS","v":[""]},{"id":"C","v":["a"],"t":"1.5:2"}]}],)"
        R"("streams":[{"node":0,"source":{"raw":""}}]})",
        R"({"nodes":[{"id":0,"p":[{"id":"C","v":["a"],"t":"1.5:"}]}]})",
        R"({"nodes":[{"id":0,"p":[{"id":"C"}]}]})",
        R"({"nodes":[{"id":0,"p":[{"v":["a"]}]}]})",
        R"({"nodes":[{"id":0,"p":7}]})",
        R"({"nodes":[{"id":0,"p":[{"id":"GS","v":[""]}]}],"streams":[{"index":0,"node":0,"source":{"raw":""}}]})",
        R"({"nodes":[{"id":0,"p":[{"id":"GS","v":[""]}]}],"streams":[{"index":0,"node":0,"source":{"raw":"","kind":"disk"}}]})",
        R"({"nodes":[{"id":0}],"streams":[{"node":0}]})",
        R"({"ext":[{"key":"a","text":"b","place":"c"}]})",
        R"({"ext":[{"key":"a"}]})",
        R"({"ext":[{"key":"a","text":"b","more":1}]})",
    };
    for (const std::string_view game : games) {
        const std::string text = document_of(game);
        const bool fits = check(text).empty();
        const Document document(text);
        EXPECT_EQ(document.status(), TENGEN_END) << text;
        EXPECT_EQ(document.ids() == "json.schema", !fits) << text << "\n" << document.ids() << "\n" << check(text);
        ASSERT_EQ(document.size(), 1U);
        // What does not fit is kept, and what is written then fits.
        EXPECT_EQ(document.game().columns().extension_field_count, fits && game.find("\"ext\"") == game.npos ? 0U : 1U)
            << text;
        EXPECT_EQ(check(write_game(document.game())), "") << text;
    }
}

}  // namespace
}  // namespace tengen::test
