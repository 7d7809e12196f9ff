#include "pipeline/format_choice.h"

#include <string>

#include <gtest/gtest.h>

#include "pipeline/pipeline_fixture.h"

namespace tengen::pipeline {
namespace {

std::string choice_of(std::string_view text, std::string_view name, bool is_main_member = false) {
    static plugins::Registry registry = built_plugins();
    io::Bytes bytes = io::Bytes::copy_of(text);
    const FormatChoice choice = choose_format(registry, bytes, name, {}, is_main_member);
    std::string said = choice.format;
    for (const FormatFinding& finding : choice.findings) {
        said += " " + finding.id;
    }
    return said;
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

TEST(FormatChoice, MainFilesOfContainersMayBeCalledSgf) {
    EXPECT_EQ(choice_of("(;FF[4];GS[])", "a.sgf", true), "rgf");
    EXPECT_EQ(choice_of("(;FF[4];GS[])", "a.json", true), "rgf format.extension-mismatch");
    EXPECT_EQ(choice_of("(;FF[4])", "a.sgf", true), "sgf");
}

TEST(FormatChoice, ABigFileIsSearchedInPieces) {
    // The name stands across the border of two pieces.
    for (const std::size_t before : {2U, 1U, 0U}) {
        std::string text = "(;FF[4]GM[1]SZ[19]C[";
        text += std::string((std::size_t{1} << 24) - text.size() - 4 - before, 'x') + "])(;GS[])";
        ASSERT_EQ(text.find("GS"), (std::size_t{1} << 24) - before);
        EXPECT_EQ(choice_of(text, "a"), "rgf") << before;
    }
}

}  // namespace
}  // namespace tengen::pipeline
