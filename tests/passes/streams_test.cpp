#include "passes/streams.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "passes/pass_harness.h"
#include "streams/stream_sketch.h"

namespace tengen::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Findings as "id node"; only files that are named here exist.
class Listener final : public passes::Context {
public:
    explicit Listener(std::set<std::string, std::less<>> files) : files_(std::move(files)) {}
    [[nodiscard]] bool has_file(std::string_view name) override { return files_.contains(name); }
    std::vector<std::string> found;

protected:
    std::uint32_t report(const passes::Finding& finding) override {
        found.push_back(std::string(finding.id) + (finding.node ? " " + std::to_string(*finding.node) : ""));
        return TENGEN_APPLY_FIX;
    }

private:
    std::set<std::string, std::less<>> files_;
};

std::vector<std::string> judged(Game game, std::set<std::string, std::less<>> files = {}) {
    Listener listener(std::move(files));
    passes::StreamsPass pass(true);
    passes::GameEditor editor;
    editor.begin(game);
    pass.run(game, listener, editor);
    EXPECT_FALSE(editor.is_changed());
    return listener.found;
}

TEST(StreamsPass, AGoodRecordingHasNothingToSay) {
    StreamSketch sketch;
    sketch.node();
    sketch.node().begin_stream();
    sketch.node("1").put("B", "aa", "1").put("C", "x", "2").put("VT", "ENDED", "9");
    sketch.node("3").put("W", "bb", "3");
    EXPECT_THAT(judged(sketch.game()), IsEmpty());
}

TEST(StreamsPass, OrderOfTimesInNodesAndBetweenThem) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node("5").put("B", "aa", "4").put("C", "x");
    sketch.node().put("W", "bb", "9").put("C", "x", "8").put("N", "y", "7");
    sketch.node_below(0, "1").put("B", "cc", "1");
    EXPECT_THAT(judged(sketch.game()),
                ElementsAre("rgf.sibling-order 3", "rgf.older-than-container 1", "rgf.initial-in-stamped-node 1",
                            "rgf.older-than-container 2", "rgf.not-sorted 2"));
}

TEST(StreamsPass, OneTimeBelongsToOneNode) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node("1").put("B", "aa", "1.0");
    sketch.node("2").put("W", "bb", "2");
    sketch.node_below(1, "2").put("W", "cc", "2");
    EXPECT_THAT(judged(sketch.game()), ElementsAre("rgf.same-time 3"));
}

TEST(StreamsPass, CountersMakeEqualTimesGood) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node("1").put("B", "aa", "1:1");
    sketch.node("1:2").put("W", "bb", "1:3");
    EXPECT_THAT(judged(sketch.game()), IsEmpty());
    StreamSketch two_without;
    two_without.node().begin_stream();
    two_without.node("1").put("B", "aa", "1:1");
    two_without.node("1").put("W", "bb", "1:3");
    EXPECT_THAT(judged(two_without.game()), ElementsAre("rgf.same-time 2"));
}

TEST(StreamsPass, PlacesOfStreamsAndOfTheirProperties) {
    StreamSketch sketch;
    sketch.node().put("PB", "Ann").put("VT", "N");
    sketch.node().begin_stream();
    sketch.node("1").put("GS", "", "1").put("VT", "", "2").put("VT", "pause", "3");
    sketch.node().put("VT", "N");
    sketch.node().put("VT", "N");
    EXPECT_THAT(judged(sketch.game()),
                ElementsAre("rgf.outside-stream 0", "rgf.stream-info 1", "rgf.nested-stream 2", "rgf.empty-trigger 2",
                            "rgf.unknown-trigger 2", "rgf.older-than-container 3", "rgf.older-than-container 4"));
}

TEST(StreamsPass, WhereToBeginIsSaidOnce) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node().put("VT", "N");
    sketch.node().put("VT", "N");
    EXPECT_THAT(judged(sketch.game()), ElementsAre("rgf.several-start-triggers 2"));
}

TEST(StreamsPass, SourcesAreLookedFor) {
    StreamSketch sketch;
    sketch.node();
    for (const char* source : {"talk.ogg", "gone.ogg", "talk.ogg:audio"}) {
        sketch.node_below(0).begin_stream(source);
    }
    GameStorage copy;
    tengen_game columns = sketch.game().columns();
    std::vector<tengen_stream> streams(columns.streams, columns.streams + columns.stream_count);
    for (tengen_stream& stream : streams) {
        stream.source_kind = TENGEN_SOURCE_FILE;
    }
    columns.streams = streams.data();
    EXPECT_THAT(judged(Game(columns), {"talk.ogg"}), ElementsAre("rgf.source-missing 2"));
    streams[0].source_kind = TENGEN_SOURCE_WEB;
    streams[1].source_kind = TENGEN_SOURCE_UNSAFE;
    EXPECT_THAT(judged(Game(columns), {"talk.ogg"}), ElementsAre("rgf.web-source 1", "rgf.unsafe-source 2"));
}

TEST(StreamsPass, RecordingsWithTooManyPointsAreNotPlayed) {
    StreamSketch sketch({52, 52});
    sketch.node().put("PB", "Ann");
    sketch.node().begin_stream();
    for (int i = 0; i < 1600; ++i) {
        sketch.node("1").put("TR", "aa:ZZ", "1");
    }
    EXPECT_THAT(judged(sketch.game()), ElementsAre("rgf.too-many-points 1"));
}

TEST(StreamsPass, ManySnapshotsOfOneStream) {
    StreamSketch sketch;
    sketch.node();
    sketch.node_below(0).begin_stream("talk.ogg:audio");
    sketch.node("1").put("B", "aa", "1").put("TR", "bb:bc", "3");
    sketch.node("2").put("W", "bb", "2");
    sketch.node_below(0).put("GD", "talk.ogg:3");  // not in the order of time
    sketch.node().add("TR", {"bc", "bb"}).put("B", "aa");
    sketch.node().put("W", "bb");
    sketch.node_below(0).put("GD", "talk.ogg:1");
    sketch.node().put("B", "aa");
    sketch.node().put("W", "bb");
    sketch.node_below(0).put("GD", "talk.ogg:initial");
    sketch.node_below(0).put("GD", "talk.ogg:2");
    sketch.node().put("B", "aa");
    sketch.node().put("W", "cc");
    sketch.node_below(0).put("GD", "talk.ogg:final");
    sketch.node_below(0).put("GD", "gone.ogg:1");
    std::vector<std::string> found = judged(sketch.game());
    std::erase_if(found, [](const std::string& it) { return !it.starts_with("rgf.snapshot"); });
    EXPECT_THAT(found, ElementsAre("rgf.snapshot-differs 7", "rgf.snapshot-differs 11", "rgf.snapshot-differs 14"));
}

TEST(StreamsPass, TimesAfterTheEndAndTooFineOnes) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node("1").put("B", "aa", "1").put("VT", "ENDED", "5").put("C", "x", "6").put("C", "y", "7.1234567891");
    EXPECT_THAT(judged(sketch.game()), ElementsAre("rgf.time-precision 1", "rgf.time-past-end 1"));
}

TEST(StreamsPass, WhatHappensInAStreamIsTold) {
    StreamSketch sketch;
    sketch.node().begin_stream();
    sketch.node("1").put("B", "aa", "1").put("W", "bb", "2").put("RP", "SQ:", "3").add("ZZ", {"a", "b"}, "4");
    EXPECT_THAT(judged(sketch.game()), ElementsAre("rgf.assumed-list 1", "rgf.conflict 1", "rgf.rp-absent-property 1"));
}

TEST(StreamsPass, TheRulesHoldForTheFinalState) {
    StreamSketch sketch;
    sketch.node().add("AW", {"ab", "ba"});
    sketch.node().begin_stream();
    // A suicide that is replaced is none; one that stays is.
    sketch.node("1").put("B", "aa", "1").put("B", "cc", "2");
    sketch.node("3").put("W", "dd", "3");
    sketch.node("4").put("B", "aa", "4");
    const std::vector<std::string> found = judged(sketch.game());
    EXPECT_THAT(found, ElementsAre("go.suicide 4"));
}

}  // namespace
}  // namespace tengen::test
