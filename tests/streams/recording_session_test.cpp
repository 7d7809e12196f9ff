#include "streams/recording_session.h"

#include <string>

#include <gtest/gtest.h>

#include "streams/editor.h"
#include "streams/stream_sketch.h"

namespace tengen::test {
namespace {

using streams::Recorder;
using streams::RecordingError;
using streams::RecordingSession;

// A session with a clock that is set by hand.
struct Lecture {
    explicit Lecture(Recorder recorder = Recorder("", {{"SZ", {"9"}}}, {9, 9}))
        : session(std::move(recorder), [this] { return now; }) {}
    Lecture(const Lecture&) = delete;
    Lecture& operator=(const Lecture&) = delete;

    std::string now = "1000";
    RecordingSession session;
};

TEST(RecordingSession, RecordsALecture) {
    Lecture lecture;
    RecordingSession& session = lecture.session;
    session.play(Color::black, "aa");  // is there from the beginning
    const auto first = session.cursor();
    session.start();
    lecture.now = "1001.5";
    session.type("Look hexe");
    lecture.now = "1002";
    session.erase(1);
    lecture.now = "1003";
    session.put({"TR", {"aa"}});
    session.put({"MA", {"bb", "cc"}});
    lecture.now = "1004";
    const auto answer = session.play(Color::white, "dd");
    lecture.now = "1005";
    session.go_back();
    lecture.now = "1006";
    session.take_away("MA", {"bb"});
    const auto other = session.play(Color::white, "ee");
    lecture.now = "1007";
    session.switch_variation(0);
    EXPECT_EQ(session.cursor(), answer);
    lecture.now = "1008";
    session.remove_node();
    EXPECT_EQ(session.cursor(), first);
    lecture.now = "1009";
    session.go_to(other);
    lecture.now = "1010";
    session.stop();
    EXPECT_EQ(session.state(), RecordingSession::State::stopped);

    const OwnedGame recorded = session.finish();
    const Game game = recorded.view();
    EXPECT_TRUE(remarks_of(game).empty());
    EXPECT_EQ(tree_at(game, "initial"), "(;SZ[9];B[aa])");
    EXPECT_EQ(tree_at(game, "1.5"), "(;SZ[9];B[aa]C[Look hexe])");
    EXPECT_EQ(tree_at(game, "3"), "(;SZ[9];B[aa]C[Look hex]TR[aa]MA[bb][cc])");
    EXPECT_EQ(tree_at(game, "5"), "(;SZ[9];B[aa]C[Look hex]TR[aa]MA[bb][cc];W[dd])");
    EXPECT_EQ(tree_at(game, "7"), "(;SZ[9];B[aa]C[Look hex]TR[aa]MA[cc](;W[dd])(;W[ee]))");
    EXPECT_EQ(tree_at(game, "final"), "(;SZ[9];B[aa]C[Look hex]TR[aa]MA[cc];W[ee])");
    streams::Playback playback(game, 0);
    EXPECT_EQ(playback.position(), "/0");  // where the lecture began
    for (const auto& [time, position] : {std::pair("4", "/0/0"), std::pair("5", "/0"), std::pair("7", "/0/0"),
                                         std::pair("8", "/0"), std::pair("9", "/0/1"), std::pair("final", "/0/1")}) {
        playback.seek(at(time));
        EXPECT_EQ(playback.position(), position) << time;
    }
}

TEST(RecordingSession, PausesTakeNoTime) {
    Lecture lecture;
    RecordingSession& session = lecture.session;
    lecture.now = "0.1";
    EXPECT_THROW(session.stop(), RecordingError);
    session.start();
    lecture.now = "0.3";
    EXPECT_EQ(session.time(), "0.2");
    session.pause();
    lecture.now = "100";
    EXPECT_EQ(session.time(), "0.2");
    EXPECT_THROW(session.type("x"), RecordingError);
    EXPECT_THROW(session.pause(), RecordingError);
    session.resume();
    EXPECT_THROW(session.resume(), RecordingError);
    lecture.now = "100.05";
    session.type("x");
    session.pause();
    lecture.now = "200";
    session.stop();
    EXPECT_THROW(session.type("y"), RecordingError);
    EXPECT_THROW(session.start(), RecordingError);
    const OwnedGame recorded = session.finish();
    EXPECT_EQ(tree_at(recorded.view(), "0.24"), "(;SZ[9])");
    EXPECT_EQ(tree_at(recorded.view(), "0.25"), "(;SZ[9]C[x])");
}

TEST(RecordingSession, AMoveThatIsThereIsGoneTo) {
    Lecture lecture;
    RecordingSession& session = lecture.session;
    session.start();
    lecture.now = "1001";
    const auto move = session.play(Color::black, "aa");
    lecture.now = "1002";
    session.go_back();
    lecture.now = "1003";
    EXPECT_EQ(session.play(Color::black, "aa"), move);
    lecture.now = "1004";
    session.remove_node();
    lecture.now = "1005";
    EXPECT_NE(session.play(Color::black, "aa"), move);
    EXPECT_THROW(session.go_to(move), RecordingError);
    EXPECT_THROW(session.switch_variation(5), RecordingError);
    EXPECT_TRUE(remarks_of(session.finish().view()).empty());
}

TEST(RecordingSession, EditsOfOneInstantStayInOrder) {
    Lecture lecture;
    RecordingSession& session = lecture.session;
    session.start();
    session.play(Color::black, "aa");
    session.play(Color::white, "bb");
    session.go_back();
    session.type("x");
    session.play(Color::white, "cc");
    session.stop();
    const OwnedGame recorded = session.finish();
    EXPECT_TRUE(remarks_of(recorded.view()).empty());
    EXPECT_EQ(tree_at(recorded.view(), "final"), "(;SZ[9];B[aa]C[x](;W[bb])(;W[cc]))");
    EXPECT_EQ(tree_at(recorded.view(), "0"), "(;SZ[9];B[aa])");
}

TEST(RecordingSession, BeginsAtAPlaceOfATreeAndEndsUpThere) {
    GameSketch sketch({9, 9});
    sketch.node().add("SZ", "9");
    sketch.node(0).add("B", "aa");
    sketch.node(1).add("W", "bb").add("LB", {"cc:x"});
    sketch.node(2).add("B", "dd");
    sketch.node(1).add("W", "ee");
    streams::Editor editor(sketch.game());
    Recorder recorder("talk.ogg", {}, {9, 9});
    recorder.copy_below(Recorder::stream_node, sketch.game(), 1);
    Lecture lecture(std::move(recorder));
    RecordingSession& session = lecture.session;
    session.start();
    lecture.now = "1001";
    session.play(Color::white, "bb");
    lecture.now = "1002";
    session.play(Color::black, "ff");
    session.stop();
    editor.insert(session.finish().view(), 1);
    const OwnedGame together = editor.finish();
    EXPECT_EQ(together.view().columns().stream_count, 1u);
    EXPECT_EQ(tree_at(together.view(), "initial"), "(;(;W[bb]LB[cc:x];B[dd])(;W[ee]))");
    EXPECT_EQ(tree_at(together.view(), "final"), "(;(;W[bb]LB[cc:x](;B[dd])(;B[ff]))(;W[ee]))");
}

}  // namespace
}  // namespace tengen::test
