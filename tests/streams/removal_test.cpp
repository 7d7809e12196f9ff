#include "streams/removal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tengen::streams {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Removal, NamesANodeOrAProperty) {
    EXPECT_EQ(parse_removal("", true).property, "");
    EXPECT_EQ(parse_removal(":", true).property, "");
    EXPECT_EQ(parse_removal("CR", true).property, "CR");
    EXPECT_EQ(parse_removal(" CR :", true).property, "CR");
    EXPECT_THAT(parse_removal("CR:", true).entries, IsEmpty());
}

TEST(Removal, SplitsEntriesAtCommasThatAreNotEscaped) {
    EXPECT_THAT(parse_removal("TR:aa,cc", true).entries, ElementsAre("aa", "cc"));
    EXPECT_THAT(parse_removal("LB:aa:x\\,y", true).entries, ElementsAre("aa:x,y"));
    EXPECT_THAT(parse_removal("LB:aa:x\\\\,bb", true).entries, ElementsAre("aa:x\\", "bb"));
    EXPECT_THAT(parse_removal("LB:aa:x\\,y", false).entries, ElementsAre("aa:x\\", "y"));
    EXPECT_THAT(parse_removal("TR:aa,", true).entries, ElementsAre("aa", ""));
}

TEST(Removal, ReadsACommaForTheColon) {
    const Removal removal = parse_removal("AB,pp,qq", true);
    EXPECT_TRUE(removal.has_comma_for_colon);
    EXPECT_EQ(removal.property, "AB");
    EXPECT_THAT(removal.entries, ElementsAre("pp", "qq"));
    EXPECT_FALSE(parse_removal("AB:pp", true).has_comma_for_colon);
}

TEST(Removal, LosesBrokenLinesAndALastBackslash) {
    EXPECT_THAT(parse_removal("LB:aa:x\\\r\ny", true).entries, ElementsAre("aa:xy"));
    EXPECT_THAT(parse_removal("LB:aa:x\\", true).entries, ElementsAre("aa:x"));
}

}  // namespace
}  // namespace tengen::streams
