#include <string>

#include <gtest/gtest.h>

#include "plugins/catalogue/written.h"

namespace tengen::test {
namespace {

using catalogue::csv_table;

TEST(Csv, OneLineAGame) {
    GameSketch first({9, 9});
    first.node().add("PB", "Ann \"Ace\" B.").add("EV", "Cup, final").add("DT", "1999-05").add("RE", "W+R").black("cc");
    GameSketch second = card({{"Date", "1846-07-21 ?"}, {"White", "Inoue??"}, {"Comment", "left out"}});
    Writing writing(csv_table);
    writing.put(first.game(), {"a b.sgf", ""}).put(second.game(), {"c.zip", "d,e.txt"}).finish();
    EXPECT_EQ(
        writing.text,
        "input,member,number,title,date,first_day,last_day,black,black_rank,white,white_rank,event,round,place,"
        "result,komi,handicap,rules,board,moves,source,uncertain\r\n"
        "a b.sgf,,1,\"Ann \"\"Ace\"\" B. \xE2\x80\x93 ?\",1999-05,1999-05-01,1999-05-31,\"Ann \"\"Ace\"\" B.\",,,,"
        "\"Cup, final\",,,W+R,,,,9x9,1,,\r\n"
        "c.zip,\"d,e.txt\",1,? \xE2\x80\x93 Inoue,1846-07-21,1846-07-21,1846-07-21,,,Inoue,,,,,,,,,,0,,"
        "date ?; white ??\r\n");
}

TEST(Csv, LineBreaksStayInTheirCell) {
    GameSketch game({9, 9});
    game.node().add("SO", "a\nb").black("cc");
    Writing writing(csv_table, {{"header", "false"}});
    writing.put(game.game()).finish();
    EXPECT_EQ(writing.text, ",,1,,,,,,,,,,,,,,,,9x9,1,\"a\nb\",\r\n");
}

TEST(Csv, QuestionMarksStandInTheirOwnColumn) {
    GameSketch game =
        card({{"Date", "1846"}, {"BRank", "3d?"}, {"WRank", "9D ??"}, {"Komi", "5.5 ?"}, {"Handicap", "?"}});
    Writing writing(csv_table, {{"header", "false"}});
    writing.put(game.game()).finish();
    EXPECT_NE(writing.text.find(",3d,"), std::string::npos) << writing.text;
    EXPECT_NE(writing.text.find(",9D,"), std::string::npos) << writing.text;
    EXPECT_NE(writing.text.find(",5.5,?,"), std::string::npos) << writing.text;
    EXPECT_NE(writing.text.find("black_rank ?; white_rank ??; komi ?\r\n"), std::string::npos) << writing.text;
}

}  // namespace
}  // namespace tengen::test
