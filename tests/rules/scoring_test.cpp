#include "rules/scoring.h"

#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace tengen::rules {
namespace {

// Rows of '.', 'B' and 'W'.
Board board_of(const std::vector<std::string_view>& rows) {
    Board board({static_cast<std::uint8_t>(rows[0].size()), static_cast<std::uint8_t>(rows.size())});
    for (std::uint8_t row = 0; row < rows.size(); ++row) {
        for (std::uint8_t column = 0; column < rows[row].size(); ++column) {
            const char c = rows[row][column];
            board.set({column, row}, c == 'B' ? Stone::black : c == 'W' ? Stone::white : Stone::empty);
        }
    }
    return board;
}

TEST(Scoring, CountsMarkedTerritory) {
    // The white stone at the upper left is dead; one neutral point in the last row.
    const Board board = board_of({"W.BW.", "..BW.", "BBBW.", "..BWW", "BB.W."});
    const std::vector<Point> black{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 3}, {1, 3}};
    const std::vector<Point> white{{4, 0}, {4, 1}, {4, 2}, {4, 4}};
    Scoring scoring;
    const Score score = scoring.count_marked(board, black, white);
    EXPECT_EQ(score.black, (SideCount{8, 6, 0, 0}));
    EXPECT_EQ(score.white, (SideCount{6, 4, 1, 0}));
    EXPECT_EQ(score.by_area(), 14 - 10);
    EXPECT_EQ(score.by_territory(), 6 + 1 - 4);
}

TEST(Scoring, FindsTerritoryFromDeadStones) {
    const Board board = board_of({"W.BW.", "..BW.", "BBBW.", "..BWW", "BB.W."});
    Scoring scoring;
    const std::vector<Point> dead{{0, 0}};
    const Score score = scoring.count_dead(board, dead);
    EXPECT_EQ(score.black, (SideCount{8, 6, 0, 0}));
    EXPECT_EQ(score.white, (SideCount{6, 4, 1, 0}));
    // With the stone alive its surroundings are nobody's.
    EXPECT_EQ(scoring.count_dead(board, {}).black.territory, 2U);
    EXPECT_EQ(scoring.count_dead(board, {}).white.dead, 0U);
}

TEST(Scoring, AnEmptyBoardIsNobodys) {
    Scoring scoring;
    const Board board = board_of({"...", "..."});
    EXPECT_EQ(scoring.count_dead(board, {}), Score{});
    EXPECT_EQ(scoring.count_marked(board, {}, {}), Score{});
}

TEST(Scoring, IgnoresWhatIsNoTerritory) {
    const Board board = board_of({"B.W"});
    Scoring scoring;
    // Own stones, points of both sides, and points that are not on the board.
    const std::vector<Point> black{{0, 0}, {1, 0}, {9, 9}};
    const std::vector<Point> white{{1, 0}, {2, 0}};
    const Score score = scoring.count_marked(board, black, white);
    EXPECT_EQ(score.black, (SideCount{1, 0, 0, 0}));
    EXPECT_EQ(score.white, (SideCount{1, 0, 0, 0}));
    const std::vector<Point> dead{{1, 0}, {9, 9}};  // no stone there
    EXPECT_EQ(scoring.count_dead(board, dead), score);
}

TEST(Scoring, CountsPrisoners) {
    Board board({3, 2});
    board.play(Color::black, {1, 0});
    board.play(Color::white, {0, 0});
    board.play(Color::black, {0, 1});  // takes one
    Scoring scoring;
    const std::vector<Point> black{{0, 0}, {2, 0}, {1, 1}, {2, 1}};
    const Score score = scoring.count_marked(board, black, {});
    EXPECT_EQ(score.black, (SideCount{2, 4, 0, 1}));
    EXPECT_EQ(score.by_territory(), 5);
    EXPECT_EQ(score.by_area(), 6);
}

TEST(Scoring, CanBeUsedForSmallerBoardsAgain) {
    Scoring scoring;
    Board large({52, 52});
    large.play(Color::black, {51, 51});
    EXPECT_EQ(scoring.count_dead(large, {}).by_area(), 52 * 52);
    Board small({1, 1});
    EXPECT_EQ(scoring.count_dead(small, {}).by_area(), 0);
}

}  // namespace
}  // namespace tengen::rules
