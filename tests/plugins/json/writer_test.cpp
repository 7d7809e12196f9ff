// What the writer makes, to the letter.
#include <initializer_list>
#include <string>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include <tengen/model/base64.h>

#include "harness.h"
#include "json/indenter.h"
#include "support/game_sketch.h"

namespace tengen::test {
namespace {

GameSketch small_game() {
    GameSketch sketch({9, 9});
    sketch.storage().header.board_stated = 1;
    sketch.node()
        .add("FF", "4")
        .add("GM", "1")
        .add("SZ", "9")
        .add("PB", "Ann")
        .add("KM", "0.50")
        .add("RE", "W+3.5")
        .add("DT", "2001-02-03,04")
        .add("AB", "aa:bb");
    sketch.node().add("B", "cc").add("LB", "dd:x:y").add("C", "one ] \"two\"\n三");
    sketch.node().add("W", "").add("XQ", "raw\\\\");
    return sketch;
}

constexpr std::string_view small_nodes =
    R"("nodes":[{"id":0,"p":[{"id":"FF","v":["4"]},{"id":"GM","v":["1"]},{"id":"SZ","v":["9"]},{"id":"PB","v":["Ann"]},)"
    R"({"id":"KM","v":["0.50"]},{"id":"RE","v":["W+3.5"]},{"id":"DT","v":["2001-02-03,04"]},{"id":"AB","v":["aa:bb"]}]},)"
    R"({"id":1,"up":0,"p":[{"id":"B","v":["cc"]},{"id":"LB","v":[{"pair":["dd","x:y"]}]},{"id":"C","v":["one ] \"two\"\n三"]}]},)"
    R"({"id":2,"up":1,"p":[{"id":"W","v":[""]},{"id":"XQ","v":[{"raw":"raw\\\\"}]}]}])";

TEST(JsonWriter, WritesMembersInAFixedOrder) {
    GameSketch sketch = small_game();
    EXPECT_EQ(
        write_game(sketch.game()),
        R"({"format":"go-record","version":1,"collection":{"games":[)"
        "\n"
        R"({"index":0,"board":{"columns":9,"rows":9,"stated":true},"dialect":{"ff":4,"gm":1},"info":[)"
        R"({"field":"black","node":0,"prop":"PB","text":"Ann","state":"value","value":{"persons":[{"written":"Ann"}]}},)"
        R"({"field":"komi","node":0,"prop":"KM","state":"value","value":"0.50"},)"
        R"({"field":"result","node":0,"prop":"RE","text":"W+3.5","state":"value","value":{"kind":"win","color":"W","by":"points","points":"3.5"}},)"
        R"({"field":"date","node":0,"prop":"DT","text":"2001-02-03,04","state":"value","value":["2001-02-03","2001-02-04"]}],)" +
            std::string(small_nodes) + "}\n]}}\n");
}

TEST(JsonWriter, WritesOneGameALine) {
    GameSketch one = small_game();
    GameSketch other({5, 5});
    other.node();
    const Written written = write_games({one.game(), other.game()}, {{"lines", "true"}, {"detail", "info"}});
    EXPECT_EQ(
        written.text,
        R"({"format":"go-record","version":1,"game":{"index":0,"board":{"columns":9,"rows":9,"stated":true},"dialect":{"ff":4,"gm":1},"info":[)"
        R"({"field":"black","prop":"PB","text":"Ann","state":"value","value":{"persons":[{"written":"Ann"}]}},)"
        R"({"field":"komi","prop":"KM","text":"0.50","state":"value","value":"0.50"},)"
        R"({"field":"result","prop":"RE","text":"W+3.5","state":"value","value":{"kind":"win","color":"W","by":"points","points":"3.5"}},)"
        R"({"field":"date","prop":"DT","text":"2001-02-03,04","state":"value","value":["2001-02-03","2001-02-04"]}]}})"
        "\n"
        R"({"format":"go-record","version":1,"game":{"index":0,"board":{"columns":5,"rows":5},"dialect":{"ff":4,"ff_stated":true,"gm":1}}})"
        "\n");
}

TEST(JsonWriter, WritesACollectionWithoutGames) {
    EXPECT_EQ(write_games({}).text, "{\"format\":\"go-record\",\"version\":1,\"collection\":{\"games\":[]}}\n");
    EXPECT_EQ(write_games({}, {{"lines", "true"}}).text, "");
    EXPECT_EQ(write_games({}, {{"detail", "moves"}}).text, "{\"format\":\"go-moves\",\"version\":1,\"games\":[]}\n");
}

TEST(JsonWriter, IndentationIsWhiteSpaceOnly) {
    GameSketch sketch = small_game();
    const std::string compact = write_game(sketch.game());
    const std::string indented = write_game(sketch.game(), {{"indent", "2"}});
    EXPECT_EQ(boost::json::parse(indented), boost::json::parse(compact));
    EXPECT_TRUE(indented.starts_with(
        "{\n  \"format\": \"go-record\",\n  \"version\": 1,\n  \"collection\": {\n    \"games\": [\n      {\n"));
    EXPECT_TRUE(indented.ends_with("\n      }\n    ]\n  }\n}\n"));
}

TEST(JsonWriter, IndentsEmptyAndNestedThings) {
    const std::string_view text = R"({"a":[],"b":{},"c":[{"d":"{[,:\"\\"}],"e":[1,[2]]})";
    std::string once;
    json::Indenter whole(1);
    whole.feed(text, once);
    EXPECT_EQ(once,
              "{\n \"a\": [],\n \"b\": {},\n \"c\": [\n  {\n   \"d\": \"{[,:\\\"\\\\\"\n  }\n ],\n \"e\": [\n  1,\n  "
              "[\n   2\n  ]\n ]\n}");
    std::string pieces;
    json::Indenter piecewise(1);
    for (const char byte : text) {
        piecewise.feed({&byte, 1}, pieces);
    }
    EXPECT_EQ(pieces, once);
}

TEST(JsonWriter, RefusesOptionsItDoesNotKnow) {
    EXPECT_EQ(write_games({}, {{"colour", "green"}}).status, TENGEN_BAD_OPTION);
    EXPECT_EQ(write_games({}, {{"indent", "9"}}).status, TENGEN_BAD_OPTION);
    EXPECT_EQ(write_games({}, {{"detail", "some"}}).status, TENGEN_BAD_OPTION);
    EXPECT_EQ(write_games({}, {{"lines", "true"}, {"indent", "2"}}).status, TENGEN_BAD_OPTION);
}

TEST(JsonWriter, StopsWhenTheSinkRefuses) {
    TestHost host;
    tengen_sink sink{};
    sink.struct_size = sizeof sink;
    sink.write = [](const tengen_sink*, tengen_text) -> std::uint32_t { return 0; };
    tengen_writer_instance* writer = nullptr;
    ASSERT_EQ(json::writer_table.open(host.get(), &sink, nullptr, 0, &writer), TENGEN_OK);
    GameSketch sketch = small_game();
    ASSERT_EQ(json::writer_table.put(writer, &sketch.columns()), TENGEN_OK);  // still collected
    EXPECT_EQ(json::writer_table.finish(writer), TENGEN_WRITE_ERROR);
    json::writer_table.close(writer);
}

TEST(JsonWriter, EscapesWhatJsonDemandsAndNothingElse) {
    std::string text;
    for (char c = 1; c < 0x7F; ++c) {
        text += c;
    }
    text += "\x7Fé名\xF0\x9F\x8E\xB2";
    text += '\0';
    // Long enough for every way of copying, at every place in it.
    for (int i = 0; i < 40; ++i) {
        GameSketch sketch;
        sketch.node().add("C", std::string(static_cast<std::size_t>(i), 'x') + text + text);
        const std::string document = write_game(sketch.game());
        const boost::json::value value = boost::json::parse(document);
        const boost::json::string& back =
            value.at("collection").at("games").at(0).at("nodes").at(0).at("p").at(0).at("v").at(0).as_string();
        EXPECT_EQ(std::string_view(back.data(), back.size()),
                  std::string(static_cast<std::size_t>(i), 'x') + text + text);
        EXPECT_NE(document.find("\\u0001"), std::string::npos);
        EXPECT_NE(document.find("\\b\\t\\n\\u000b\\f\\r"), std::string::npos);
        EXPECT_NE(document.find("\x7Fé名\xF0\x9F\x8E\xB2\\u0000"), std::string::npos);
    }
}

TEST(JsonWriter, LongTextsAreWrittenInBlocks) {
    std::string text;
    for (int i = 0; text.size() < 100000; ++i) {
        text += i % 3 == 0 ? "\"" : i % 7 == 0 ? "名" : "plain";
    }
    GameSketch sketch;
    sketch.node().add("C", text);
    const Document document(write_game(sketch.game()));
    ASSERT_EQ(document.size(), 1U);
    EXPECT_EQ(document.game().text(document.game().values(0).front()), text);
    sketch.node().add("C", text + "\xFF");
    const Document bytes(write_game(sketch.game()));
    EXPECT_EQ(bytes.game().text(bytes.game().values(1).front()), text + "\xFF");
}

TEST(JsonWriter, TypedValuesOfCards) {
    const std::pair<std::pair<tengen_field, std::string_view>, std::string_view> cases[] = {
        {{TENGEN_FIELD_DATE, "1846-07?-21"}, R"(["1846-07-21"])"},
        {{TENGEN_FIELD_DATE, "1846"}, R"(["1846"])"},
        {{TENGEN_FIELD_BLACK, "Takagawa Kaku"},
         R"({"persons":[{"family":"Takagawa","given":"Kaku","written":"Takagawa Kaku"}]})"},
        {{TENGEN_FIELD_WHITE, "Redmond, Michael ?"},
         R"({"persons":[{"family":"Redmond","given":"Michael","written":"Redmond, Michael","reversed":true}]})"},
        {{TENGEN_FIELD_BLACK_RANK, "4D"}, R"({"n":4,"class":"pro-dan"})"},
        {{TENGEN_FIELD_BLACK_RANK, "3k?"}, R"({"n":3,"class":"ama-kyu"})"},
        {{TENGEN_FIELD_WHITE_RANK, "insei"}, R"({"class":"insei"})"},
        {{TENGEN_FIELD_EVENT, "A, B ?, game 3"},
         R"({"items":[{"text":"A","certainty":"uncertain"},{"text":"B","certainty":"uncertain"},{"text":"game 3"}]})"},
        {{TENGEN_FIELD_PLACE, "Honnoji??, Kyoto"},
         R"({"items":[{"text":"Honnoji","certainty":"guess"},{"text":"Kyoto"}]})"},
        {{TENGEN_FIELD_KOMI, "4.5 ?"}, R"("4.5")"},
        {{TENGEN_FIELD_RESULT, "+2"}, R"({"kind":"win","color":"B","by":"points","points":"2"})"},
        {{TENGEN_FIELD_RESULT, "-R"}, R"({"kind":"win","color":"W","by":"resign"})"},
        {{TENGEN_FIELD_RESULT, "+4.5R"}, R"({"kind":"win","color":"B","by":"resign","margin":"4.5"})"},
        {{TENGEN_FIELD_RESULT, "0"}, R"({"kind":"draw"})"},
        {{TENGEN_FIELD_BOARD_SCORE, "+9E"}, R"({"diff":"9","estimated":true})"},
        {{TENGEN_FIELD_BOARD_SCORE, "-4EC"}, R"({"diff":"-4","estimated":true,"counting":"chinese"})"},
        {{TENGEN_FIELD_BOARD_SCORE, "0"}, R"({"diff":"0"})"},
        {{TENGEN_FIELD_HANDICAP, "2+2 (tasuki)"}, R"({"black":2,"white":2,"label":"tasuki"})"},
        {{TENGEN_FIELD_HANDICAP, "3"}, R"({"black":3})"},
        {{TENGEN_FIELD_COMMENT, "why?"}, R"("why?")"},
        {{TENGEN_FIELD_DATE, "?"}, ""},
        {{TENGEN_FIELD_RESULT, "2"}, ""},
        {{TENGEN_FIELD_BOARD_SCORE, "+4CI"}, ""},
        {{TENGEN_FIELD_HANDICAP, "two"}, ""},
        {{TENGEN_FIELD_BLACK_RANK, "strong"}, ""},
    };
    for (const auto& [fact, value] : cases) {
        GameStorage storage;
        storage.clear();
        GameBuilder(storage).add_node(none);
        tengen_fact made{};
        made.field = fact.first;
        made.node = made.property = none;
        made.text = storage.store(fact.second);
        storage.facts.push_back(made);
        tengen_game columns;
        storage.describe(columns);
        const std::string document = write_game(Game(columns));
        const std::string member = "\"state\":\"value\",\"value\":" + std::string(value) + "}";
        EXPECT_EQ(document.find(member) != std::string::npos, !value.empty()) << document << "\n" << member;
        EXPECT_EQ(document.find("\"value\":", document.find("\"state\":\"value\"") + 10) == std::string::npos,
                  value.empty())
            << document;
    }
}

TEST(JsonWriter, ListsMovesOfTheMainLine) {
    GameSketch sketch({19, 19});
    sketch.node()
        .add("KM", "6.5")
        .add("HA", "2")
        .add("PB", "Ann")
        .add("PW", "Ben")
        .add("WR", "3d")
        .add("DT", "2001")
        .add("RU", "Japanese")
        .add("RE", "B+R")
        .add("AB", {"pd", "dp"});
    const std::uint32_t root = 0;
    sketch.white("dd").black("").white("qq");
    sketch.node().add("AE", "pd").add("AW", {"aa:ba"}).add("PL", "W");
    sketch.node().add("W", "zz").add("TB", {"ab:bb"}).add("TW", "ss");
    sketch.node(root).add("B", "cc");  // a variation
    EXPECT_EQ(
        write_game(sketch.game(), {{"detail", "moves"}}),
        R"({"format":"go-moves","version":1,"games":[)"
        "\n"
        R"({"index":0,"size":19,"komi":"6.5","handicap":2,"setup":[{"before":0,"black":["pd","dp"]},)"
        R"({"before":3,"white":["aa","ba"],"empty":["pd"]}],"first":"W","moves":[["W","dd"],["B",""],["W","qq"]],)"
        R"("result":{"kind":"win","color":"B","by":"resign"},"players":{"B":"Ann","W":"Ben"},"ranks":{"W":"3d"},)"
        R"("date":"2001","rules":"Japanese","territory":{"B":["ab","bb"],"W":["ss"]}})"
        "\n]}\n");
    GameSketch bare({9, 13});
    bare.node().add("RE", "who knows");
    EXPECT_EQ(
        write_game(bare.game(), {{"detail", "moves"}, {"lines", "true"}}),
        R"({"format":"go-moves","version":1,"game":{"index":0,"size":[9,13],"first":"B","moves":[],"result":{"kind":"unparsed","text":"who knows"}}})"
        "\n");
}

TEST(JsonWriter, MembersOfOtherProgramsNeverHideItsOwn) {
    GameStorage storage;
    storage.clear();
    GameBuilder(storage).add_node(none);
    const auto add = [&](std::string_view key, std::string_view text, std::string_view place) {
        const tengen_slice k = storage.store(key);
        const tengen_slice t = storage.store(text);
        storage.extension_fields.push_back({k, t, storage.store(place)});
    };
    add("index", "7", "#");  // a member of the format
    add("twice", "1", "#");
    add("twice", "2", "#");
    add("broken", "{", "#");
    add("spaced", "[1, 2]", "#");
    add("far", "1", "#/nodes/5");
    add("x\xFF", "1", "#");
    add("fine", "{\"a\":null}", "#");
    add("cursors", "[]", "#");  // the same, although it is computed
    tengen_game columns;
    storage.describe(columns);
    EXPECT_EQ(
        write_game(Game(columns)),
        R"({"format":"go-record","version":1,"collection":{"games":[)"
        "\n"
        R"({"index":0,"board":{"columns":19,"rows":19},"dialect":{"ff":4,"gm":1},"nodes":[{"id":0}],"fine":{"a":null},"ext":[)"
        R"({"key":"index","text":"7","place":"#"},{"key":"twice","text":"1","place":"#"},{"key":"twice","text":"2","place":"#"},)"
        R"({"key":"broken","text":"{","place":"#"},{"key":"spaced","text":"[1, 2]","place":"#"},{"key":"far","text":"1","place":"#/nodes/5"},)"
        R"({"key":{"b64":"eP8="},"text":"1","place":"#"},{"key":"cursors","text":"[]","place":"#"}]})"
        "\n]}}\n");
}

TEST(Base64, ComesBackAndHasOneSpelling) {
    std::string bytes;
    for (int size = 0; size < 40; ++size) {
        std::string text;
        append_base64(bytes, text);
        EXPECT_EQ(text.size(), (bytes.size() + 2) / 3 * 4);
        EXPECT_EQ(decode_base64(text), bytes);
        bytes += static_cast<char>(size * 37 + 250);
    }
    std::string known;
    append_base64("foobar", known);
    EXPECT_EQ(known, "Zm9vYmFy");
    for (const std::string_view wrong : {"Zg", "Zg=", "Z===", "====", "Zh==", "Zm9=", "Zg==Zg==", "Zm 9v", "Zm-v"}) {
        EXPECT_EQ(decode_base64(wrong), std::nullopt) << wrong;
    }
}

}  // namespace
}  // namespace tengen::test
