#include "pipeline/game_output.h"

#include <memory>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/configuration_error.h"
#include "pipeline/pipeline_fixture.h"
#include "support/game_sketch.h"

namespace tengen::pipeline {
namespace {

using diagnostics::LossKind;
using testing::HasSubstr;

TEST(Exceeds, TableOfKindsAndPolicies) {
    const struct {
        LossKind kind;
        AllowedLoss least;  // the policy that lets it pass, and all looser ones
    } rows[] = {
        {LossKind::reordered, AllowedLoss::normalised},
        {LossKind::normalised, AllowedLoss::normalised},
        {LossKind::demoted, AllowedLoss::demoted},
        {LossKind::approximated, AllowedLoss::demoted},
        {LossKind::defaulted, AllowedLoss::demoted},
        {LossKind::derived, AllowedLoss::demoted},
        {LossKind::lost, AllowedLoss::all},
        {LossKind::unsafe_removed, AllowedLoss::all},
    };
    for (const auto& row : rows) {
        for (const AllowedLoss policy :
             {AllowedLoss::none, AllowedLoss::normalised, AllowedLoss::demoted, AllowedLoss::all}) {
            EXPECT_EQ(exceeds(row.kind, policy), policy < row.least)
                << diagnostics::to_text(row.kind) << " with " << static_cast<int>(policy);
        }
    }
}

TEST(DefaultAllowedLoss, ByLevel) {
    EXPECT_TRUE(exceeds(LossKind::lost, default_allowed_loss(diagnostics::Level::strict)));
    EXPECT_FALSE(exceeds(LossKind::demoted, default_allowed_loss(diagnostics::Level::strict)));
    EXPECT_EQ(default_allowed_loss(diagnostics::Level::lenient), AllowedLoss::all);
    EXPECT_EQ(default_allowed_loss(diagnostics::Level::archive), AllowedLoss::all);
}

struct Kept {
    std::string text;
    bool complete = false;
    bool destroyed = false;
};
class KeepingSink final : public io::Sink {
public:
    explicit KeepingSink(Kept& kept) : kept_(kept) {}
    ~KeepingSink() override { kept_.destroyed = true; }
    void write(std::string_view bytes) override { kept_.text += bytes; }
    void commit() override { kept_.complete = true; }

private:
    Kept& kept_;
};

class GameOutputTest : public testing::Test {
protected:
    GameOutputTest() {
        good_.node().add("FF", "4").add("GM", "1").add("SZ", "9");
        good_.black("ee");
        // SGF has no place for a move that is none.
        bad_.node().add("FF", "4").add("GM", "1").add("SZ", "9");
        bad_.node().add("B", "!e5");
        foreign_.node().add("PB", "\xE6\x9E\xA6");
        foreign_.black("ee");
    }

    GameOutput& open(const char* format = "sgf") {
        output_.emplace(registry_.find_writer(format).value(), charsets_, policy_, settings_, report_,
                        std::make_unique<KeepingSink>(kept_), "out." + std::string(format));
        return *output_;
    }

    bool put(test::GameSketch& sketch, std::uint32_t index) {
        const ReadGame game{sketch.game(), index, false, {}, "sgf", &summary_};
        return output_->put(game, "in.sgf");
    }

    plugins::Registry registry_ = built_plugins();
    plugins::CharsetServices charsets_;
    diagnostics::Policy policy_;
    OutputSettings settings_;
    Recorder report_;
    Kept kept_;
    std::optional<GameOutput> output_;
    diagnostics::InputSummary summary_;
    test::GameSketch good_;
    test::GameSketch bad_;
    test::GameSketch foreign_;
};

TEST_F(GameOutputTest, AppearsWhenComplete) {
    GameOutput& output = open();
    EXPECT_TRUE(put(good_, 0));
    EXPECT_TRUE(put(good_, 1));
    EXPECT_FALSE(kept_.complete);
    EXPECT_TRUE(output.finish());
    EXPECT_TRUE(kept_.complete);
    EXPECT_EQ(output.games(), 2U);
    EXPECT_FALSE(output.exceeded_losses());
    EXPECT_FALSE(output.failed());
    EXPECT_THAT(kept_.text, HasSubstr("B[ee]"));
    EXPECT_EQ(summary_.losses, 0U);
}

TEST_F(GameOutputTest, WithoutFinishNothingAppears) {
    open();
    EXPECT_TRUE(put(good_, 0));
    output_.reset();
    EXPECT_TRUE(kept_.destroyed);
    EXPECT_FALSE(kept_.complete);
}

TEST_F(GameOutputTest, AllowedLossesAreReportedAndCounted) {
    settings_.allowed_loss = AllowedLoss::all;
    GameOutput& output = open();
    EXPECT_TRUE(put(bad_, 3));
    EXPECT_TRUE(output.finish());
    const diagnostics::Diagnostic* loss = report_.find("loss.invalid-value");
    ASSERT_NE(loss, nullptr);
    ASSERT_TRUE(loss->loss.has_value());
    EXPECT_EQ(loss->game, 3U);
    EXPECT_EQ(loss->node, 1U);
    EXPECT_EQ(loss->input, "in.sgf");
    EXPECT_EQ(summary_.losses, 1U);
    EXPECT_EQ(summary_.warnings, 1U);
}

TEST_F(GameOutputTest, TooMuchLostAndTheOutputDoesNotAppear) {
    settings_.allowed_loss = AllowedLoss::none;
    GameOutput& output = open();
    EXPECT_TRUE(put(good_, 0));
    EXPECT_TRUE(put(bad_, 1)) << "its losses are still told";
    EXPECT_FALSE(output.finish());
    EXPECT_FALSE(kept_.complete);
    EXPECT_TRUE(kept_.destroyed);
    EXPECT_TRUE(output.exceeded_losses());
    EXPECT_FALSE(output.failed());
}

TEST_F(GameOutputTest, OrTheGameIsLeftOut) {
    settings_.allowed_loss = AllowedLoss::none;
    settings_.on_excess = OnExcess::refuse_game;
    GameOutput& output = open();
    EXPECT_TRUE(put(good_, 0));
    EXPECT_FALSE(put(bad_, 1));
    EXPECT_TRUE(put(good_, 2));
    EXPECT_TRUE(output.finish());
    EXPECT_TRUE(kept_.complete);
    EXPECT_EQ(output.games(), 2U);
    EXPECT_TRUE(output.exceeded_losses()) << "the run is to end with the code for losses";
    EXPECT_EQ(kept_.text.find("e5"), std::string::npos);
}

TEST_F(GameOutputTest, ALossThatCountsAsAnErrorRefusesTheGame) {
    policy_ = diagnostics::Policy(diagnostics::Level::strict, diagnostics::FixMode::automatic, true);
    settings_.allowed_loss = AllowedLoss::all;
    GameOutput& output = open();
    EXPECT_TRUE(put(good_, 0));
    EXPECT_FALSE(put(bad_, 1));
    EXPECT_EQ(summary_.errors, 1U);
    EXPECT_TRUE(output.finish());
    EXPECT_EQ(output.games(), 1U);
    EXPECT_FALSE(output.exceeded_losses());
}

TEST_F(GameOutputTest, AFatalFindingOfTheWriter) {
    settings_.writer_options = {{"charset", "ISO-8859-1"}};
    GameOutput& output = open();
    EXPECT_TRUE(put(good_, 0));
    static_cast<void>(put(foreign_, 1));
    EXPECT_TRUE(output.failed());
    EXPECT_FALSE(output.finish());
    EXPECT_FALSE(kept_.complete);
    const diagnostics::Diagnostic* fatal = report_.find("charset.unencodable");
    ASSERT_NE(fatal, nullptr);
    EXPECT_EQ(fatal->game, 1U);
    EXPECT_EQ(summary_.fatal, 1U);
}

TEST_F(GameOutputTest, AnOptionThatTheWriterRefuses) {
    settings_.writer_options = {{"charset", "no such charset"}};
    EXPECT_THROW(open(), ConfigurationError);
    settings_.writer_options = {{"no-such-option", "1"}};
    EXPECT_THROW(open(), ConfigurationError);
}

TEST_F(GameOutputTest, BoardsOnlyWhenWanted) {
    open("json");
    EXPECT_TRUE(put(good_, 0));
    EXPECT_TRUE(output_->finish());
    const std::string without = kept_.text;
    kept_ = {};
    settings_.positions = true;
    open("json");
    EXPECT_TRUE(put(good_, 0));
    EXPECT_TRUE(output_->finish());
    EXPECT_GT(kept_.text.size(), without.size());
}

}  // namespace
}  // namespace tengen::pipeline
