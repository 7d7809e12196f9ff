#include "catalogue/fingerprint.h"

#include <functional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "plugins/catalogue/written.h"

namespace tengen::test {
namespace {

TEST(Fingerprint, TellsRecordsApart) {
    const std::vector<std::function<void(GameSketch&)>> makers{
        [](GameSketch& g) { g.node().add("PB", "Ann"); },
        [](GameSketch& g) { g.node().add("PB", "Anna"); },
        [](GameSketch& g) { g.node().add("PW", "Ann"); },
        [](GameSketch& g) { g.node().add("PB", "Ann").black("cc"); },
        [](GameSketch& g) { g.node().add("PB", "Ann").black("cd"); },
        [](GameSketch& g) { g.node().add("PB", "Ann").white("cc"); },
        [](GameSketch& g) { g.node().add("PB", "Ann").black(""); },
        [](GameSketch& g) { g.node().add("PB", "Ann").black("cc").white("dd").black("ee"); },
        [](GameSketch& g) { g.node().add("PB", "Ann").black("cc").white("dd").node(1).add("B", "ee"); },
        [](GameSketch& g) { g.node().add("PB", "Ann").add("XLONGNAME", "a"); },
        [](GameSketch& g) { g.node().add("PB", "Ann").add("XLONGNAMF", "a"); },
        [](GameSketch& g) { g.node().add("PB", "Ann").add("LB", "aa:x"); },
        [](GameSketch& g) { g.node().add("PB", "Ann").add("LB", "aa:y"); },
        [](GameSketch& g) {
            g.node().add("PB", {"Ann", "a"});
        },
    };
    std::set<catalogue::Fingerprint> seen;
    for (const auto& make : makers) {
        GameSketch one;
        GameSketch other;
        make(one);
        make(other);
        const catalogue::Fingerprint fingerprint = catalogue::fingerprint_of(one.game());
        EXPECT_EQ(fingerprint, catalogue::fingerprint_of(other.game()));
        EXPECT_TRUE(seen.insert(fingerprint).second);
    }
}

}  // namespace
}  // namespace tengen::test
