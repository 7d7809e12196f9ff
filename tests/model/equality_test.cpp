// Two games are the same exactly if nothing that the model holds differs.
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tengen/model/equality.h>

#include "model/random_game.h"
#include "support/game_sketch.h"

namespace tengen::test {
namespace {

TEST(Equality, EveryGameEqualsItselfMadeAnew) {
    RandomGames once(5);
    RandomGames again(5);
    for (int i = 0; i < 500; ++i) {
        const Game a = once.next();
        const Game b = again.next();
        ASSERT_EQ(first_difference(a, b), std::nullopt) << i;
    }
}

TEST(Equality, HowAValueIsStoredDoesNotMatter) {
    GameSketch stored;
    stored.node().add("C", "abc").add("XX", "raw").add("LB", "aa:x");
    GameSketch sliced;
    sliced.node().add("C", "abc").add("XX", "raw").add("LB", "aa:x");
    static constexpr char record[] = "abcrawx";
    GameStorage& storage = sliced.storage();
    storage.header.text = record;
    storage.header.text_size = sizeof record - 1;
    storage.values[0] = make_value(0, ValueKind::text, 3);
    storage.values[1] = make_value(3, ValueKind::raw, 3);
    storage.pairs[0].second = make_value(6, ValueKind::text, 1);
    EXPECT_EQ(first_difference(stored.game(), sliced.game()), std::nullopt);
    storage.values[1] = make_value(3, ValueKind::invalid, 3);
    EXPECT_EQ(first_difference(stored.game(), sliced.game()), "node 0: XX: value 0: raw 'raw' against invalid 'raw'");
}

TEST(Equality, ASizeMayBeTakenApartOrNot) {
    GameSketch text;
    text.node().add("SZ", "9:13");
    GameSketch pair;
    pair.node().add("SZ", "9:13");
    GameStorage& storage = pair.storage();
    const tengen_value columns = storage.store_value(0, ValueKind::text_stored, "9");
    const tengen_value rows = storage.store_value(0, ValueKind::text_stored, "13");
    storage.values[0] = storage.pair_value(0, columns, rows);
    EXPECT_EQ(first_difference(text.game(), pair.game()), std::nullopt);
    EXPECT_EQ(first_difference(pair.game(), text.game()), std::nullopt);
    storage.stored_values[payload_of(rows)] = storage.store("14");
    EXPECT_NE(first_difference(text.game(), pair.game()), std::nullopt);
}

/// A game with something of everything.
struct Full {
    Full() {
        storage.clear();
        GameBuilder builder(storage);
        builder.keep_stamps();
        builder.add_node(none);
        builder.add_property("PB");
        builder.add_text("Ann");
        builder.add_named_property("LONGNAME");
        builder.add_value(storage.store_value(0, ValueKind::raw_stored, "x"));
        storage.original_values.push_back(storage.store_value(0, ValueKind::raw_stored, "y"));
        storage.originals.push_back({1, 0, 1});
        builder.add_node(0);
        builder.add_property("GS");
        builder.add_value(make_value(0, ValueKind::empty));
        builder.add_node(1);
        builder.add_property("B");
        builder.add_value(make_point(0, {2, 3}));
        builder.add_property("AB");
        builder.add_value(make_rectangle(0, {{1, 1}, {2, 2}}));
        storage.stamps.push_back({TENGEN_STAMP_AT, storage.store("1.5"), storage.store("2"), 0});
        storage.stamps.push_back({TENGEN_STAMP_FINAL, {}, {}, 0});
        storage.node_stamps[2] = 1;
        storage.property_stamps[3] = 2;
        storage.media.push_back({storage.store("a.ogg"), storage.store("audio")});
        storage.streams.push_back({1, TENGEN_SOURCE_CLOCK, {}, storage.store("60"), 0, 1});
        storage.facts.push_back(make_card_fact(storage, TENGEN_FIELD_EVENT, "A, B?", TENGEN_NONE));
        storage.facts.back().format = storage.store("landman");
        storage.facts.back().line = 3;
        storage.facts.push_back(fact_of_property(TENGEN_FIELD_BLACK, storage.values[0], 0, 0));
        storage.extension_fields.push_back({storage.store("key"), storage.store("text"), storage.store("12")});
        storage.header.charset_used = storage.store("UTF-8");
    }
    Game game() {
        storage.describe(columns);
        return Game(columns);
    }

    GameStorage storage;
    tengen_game columns{};
};

TEST(Equality, EveryChangeIsSeen) {
    const std::vector<std::pair<std::string, std::function<void(GameStorage&)>>> changes{
        {"file format", [](GameStorage& s) { s.header.file_format = 3; }},
        {"kind of game", [](GameStorage& s) { s.header.game_kind = 2; }},
        {"columns", [](GameStorage& s) { s.header.board_columns = 9; }},
        {"size stated", [](GameStorage& s) { s.header.board_stated = 1; }},
        {"typed", [](GameStorage& s) { s.header.typed = 0; }},
        {"used charset", [](GameStorage& s) { s.header.charset_used = s.store("GB18030"); }},
        {"number of nodes", [](GameStorage& s) { s.nodes.pop_back(); }},
        {"node 2: parent", [](GameStorage& s) { s.nodes[2].parent = 0; }},
        {"node 1: next sibling", [](GameStorage& s) { s.nodes[1].next_sibling = 2; }},
        {"node 0: number of properties", [](GameStorage& s) { s.nodes[1].first_property = 1; }},
        {"node 0: PB against PW", [](GameStorage& s) { s.properties[0].identifier = s.intern("PW"); }},
        {"node 0: LONGNAME against", [](GameStorage& s) { s.properties[1].identifier = s.intern("LONGNAMES"); }},
        {"node 0: PB: value 0: text 'Ann' against text 'Anna'",
         [](GameStorage& s) { s.values[0] = s.store_value(0, ValueKind::text_stored, "Anna"); }},
        {"node 2: B: value 0: point cd against point ce",
         [](GameStorage& s) {
             s.values[3] = make_point(0, {2, 4});
         }},
        {"node 2: B: value 0: point cd against pass",
         [](GameStorage& s) { s.values[3] = make_value(0, ValueKind::pass); }},
        {"node 2: AB: value 0: rectangle bb:cc against rectangle bb:cd",
         [](GameStorage& s) {
             s.values[4] = make_rectangle(0, {{1, 1}, {2, 3}});
         }},
        {"node 0: LONGNAME: only the first one was repaired", [](GameStorage& s) { s.originals.clear(); }},
        {"node 0: LONGNAME: before repair",
         [](GameStorage& s) { s.original_values[0] = s.store_value(0, ValueKind::raw_stored, "z"); }},
        {"node 2: stamp: '1.5:2' against '1.5'", [](GameStorage& s) { s.stamps[0].counter = {}; }},
        {"node 2: stamp: '1.5:2' against 'final'", [](GameStorage& s) { s.node_stamps[2] = 2; }},
        {"node 2: B: stamp", [](GameStorage& s) { s.property_stamps[3] = 0; }},
        {"number of streams", [](GameStorage& s) { s.streams.clear(); }},
        {"stream 0: duration", [](GameStorage& s) { s.streams[0].duration = s.store("61"); }},
        {"stream 0: kind of source", [](GameStorage& s) { s.streams[0].source_kind = TENGEN_SOURCE_WEB; }},
        {"stream 0: type of medium", [](GameStorage& s) { s.media[0].type = {}; }},
        {"number of facts", [](GameStorage& s) { s.facts.pop_back(); }},
        {"fact 0: field", [](GameStorage& s) { s.facts[0].field = TENGEN_FIELD_PLACE; }},
        {"fact 0: text", [](GameStorage& s) { s.facts[0].text = s.store("A, C?"); }},
        {"fact 0: level of mark", [](GameStorage& s) { s.marks[0].level = TENGEN_GUESS; }},
        {"fact 0: number of marks", [](GameStorage& s) { s.facts[0].mark_count = 0; }},
        {"fact 0: line", [](GameStorage& s) { s.facts[0].line = 4; }},
        {"fact 1: state", [](GameStorage& s) { s.facts[1].state = TENGEN_FACT_INVALID; }},
        {"fact 1: certainty", [](GameStorage& s) { s.facts[1].certainty = TENGEN_GUESS; }},
        {"fact 1: note", [](GameStorage& s) { s.facts[1].note = TENGEN_NOTE_DERIVED; }},
        {"number of extension fields", [](GameStorage& s) { s.extension_fields.clear(); }},
        {"extension field", [](GameStorage& s) { s.extension_fields[0].key = s.store("other"); }},
    };
    for (const auto& [expected, change] : changes) {
        Full original;
        Full changed;
        EXPECT_EQ(first_difference(original.game(), changed.game()), std::nullopt);
        change(changed.storage);
        const auto difference = first_difference(original.game(), changed.game());
        ASSERT_TRUE(difference) << expected;
        EXPECT_TRUE(difference->starts_with(expected)) << *difference << "\n" << expected;
        EXPECT_TRUE(first_difference(changed.game(), original.game())) << expected;
    }
}

TEST(Equality, LooksAtWhatItIsAskedFor) {
    Full one;
    Full other;
    other.storage.header.index = 7;
    EXPECT_EQ(first_difference(one.game(), other.game()), std::nullopt);
    EqualityOptions options;
    options.index = true;
    EXPECT_NE(first_difference(one.game(), other.game(), options), std::nullopt);
    options = {};
    options.charset = options.facts = options.originals = options.extensions = false;
    other.storage.header.charset_used = {};
    other.storage.facts.clear();
    other.storage.originals.clear();
    other.storage.extension_fields.clear();
    EXPECT_EQ(first_difference(one.game(), other.game(), options), std::nullopt);
    EXPECT_NE(first_difference(one.game(), other.game()), std::nullopt);
}

TEST(Equality, MembersOfDocumentsHaveNoOrderAmongEachOther) {
    const auto add = [](GameStorage& storage, std::string_view key, std::string_view place) {
        const tengen_slice name = storage.store(key);
        const tengen_slice text = storage.store("1");
        storage.extension_fields.push_back({name, text, storage.store(place)});
    };
    Full one;
    add(one.storage, "a", "#/nodes/1");
    add(one.storage, "b", "#");
    add(one.storage, "c", "5");
    Full other;
    add(other.storage, "b", "#");
    add(other.storage, "c", "5");
    add(other.storage, "a", "#/nodes/1");
    EXPECT_EQ(first_difference(one.game(), other.game()), std::nullopt);
    Full swapped;
    swapped.storage.extension_fields.clear();
    add(swapped.storage, "c", "5");
    add(swapped.storage, "b", "#");
    add(swapped.storage, "a", "#/nodes/1");
    swapped.storage.extension_fields.push_back(
        {swapped.storage.store("key"), swapped.storage.store("text"), swapped.storage.store("12")});
    EXPECT_NE(first_difference(one.game(), swapped.game()), std::nullopt);
}

}  // namespace
}  // namespace tengen::test
