// A recording while it is made: what somebody does, at the time at which it is done ("RGF text", the recorder of its
// prototype, without a screen).
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "streams/recorder.h"

namespace tengen::streams {

/// Edits happen at the cursor, the node that is looked at. Before start() they make up the initial state; then each
/// gets the time of the recording, which stands still during a pause; after stop() there are none. An edit that is not
/// possible throws RecordingError and changes nothing. Not thread-safe.
class RecordingSession {
public:
    using Node = std::uint32_t;
    /// The time of some clock in seconds, as a decimal number; it never goes back.
    using Clock = std::function<std::string()>;

    /// The recorder has no edit with a time yet.
    RecordingSession(Recorder recorder, Clock clock) : recorder_(std::move(recorder)), clock_(std::move(clock)) {}

    // ---- the recording ----

    enum class State : std::uint8_t { preparing, running, paused, stopped };

    void start();
    void pause();
    void resume();
    /// The end is noted, so that everybody knows how long the recording is.
    void stop();
    [[nodiscard]] State state() const { return state_; }
    /// Seconds since start(), without pauses.
    [[nodiscard]] std::string time() const;

    // ---- where ----

    [[nodiscard]] Node cursor() const { return cursor_; }
    /// To any node that was not removed.
    void go_to(Node node);
    void go_back();
    /// To a child of the node above.
    void switch_variation(std::size_t number);

    // ---- what ----

    /// To the child with this move, or to a new one. The point is written with letters; empty: a pass.
    Node play(Color color, std::string_view point);
    /// A child without a move.
    Node add_node();
    /// Setup, markup, annotations: what Recorder::put takes.
    void put(const Recorder::Property& property);
    /// Entries of a list, or a whole property.
    void take_away(std::string_view name, const std::vector<std::string>& entries = {});
    /// More of the comment, and characters off its end.
    void type(std::string_view text);
    void erase(std::uint32_t characters);
    /// The node and everything below it; the cursor goes to the node above.
    void remove_node();
    /// Whatever else a viewer should show.
    void trigger(std::string_view name);

    /// The recording so far.
    [[nodiscard]] OwnedGame finish() const { return recorder_.finish(); }

private:
    /// The time of an edit that is made now; empty while preparing.
    [[nodiscard]] std::string edit_time() const;
    [[nodiscard]] bool is_removed(Node node) const;

    Recorder recorder_;
    Clock clock_;
    State state_ = State::preparing;
    Node cursor_ = Recorder::stream_node;
    std::set<Node> removed_;
    std::string started_;       // on the clock
    std::string paused_at_;     // on the clock
    std::string pauses_ = "0";  // how long they were together
};

}  // namespace tengen::streams
