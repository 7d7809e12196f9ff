#include "diagnostics/policy.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace tengen::diagnostics {
namespace {

constexpr Level levels[] = {Level::strict, Level::lenient, Level::archive};
constexpr FixMode modes[] = {FixMode::automatic, FixMode::none, FixMode::safe, FixMode::guess};

// What --fix and the level decide for one kind of entry: strict × modes, lenient × modes.
struct Expected {
    bool strict[4];
    bool lenient[4];
};

void expect_fixes(std::string_view id, const Expected& expected) {
    ASSERT_NE(find(id), nullptr) << id;
    for (std::size_t i = 0; i < 4; ++i) {
        SCOPED_TRACE(std::string(id) + " with --fix " + std::string(to_text(modes[i])));
        EXPECT_EQ(Policy(Level::strict, modes[i]).applies_fix(id), expected.strict[i]);
        EXPECT_EQ(Policy(Level::lenient, modes[i]).applies_fix(id), expected.lenient[i]);
        EXPECT_EQ(Policy(Level::archive, modes[i]).applies_fix(id), expected.lenient[i]);
    }
}

TEST(Policy, TakesSeveritiesFromTheCatalogue) {
    for (const Level level : levels) {
        const Policy policy(level);
        for (const CatalogueEntry& entry : catalogue()) {
            EXPECT_EQ(policy.severity(entry.id), entry.severity(level)) << entry.id;
        }
    }
}

TEST(Policy, IsStrictByDefault) {
    const Policy policy;
    EXPECT_EQ(policy.level(), Level::strict);
    EXPECT_EQ(policy.fix_mode(), FixMode::automatic);
    EXPECT_FALSE(policy.werror());
}

TEST(Policy, AppliesFixesByClassLevelAndMode) {
    //                                  strict: automatic none safe guess   lenient: automatic none safe guess
    expect_fixes("value.bad-real", {{false, false, false, false}, {true, false, true, true}});          // safe, warning
    expect_fixes("info.result-long-form", {{false, false, false, false}, {false, false, true, true}});  // safe, info
    expect_fixes("node.move-in-root", {{false, false, false, false}, {false, false, false, true}});     // guess, info
    expect_fixes("info.komi-suspect", {{false, false, false, false}, {false, false, false, true}});  // guess, warning
    expect_fixes("node.two-moves", {{true, true, true, true}, {true, true, true, true}});            // writing:
    expect_fixes("value.empty-text", {{true, true, true, true}, {true, true, true, true}});          // writing SGF:
    expect_fixes("charset.superset", {{true, true, true, true}, {true, true, true, true}});          // reading:
    expect_fixes("rgf.setup-cancelled", {{true, true, true, true}, {true, true, true, true}});       // play-back:
    expect_fixes("value.bad-move", {{false, false, false, false}, {false, false, false, false}});    // none
}

TEST(Policy, StrictChangesNothingButWhatHappensAnyway) {
    for (const FixMode mode : modes) {
        const Policy policy(Level::strict, mode);
        for (const CatalogueEntry& entry : catalogue()) {
            EXPECT_EQ(policy.applies_fix(entry.id), entry.happens_anyway()) << entry.id;
        }
    }
}

TEST(Policy, NeverFixesWhatItDoesNotKnow) {
    EXPECT_FALSE(Policy(Level::archive, FixMode::guess).applies_fix("other.finding"));
}

TEST(Policy, OverridesOneSeverity) {
    Policy policy(Level::lenient);
    EXPECT_FALSE(policy.override_severity("go.ko", Severity::info));
    EXPECT_FALSE(policy.override_severity("value.bad-move=error"));
    EXPECT_FALSE(policy.override_severity("sgf.text-after=off"));
    EXPECT_EQ(policy.severity("go.ko"), Severity::info);
    EXPECT_EQ(policy.severity("value.bad-move"), Severity::error);
    EXPECT_EQ(policy.severity("sgf.text-after"), Severity::off);
    EXPECT_EQ(policy.severity("go.superko"), Severity::warning);
    EXPECT_FALSE(policy.override_severity("go.ko=warning"));
    EXPECT_EQ(policy.severity("go.ko"), Severity::warning);
}

TEST(Policy, SilencingAReportDoesNotChangeTheOutput) {
    Policy policy(Level::lenient);
    EXPECT_FALSE(policy.override_severity("value.bad-real=off"));
    EXPECT_FALSE(policy.override_severity("info.result-long-form=warning"));
    EXPECT_TRUE(policy.applies_fix("value.bad-real"));
    EXPECT_FALSE(policy.applies_fix("info.result-long-form"));
}

TEST(Policy, RefusesWrongOverridesAndChangesNothing) {
    Policy policy;
    const auto expect_refused = [&](std::string_view assignment, PolicyError::Reason reason, std::string_view message,
                                    std::string_view nearest) {
        const std::optional<PolicyError> error = policy.override_severity(assignment);
        ASSERT_TRUE(error) << assignment;
        EXPECT_EQ(error->reason, reason);
        EXPECT_EQ(error->message, message);
        EXPECT_EQ(error->nearest, nearest);
    };
    using Reason = PolicyError::Reason;
    expect_refused("go.ko", Reason::syntax, "\"go.ko\" is not of the form ID=error, ID=warning, ID=info or ID=off", "");
    expect_refused("go.supreko=off", Reason::unknown_id,
                   "no diagnostic is called \"go.supreko\"; did you mean go.superko?", "go.superko");
    expect_refused("qqqqqqqqq=off", Reason::unknown_id, "no diagnostic is called \"qqqqqqqqq\"", "");
    expect_refused("go.ko=warnign", Reason::unknown_severity,
                   "\"warnign\" is no severity; use error, warning, info or off", "warning");
    expect_refused("go.ko=fatal", Reason::fatal, "go.ko cannot be made fatal; use error, warning, info or off", "");
    expect_refused("sgf.too-deep=off", Reason::fatal,
                   "sgf.too-deep is fatal, which cannot be changed: nothing can be read or written after it", "");
    expect_refused("", Reason::syntax, "\"\" is not of the form ID=error, ID=warning, ID=info or ID=off", "");
    EXPECT_EQ(policy.severity("go.ko"), Severity::error);
    EXPECT_EQ(policy.severity("sgf.too-deep"), Severity::fatal);
}

TEST(Policy, WerrorRaisesWarningsOnly) {
    Policy policy(Level::lenient, FixMode::automatic, true);
    EXPECT_EQ(policy.severity("value.bad-move"), Severity::error);
    EXPECT_EQ(policy.severity("value.pass-as-tt"), Severity::info);
    EXPECT_EQ(policy.severity("charset.suspect-default"), Severity::off);
    EXPECT_EQ(policy.severity("sgf.too-deep"), Severity::fatal);
    EXPECT_FALSE(policy.override_severity("value.pass-as-tt=warning"));
    EXPECT_EQ(policy.severity("value.pass-as-tt"), Severity::error);
    EXPECT_FALSE(policy.override_severity("value.bad-move=info"));
    EXPECT_EQ(policy.severity("value.bad-move"), Severity::info);
    // The fix belongs to the finding, not to how loudly it is reported.
    EXPECT_TRUE(policy.applies_fix("value.bad-real"));
}

TEST(Policy, WeighsUnknownIdsByTheirDefault) {
    EXPECT_EQ(Policy(Level::strict).severity("other.finding", Severity::error), Severity::error);
    EXPECT_EQ(Policy(Level::lenient).severity("other.finding", Severity::error), Severity::error);
    EXPECT_EQ(Policy(Level::archive).severity("other.finding", Severity::error), Severity::warning);
    EXPECT_EQ(Policy(Level::archive).severity("other.finding", Severity::fatal), Severity::fatal);
    EXPECT_EQ(Policy(Level::archive, FixMode::automatic, true).severity("other.finding", Severity::error),
              Severity::error);
    EXPECT_EQ(Policy(Level::strict, FixMode::automatic, true).severity("other.finding", Severity::info),
              Severity::info);
    EXPECT_EQ(Policy().severity("other.finding"), Severity::warning);
}

TEST(Policy, NamesOfFixModesComeBack) {
    for (const FixMode mode : modes) {
        EXPECT_EQ(parse_fix_mode(to_text(mode)), mode);
    }
    EXPECT_EQ(parse_fix_mode("all"), std::nullopt);
}

}  // namespace
}  // namespace tengen::diagnostics
