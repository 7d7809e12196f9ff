#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "recordings.h"

namespace tengen::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(RgfWriter, WritesWhatWasReadItemByItem) {
    for (const std::string text :
         {"(;FF[4]SZ[9];GS[];TS[.5]B[aa]TS[0.50];TS[1e1]W[bb]TS[10.];TS[+11]B[cc]TS[11])",
          "(;FF[4]SZ[9](;GS[]AN[x];C[a]TS[1]C[b]TS[2]RP[C:]TS[3]RC[1]TS[4]VT[score]TS[5])(;B[bb](;W[cc])(;W[dd])))",
          "(;FF[4]SZ[9]GS[talk.ogg];AB[aa][bb]TS[1]AE[aa]TS[2]RP[LB:aa:x\\,y]TS[3]ZZ[a\\]b]TS[4])",
          "(;FF[4]SZ[9];GS[];C[a]TS[-2])", "(;FF[4]SZ[9];B[aa]TS[3])"}) {
        Recording recording(text);
        EXPECT_EQ(recording.written(), text);
        EXPECT_THAT(recording.losses, IsEmpty()) << text;
    }
}

TEST(RgfWriter, PutsTheFormatFirstIfItIsMissing) {
    Recording recording("(;SZ[9];GS[];TS[1]B[aa]TS[1])");
    EXPECT_EQ(recording.written(), "(;FF[4]SZ[9];GS[];TS[1]B[aa]TS[1])");
}

TEST(RgfWriter, ItemsWithoutATimeMoveToTheFront) {
    Recording recording("(;FF[4]SZ[9];GS[];C[late]TS[4]N[early]DM[1]TS[5];TS[1]C[x]TS[2]N[y])");
    EXPECT_EQ(recording.written(), "(;FF[4]SZ[9];GS[];N[early]C[late]TS[4]DM[1]TS[5];TS[1]C[x]TS[2]N[y])");
    EXPECT_THAT(recording.losses, ElementsAre("loss.item-order x1"));
}

TEST(RgfWriter, TheStampOfWhatIsLeftOutGoesWithIt) {
    Recording recording("(;FF[4]SZ[9];GS[];TS[1]C[a]TS[1]MN[x]TS[2];TR[zz]TS[3]C[b]TS[4];MN[x]TS[5]MN[x])");
    EXPECT_EQ(recording.written(), "(;FF[4]SZ[9];GS[];TS[1]C[a]TS[1];C[b]TS[4];)");
    EXPECT_THAT(recording.losses, ElementsAre("loss.invalid-value x1", "loss.invalid-value x1", "loss.invalid-value x1",
                                              "loss.invalid-value x1"));
}

TEST(RgfWriter, CountersOfStampsAreLost) {
    Recording recording("(;TS[3]B[dd]TS[3:1];TS[4:2]W[pp]TS[4:3])");
    EXPECT_EQ(recording.written(), "(;FF[4]GS[];TS[3]B[dd]TS[3];TS[4]W[pp]TS[4])");
    EXPECT_THAT(recording.losses, ElementsAre("loss.stamp-counter x3"));
}

TEST(RgfWriter, AStreamHasOneSource) {
    Recording recording("(;FF[4]SZ[9];GS[talk.rgf:30]MS[http://x.org/a:video][talk.ogg:audio][b.ogg:audio])",
                        diagnostics::Level::lenient, {{"talk.rgf", ";TS[1]B[aa]TS[1]"}});
    EXPECT_EQ(recording.written(), "(;FF[4]SZ[9];GS[talk.ogg];TS[1]B[aa]TS[1])");
    // Two media, the type of the third, the name and duration of the stream file.
    EXPECT_THAT(recording.losses, ElementsAre("loss.media-source x1", "loss.media-source x1", "loss.media-source x1",
                                              "loss.media-source x1"));
}

TEST(RgfWriter, AStreamFileThatWasTakenInIsNotNamedAgain) {
    const std::map<std::string, std::string, std::less<>> beside{{"talk.rgf", ";TS[1]B[aa]TS[1]"}};
    Recording recording("(;FF[4]SZ[9];GS[talk.rgf:30])", diagnostics::Level::lenient, beside);
    const std::string once = recording.written();
    EXPECT_EQ(once, "(;FF[4]SZ[9];GS[];TS[1]B[aa]TS[1])");
    EXPECT_THAT(recording.losses, ElementsAre("loss.media-source x1"));
    EXPECT_EQ(Recording(once, diagnostics::Level::lenient, beside).written(), once);
    Recording missing("(;FF[4]SZ[9];GS[talk.rgf:30])");
    EXPECT_EQ(missing.written(), "(;FF[4]SZ[9];GS[talk.rgf:30])");
    EXPECT_THAT(missing.losses, IsEmpty());
}

TEST(RgfWriter, TheSourceOfGsStaysBeforeAListOfMedia) {
    struct Case {
        std::string read;
        std::string written;
        std::vector<std::string> losses;
    };
    const std::string lost = "loss.media-source x1";
    for (const Case& test :
         {Case{"GS[a.ogg]MS[x.ogg]", "GS[a.ogg]", {lost}},
          Case{"MS[x.ogg:audio][y.ogg]GS[a.ogg]", "GS[a.ogg]", {lost, lost}},
          Case{"GS[a.ogg]MS[a.ogg:audio]", "GS[a.ogg]", {lost}},
          Case{"GS[a\\:b.ogg:30]MS[x]", "GS[a:b.ogg:30]", {lost}},
          Case{"GS[http://x.org/a:video]MS[a.ogg]", "GS[a.ogg]", {lost}}, Case{"GS[]MS[x.ogg]", "GS[x.ogg]", {}}}) {
        Recording recording("(;FF[4]SZ[9];" + test.read + ";TS[1]B[aa]TS[1])");
        EXPECT_EQ(recording.written(), "(;FF[4]SZ[9];" + test.written + ";TS[1]B[aa]TS[1])");
        EXPECT_EQ(recording.losses, test.losses) << test.read;
    }
}

TEST(RgfWriter, WritingIsAFixedPoint) {
    Recording first("(\n;TS[3]   B[dd]TS[3:1] (;TS[9] B[qd]TS[9:1] C[too slow]TS[12])(;TS[21]B[dp]TS[21]))");
    const std::string once = first.written();
    Recording second(once);
    EXPECT_EQ(second.written(), once);
    EXPECT_THAT(second.losses, IsEmpty());
    EXPECT_THAT(second.on_streams(), IsEmpty());
}

}  // namespace
}  // namespace tengen::test
