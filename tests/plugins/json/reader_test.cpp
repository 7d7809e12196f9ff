// What the reader takes, refuses, reports and keeps.
#include "json/reader.h"

#include <string>

#include <gtest/gtest.h>

#include <tengen/model/equality.h>

#include "harness.h"

namespace tengen::test {
namespace {

std::string node_with(std::string_view property) {
    return document_of(R"({"board":{"columns":9,"rows":9},"nodes":[{"id":0,"p":[)" + std::string(property) + "]}]}");
}

/// The first value of the first property of a game whose only node holds that property.
tengen_value first_value(const Document& document) {
    return document.game().values(0).front();
}

// -- form --

TEST(JsonReader, KnowsItsOwnDocuments) {
    EXPECT_GT(json::sniff(R"({"format":"go-record","version":1,)", ""), 90U);
    EXPECT_GT(json::sniff("\xEF\xBB\xBF \n{ \"version\": 1, \"format\" : \"go-record\"", ""), 90U);
    EXPECT_GT(json::sniff(R"({"format":"other"})", ""), 0U);
    EXPECT_EQ(json::sniff(R"({"tree":[]})", "x.json"), 0U);
    EXPECT_EQ(json::sniff("(;FF[4])", "x.json"), 0U);
    EXPECT_EQ(json::sniff("", ""), 0U);
}

TEST(JsonReader, RefusesWhatIsNoJson) {
    const std::pair<std::string_view, std::uint64_t> inputs[] = {
        {"", 0},
        {" \n ", 0},
        {"(;FF[4])", 0},
        {"[]", 0},
        {"7", 0},
        {"\"text\"", 0},
        {"true", 0},
        {"null", 0},
        {R"({"format":"go-record","version":1,"collection":{"games":[)", 57},
        {R"({"format":"go-record","version":1,"collection":{"games":[}})", 57},
        {R"({"format":"go-record","version":1,})", 34},
        {R"({"format":"go-record" "version":1})", 22},
        {R"({"format":"go-record","version":1x})", 33},
        {"{\"format\":\"go\x01record\"}", 13},
        {"{\"format\":\"go\xFFrecord\"}", 13},
    };
    for (const auto& [input, offset] : inputs) {
        const Document document(input);
        EXPECT_EQ(document.status(), TENGEN_FAILED) << input;
        EXPECT_EQ(document.ids(), "json.not-json") << input;
        ASSERT_FALSE(document.findings().empty()) << input;
        EXPECT_EQ(document.findings()[0].game, TENGEN_NONE) << input;
        EXPECT_EQ(document.findings()[0].offset, offset) << input;
    }
}

TEST(JsonReader, NamesTheFormatItFound) {
    const Document other(R"({"format":"sgf-json","version":1,"collection":{"games":[]}})");
    EXPECT_EQ(other.ids(), "json.not-json");
    EXPECT_NE(other.findings()[0].message.find("'sgf-json'"), std::string::npos);
    const Document later(R"({"format":"go-record","version":99,"collection":{"games":[]}})");
    EXPECT_EQ(later.ids(), "json.not-json");
    EXPECT_NE(later.findings()[0].message.find("99"), std::string::npos);
    EXPECT_EQ(later.findings()[0].offset, 32U);
    EXPECT_EQ(Document(R"({"format":"go-record","version":1.0,"collection":{"games":[]}})").ids(), "json.not-json");
    EXPECT_EQ(Document(R"({"format":7,"version":1,"collection":{"games":[]}})").ids(), "json.not-json");
    EXPECT_EQ(Document(R"({"version":1,"collection":{"games":[]}})").ids(), "json.not-json");
    EXPECT_EQ(Document(R"({"format":"go-record","collection":{"games":[]}})").ids(), "json.not-json");
    EXPECT_EQ(Document(R"({"format":"go-record","version":1})").ids(), "json.schema");
}

TEST(JsonReader, TakesMembersInAnyOrder) {
    const Document document(R"( { "collection" : { "games" : [ {
        "nodes" : [ { "p" : [ { "v" : [ "tt" ], "id" : "B" } ], "id" : 0 },
                    { "p" : [], "up" : 0, "id" : 1 } ],
        "board" : { "rows" : 21, "columns" : 20 } , "index" : 0 } ] } , "version" : 1 , "format" : "go-record" } )");
    EXPECT_EQ(document.ids(), "");
    ASSERT_EQ(document.size(), 1U);
    // The size of the board stands behind the move, but counts for it.
    EXPECT_EQ(kind_of(first_value(document)), ValueKind::point);
    EXPECT_EQ(point_of(first_value(document)), (Point{19, 19}));
    EXPECT_EQ(document.game().node_count(), 2U);
}

TEST(JsonReader, ReadsJsonLinesAndDocumentsInARow) {
    const Document document(R"({"format":"go-record","version":1,"game":{"nodes":[{"id":0}]}})"
                            "\n\n"
                            R"({"version":1,"game":{"nodes":[{"id":0},{"id":1,"up":0}]},"format":"go-record"})"
                            "\n"
                            R"({"format":"go-record","version":1,"collection":{"games":[{},{}]}})");
    EXPECT_EQ(document.status(), TENGEN_END);
    EXPECT_EQ(document.ids(), "");
    ASSERT_EQ(document.size(), 4U);
    for (std::uint32_t i = 0; i < 4; ++i) {
        EXPECT_EQ(document.game(i).index(), i);
        EXPECT_EQ(document.game(i).node_count(), i == 1 ? 2U : 1U);
    }
}

TEST(JsonReader, HandsOutTheGamesBeforeAnError) {
    const Document document(R"({"format":"go-record","version":1,"collection":{"games":[{},{},{"nodes":]}})");
    EXPECT_EQ(document.size(), 2U);
    EXPECT_EQ(document.status(), TENGEN_FAILED);
    EXPECT_EQ(document.ids(), "json.not-json");
    const Document broken(document_of(R"({},{"nodes":[{"id":0},{"id":1}]})"));
    EXPECT_EQ(broken.size(), 1U);
    EXPECT_EQ(broken.ids(), "model.invariant");
    EXPECT_EQ(broken.findings()[0].game, 1U);
}

TEST(JsonReader, SaysHowMuchItHasRead) {
    const std::string text = document_of(R"({"nodes":[{"id":0}]},{"nodes":[{"id":0}]},{})");
    const Document document(text);
    ASSERT_EQ(document.consumed().size(), 3U);
    EXPECT_EQ(document.consumed()[0], text.find("]},{") + 2);
    EXPECT_GT(document.consumed()[1], document.consumed()[0]);
    EXPECT_EQ(document.consumed()[2], text.size());
}

TEST(JsonReader, DeepNestingIsAFindingNotACrash) {
    const std::string brackets(1000000, '[');
    EXPECT_EQ(Document(brackets).ids(), "json.not-json");
    EXPECT_EQ(Document(document_of("{\"x\":" + brackets)).ids(), "json.unknown-member json.not-json");
    const std::string objects = [] {
        std::string text;
        for (int i = 0; i < 100; ++i) {
            text += "{\"a\":";
        }
        return text + "1" + std::string(100, '}');
    }();
    const Document kept(document_of("{\"x\":" + objects + "}"));
    EXPECT_EQ(kept.ids(), "json.unknown-member");
    EXPECT_EQ(kept.size(), 1U);
}

// -- the tree --

TEST(JsonReader, RefusesTreesThatAreNone) {
    const std::string_view trees[] = {
        R"({"id":0,"up":0})",                                           // a root with a parent
        R"({"id":0},{"id":1})",                                         // two roots
        R"({"id":0},{"id":1,"up":1})",                                  // its own parent
        R"({"id":0},{"id":1,"up":7})",                                  // a parent that does not exist
        R"({"id":0},{"id":2,"up":0})",                                  // numbered wrongly
        R"({"id":1})",                                                  // the same
        R"({"id":0},{"id":1,"up":0},{"id":2,"up":0},{"id":3,"up":1})",  // a branch that was left
        R"({"id":0},{"id":1,"up":0},7,{"id":3,"up":1})",                // a node that is none
    };
    for (const std::string_view tree : trees) {
        const Document document(document_of(R"({"nodes":[)" + std::string(tree) + "]}"));
        EXPECT_EQ(document.status(), TENGEN_FAILED) << tree;
        ASSERT_FALSE(document.findings().empty());
        EXPECT_EQ(document.findings().back().id, "model.invariant") << tree;
        EXPECT_EQ(document.findings().back().game, 0U) << tree;
        // A host that goes on gets a tree all the same.
        const Document forced(document_of(R"({"nodes":[)" + std::string(tree) + "]}"), false);
        ASSERT_EQ(forced.size(), 1U) << tree;
        const Game game = forced.game();
        for (std::uint32_t node = 1; node < game.node_count(); ++node) {
            EXPECT_LT(game.parent(node), node);
        }
    }
}

TEST(JsonReader, LinksBranches) {
    const Document document(document_of(
        R"({"nodes":[{"id":0},{"id":1,"up":0},{"id":2,"up":1},{"id":3,"up":1},{"id":4,"up":0},{"id":5,"up":4}]})"));
    EXPECT_EQ(document.ids(), "");
    const Game game = document.game();
    EXPECT_EQ(game.next_sibling(1), 4U);
    EXPECT_EQ(game.next_sibling(2), 3U);
    EXPECT_EQ(game.next_sibling(3), none);
    EXPECT_EQ(game.first_child(4), 5U);
    EXPECT_EQ(game.first_child(5), none);
}

TEST(JsonReader, PlainNodesAndOthersGiveTheSameTree) {
    std::string plain = R"({"index":0,"board":{"columns":19,"rows":19},"dialect":{"ff":4,"gm":1},"nodes":[{"id":0})";
    std::string spaced = plain;
    for (int i = 1; i < 300; ++i) {
        const std::string id = std::to_string(i);
        // Branches, empty nodes, several properties and values, texts with escapes now and then.
        const std::string up = std::to_string(i % 7 == 3 ? i - 3 : i - 1);
        const std::string text = i % 11 == 0 ? R"(a\"b)" : i % 13 == 0 ? "名人" : "words";
        const std::string value = i % 5 == 0 ? "" : std::string{'"', static_cast<char>('a' + i % 19), 'c', '"'};
        const std::string property =
            value.empty() ? std::string()
                          : R"({"id":"B","v":[)" + value + R"(]},{"id":"XYZ1","v":[")" + text + R"(","q"]})";
        if (i % 7 == 3 && i % 3 != 0) {
            plain += ",{\"id\":" + id + ",\"up\":" + up + "}";
            spaced += " , { \"up\" : " + up + " , \"id\" : " + id + " }";
            continue;
        }
        plain += ",{\"id\":" + id + ",\"up\":" + up + ",\"p\":[" + property + "]}";
        spaced += " , { \"up\" : " + up + " , \"id\" : " + id + " , \"p\" : [ " + property + " ] }";
    }
    const Document fast(document_of(plain + "]}"), false);
    const Document slow(document_of(spaced + "]}"), false);
    ASSERT_EQ(fast.size(), 1U);
    ASSERT_EQ(slow.size(), 1U);
    EXPECT_EQ(fast.ids(), slow.ids());
    EXPECT_EQ(fast.game().node_count(), 300U);
    EXPECT_EQ(first_difference(fast.game(), slow.game()), std::nullopt);
}

TEST(JsonReader, ReadsAMillionNodes) {
    std::string text = R"({"format":"go-record","version":1,"game":{"nodes":[{"id":0})";
    constexpr int count = 1000000;
    for (int i = 1; i < count; ++i) {
        // Half a line, half a comb.
        text += ",{\"id\":" + std::to_string(i) + ",\"up\":" + std::to_string(i < count / 2 ? i - 1 : 0) + "}";
    }
    const Document document(text + "]}}");
    EXPECT_EQ(document.ids(), "");
    ASSERT_EQ(document.size(), 1U);
    EXPECT_EQ(document.game().node_count(), static_cast<std::uint32_t>(count));
}

// -- values --

struct ValueCase {
    std::string_view property;
    ValueKind kind;
    std::string_view ids;
};

TEST(JsonReader, GivesTextsTheirTypes) {
    using enum ValueKind;
    const ValueCase cases[] = {
        {R"({"id":"B","v":["cc"]})", point, ""},
        {R"({"id":"B","v":[""]})", pass, ""},
        {R"({"id":"W","v":["tt"]})", pass, "value.pass-as-tt"},
        {R"({"id":"B","v":["jj"]})", invalid, "value.odd-pass"},
        {R"({"id":"B","v":["zz"]})", invalid, "value.bad-move"},
        {R"({"id":"B","v":["CC"]})", invalid, "value.point-case"},
        {R"({"id":"B","v":["c c"]})", invalid, "value.white-space"},
        {R"({"id":"AB","v":["aa:cc"]})", rectangle, ""},
        {R"({"id":"AB","v":["cc:aa"]})", invalid, "value.bad-rect"},
        {R"({"id":"AB","v":["aa:zz"]})", invalid, "value.bad-point"},
        {R"({"id":"AB","v":["nowhere"]})", invalid, "value.bad-point"},
        {R"({"id":"AB","v":[""]})", empty, "value.empty"},
        {R"({"id":"DD","v":[""]})", empty, ""},
        {R"({"id":"KM","v":["6.50"]})", text, ""},
        {R"({"id":"KM","v":["6,5"]})", invalid, "value.bad-real"},
        {R"({"id":"KM","v":[{"text":"6,5"}]})", text, ""},
        {R"({"id":"HA","v":["two"]})", invalid, "value.bad-number"},
        {R"({"id":"HA","v":[""]})", empty, "value.empty"},
        {R"({"id":"DM","v":["3"]})", invalid, "value.bad-double"},
        {R"({"id":"PL","v":["b"]})", invalid, "value.bad-color"},
        {R"({"id":"ST","v":["7"]})", invalid, "value.out-of-range"},
        {R"({"id":"KO","v":[""]})", empty, ""},
        {R"({"id":"KO","v":["x"]})", invalid, "value.not-empty"},
        {R"({"id":"SZ","v":["9"]})", text, ""},
        {R"({"id":"SZ","v":["9:13"]})", pair, ""},
        {R"({"id":"SZ","v":["9:9"]})", invalid, "value.bad-size"},
        {R"({"id":"SZ","v":["0"]})", invalid, "value.bad-size"},
        {R"({"id":"LB","v":[{"pair":["cc","x:y"]}]})", pair, ""},
        {R"({"id":"LB","v":["cc:x"]})", invalid, "value.not-compose"},
        {R"({"id":"LB","v":[{"pair":["zz","x"]}]})", invalid_stored, "value.bad-point"},
        {R"({"id":"AR","v":[{"pair":["aa","bb"]}]})", pair, ""},
        {R"({"id":"AR","v":[{"pair":["aa","aa"]}]})", invalid_stored, "value.bad-point-pair"},
        {R"({"id":"AP","v":[{"pair":["a","1"]}]})", pair, ""},
        {R"({"id":"AP","v":["a"]})", text, "value.not-compose"},
        {R"({"id":"FG","v":[""]})", empty, ""},
        {R"({"id":"FG","v":[{"pair":["257","d"]}]})", pair, ""},
        {R"({"id":"FG","v":[{"pair":["d","257"]}]})", invalid_stored, "value.bad-number"},
        {R"({"id":"PB","v":["Ann"]})", text, ""},
        {R"({"id":"PB","v":["A\u006en"]})", text_stored, ""},
        {R"({"id":"PB","v":[""]})", empty, ""},
        {R"({"id":"PB","v":["a","b"]})", text, "value.extra-values"},
        {R"({"id":"PB","v":["a",{"raw":"b"}]})", text, ""},
        {R"({"id":"XX","v":["a","b"]})", text, ""},
        {R"({"id":"XX","v":[{"raw":"a\\]"}]})", raw_stored, ""},
        {R"({"id":"B","v":[{"raw":"cc"}]})", raw, ""},
        {R"({"id":"C","v":[{"b64":"/w=="}]})", bytes_stored, ""},
        {R"({"id":"C","v":[{"raw":{"b64":"/w=="}}]})", raw_stored, ""},
        {R"({"id":"C","v":[{"text":""}]})", text, ""},
    };
    for (const ValueCase& c : cases) {
        const Document document(node_with(c.property));
        EXPECT_EQ(document.ids(), c.ids) << c.property;
        ASSERT_EQ(document.size(), 1U) << c.property;
        ASSERT_EQ(document.game().property_count(), 1U) << c.property;
        EXPECT_EQ(kind_of(first_value(document)), c.kind) << c.property;
        if (!document.findings().empty()) {
            const std::uint64_t offset = document.findings()[0].offset;
            EXPECT_EQ(document.findings()[0].node, 0U) << c.property;
            EXPECT_EQ(document.findings()[0].game, 0U) << c.property;
            EXPECT_GT(offset, node_with(c.property).find("\"v\":[")) << c.property;
            EXPECT_LT(offset, node_with(c.property).find("]}]}]}")) << c.property;
        }
    }
}

TEST(JsonReader, KeepsWhatItCannotReadAsItWouldStandInARecord) {
    const Document move(node_with(R"({"id":"B","v":["a]b\\c"]})"));
    EXPECT_EQ(move.game().text(first_value(move)), R"(a\]b\\c)");
    const Document label(node_with(R"({"id":"LB","v":[{"pair":["zz","x:y]"]}]})"));
    EXPECT_EQ(label.game().text(first_value(label)), R"(zz:x\:y\])");
}

TEST(JsonReader, TextsWithoutEscapesStayInTheInput) {
    const std::string text = node_with(R"({"id":"C","v":["plain words"]})");
    const Document document(text);
    const Game game = document.game();
    EXPECT_EQ(game.source_offset(first_value(document).offset), text.find("plain words"));
    EXPECT_EQ(game.text(first_value(document)), "plain words");
}

TEST(JsonReader, AnotherGameThanGoHasNoPoints) {
    const Document document(document_of(
        R"({"dialect":{"ff":4,"gm":2},"nodes":[{"id":0,"p":[{"id":"B","v":["zz"]},{"id":"W","v":[""]}]}]})"));
    EXPECT_EQ(document.ids(), "");
    EXPECT_EQ(kind_of(document.game().values(0).front()), ValueKind::text);
    EXPECT_EQ(kind_of(document.game().values(1).front()), ValueKind::empty);
}

TEST(JsonReader, TakesTheHeaderFromTheRootWhereItSaysNothing) {
    const Document document(document_of(
        R"({"nodes":[{"id":0,"p":[{"id":"FF","v":["3"]},{"id":"SZ","v":["13:9"]},{"id":"AB","v":["ma"]}]}]},)"
        R"({"nodes":[{"id":0,"p":[{"id":"GM","v":["4"]}]}]},{},)"
        R"({"board":{"columns":5,"rows":5},"dialect":{"ff":1,"gm":1},"nodes":[{"id":0,"p":[{"id":"FF","v":["3"]},{"id":"SZ","v":["13"]}]}]})"));
    EXPECT_EQ(document.ids(), "");
    EXPECT_EQ(document.game(0).file_format(), 3U);
    EXPECT_EQ(document.game(0).columns().file_format_stated, 1U);
    EXPECT_EQ(document.game(0).board(), (BoardSize{13, 9}));
    EXPECT_EQ(document.game(0).columns().board_stated, 1U);
    EXPECT_EQ(document.game(1).columns().game_kind, 4U);
    EXPECT_EQ(document.game(2).board(), (BoardSize{19, 19}));
    EXPECT_EQ(document.game(2).columns().file_format_stated, 0U);
    EXPECT_EQ(document.game(2).columns().board_stated, 0U);
    EXPECT_EQ(document.game(3).board(), (BoardSize{5, 5}));
    EXPECT_EQ(document.game(3).file_format(), 1U);
}

// -- what does not belong there --

TEST(JsonReader, TheLastOfTwoEqualMembersCounts) {
    const Document document(document_of(
        R"({"board":{"columns":9,"rows":9},"board":{"columns":13,"rows":13,"rows":12},)"
        R"("nodes":[{"id":0,"p":[{"id":"B","v":["aa"]}]}],)"
        R"("nodes":[{"id":0,"p":[{"id":"B","v":["bb"]}],"p":[{"id":"C","id":"N","v":["x","y"],"v":["z"],"was":["1"],"was":["2"]}]}]})"));
    EXPECT_EQ(document.ids(),
              "json.duplicate-member json.duplicate-member json.duplicate-member json.duplicate-member "
              "json.duplicate-member json.duplicate-member json.duplicate-member");
    const Game game = document.game();
    EXPECT_EQ(game.board(), (BoardSize{13, 12}));
    ASSERT_EQ(game.node_count(), 1U);
    ASSERT_EQ(game.property_count(), 1U);
    EXPECT_EQ(game.name(0), "N");
    ASSERT_EQ(game.values(0).size(), 1U);
    EXPECT_EQ(game.text(game.values(0).front()), "z");
    ASSERT_EQ(game.columns().original_count, 1U);
    EXPECT_EQ(game.text(game.columns().original_values[game.columns().originals[0].first_value]), "2");
}

TEST(JsonReader, UnknownMembersComeBackWhereTheyWere) {
    const std::string text =
        R"({"format":"go-record","version":1,"collection":{"games":[
{"index":0,"board":{"columns":9,"rows":9,"colour":"green"},"dialect":{"ff":4,"gm":1,"d":null},"charset":{"used":"UTF-8","c":[]},"info":[{"field":"event","text":"x","state":"value","value":{"items":[{"text":"x"}]},"f":{}}],"nodes":[{"id":0,"p":[{"id":"GS","v":[""],"q":1.50},{"id":"C","v":["a"]}],"n":true},{"id":1,"up":0,"m":"\u00e9\n"}],"streams":[{"index":0,"node":0,"source":{"raw":"","kind":"clock","o":1},"s":-0}],"g":{"a":[1,{"b":"]}"}]}}
],"h":2},"i":"3"}
)";
    const Document document(text);
    ASSERT_EQ(document.size(), 1U);
    EXPECT_EQ(document.findings().size(), 12U);
    for (const Finding& finding : document.findings()) {
        EXPECT_EQ(finding.id, "json.unknown-member");
    }
    EXPECT_EQ(write_game(document.game()), text);
    // A member of a node is a finding of that node.
    EXPECT_EQ(document.findings()[5].node, 0U);
    EXPECT_EQ(document.findings()[6].node, 1U);
}

TEST(JsonReader, UnknownMembersLoseTheirWhiteSpaceOnly) {
    const Document document(
        document_of("{\"x\" : { \"a b\" : [ 1 , \"c \\\" d\" ] } , \"x\":2, \"nodes\":[{\"id\":0,\"\":7}]}"));
    EXPECT_EQ(document.ids(), "json.unknown-member json.unknown-member json.duplicate-member json.unknown-member");
    const tengen_game& game = document.game().columns();
    ASSERT_EQ(game.extension_field_count, 2U);
    EXPECT_EQ(document.game().stored(game.extension_fields[0].text), "2");
    EXPECT_EQ(document.game().stored(game.extension_fields[0].place), "#");
    EXPECT_EQ(document.game().stored(game.extension_fields[1].place), "#/nodes/0");
    const Document once(document_of("{\"x\" : { \"a b\" : [ 1 , \"c \\\" d\" ] }}"));
    EXPECT_EQ(once.game().stored(once.game().columns().extension_fields[0].text), R"({"a b":[1,"c \" d"]})");
}

TEST(JsonReader, PartsThatDoNotFitAreKept) {
    const std::string text = document_of(
        R"({"index":-1,"board":{"columns":99,"rows":9},"info":[{"field":"komi","text":"5"},{"field":"kind"}],)"
        R"("nodes":[{"id":0,"p":[{"id":"GM","v":["1"]},{"id":"pb","v":["Ann"],"more":1},{"id":"C","v":["x",7]}]},{"id":1,"up":0,"t":"soon"}],)"
        R"("streams":[{"index":5,"node":0,"source":{"raw":""}}],"ext":[{"key":1}]})");
    const Document document(text);
    ASSERT_EQ(document.size(), 1U);
    std::string ids = document.ids();
    EXPECT_EQ(ids,
              "json.schema json.schema json.schema json.unknown-member json.schema json.schema json.schema json.schema "
              "json.schema");
    const Game game = document.game();
    EXPECT_EQ(game.property_count(), 1U);
    EXPECT_EQ(game.columns().fact_count, 1U);
    EXPECT_EQ(game.columns().stream_count, 0U);
    EXPECT_EQ(game.board(), (BoardSize{19, 19}));
    std::vector<std::pair<std::string_view, std::string_view>> kept;
    for (std::uint32_t i = 0; i < game.columns().extension_field_count; ++i) {
        const tengen_extension_field& field = game.columns().extension_fields[i];
        EXPECT_EQ(game.stored(field.key), "");
        kept.emplace_back(game.stored(field.place), game.stored(field.text));
    }
    const std::vector<std::pair<std::string_view, std::string_view>> expected{
        {"#/index", "-1"},
        {"#/board", R"({"columns":99,"rows":9})"},
        {"#/info/1", R"({"field":"kind"})"},
        {"#/nodes/0/p/1", R"({"id":"pb","v":["Ann"],"more":1})"},
        {"#/nodes/0/p/2", R"({"id":"C","v":["x",7]})"},
        {"#/nodes/1/t", R"("soon")"},
        {"#/streams/0", R"({"index":5,"node":0,"source":{"raw":""}})"},
        {"#/ext/0", R"({"key":1})"},
    };
    EXPECT_EQ(kept, expected);
    // They stay where they are when the game is written and read again, without a new finding.
    const Document again(write_game(game));
    EXPECT_EQ(again.ids(), "");
    EXPECT_EQ(first_difference(game, again.game()), std::nullopt);
}

TEST(JsonReader, ComputedMembersAreNotRead) {
    const Document document(document_of(
        R"({"info":[{"field":"komi","node":0,"prop":"KM","state":"invalid","value":"7.5","text":"7.5"}],)"
        R"("nodes":[{"id":0,"p":[{"id":"KM","v":["6.5"]},{"id":"GS","v":[""]}],"board":{"black":["aa"]}}],)"
        R"("streams":[{"index":0,"node":0,"source":{"raw":"","kind":"clock","readable":true},"events":[1,2]}],)"
        R"("cursors":[{"stream":0}]})"));
    EXPECT_EQ(document.ids(), "");
    const Game game = document.game();
    ASSERT_EQ(game.columns().fact_count, 1U);
    EXPECT_EQ(game.columns().facts[0].state, static_cast<std::uint32_t>(TENGEN_FACT_VALUE));
    EXPECT_EQ(fact_text(game, game.columns().facts[0]), "6.5");
    EXPECT_EQ(game.columns().positions, nullptr);
    EXPECT_EQ(game.columns().extension_field_count, 0U);
}

// -- facts --

TEST(JsonReader, FindsThePropertiesOfFacts) {
    const std::string_view nodes =
        R"("nodes":[{"id":0,"p":[{"id":"PB","v":["a"]},{"id":"KM","v":["5"]},{"id":"PB","v":["b"]}]}]})";
    const Document listed(document_of(
        R"({"info":[{"field":"black","node":0,"prop":"PB","at":2,"certainty":"guess"},{"field":"event","text":"e"},)"
        R"({"field":"komi","node":0,"prop":"KM"}],)" +
        std::string(nodes)));
    EXPECT_EQ(listed.ids(), "");
    const tengen_game& game = listed.game().columns();
    ASSERT_EQ(game.fact_count, 4U);
    EXPECT_EQ(game.facts[0].property, 2U);
    EXPECT_EQ(game.facts[0].certainty, static_cast<std::uint32_t>(TENGEN_GUESS));
    EXPECT_EQ(game.facts[1].property, none);
    EXPECT_EQ(game.facts[2].property, 1U);
    EXPECT_EQ(game.facts[3].property, 0U);  // nobody mentioned it
    for (const std::string_view fact :
         {R"({"field":"black","node":0,"prop":"PW"})", R"({"field":"black","node":9,"prop":"PB"})",
          R"({"field":"black","node":0,"prop":"PB","at":1})"}) {
        EXPECT_EQ(Document(document_of(R"({"info":[)" + std::string(fact) + "]," + std::string(nodes))).ids(),
                  "model.invariant")
            << fact;
    }
}

TEST(JsonReader, GivesTextsOfFactsTheirState) {
    const std::pair<std::string_view, tengen_fact_state> cases[] = {
        {R"({"field":"date","text":"1846-07?-21"})", TENGEN_FACT_VALUE},
        {R"({"field":"date","text":"?"})", TENGEN_FACT_UNKNOWN},
        {R"({"field":"date","text":"soon"})", TENGEN_FACT_INVALID},
        {R"({"field":"white","state":"empty"})", TENGEN_FACT_EMPTY},
        {R"({"field":"white","state":"value"})", TENGEN_FACT_EMPTY},
        {R"({"field":"white","state":"empty","text":"x"})", TENGEN_FACT_VALUE},
        {R"({"field":"result","text":"+2"})", TENGEN_FACT_VALUE},
        {R"({"field":"result","text":"B+2"})", TENGEN_FACT_INVALID},
        {R"~({"field":"handicap","text":"2+2 (tasuki)"})~", TENGEN_FACT_VALUE},
        {R"({"field":"comment","text":"x","state":"unknown"})", TENGEN_FACT_UNKNOWN},
    };
    for (const auto& [fact, state] : cases) {
        const Document document(document_of(R"({"info":[)" + std::string(fact) + "]}"));
        EXPECT_EQ(document.ids(), "") << fact;
        ASSERT_EQ(document.game().columns().fact_count, 1U);
        EXPECT_EQ(document.game().columns().facts[0].state, static_cast<std::uint32_t>(state)) << fact;
    }
}

// -- streams --

TEST(JsonReader, ADocumentCannotPassOffAPathAsAFile) {
    struct Case {
        std::string raw;
        std::string kind;
        tengen_source_kind taken;
    };
    const Case cases[] = {
        {"a.ogg", "file", TENGEN_SOURCE_FILE},
        {"a.ogg", "", TENGEN_SOURCE_FILE},
        {"../a.ogg", "file", TENGEN_SOURCE_UNSAFE},
        {"/etc/passwd", "file", TENGEN_SOURCE_UNSAFE},
        {"c:a.ogg", "file", TENGEN_SOURCE_UNSAFE},
        {"NUL.ogg", "file", TENGEN_SOURCE_UNSAFE},
        {"~x", "file", TENGEN_SOURCE_UNSAFE},
        {R"(a\u0000b)", "file", TENGEN_SOURCE_UNSAFE},
        {"https://example.org/a", "file", TENGEN_SOURCE_WEB},
        {"", "file", TENGEN_SOURCE_CLOCK},
        {"a.ogg", "unsafe", TENGEN_SOURCE_UNSAFE},
    };
    for (const Case& test : cases) {
        const std::string kind = test.kind.empty() ? "" : R"(,"kind":")" + test.kind + '"';
        const Document document(document_of(R"({"nodes":[{"id":0,"p":[{"id":"GS","v":[")" + test.raw +
                                            R"("]}]}],"streams":[{"index":0,"node":0,"source":{"raw":")" + test.raw +
                                            '"' + kind + "}}]}"));
        EXPECT_EQ(document.ids(), "") << test.raw;
        ASSERT_EQ(document.game().columns().stream_count, 1U) << test.raw;
        EXPECT_EQ(document.game().columns().streams[0].source_kind, static_cast<std::uint32_t>(test.taken)) << test.raw;
    }
    EXPECT_EQ(Document(document_of(R"({"streams":[{"index":0,"node":4,"source":{"raw":""}}]})")).ids(),
              "model.invariant");
}

TEST(JsonReader, RefusesStreamsAndTimesThatDoNotBelongTogether) {
    const std::string nodes = R"({"nodes":[{"id":0},{"id":1,"up":0,"p":[{"id":"GS","v":[""]}]},)"
                              R"({"id":2,"up":1,"t":"1","p":[{"id":"B","v":["aa"],"t":"1"}]}])";
    const std::string stream = R"("source":{"raw":"","kind":"clock"}})";
    EXPECT_EQ(Document(document_of(nodes + R"(,"streams":[{"node":1,)" + stream + "]}")).ids(), "");
    for (const std::string& streams :
         {std::string(), std::string(R"(,"streams":[])"), R"(,"streams":[{"node":0,)" + stream + "]",
          R"(,"streams":[{"node":2,)" + stream + "]",
          R"(,"streams":[{"node":1,)" + stream + R"(,{"node":1,)" + stream + "]"}) {
        const Document document(document_of(nodes + streams + "}"));
        EXPECT_EQ(document.ids(), "model.invariant") << streams;
        EXPECT_EQ(document.size(), 0U) << streams;
    }
    const std::string in_each_other = R"({"nodes":[{"id":0,"p":[{"id":"GS","v":[""]}]},)"
                                      R"({"id":1,"up":0,"p":[{"id":"GS","v":[""]}]}],"streams":[{"node":0,)" +
                                      stream + R"(,{"node":1,)" + stream + "]}";
    EXPECT_EQ(Document(document_of(in_each_other)).ids(), "model.invariant");
}

TEST(JsonReader, TheSourceIsThatOfGs) {
    const Document document(document_of(
        R"({"streams":[{"node":0,"source":{"raw":"other.ogg", "kind":"file"}}],"nodes":[{"id":0,"p":[{"id":"GS","v":[""]}]}]})"));
    EXPECT_EQ(document.ids(), "json.schema");
    const Game game = document.game();
    ASSERT_EQ(game.columns().stream_count, 1U);
    EXPECT_EQ(game.stored(game.columns().streams[0].source), "");
    EXPECT_EQ(game.columns().streams[0].source_kind, static_cast<std::uint32_t>(TENGEN_SOURCE_CLOCK));
    ASSERT_EQ(game.columns().extension_field_count, 1U);
    EXPECT_EQ(game.stored(game.columns().extension_fields[0].place), "#/streams/0");
    EXPECT_EQ(game.stored(game.columns().extension_fields[0].text),
              R"({"node":0,"source":{"raw":"other.ogg","kind":"file"}})");
}

TEST(JsonReader, TimesThatAreNoneAreReported) {
    struct Case {
        std::string time;
        std::string node;      // what is found where it is the time of a node ...
        std::string property;  // ... and of a property
    };
    for (const Case& test :
         {Case{R"({"time":"1"})", "json.schema", "json.schema"},
          Case{R"({"b64":"eA=="})", "json.schema", "json.schema"}, Case{R"({"b64":"?"})", "json.schema", "json.schema"},
          Case{"1", "json.schema", "json.schema"}, Case{R"("1e999")", "json.schema", "json.schema"},
          Case{R"("-5")", "rgf.negative-time", "rgf.negative-time"},
          Case{R"("-1")", "rgf.minus-one-time", "rgf.minus-one-time"}, Case{R"("-0")", "", ""}}) {
        const std::string begin = R"({"nodes":[{"id":0,"p":[{"id":"GS","v":[""]}]},{"id":1,"up":0,)";
        const std::string end = R"(],"streams":[{"node":0,"source":{"raw":""}}]})";
        const Document node(document_of(begin + R"("t":)" + test.time + R"(,"p":[{"id":"N","v":["x"]}]})" + end));
        EXPECT_EQ(node.ids(), test.node) << test.time;
        ASSERT_EQ(node.game().property_count(), 2U) << test.time;
        EXPECT_EQ(node.game().columns().node_stamps[1] != 0, test.node.empty()) << test.time;
        const std::uint32_t kept = test.node == "json.schema" ? 1 : 0;
        ASSERT_EQ(node.game().columns().extension_field_count, kept) << test.time;
        if (kept != 0) {
            EXPECT_EQ(node.game().stored(node.game().columns().extension_fields[0].place), "#/nodes/1/t");
            EXPECT_EQ(node.game().stored(node.game().columns().extension_fields[0].text), test.time);
        }
        const Document property(document_of(begin + R"("p":[{"id":"N","v":["x"],"t":)" + test.time + "}]}" + end));
        EXPECT_EQ(property.ids(), test.property) << test.time;
        EXPECT_EQ(property.game().columns().extension_field_count, kept) << test.time;
    }
}

TEST(JsonReader, ReadsStamps) {
    const Document document(document_of(
        R"({"nodes":[{"id":0,"p":[{"id":"GS","v":[""]}]},{"id":1,"up":0,"t":"1.50","p":[{"id":"C","v":["a"],"t":"2:1"},)"
        R"({"id":"C","v":["b"],"t":"final"},{"id":"N","v":["c"]}]}],"streams":[{"index":0,"node":0,"source":{"raw":""}}]})"));
    EXPECT_EQ(document.ids(), "");
    const Game game = document.game();
    const tengen_game& columns = game.columns();
    ASSERT_NE(columns.node_stamps, nullptr);
    EXPECT_EQ(columns.node_stamps[0], 0U);
    const tengen_stamp& node = columns.stamps[columns.node_stamps[1] - 1];
    EXPECT_EQ(game.stored(node.time), "1.50");
    EXPECT_EQ(game.stored(node.counter), "");
    const tengen_stamp& counted = columns.stamps[columns.property_stamps[1] - 1];
    EXPECT_EQ(game.stored(counted.time), "2");
    EXPECT_EQ(game.stored(counted.counter), "1");
    EXPECT_EQ(columns.stamps[columns.property_stamps[2] - 1].kind, static_cast<std::uint32_t>(TENGEN_STAMP_FINAL));
    EXPECT_EQ(columns.property_stamps[3], 0U);
}

// -- robustness --

TEST(JsonReader, EveryPrefixAndEveryDamageEndsInFindingsOrGames) {
    const std::string text =
        R"({"format":"go-record","version":1,"collection":{"games":[{"index":0,"board":{"columns":9,"rows":9},)"
        R"("info":[{"field":"date","text":"1846-07?-21","marks":[{"scope":"component","k":1,"level":"uncertain","text":"?"}]}],)"
        R"("nodes":[{"id":0,"p":[{"id":"LB","v":[{"pair":["aa","b\"c"]}],"was":[{"raw":"x"}]}]},{"id":1,"up":0,"p":[{"id":"B","v":["cc"]}]}],)"
        R"("streams":[],"ext":[{"key":"a","text":{"b64":"/w=="}}],"x":[1,{"y":null}]}]}})";
    for (std::size_t size = 0; size < text.size(); ++size) {
        const Document document(text.substr(0, size));
        EXPECT_EQ(document.status(), TENGEN_FAILED) << size;
    }
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (const char damage : {'"', '{', '}', '[', ']', ',', ':', '0', 'x', '\\', '\xFF', ' '}) {
            std::string damaged = text;
            damaged[at] = damage;
            const Document document(damaged);
            EXPECT_TRUE(document.status() == TENGEN_END || document.status() == TENGEN_FAILED) << damaged;
            EXPECT_TRUE(document.status() == TENGEN_END || !document.findings().empty()) << damaged;
        }
    }
}

}  // namespace
}  // namespace tengen::test
