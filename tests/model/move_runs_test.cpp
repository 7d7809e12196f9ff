#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tengen/model/builder.h>
#include <tengen/model/invariant.h>
#include <tengen/model/move_runs.h>
#include <tengen/model/storage.h>

#include "model/random_game.h"

namespace {

using namespace tengen;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A root and a line of nodes below it, one a letter: 'm' a move, 'p' a pass, 'c' a move with a comment, 'f' a move that
// begins a fork with a leaf beside it.
class Line {
public:
    explicit Line(std::string_view letters) {
        storage.clear();
        GameBuilder builder(storage);
        builder.add_node(none);
        std::uint32_t parent = 0;
        for (const char letter : letters) {
            if (letter == 'f') {
                builder.add_node(parent);
                builder.add_property("B");
                builder.add_value(make_point(0, {1, 1}));
            }
            builder.add_node(parent);
            parent = builder.last_node();
            builder.add_property(letter == 'p' ? Identifier("W") : Identifier("B"));
            builder.add_value(letter == 'p' ? make_value(0, ValueKind::pass) : make_point(0, {2, 3}));
            if (letter == 'c') {
                builder.add_property("C");
                builder.add_text("why?");
            }
        }
        find_move_runs(storage);
        storage.describe(columns);
    }

    [[nodiscard]] std::vector<std::uint32_t> runs() const {
        std::vector<std::uint32_t> flat;
        for (const tengen_move_run run : Game(columns).move_runs()) {
            flat.push_back(run.first_node);
            flat.push_back(run.node_count);
        }
        return flat;
    }

    GameStorage storage;
    tengen_game columns{};
};

TEST(MoveRuns, OnlyMovesInALineArePartOfOne) {
    EXPECT_THAT(Line("").runs(), IsEmpty());
    EXPECT_THAT(Line("mmmm").runs(), ElementsAre(1, 4));
    EXPECT_THAT(Line("mmm").runs(), IsEmpty()) << "too short to be worth it";
    EXPECT_THAT(Line("mmmmpmmmmm").runs(), ElementsAre(1, 4, 6, 5));
    EXPECT_THAT(Line("cmmmmcmmmmmc").runs(), ElementsAre(2, 4, 7, 5));
    EXPECT_THAT(Line("mmmmfmmmm").runs(), ElementsAre(1, 4, 7, 4)) << "both children of the fork stay outside";
}

TEST(MoveRuns, TheSkipperVisitsEverythingElseOnce) {
    const Line line("cmmmmcmmmmmcpf");
    std::vector<std::uint32_t> visited;
    MoveRunSkipper runs{Game(line.columns)};
    for (std::uint32_t node = 0; node < line.columns.node_count; node = runs.skip(node + 1)) {
        visited.push_back(node);
    }
    EXPECT_THAT(visited, ElementsAre(0, 1, 6, 12, 13, 14, 15));
}

TEST(MoveRuns, AGameWithoutTheMemberHasNone) {
    Line line("mmmmm");
    line.columns.struct_size = offsetof(tengen_game, move_runs);
    EXPECT_THAT(line.runs(), IsEmpty());
}

TEST(MoveRuns, WrongOnesBreakTheModel) {
    const auto fault = [](std::string_view letters, std::vector<tengen_move_run> runs) {
        Line line(letters);
        line.storage.move_runs.clear();
        for (const tengen_move_run run : runs) {
            line.storage.move_runs.push_back(run);
        }
        line.storage.describe(line.columns);
        return broken_invariant(line.columns).value_or("");
    };
    EXPECT_EQ(fault("mmmmmm", {{1, 2}, {4, 2}}), "");
    EXPECT_THAT(fault("mmmmmm", {{0, 2}}), HasSubstr("out of order or outside"));
    EXPECT_THAT(fault("mmmmmm", {{1, 7}}), HasSubstr("out of order or outside"));
    EXPECT_THAT(fault("mmmmmm", {{1, 3}, {3, 2}}), HasSubstr("out of order or outside"));
    EXPECT_THAT(fault("mmcmmm", {{1, 6}}), HasSubstr("no plain move"));
    EXPECT_THAT(fault("mmpmmm", {{1, 6}}), HasSubstr("no plain move"));
    EXPECT_THAT(fault("mmfmmm", {{1, 7}}), HasSubstr("no plain move"));
}

TEST(MoveRuns, RandomGamesStaySound) {
    test::RandomGames games(20);
    for (int i = 0; i < 300; ++i) {
        const Game game = games.next();
        GameStorage storage;
        storage.clear();
        GameBuilder builder(storage);
        builder.begin_from(game, nullptr);
        for (std::uint32_t node = 0; node < game.node_count(); ++node) {
            builder.add_node(game.parent(node));
            for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
                builder.copy_property(game, p);
            }
        }
        find_move_runs(storage);
        tengen_game columns{};
        storage.describe(columns);
        columns.streams = nullptr;
        columns.stream_count = 0;
        columns.node_stamps = columns.property_stamps = nullptr;
        EXPECT_EQ(broken_invariant(columns).value_or(""), "");
    }
}

}  // namespace
