#include <optional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <tengen/model/result.h>
#include <tengen/model/result_reading.h>

namespace tengen {
namespace {

Result win(Color winner, WonBy by, std::string points = {}) {
    return Result{ResultKind::win, winner, by, std::move(points)};
}
Result kind(ResultKind kind) {
    Result result;
    result.kind = kind;
    return result;
}

TEST(Result, MandatoryForm) {
    struct Row {
        const char* text;
        Result result;
        bool long_form;
        const char* short_form;
    };
    const Row rows[] = {
        {"0", kind(ResultKind::draw), false, "0"},
        {"Draw", kind(ResultKind::draw), true, "0"},
        {"Void", kind(ResultKind::void_result), false, "Void"},
        {"?", kind(ResultKind::unknown), false, "?"},
        {"B+", win(Color::black, WonBy::unspecified), false, "B+"},
        {"W+", win(Color::white, WonBy::unspecified), false, "W+"},
        {"B+3.5", win(Color::black, WonBy::points, "3.5"), false, "B+3.5"},
        {"W+64", win(Color::white, WonBy::points, "64"), false, "W+64"},
        {"W+0.0", win(Color::white, WonBy::points, "0.0"), false, "W+0.0"},
        {"B+007.50", win(Color::black, WonBy::points, "007.50"), false, "B+007.50"},
        {"B+R", win(Color::black, WonBy::resign), false, "B+R"},
        {"B+Resign", win(Color::black, WonBy::resign), true, "B+R"},
        {"W+T", win(Color::white, WonBy::time), false, "W+T"},
        {"W+Time", win(Color::white, WonBy::time), true, "W+T"},
        {"B+F", win(Color::black, WonBy::forfeit), false, "B+F"},
        {"B+Forfeit", win(Color::black, WonBy::forfeit), true, "B+F"},
    };
    for (const Row& row : rows) {
        const ParsedResult parsed = parse_result(row.text);
        EXPECT_EQ(parsed.result, row.result) << row.text;
        EXPECT_EQ(parsed.long_form, row.long_form) << row.text;
        EXPECT_EQ(format_result(parsed.result), row.short_form) << row.text;
        EXPECT_EQ(parse_result(format_result(parsed.result)).result, row.result) << row.text;
        const auto reading = read_result_leniently(row.text);
        ASSERT_TRUE(reading) << row.text;
        EXPECT_EQ(reading->result, row.result) << row.text;
        EXPECT_EQ(reading->remark, "") << row.text;
    }
    EXPECT_TRUE(parse_result("B+0").result.is_zero_win());
    EXPECT_TRUE(parse_result("W+0.00").result.is_zero_win());
    EXPECT_FALSE(parse_result("W+0.01").result.is_zero_win());
    EXPECT_FALSE(parse_result("W+R").result.is_zero_win());
}

TEST(Result, FourKindsOfNotKnowing) {
    EXPECT_EQ(parse_result("").result.kind, ResultKind::absent);
    EXPECT_EQ(parse_result("Void").result.kind, ResultKind::void_result);
    EXPECT_EQ(parse_result("?").result.kind, ResultKind::unknown);
    for (const char* text : {"draw", "void",   "b+3",     "B+3,5", "B+.5",  "B+5.", "B+-3", "B++3", "B+r", "B+res",
                             "B +3", "B+3.5 ", " 0",      "00",    "0.0",   "B",    "W",    "+3",   "3.5", "B3.5",
                             "B-3",  "B+W",    "no idea", "B+RR",  "Draw ", "??",   "B+?",  "黑胜"}) {
        EXPECT_EQ(parse_result(text).result.kind, ResultKind::unparsed) << text;
        EXPECT_EQ(format_result(parse_result(text).result), "");
    }
}

TEST(Result, OneMeaning) {
    struct Row {
        const char* text;
        const char* reading;  // short form; nullptr: no meaning, or several
        const char* remark = "";
    };
    constexpr Row rows[] = {
        // case and blanks
        {"w+t", "W+T"},
        {"DRAW", "0"},
        {"Void ", "Void"},
        {"W + R", "W+R"},
        {" b+3.5", "B+3.5"},
        {"Ｂ＋３．５", "B+3.5"},
        {"？", "?"},
        {"00", "0"},
        {"0.0", "0"},
        // words
        {"jigo", "0"},
        {"Jigo.", "0"},
        {"D", "0"},
        {"D+J", "0"},
        {"tie", "0"},
        {"no result", "Void"},
        {"Unknown", "?"},
        {"W+Res", "W+R"},
        {"W+Res.", "W+R"},
        {"W+resign", "W+R"},
        {"W+Resignation", "W+R"},
        {"B+R.", "B+R"},
        {"B+time", "B+T"},
        {"W+Time Over", "W+T"},
        {"W+timeout", "W+T"},
        {"W+forfeit", "W+F"},
        {"White+7", "W+7"},
        {"Black + 3.5 points", "B+3.5"},
        {"W+?", "W+"},
        // numbers
        {"B+3,5", "B+3.5"},
        {"B+.5", "B+0.5"},
        {"B+5.", "B+5"},
        {"B+3½", "B+3.5"},
        {"B+½", "B+0.5"},
        {"B+5 3/4", "B+5.75"},
        {"B+1/2", "B+0.5"},
        {"B+12.5 pts", "B+12.5"},
        {"B+12.5pts.", "B+12.5"},
        {"B+3 moku", "B+3"},
        {"B+3.5目", "B+3.5"},
        {"B+3目半", "B+3.5"},
        {"B+0 points", "B+0"},
        // sentences
        {"Black wins", "B+"},
        {"Black wins.", "B+"},
        {"black wins by 5 3/4 points", "B+5.75"},
        {"Black wins by half a point", "B+0.5"},
        {"White wins by resignation", "W+R"},
        {"White won on time", "W+T"},
        {"White wins by forfeit", "W+F"},
        {"W wins 3.5", "W+3.5"},
        {"White resigns.", "B+R"},
        {"white has resigned", "B+R"},
        {"White lost on time", "B+T"},
        {"Black loses by 3.5 points", "W+3.5"},
        {"Black ran out of time", "W+T"},
        {"Black forfeits", "W+F"},
        {"Black by resignation", "B+R"},
        // remarks
        {"W+0.75 (moves after 180 lost)", "W+0.75", "(moves after 180 lost)"},
        {"B+R, White overlooked atari", "B+R", "White overlooked atari"},
        {"B+R(152 moves)", "B+R", "(152 moves)"},
        {"B+R after 125 moves", "B+R", "after 125 moves"},
        {"B+3, 50 moves", "B+3", "50 moves"},
        {"B+3,5, 50 moves", "B+3.5", "50 moves"},
        {"B+3.5; corrected", "B+3.5", "corrected"},
        {"B+R [sic]", "B+R", "[sic]"},
        {"B+R（白投了）", "B+R", "（白投了）"},
        {"B+ (adjudicated)", "B+", "(adjudicated)"},
        {"B+, by decision", "B+", "by decision"},
        {"? (No further moves known)", "?", "(No further moves known)"},
        {"Draw (triple ko)", "0", "(triple ko)"},
        {"Draw by repetition", "0", "by repetition"},
        {"Void, triple ko", "Void", "triple ko"},
        {"Black resigns. W 133.5 B 81.0", "W+R", "W 133.5 B 81.0"},
        {"0 (jigo)", "0", "(jigo)"},
        // Chinese, Japanese, Korean
        {"黑中盘胜", "B+R"},
        {"黑中盤勝", "B+R"},
        {"黑 中盘胜", "B+R"},
        {"白胜2又3/4子", "W+2.75"},
        {"黑勝三又四分之三子", "B+3.75"},
        {"黑胜7.75子", "B+7.75"},
        {"黑胜3.5目", "B+3.5"},
        {"白胜1目半", "W+1.5"},
        {"白胜半目", "W+0.5"},
        {"黑1/4子胜", "B+0.25"},
        {"和棋", "0"},
        {"白超时负", "B+T"},
        {"白超时", "B+T"},
        {"黑超时胜", "B+T"},
        {"白方认输", "B+R"},
        {"黑胜", "B+"},
        {"白负", "B+"},
        {"黑贏白負", "B+"},
        {"白中盘负", "B+R"},
        {"白投子认负", "B+R"},
        {"白弃权", "B+F"},
        {"黑不战胜", "B+F"},
        {"白认输/黑胜", "B+R"},
        {"黑胜，白认输", "B+R"},
        {"B中盘胜", "B+R"},
        {"黑+R", "B+R"},
        {"白＋３．５", "W+3.5"},
        {"黒2目半勝ち", "B+2.5"},
        {"黒二目半勝ち", "B+2.5"},
        {"白の半目勝ち", "W+0.5"},
        {"黒中押し勝ち", "B+R"},
        {"白番中押し勝ち", "W+R"},
        {"白時間切れ負け", "B+T"},
        {"黒時間切れ勝ち", "B+T"},
        {"白投了", "B+R"},
        {"持碁", "0"},
        {"ジゴ", "0"},
        {"無勝負", "Void"},
        {"257手完, 黒中押し勝ち", "B+R", "257手完"},
        {"백불계승", "W+R"},
        {"흑 불계승", "B+R"},
        {"흑불계패", "W+R"},
        {"백 3집반승", "W+3.5"},
        {"흑 반집승", "B+0.5"},
        {"백3.5집승", "W+3.5"},
        {"흑시간승", "B+T"},
        {"흑시간패", "W+T"},
        {"백 기권승", "W+F"},
        {"백기권", "B+F"},
        {"무승부", "0"},
        {"207수 흑불계승", "B+R", "207수"},
        {"302수 백3.5집승", "W+3.5", "302수"},
        {"黑中盘胜（共150手）", "B+R", "（共150手）"},
        {"150手 黑中盘胜, 名局", "B+R", "150手, 名局"},
        // no meaning
        {"", nullptr},
        {" ", nullptr},
        {"B", nullptr},
        {"w", nullptr},
        {"White", nullptr},
        {"黑", nullptr},
        {"黑3.5目", nullptr},
        {"黑时间", nullptr},
        {"黑先活", nullptr},
        {"黑先胜", nullptr},
        {"中盘胜", nullptr},
        {"胜", nullptr},
        {"黑胜负", nullptr},
        {"黑中盘胜3目", nullptr},
        {"黑胜白胜", nullptr},
        {"黑胜/白胜", nullptr},
        {"黑胜吗", nullptr},
        {"对局正在进行中", nullptr},
        {"ann wins", nullptr},
        {"has adjourned.", nullptr},
        {"no idea", nullptr},
        {"lost", nullptr},
        {"Draws", nullptr},
        {"W+J", nullptr},
        {"W+Jigo", nullptr},
        {"W+ jigo", nullptr},
        {"B+AW", nullptr},
        {"B+V", nullptr},
        {"B+W", nullptr},
        {"B+7.5?", nullptr},
        {"B+R?", nullptr},
        {"B+R (?)", nullptr},
        {"B+1.5 ? W+timeout", nullptr},
        {"B+1.5 or W+0.5", nullptr},
        {"B+1.5 (W+0.5 by area)", nullptr},
        {"??", nullptr},
        {"? maybe", nullptr},
        {"B+1,500", nullptr},
        {"B+-3", nullptr},
        {"B++3", nullptr},
        {"B+R+", nullptr},
        {"B+3.5.1", nullptr},
        {"0-1", nullptr},
        {"0 - 1", nullptr},
        {"+3.5", nullptr},
        {"+R", nullptr},
        {"3.5", nullptr},
        {"R", nullptr},
        {"Black wins the cup", nullptr},
        {"blackwins", nullptr},
        {"W Resign", nullptr},
        {"B+R/W+R", nullptr},
        {"\xff\xfe", nullptr},
        {"B+R\xff", nullptr},
        {"\xe9\xbb", nullptr},
        {"黑\xe8\x83", nullptr},
    };
    for (const Row& row : rows) {
        const auto reading = read_result_leniently(row.text);
        ASSERT_EQ(reading.has_value(), row.reading != nullptr) << row.text;
        if (reading) {
            EXPECT_EQ(format_result(reading->result), row.reading) << row.text;
            EXPECT_EQ(reading->remark, row.remark) << row.text;
            EXPECT_EQ(parse_result(format_result(reading->result)).result, reading->result) << row.text;
        }
    }
}

TEST(Result, Names) {
    EXPECT_EQ(result_kind_name(ResultKind::void_result), "void");
    EXPECT_EQ(result_kind_name(ResultKind::win), "win");
    EXPECT_EQ(won_by_name(WonBy::unspecified), "unspecified");
    EXPECT_EQ(won_by_name(WonBy::resign), "resign");
}

}  // namespace
}  // namespace tengen
