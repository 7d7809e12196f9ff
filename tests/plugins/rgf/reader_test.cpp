#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "recordings.h"

namespace tengen::test {
namespace {

using diagnostics::Level;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(RgfReader, StampsBelongToWhatStandsBefore) {
    const Recording recording("(;FF[4]SZ[9];GS[];TS[1]B[aa]TS[1.50]AB[bb][cc]TS[2]C[x];N[y]TS[3])");
    EXPECT_EQ(items(recording.game()), "0: FF SZ | 1: GS | 2 @1: B@1.50 AB@2 C | 3: N@3");
    EXPECT_THAT(recording.on_streams(), IsEmpty());
    ASSERT_EQ(recording.game().columns().stream_count, 1u);
    EXPECT_EQ(recording.game().columns().streams[0].node, 1u);
}

TEST(RgfReader, OutsideOfStreamsStampsArePropertiesLikeOthers) {
    const Recording recording("(;FF[4]SZ[9](;GS[];TS[1]B[aa]TS[1])(;B[bb]TS[3]VT[N]RC[1]RP[CR:]))");
    EXPECT_EQ(items(recording.game()), "0: FF SZ | 1: GS | 2 @1: B@1 | 3: B TS VT RC RP");
    const Recording plain("(;FF[4]SZ[9];B[aa]TS[3])");
    EXPECT_EQ(items(plain.game()), "0: FF SZ | 1: B TS");
    EXPECT_EQ(plain.game().columns().node_stamps, nullptr);
    EXPECT_EQ(plain.game().text(plain.game().values(plain.game().find(1, "TS")).front()), "3");
}

TEST(RgfReader, AStreamMayBeginAtTheRoot) {
    const Recording recording("(;FF[4]SZ[9]TS[3]GS[]PB[Ann]TS[4];TS[1]B[aa]TS[1])");
    EXPECT_EQ(items(recording.game()), "0: FF SZ GS PB@4 | 1 @1: B@1");
    EXPECT_THAT(recording.on_streams(), ElementsAre(HasSubstr("rgf.stamped-root-property g0 n0 @15")));
}

// What is left of such a value is a text without an address.
TEST(RgfReader, ATimeOfNothingButControlBytesIsNone) {
    const Recording recording("(;FF[4]SZ[9];GS[];TS[\x01]B[aa]TS[\x01\x02])");
    EXPECT_EQ(items(recording.game()), "0: FF SZ | 1: GS | 2: B");
    EXPECT_THAT(recording.on_streams(), ElementsAre(HasSubstr("rgf.bad-time"), HasSubstr("rgf.bad-time")));
}

TEST(RgfReader, TimesThatAreNoneAreNamedAndDropped) {
    const Recording recording(
        "(;FF[4]SZ[9];GS[];C[a]TS[abc];C[a]TS[];C[a]TS[1e400];C[a]TS[-3];C[a]TS[-1];C[a]TS[1:x];C[a]TS[1:2])");
    EXPECT_EQ(items(recording.game()), "0: FF SZ | 1: GS | 2: C | 3: C | 4: C | 5: C | 6: C | 7: C | 8: C@1:2");
    EXPECT_THAT(recording.on_streams(),
                ElementsAre("rgf.bad-time g0 n2 @25", "rgf.bad-time g0 n3 @37", "rgf.bad-time g0 n4 @46",
                            "rgf.negative-time g0 n5 @60", "rgf.minus-one-time g0 n6 @71", "rgf.bad-time g0 n7 @82",
                            "rgf.later-revision g0 n8 @94"));
}

TEST(RgfReader, TheEndOfAllTimeIsReadOnlyWhereRepairsAreMade) {
    const std::string text = "(;FF[4]SZ[9];GS[];C[a]TS[-2])";
    EXPECT_EQ(items(Recording(text).game()), "0: FF SZ | 1: GS | 2: C@final");
    EXPECT_EQ(items(Recording(text, Level::strict).game()), "0: FF SZ | 1: GS | 2: C");
}

TEST(RgfReader, OfSeveralStampsTheLastCountsOfSeveralTimesTheFirst) {
    const Recording recording("(;FF[4]SZ[9];GS[];C[a]TS[1]TS[2];C[b]TS[3][4])");
    EXPECT_EQ(items(recording.game()), "0: FF SZ | 1: GS | 2: C@2 | 3: C@3");
    EXPECT_THAT(recording.on_streams(), ElementsAre("rgf.repeated-stamp g0 n2 @30", "rgf.several-times g0 n3 @40"));
}

TEST(RgfReader, TheNodeThatBeginsAStreamHasNoTime) {
    const Recording recording("(;FF[4]SZ[9];TS[1]GS[]TS[2]AN[x]TS[3])");
    EXPECT_EQ(items(recording.game()), "0: FF SZ | 1: GS AN@3");
    EXPECT_THAT(recording.on_streams(),
                ElementsAre(HasSubstr("rgf.stamped-stream-node"), HasSubstr("rgf.stamped-stream-node")));
}

TEST(RgfReader, TheLastGsAndItsFirstValueCount) {
    const Recording recording("(;FF[4]SZ[9](;GS[]GS[x.ogg][y.ogg])(;GS[a.ogg];GS[]B[aa]))");
    const Game game = recording.game();
    ASSERT_EQ(game.columns().stream_count, 2u);
    EXPECT_EQ(game.stored(game.columns().streams[0].source), "x.ogg");
    EXPECT_EQ(game.stored(game.columns().streams[1].source), "a.ogg");
    EXPECT_EQ(kind_of(game.values(game.first_property(1) + 1)[1]), ValueKind::raw);
    EXPECT_THAT(recording.on_streams(),
                ElementsAre(HasSubstr("rgf.repeated-stream"), HasSubstr("rgf.repeated-stream")));
}

TEST(RgfReader, ListsMayNameAPointAgainInAnotherProperty) {
    const Recording recording("(;FF[4]SZ[9];GS[];TR[aa]TS[1]TR[aa][bb]TS[2]TR[cc][cc]TS[3])");
    EXPECT_THAT(recording.found, ElementsAre(HasSubstr("value.dup-point g0 n2")));
    EXPECT_EQ(recording.game().values(recording.game().first_property(2) + 1).size(), 2u);
}

TEST(RgfReader, RemovalsKeepTheirEscapesTriggersAreTexts) {
    const Recording recording("(;FF[4]SZ[9];GS[];VT[sco\\]re]TS[1]RP[LB:aa:x\\,y]TS[2]RC[1]TS[3])");
    const Game game = recording.game();
    EXPECT_EQ(game.text(game.values(game.find(2, "VT")).front()), "sco]re");
    EXPECT_EQ(game.text(game.values(game.find(2, "RP")).front()), "LB:aa:x\\,y");
    EXPECT_EQ(game.text(game.values(game.find(2, "RC")).front()), "1");
}

TEST(RgfReader, SourcesAreJudgedByTheirTexts) {
    const Recording recording(
        "(;FF[4](;GS[])(;GS[talk.ogg])(;GS[HTTPS://x.org/a.ogg])(;GS[../a.ogg])(;GS[talk.ogg:audio]))");
    const tengen_game& game = recording.game().columns();
    ASSERT_EQ(game.stream_count, 5u);
    EXPECT_EQ(game.streams[0].source_kind, static_cast<std::uint32_t>(TENGEN_SOURCE_CLOCK));
    EXPECT_EQ(game.streams[1].source_kind, static_cast<std::uint32_t>(TENGEN_SOURCE_FILE));
    EXPECT_EQ(game.streams[2].source_kind, static_cast<std::uint32_t>(TENGEN_SOURCE_WEB));
    EXPECT_EQ(game.streams[3].source_kind, static_cast<std::uint32_t>(TENGEN_SOURCE_UNSAFE));
    EXPECT_EQ(game.streams[4].source_kind, static_cast<std::uint32_t>(TENGEN_SOURCE_FILE));
    ASSERT_EQ(game.streams[4].medium_count, 1u);
    EXPECT_EQ(recording.game().stored(game.media[0].type), "audio");
}

// ---- stream files of the later revision ----

TEST(RgfReader, AStreamWithoutARootGetsOne) {
    const Recording recording("(\n;TS[3]B[dd]TS[3:1];TS[4]W[pp]TS[4:1]\n(;TS[5]B[aa]TS[5])(;TS[6]B[bb]TS[6]))");
    EXPECT_EQ(items(recording.game()), "0: GS | 1 @3: B@3:1 | 2 @4: W@4:1 | 3 @5: B@5 | 4 @6: B@6");
    EXPECT_EQ(recording.game().columns().file_format, 4u);
    EXPECT_THAT(recording.found, ElementsAre("rgf.later-revision g0 n0 @0", "rgf.later-revision g0 n1 @16"));
    EXPECT_EQ(recording.game().source_offset_of_property(recording.game().find(1, "B")), 10u);
}

TEST(RgfReader, BareNodesAndSeveralTreesAreOneStream) {
    EXPECT_EQ(items(Recording(";TS[0]").game()), "0: GS | 1 @0:");
    EXPECT_EQ(items(Recording("\xEF\xBB\xBF;B[aa]TS[1](;W[bb])(;W[cc]TS[2])").game()),
              "0: GS | 1: B@1 | 2: W | 3: W@2");
    const Recording trees("(;TS[1]B[aa])(;TS[2]B[bb])");
    ASSERT_EQ(trees.size(), 1u);
    EXPECT_EQ(items(trees.game()), "0: GS | 1 @1: B | 2 @2: B");
    EXPECT_EQ(trees.game().parent(2), 0u);
}

TEST(RgfReader, ARootPropertyMakesItAPlainRecord) {
    const Recording recording("(;SZ[9]B[aa]TS[1])");
    EXPECT_EQ(recording.game().columns().stream_count, 0u);
    EXPECT_THAT(recording.on_streams(), IsEmpty());
}

TEST(RgfReader, StreamFilesTakeTheirPlace) {
    const std::string record = "(;FF[4]SZ[9](;GS[talk.rgf:30]MS[talk.ogg:audio][full.ogv:video]PB[Ann])(;B[aa]))";
    const Recording recording(record, Level::lenient, {{"talk.rgf", "(;TS[1]B[dd]TS[1:1](;TS[2]C[x]TS[2])(;TS[3]))"}});
    const Game game = recording.game();
    EXPECT_EQ(items(game), "0: FF SZ | 1: GS MS PB | 2 @1: B@1:1 | 3 @2: C@2 | 4 @3: | 5: B");
    EXPECT_EQ(game.parent(5), 0u);
    EXPECT_EQ(game.next_sibling(1), 5u);
    ASSERT_EQ(game.columns().stream_count, 1u);
    EXPECT_EQ(game.stored(game.columns().streams[0].duration), "30");
    EXPECT_EQ(game.columns().streams[0].medium_count, 2u);
    EXPECT_EQ(game.text(game.values(game.find(3, "C")).front()), "x");
}

TEST(RgfReader, WithoutItsFileAStreamStaysAsItIsWritten) {
    const std::string record = "(;FF[4]SZ[9](;GS[talk.rgf:30]MS[talk.ogg:audio])(;B[aa]))";
    Recording recording(record);
    EXPECT_THAT(recording.on_streams(),
                ElementsAre(HasSubstr("rgf.later-revision"), HasSubstr("rgf.stream-file-missing"),
                            HasSubstr("rgf.later-revision")));
    EXPECT_EQ(kind_of(recording.game().values(recording.game().find(1, "GS")).front()), ValueKind::raw);
    EXPECT_EQ(recording.written(), record);
    Recording unsafe("(;FF[4]SZ[9];GS[../talk.rgf:30])", Level::lenient, {{"../talk.rgf", ";TS[0]"}});
    EXPECT_THAT(unsafe.on_streams(), testing::Contains(HasSubstr("rgf.stream-file-missing")));
}

}  // namespace
}  // namespace tengen::test
