#include "passes/completeness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "passes/pass_harness.h"

namespace tengen::test {
namespace {

using passes::CompletenessPass;
using passes::CompletenessProfile;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Completeness, NamesWhatALibraryMisses) {
    CompletenessPass pass(CompletenessProfile::library);
    GameSketch game;
    game.node().add("PB", "Ann").add("PC", "Leiden");
    EXPECT_THAT(run_pass(pass, game).messages,
                ElementsAre("the record does not state the date", "the record does not state the name of White",
                            "the record does not state the result", "the record does not state a source"));
}

TEST(Completeness, UnknownAndEmptyStatementsCount) {
    CompletenessPass pass(CompletenessProfile::library);
    GameSketch game;
    game.node().add("PB", "Ann").add("PW", "?").add("EV", "").add("RE", "?").add("DT", "1999").add("SO", "x");
    EXPECT_THAT(run_pass(pass, game).messages, IsEmpty());
}

TEST(Completeness, AGameNobodyCanFindIsNamedOnce) {
    GameSketch game;
    game.node().add("KM", "5.5").black("cc");
    for (const CompletenessProfile profile : {CompletenessProfile::library, CompletenessProfile::landman}) {
        CompletenessPass pass(profile);
        EXPECT_THAT(run_pass(pass, game).found, ElementsAre("library.unidentified 0@10"));
    }
}

TEST(Completeness, CardsNeedADateAndASource) {
    CompletenessPass pass(CompletenessProfile::landman);
    GameSketch game;
    game.node().add("PB", "Ann");
    EXPECT_THAT(run_pass(pass, game).found, ElementsAre("library.missing-field 0@10", "library.missing-field 0@10"));
}

TEST(Completeness, TheRootOfSgf) {
    CompletenessPass pass(CompletenessProfile::sgf_min);
    GameSketch game;
    game.node().add("FF", "4").add("GM", "1");
    EXPECT_THAT(
        run_pass(pass, game).messages,
        ElementsAre("the record does not state SZ", "the record does not state CA", "the record does not state AP"));
}

TEST(Completeness, ProfilesHaveNames) {
    EXPECT_EQ(passes::find_completeness_profile("sgf-min"), CompletenessProfile::sgf_min);
    EXPECT_EQ(passes::find_completeness_profile("SGF"), std::nullopt);
}

}  // namespace
}  // namespace tengen::test
