#include "rules/board.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace tengen::rules {
namespace {

Point at(std::string_view letters) {
    return *parse_point(letters);
}

void set_up(Board& board, std::string_view black, std::string_view white) {
    for (std::size_t i = 0; i + 1 < black.size(); i += 2) {
        board.set(at(black.substr(i, 2)), Stone::black);
    }
    for (std::size_t i = 0; i + 1 < white.size(); i += 2) {
        board.set(at(white.substr(i, 2)), Stone::white);
    }
    board.start_history();
}

// Rows from top to bottom: '.', 'X', 'O'.
std::string picture(const Board& board) {
    std::string text;
    for (std::uint8_t row = 0; row < board.size().rows; ++row) {
        for (std::uint8_t column = 0; column < board.size().columns; ++column) {
            text += ".XO"[static_cast<int>(board.at({column, row}))];
        }
        text += row + 1 < board.size().rows ? "/" : "";
    }
    return text;
}

struct Case {
    std::string_view name;
    BoardSize size;
    std::string_view black, white;  // setup
    std::string_view moves;         // "Bcb Wbb", the last one is the one in question
    Verdict verdict;
    std::string_view picture;
    std::uint32_t prisoners_of_black, prisoners_of_white;
};

class Moves : public testing::TestWithParam<Case> {};

TEST_P(Moves, AreExecutedAndJudged) {
    const Case& c = GetParam();
    Board board(c.size);
    set_up(board, c.black, c.white);
    Played last;
    std::string_view moves = c.moves;
    while (!moves.empty()) {
        const Color color = moves[0] == 'B' ? Color::black : Color::white;
        if (moves.substr(1, 2) == "--") {
            board.pass(color);
        } else {
            last = board.play(color, at(moves.substr(1, 2)));
        }
        moves.remove_prefix(moves.size() > 3 ? 4 : 3);
        if (!moves.empty()) {
            EXPECT_EQ(last.verdict, Verdict::none) << "before " << moves;
        }
    }
    EXPECT_EQ(last.verdict, c.verdict);
    EXPECT_EQ(picture(board), c.picture);
    EXPECT_EQ(board.prisoners_of(Color::black), c.prisoners_of_black);
    EXPECT_EQ(board.prisoners_of(Color::white), c.prisoners_of_white);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Moves,
    testing::Values(
        Case{"plain", {3, 2}, "", "", "Bba", Verdict::none, ".X./...", 0, 0},
        Case{"one_point_board", {1, 1}, "", "", "Baa", Verdict::suicide, ".", 0, 1},
        Case{"capture_in_the_corner", {3, 3}, "ba", "aa", "Bab", Verdict::none, ".X./X../...", 1, 0},
        Case{"captures_two_groups", {3, 1}, "", "aaca", "Bba", Verdict::none, ".X.", 2, 0},
        Case{"one_group_from_two_sides", {3, 3}, "acca", "aaabba", "Bbb", Verdict::none, "..X/.X./X..", 3, 0},
        Case{"overwriting_splits_a_group", {4, 1}, "", "aabaca", "Bba", Verdict::occupied, ".XO.", 1, 0},
        Case{"occupied_by_the_other", {3, 3}, "aa", "", "Waa", Verdict::occupied, "O../.../...", 0, 0},
        Case{"occupied_by_the_same", {3, 3}, "aa", "", "Baa", Verdict::occupied, "X../.../...", 0, 0},
        Case{"suicide_of_one", {2, 2}, "", "baab", "Baa", Verdict::suicide, ".O/O.", 0, 1},
        Case{"suicide_of_two", {3, 3}, "aa", "cabbab", "Bba", Verdict::suicide, "..O/OO./...", 0, 2},
        Case{"capture_comes_before_suicide", {2, 2}, "ab", "babb", "Baa", Verdict::none, "X./X.", 2, 0},
        Case{"ko", {5, 5}, "baabbc", "cabbdbcc", "Bcb Wbb", Verdict::ko, ".XO../XO.O./.XO../...../.....", 1, 1},
        Case{"ko_after_an_exchange",
             {5, 5},
             "baabbc",
             "cabbdbcc",
             "Bcb Wee Bea Wbb",
             Verdict::none,
             ".XO.X/XO.O./.XO../...../....O",
             1,
             1},
        Case{"ko_after_passes_is_a_superko",
             {5, 5},
             "baabbc",
             "cabbdbcc",
             "Bcb W-- B-- Wbb",
             Verdict::superko,
             ".XO../XO.O./.XO../...../.....",
             1,
             1},
        Case{"snapback_is_no_ko",
             {5, 5},
             "cacbbc",
             "babbac",
             "Bab Waa Bab",
             Verdict::none,
             "..X../X.X../OX.../...../.....",
             3,
             1},
        Case{"superko_on_a_line", {3, 1}, "", "", "Baa Wca Bba Wca Baa", Verdict::superko, "X.O", 1, 2}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(Board, KnowsTheLargestSizes) {
    for (const BoardSize size : {BoardSize{52, 52}, BoardSize{52, 1}, BoardSize{1, 52}, BoardSize{37, 52}}) {
        Board board(size);
        const Point last{static_cast<std::uint8_t>(size.columns - 1), static_cast<std::uint8_t>(size.rows - 1)};
        EXPECT_EQ(board.play(Color::white, last).verdict, Verdict::none);
        EXPECT_EQ(board.at(last), Stone::white);
        // A group as large as the board, but for one point.
        for (std::uint8_t row = 0; row < size.rows; ++row) {
            for (std::uint8_t column = 0; column < size.columns; ++column) {
                if (Point{column, row} != last) {
                    board.set({column, row}, Stone::black);
                }
            }
        }
        board.start_history();
        const unsigned points = unsigned{size.columns} * size.rows;
        EXPECT_EQ(board.play(Color::white, last).verdict, Verdict::occupied);
        EXPECT_EQ(board.prisoners_of(Color::white), points - 1);
    }
}

TEST(Board, SetupNeverCaptures) {
    Board board({5, 5});
    set_up(board, "abba", "aaee");
    EXPECT_EQ(board.at(at("aa")), Stone::white);
    EXPECT_FALSE(board.visit_group(at("aa"), [](Point) {}));
    EXPECT_TRUE(board.visit_group(at("ee"), [](Point) {}));
    EXPECT_EQ(board.prisoners_of(Color::black), 0u);
}

TEST(Board, SetTellsWhetherSomethingChanged) {
    Board board({5, 5});
    EXPECT_TRUE(board.set(at("aa"), Stone::black));
    EXPECT_FALSE(board.set(at("aa"), Stone::black));
    EXPECT_TRUE(board.set(at("aa"), Stone::white));
    EXPECT_TRUE(board.set(at("aa"), Stone::empty));
    EXPECT_FALSE(board.set(at("aa"), Stone::empty));
    EXPECT_EQ(board.hash(), Board({5, 5}).hash());
}

TEST(Board, SetupStartsANewHistory) {
    Board board({5, 5});
    set_up(board, "baabbc", "cabbdbcc");
    EXPECT_EQ(board.play(Color::black, at("cb")).verdict, Verdict::none);
    board.set(at("ee"), Stone::black);
    board.set(at("ee"), Stone::empty);
    board.start_history();
    EXPECT_EQ(board.play(Color::white, at("bb")).verdict, Verdict::none);
    EXPECT_EQ(board.play(Color::black, at("cb")).verdict, Verdict::ko);
}

TEST(Board, GoesBackToMarks) {
    Board board({5, 5});
    set_up(board, "baabbc", "cabbdbcc");
    const Board::Mark start = board.mark();
    const std::string start_picture = picture(board);
    board.play(Color::black, at("cb"));
    const Board::Mark taken = board.mark();
    const std::string taken_picture = picture(board);
    const std::uint64_t taken_hash = board.hash();
    EXPECT_EQ(board.play(Color::white, at("bb")).verdict, Verdict::ko);
    board.play(Color::white, at("cb"));
    board.restore(taken);
    EXPECT_EQ(picture(board), taken_picture);
    EXPECT_EQ(board.hash(), taken_hash);
    EXPECT_EQ(board.prisoners_of(Color::black), 1u);
    EXPECT_EQ(board.play(Color::white, at("bb")).verdict, Verdict::ko) << "the ko is known again";
    board.restore(start);
    EXPECT_EQ(picture(board), start_picture);
    EXPECT_EQ(board.play(Color::black, at("cb")).verdict, Verdict::none) << "nothing is left of the other lines";
}

}  // namespace
}  // namespace tengen::rules
