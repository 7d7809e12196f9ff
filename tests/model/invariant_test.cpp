#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tengen/model/builder.h>
#include <tengen/model/fact.h>
#include <tengen/model/invariant.h>
#include <tengen/model/storage.h>

#include "model/random_game.h"

namespace {

using namespace tengen;
using testing::HasSubstr;

// A sound game with something in every column, for a test to spoil.
struct Sample {
    GameStorage storage;
    tengen_game game{};

    Sample() {
        storage.clear();
        GameBuilder builder(storage);
        builder.keep_stamps();
        builder.add_node(none);
        builder.add_named_property("PB");
        builder.add_text("Somebody");
        builder.add_node(0);
        builder.add_named_property("GS");
        builder.add_text("here");
        builder.add_named_property("B");
        builder.add_value(make_point(0, {3, 3}));
        builder.add_node(1);
        builder.add_named_property("LONGER");
        const tengen_value text = storage.store_value(0, ValueKind::text_stored, "text");
        builder.add_value(storage.pair_value(0, make_point(0, {1, 1}), text));
        builder.add_node(1);
        builder.add_named_property("AB");
        builder.add_value(make_rectangle(0, {{0, 0}, {18, 18}}));
        storage.stamps.push_back({TENGEN_STAMP_AT, storage.store("1.5"), {}, 0});
        storage.node_stamps[2] = 1;
        storage.property_stamps[3] = 1;
        storage.streams.push_back({1, TENGEN_SOURCE_CLOCK, storage.store("clock"), {}, 0, 1});
        storage.media.push_back({storage.store("video"), {}});
        storage.original_values.push_back(text);
        storage.originals.push_back({2, 0, 1});
        storage.marks.push_back({TENGEN_MARK_ITEM, 0, TENGEN_GUESS, storage.store("?")});
        storage.extension_fields.push_back({storage.store("key"), storage.store("value"), {}});
        tengen_fact fact{};
        fact.field = TENGEN_FIELD_DATE;
        fact.node = fact.property = fact.offset = none;
        fact.text = storage.store("2001");
        fact.mark_count = 1;
        storage.facts.push_back(fact);
        collect_facts(storage);
        storage.positions.resize(4, tengen_position{});
        storage.position_points.push_back(3 | 3 << 8);
        storage.positions[1].black_count = 1;
        storage.source_runs.push_back({0, 0, 1});
        storage.source_runs.push_back({4, 6, 0});
    }
    Sample(const Sample&) = delete;
    Sample& operator=(const Sample&) = delete;

    std::string fault() {
        storage.describe(game);
        return broken_invariant(game).value_or("");
    }
};

template <class Spoil>
std::string after(Spoil&& spoil) {
    Sample sample;
    spoil(sample.storage);
    return sample.fault();
}

TEST(Invariants, HoldForRandomGames) {
    test::RandomGames games(7);
    for (int i = 0; i < 500; ++i) {
        const Game game = games.next();
        ASSERT_EQ(broken_invariant(game.columns()), std::nullopt) << i;
    }
}

TEST(Invariants, HoldForTheSample) {
    EXPECT_EQ(after([](GameStorage&) {}), "");
}

TEST(Invariants, OfTheHeader) {
    Sample sample;
    ASSERT_EQ(sample.fault(), "");
    tengen_game game = sample.game;
    game.struct_size = sizeof game.struct_size;  // less than any version of the boundary had
    EXPECT_THAT(broken_invariant(game).value(), HasSubstr("structure of"));
    game = sample.game;
    game.node_count = 0;
    EXPECT_THAT(broken_invariant(game).value(), HasSubstr("no node"));
    game = sample.game;
    game.facts = nullptr;
    EXPECT_THAT(broken_invariant(game).value(), HasSubstr("facts is missing"));
    game = sample.game;
    game.board_rows = 53;
    EXPECT_THAT(broken_invariant(game).value(), HasSubstr("board"));
    game = sample.game;
    game.charset_used = {0, 1U << 20};
    EXPECT_THAT(broken_invariant(game).value(), HasSubstr("charset"));
    game = sample.game;
    game.property_stamps = nullptr;
    EXPECT_THAT(broken_invariant(game).value(), HasSubstr("columns of stamps"));
}

TEST(Invariants, OfTheTree) {
    EXPECT_THAT(after([](auto& s) { s.nodes[0].parent = 0; }), HasSubstr("root"));
    EXPECT_THAT(after([](auto& s) { s.nodes[0].next_sibling = 1; }), HasSubstr("root"));
    EXPECT_THAT(after([](auto& s) { s.nodes[1].parent = 1; }), HasSubstr("node 1 has a parent"));
    EXPECT_THAT(after([](auto& s) { s.nodes[2].parent = none; }), HasSubstr("node 2 has a parent"));
    EXPECT_THAT(after([](auto& s) { s.nodes[2].next_sibling = 0; }), HasSubstr("wrong sibling"));
    EXPECT_THAT(after([](auto& s) { s.nodes[3].next_sibling = 2; }), HasSubstr("sibling that is none"));
    EXPECT_THAT(after([](auto& s) { s.nodes[3].next_sibling = 900; }), HasSubstr("sibling that is none"));
    EXPECT_THAT(after([](auto& s) { s.nodes[1].next_sibling = 2; }), HasSubstr("sibling that is none"));
    // Node 4 goes back below node 2, which was left for node 3.
    EXPECT_THAT(after([](auto& s) { s.nodes.push_back({2, 0, s.properties.size()}); }), HasSubstr("pre-order"));
}

TEST(Invariants, OfTheSpans) {
    EXPECT_THAT(after([](auto& s) { s.nodes[0].first_property = 1; }), HasSubstr("all properties"));
    EXPECT_THAT(after([](auto& s) { s.nodes[1].first_property = 4; }), HasSubstr("properties out of order"));
    EXPECT_THAT(after([](auto& s) { s.properties[0].first_value = 1; }), HasSubstr("property 0 has no value"));
    EXPECT_THAT(after([](auto& s) { s.properties[2].first_value = 99; }), HasSubstr("has no value"));
    EXPECT_THAT(after([](auto& s) { s.properties[0].identifier = 0; }), HasSubstr("identifier"));
    EXPECT_THAT(after([](auto& s) { s.properties[0].identifier = 0x00420042; }), HasSubstr("identifier"));
    EXPECT_THAT(after([](auto& s) { s.properties[0].identifier = TENGEN_LONG_IDENTIFIER | 1; }),
                HasSubstr("identifier"));
}

TEST(Invariants, OfValues) {
    EXPECT_THAT(after([](auto& s) { s.values[2] = make_point(0, {19, 0}); }), HasSubstr("outside of the board"));
    EXPECT_THAT(after([](auto& s) { s.values[2] = make_rectangle(0, {{3, 3}, {2, 4}}); }), HasSubstr("rectangle"));
    EXPECT_THAT(after([](auto& s) { s.values[2] = make_value(0, ValueKind::text, 1); }),
                HasSubstr("outside of the text"));
    EXPECT_THAT(after([](auto& s) { s.values[2] = make_value(0, ValueKind::text_stored, 99); }), HasSubstr("stored"));
    EXPECT_THAT(after([](auto& s) { s.values[2] = make_value(0, ValueKind::pair, 1); }), HasSubstr("pair"));
    EXPECT_THAT(after([](auto& s) { s.values[2] = make_value(0, static_cast<ValueKind>(15)); }), HasSubstr("kind"));
    EXPECT_THAT(after([](auto& s) { s.pairs[0].second = make_value(0, ValueKind::pair, 0); }), HasSubstr("its own"));
    EXPECT_THAT(after([](auto& s) { s.stored_values[0].size = 1U << 31; }), HasSubstr("stored value 0"));
    EXPECT_THAT(after([](auto& s) { s.stored_values[0].offset = 0xFFFFFFFF; }), HasSubstr("stored value 0"));
    EXPECT_THAT(after([](auto& s) { s.long_identifiers[0].size = 0; }), HasSubstr("long identifier"));
    EXPECT_THAT(after([](auto& s) { s.original_values[0] = make_value(0, ValueKind::raw, 7); }), HasSubstr("original"));
    EXPECT_THAT(after([](auto& s) { s.originals[0].property = 77; }), HasSubstr("original 0"));
    EXPECT_THAT(after([](auto& s) { s.originals[0].value_count = 2; }), HasSubstr("original 0"));
    EXPECT_THAT(after([](auto& s) { s.originals.push_back({2, 0, 1}); }), HasSubstr("original 1"));
}

TEST(Invariants, OfFacts) {
    EXPECT_THAT(after([](auto& s) { s.facts[0].field = TENGEN_FIELD_COUNT; }), HasSubstr("fact 0"));
    EXPECT_THAT(after([](auto& s) { s.facts[0].text.size = 1U << 20; }), HasSubstr("fact 0"));
    EXPECT_THAT(after([](auto& s) { s.facts[0].mark_count = 2; }), HasSubstr("fact 0"));
    EXPECT_THAT(after([](auto& s) { s.facts[1].node = 1; }), HasSubstr("does not have"));
    EXPECT_THAT(after([](auto& s) { s.facts[1].property = 99; }), HasSubstr("does not have"));
    EXPECT_THAT(after([](auto& s) { s.marks[0].level = 3; }), HasSubstr("mark"));
    EXPECT_THAT(after([](auto& s) { s.extension_fields[0].text.offset = 9999; }), HasSubstr("extension field"));
}

TEST(Invariants, OfStreams) {
    EXPECT_THAT(after([](auto& s) { s.streams[0].node = 0; }), HasSubstr("no node with GS"));
    EXPECT_THAT(after([](auto& s) { s.streams[0].node = 4; }), HasSubstr("no node with GS"));
    EXPECT_THAT(after([](auto& s) { s.streams[0].medium_count = 2; }), HasSubstr("stream 0"));
    EXPECT_THAT(after([](auto& s) { s.streams.push_back(s.streams[0]); }), HasSubstr("of another one"));
    EXPECT_THAT(after([](auto& s) { s.media[0].type = {0, 9999}; }), HasSubstr("medium"));
    EXPECT_THAT(after([](auto& s) { s.stamps[0].kind = 3; }), HasSubstr("stamp 0"));
    EXPECT_THAT(after([](auto& s) { s.node_stamps[2] = 2; }), HasSubstr("stamp that is none"));
    EXPECT_THAT(after([](auto& s) { s.node_stamps[0] = 1; }), HasSubstr("no stream above"));
    EXPECT_THAT(after([](auto& s) { s.property_stamps[0] = 1; }), HasSubstr("no stream above"));
}

TEST(Invariants, OfPositionsAndPlaces) {
    EXPECT_THAT(after([](auto& s) { s.position_points[0] = 19; }), HasSubstr("outside of the board"));
    EXPECT_THAT(after([](auto& s) { s.positions[3].first_dead_white = 2; }), HasSubstr("position of node 3"));
    EXPECT_THAT(after([](auto& s) { s.source_runs[0].text = 5; }), HasSubstr("source run"));
}

TEST(Invariants, AreFoundInLinearTime) {
    // A comb: every node of a long line has a second child, so that every step back is as long as it can be.
    GameStorage storage;
    storage.clear();
    GameBuilder builder(storage);
    builder.add_node(none);
    constexpr std::uint32_t length = 200000;
    for (std::uint32_t i = 0; i < length; ++i) {
        builder.add_node(builder.last_node());
    }
    for (std::uint32_t node = length; node-- > 0;) {
        builder.add_node(node);
    }
    tengen_game game{};
    storage.describe(game);
    EXPECT_EQ(broken_invariant(game), std::nullopt);
}

}  // namespace
