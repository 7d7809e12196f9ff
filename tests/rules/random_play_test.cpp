// Random trees of moves, passes and setup, on the board and on a deliberately plain second implementation of the rules.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tengen/model/builder.h>

#include "rules/replay.h"

namespace tengen::rules {
namespace {

/// Everything about one node, worked out from its parent without any cleverness.
struct PlainNode {
    std::string stones;  // row by row: '.', 'B', 'W'
    int parent = -1;
    char mover = 0;  // 'B' or 'W' if the node has a move
    bool pass = false;
    bool setup = false;
    Verdict verdict = Verdict::none;
    std::uint32_t prisoners_of_black = 0;
    std::uint32_t prisoners_of_white = 0;
};

class PlainRules {
public:
    PlainRules(int columns, int rows) : columns_(columns), rows_(rows) {}

    [[nodiscard]] std::string empty() const { return std::string(static_cast<std::size_t>(columns_ * rows_), '.'); }

    void move(std::vector<PlainNode>& nodes, int index, char color, int column, int row) const {
        PlainNode& node = nodes[static_cast<std::size_t>(index)];
        const PlainNode& parent = nodes[static_cast<std::size_t>(node.parent)];
        node.stones = parent.stones;
        node.mover = color;
        const std::size_t point = static_cast<std::size_t>(row * columns_ + column);
        const bool occupied = node.stones[point] != '.';
        node.stones[point] = color;
        std::uint32_t taken = 0;
        for (const std::size_t neighbour : neighbours(point)) {
            if (node.stones[neighbour] == other(color)) {
                taken += take_if_without_liberty(node.stones, neighbour);
            }
        }
        const std::uint32_t lost = take_if_without_liberty(node.stones, point);
        (color == 'B' ? node.prisoners_of_black : node.prisoners_of_white) += taken;
        (color == 'B' ? node.prisoners_of_white : node.prisoners_of_black) += lost;

        if (occupied) {
            node.verdict = Verdict::occupied;
        } else if (lost != 0) {
            node.verdict = Verdict::suicide;
        } else if (taken == 1 && restores_position_before_last_move(nodes, index, other(color))) {
            node.verdict = Verdict::ko;
        } else if (repeats(nodes, index)) {
            node.verdict = Verdict::superko;
        }
    }

private:
    static char other(char color) { return color == 'B' ? 'W' : 'B'; }

    [[nodiscard]] std::vector<std::size_t> neighbours(std::size_t point) const {
        const int column = static_cast<int>(point) % columns_;
        const int row = static_cast<int>(point) / columns_;
        std::vector<std::size_t> found;
        const auto add = [&](int c, int r) {
            if (c >= 0 && c < columns_ && r >= 0 && r < rows_) {
                found.push_back(static_cast<std::size_t>(r * columns_ + c));
            }
        };
        add(column - 1, row);
        add(column + 1, row);
        add(column, row - 1);
        add(column, row + 1);
        return found;
    }

    std::uint32_t take_if_without_liberty(std::string& stones, std::size_t point) const {
        const char color = stones[point];
        if (color == '.') {
            return 0;
        }
        std::vector<std::size_t> group{point};
        for (std::size_t i = 0; i < group.size(); ++i) {
            for (const std::size_t neighbour : neighbours(group[i])) {
                if (stones[neighbour] == '.') {
                    return 0;
                }
                if (stones[neighbour] == color && std::find(group.begin(), group.end(), neighbour) == group.end()) {
                    group.push_back(neighbour);
                }
            }
        }
        for (const std::size_t stone : group) {
            stones[stone] = '.';
        }
        return static_cast<std::uint32_t>(group.size());
    }

    static bool restores_position_before_last_move(const std::vector<PlainNode>& nodes, int index, char opponent) {
        const std::string& now = nodes[static_cast<std::size_t>(index)].stones;
        for (int i = nodes[static_cast<std::size_t>(index)].parent; i > 0;) {
            const PlainNode& node = nodes[static_cast<std::size_t>(i)];
            if (node.setup) {
                return false;
            }
            if (node.mover == opponent) {
                return !node.pass && nodes[static_cast<std::size_t>(node.parent)].stones == now;
            }
            i = node.parent;
        }
        return false;
    }

    static bool repeats(const std::vector<PlainNode>& nodes, int index) {
        const std::string& now = nodes[static_cast<std::size_t>(index)].stones;
        for (int i = nodes[static_cast<std::size_t>(index)].parent; i >= 0;) {
            const PlainNode& node = nodes[static_cast<std::size_t>(i)];
            if (node.stones == now) {
                return true;
            }
            if (node.setup) {
                return false;
            }
            i = node.parent;
        }
        return false;
    }

    int columns_;
    int rows_;
};

struct Shape {
    BoardSize size;  // none: another one for each game
    int games;
    int nodes;        // of a game
    int branchiness;  // one in so many nodes starts a branch; 0: never
};

constexpr Shape shapes[] = {
    {{1, 2}, 40, 100, 9},   {{2, 2}, 100, 200, 9},   {{3, 2}, 100, 200, 0},
    {{3, 3}, 200, 250, 7},  {{5, 4}, 200, 300, 5},   {{7, 7}, 60, 500, 20},
    {{9, 9}, 20, 1000, 30}, {{19, 19}, 2, 2500, 40}, {{0, 0}, 120, 400, 12},
};

/// TENGEN_RANDOM_MOVES asks for more moves than every run of the tests can take, such as 10000000.
int repetitions() {
    const char* wanted = std::getenv("TENGEN_RANDOM_MOVES");
    const long long moves = wanted == nullptr ? 0 : std::atoll(wanted);
    long long once = 0;
    for (const Shape& shape : shapes) {
        once += static_cast<long long>(shape.games) * shape.nodes;
    }
    return static_cast<int>(std::max((moves + once - 1) / once, 1LL));
}

class RandomPlay : public testing::TestWithParam<Shape> {};

TEST_P(RandomPlay, AgreesWithPlainRules) {
    Shape shape = GetParam();
    const bool is_random = shape.size.columns == 0;
    std::mt19937 random(static_cast<unsigned>(shape.size.columns * 100 + shape.size.rows));
    const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
    Replay replay;
    std::array<int, 5> verdicts{};
    const int games = shape.games * repetitions();
    for (int g = 0; g < games; ++g) {
        if (is_random) {
            const int largest = g % 4 == 0 ? max_board_side : 11;
            shape.size = {static_cast<std::uint8_t>(1 + below(largest)), static_cast<std::uint8_t>(1 + below(largest))};
        }
        const PlainRules rules(shape.size.columns, shape.size.rows);
        GameStorage storage;
        storage.clear();
        storage.header.board_columns = shape.size.columns;
        storage.header.board_rows = shape.size.rows;
        GameBuilder builder(storage);
        builder.add_node(none);
        std::vector<PlainNode> plain(1);
        plain[0].stones = rules.empty();
        for (int i = 1; i < shape.nodes; ++i) {
            int parent = i - 1;
            if (shape.branchiness != 0 && below(shape.branchiness) == 0) {
                for (int up = below(12); up > 0 && plain[static_cast<std::size_t>(parent)].parent >= 0; --up) {
                    parent = plain[static_cast<std::size_t>(parent)].parent;
                }
            }
            ASSERT_TRUE(builder.add_node(static_cast<std::uint32_t>(parent)));
            PlainNode node;
            node.parent = parent;
            const PlainNode& before = plain[static_cast<std::size_t>(parent)];
            node.prisoners_of_black = before.prisoners_of_black;
            node.prisoners_of_white = before.prisoners_of_white;
            node.stones = before.stones;
            const int what = below(100);
            if (what < 2) {  // setup of a few points
                node.setup = true;
                std::vector<bool> mentioned(node.stones.size(), false);
                for (const auto& [name, content] : {std::pair{"AB", 'B'}, std::pair{"AW", 'W'}, std::pair{"AE", '.'}}) {
                    builder.add_named_property(name);
                    for (int n = 0; n < 1 + below(2); ++n) {
                        int column = below(shape.size.columns);
                        int row = below(shape.size.rows);
                        builder.add_value(
                            make_point(0, {static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)}));
                        const auto point = static_cast<std::size_t>(row * shape.size.columns + column);
                        if (!mentioned[point]) {  // the first mention stays
                            mentioned[point] = true;
                            node.stones[point] = content;
                        }
                    }
                }
                plain.push_back(node);
                continue;
            }
            const char color = below(10) == 0        ? (before.mover == 0 ? 'W' : before.mover)
                               : before.mover == 'B' ? 'W'
                                                     : 'B';
            builder.add_property(color == 'B' ? Identifier("B") : Identifier("W"));
            if (what < 5) {
                builder.add_value(make_value(0, ValueKind::pass));
                node.mover = color;
                node.pass = true;
                plain.push_back(node);
                continue;
            }
            int column = below(shape.size.columns);
            int row = below(shape.size.rows);
            for (int tries = 0;
                 tries < 6 && before.stones[static_cast<std::size_t>(row * shape.size.columns + column)] != '.';
                 ++tries) {
                column = below(shape.size.columns);
                row = below(shape.size.rows);
            }
            builder.add_value(make_point(0, {static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)}));
            plain.push_back(node);
            rules.move(plain, i, color, column, row);
        }
        tengen_game columns{};
        storage.describe(columns);
        replay.run(Game(columns), [&](const Step& step) {
            if (testing::Test::HasFatalFailure()) {
                return;
            }
            const PlainNode& expected = plain[step.node];
            const Board& board = replay.board();
            std::string stones;
            for (std::uint8_t row = 0; row < shape.size.rows; ++row) {
                for (std::uint8_t column = 0; column < shape.size.columns; ++column) {
                    stones += ".BW"[static_cast<int>(board.at({column, row}))];
                }
            }
            ASSERT_EQ(stones, expected.stones) << "game " << g << " node " << step.node;
            ASSERT_EQ(board.prisoners_of(Color::black), expected.prisoners_of_black);
            ASSERT_EQ(board.prisoners_of(Color::white), expected.prisoners_of_white);
            ASSERT_EQ(step.moves.size(), expected.mover == 0 ? 0u : 1u);
            if (!step.moves.empty()) {
                ASSERT_EQ(step.moves[0].verdict, expected.verdict) << "game " << g << " node " << step.node;
                ++verdicts[static_cast<std::size_t>(step.moves[0].verdict)];
            }
        });
        if (testing::Test::HasFatalFailure()) {
            return;
        }
    }
    if (const char* wanted = std::getenv("TENGEN_RANDOM_MOVES"); wanted != nullptr) {
        RecordProperty("moves", std::to_string(static_cast<long long>(games) * shape.nodes));
    }
    for (const Verdict verdict : {Verdict::none, Verdict::occupied, Verdict::suicide, Verdict::superko}) {
        EXPECT_GT(verdicts[static_cast<std::size_t>(verdict)], 0) << "the games were too tame";
    }
}

INSTANTIATE_TEST_SUITE_P(Shapes, RandomPlay, testing::ValuesIn(shapes), [](const auto& info) {
    if (info.param.size.columns == 0) {
        return std::string("random");
    }
    return std::to_string(info.param.size.columns) + "x" + std::to_string(info.param.size.rows);
});

}  // namespace
}  // namespace tengen::rules
