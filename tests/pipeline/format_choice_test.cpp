#include "pipeline/format_choice.h"

#include <string>

#include <gtest/gtest.h>

#include "pipeline/pipeline_fixture.h"

namespace tengen::pipeline {
namespace {

std::string choice_of(std::string_view bytes, std::string_view name) {
    static plugins::Registry registry = built_plugins();
    const FormatChoice choice = choose_format(registry, bytes, name, {});
    std::string text = choice.format;
    for (const FormatFinding& finding : choice.findings) {
        text += " " + finding.id;
    }
    return text;
}

const std::string long_game = "(;FF[4]GM[1]SZ[19]C[" + std::string(10'000, 'x') + "];B[aa])";

TEST(FormatChoice, ARecordingIsOneWhereverItBegins) {
    EXPECT_EQ(choice_of("(;FF[4];GS[])", "a.rgf"), "rgf");
    EXPECT_EQ(choice_of("(;FF[4];GS[])", "a.sgf"), "rgf format.extension-mismatch");
    EXPECT_EQ(choice_of(long_game, "a.sgf"), "sgf");
    EXPECT_EQ(choice_of(long_game + "(;FF[4];GS[])", "a.sgf"), "rgf format.extension-mismatch");
    EXPECT_EQ(choice_of(long_game + "(;FF[4];GS \n[])", "a"), "rgf");
}

TEST(FormatChoice, WhoOnlySpeaksOfStreamsIsNone) {
    EXPECT_EQ(choice_of(long_game + "(;FF[4]C[A stream begins with GS[\\].])", "a.sgf"), "sgf");
    EXPECT_EQ(choice_of(long_game + "(;FF[4]AGS[x])", "a.sgf"), "sgf");
    EXPECT_EQ(choice_of(long_game + "(;FF[4]C[GS])", "a.sgf"), "sgf");
}

TEST(FormatChoice, MainFilesOfTheLaterRevisionAreCalledSgf) {
    EXPECT_EQ(choice_of("(;FF[4];GS[talk.rgf:30])", "a.sgf"), "rgf");
    EXPECT_EQ(choice_of("(;FF[4];GS[Talk.RGF])", "a.sgf"), "rgf");
    EXPECT_EQ(choice_of(long_game + "(;FF[4];GS[talk.rgf:30])", "a.sgf"), "rgf");
    EXPECT_EQ(choice_of("(;FF[4];GS[talk.ogg:30])", "a.sgf"), "rgf format.extension-mismatch");
    EXPECT_EQ(choice_of("(;FF[4];GS[talk.rgf:30])", "a.json"), "rgf format.extension-mismatch");
}

}  // namespace
}  // namespace tengen::pipeline
