#include "streams/recording_session.h"

#include <tengen/model/decimal.h>
#include <tengen/model/stamp_time.h>

namespace tengen::streams {

namespace {

bool is_before(std::string_view a, std::string_view b) {
    return StampTime::parse(a).value_or(StampTime()) < StampTime::parse(b).value_or(StampTime());
}

}  // namespace

// ---- the recording ----

void RecordingSession::start() {
    if (state_ != State::preparing) {
        throw RecordingError("the recording was started before");
    }
    if (cursor_ != Recorder::stream_node) {
        recorder_.trigger(cursor_, "N", {});
    }
    started_ = clock_();
    state_ = State::running;
}

void RecordingSession::pause() {
    if (state_ != State::running) {
        throw RecordingError("only a running recording can pause");
    }
    paused_at_ = clock_();
    state_ = State::paused;
}

void RecordingSession::resume() {
    if (state_ != State::paused) {
        throw RecordingError("only a recording that pauses can go on");
    }
    pauses_ = add_reals(pauses_, subtract_reals(clock_(), paused_at_));
    state_ = State::running;
}

void RecordingSession::stop() {
    if (state_ == State::preparing) {
        throw RecordingError("a recording that was not started cannot stop");
    }
    if (state_ == State::paused) {
        resume();
    }
    trigger("ENDED");
    state_ = State::stopped;
}

std::string RecordingSession::time() const {
    if (state_ == State::preparing) {
        return "0";
    }
    const std::string now = state_ == State::paused ? paused_at_ : clock_();
    return subtract_reals(subtract_reals(now, started_), pauses_);
}

std::string RecordingSession::edit_time() const {
    switch (state_) {
        case State::preparing:
            return {};
        case State::running:
            break;
        case State::paused:
            throw RecordingError("the recording pauses");
        case State::stopped:
            throw RecordingError("the recording is over");
    }
    std::string now = time();
    // An edit may have moved on by a thousandth, and the clock not yet.
    return !recorder_.last_time().empty() && is_before(now, recorder_.last_time()) ? recorder_.last_time() : now;
}

// ---- where ----

bool RecordingSession::is_removed(Node node) const {
    for (; node != none; node = recorder_.parent(node)) {
        if (removed_.contains(node)) {
            return true;
        }
    }
    return false;
}

void RecordingSession::go_to(Node node) {
    if (!recorder_.has(node) || is_removed(node)) {
        throw RecordingError("the node is not there");
    }
    if (state_ != State::preparing) {  // where a recording begins is said once, by start()
        recorder_.trigger(node, "N", edit_time());
    }
    cursor_ = node;
}

void RecordingSession::go_back() {
    if (cursor_ == Recorder::stream_node) {
        throw RecordingError("there is no node above the one that begins the stream");
    }
    go_to(recorder_.parent(cursor_));
}

void RecordingSession::switch_variation(std::size_t number) {
    const Node above = recorder_.parent(cursor_);
    if (above == none || number >= recorder_.children(above).size()) {
        throw RecordingError("there is no such variation");
    }
    go_to(recorder_.children(above)[number]);
}

// ---- what ----

RecordingSession::Node RecordingSession::play(Color color, std::string_view point) {
    const std::string name(1, color_letter(color));
    for (const Node child : recorder_.children_with(cursor_, name, point)) {
        if (!removed_.contains(child)) {
            go_to(child);
            return child;
        }
    }
    const Node node = add_node();
    recorder_.put(node, {name, {std::string(point)}}, recorder_.last_time());
    return node;
}

RecordingSession::Node RecordingSession::add_node() {
    cursor_ = recorder_.add_node(cursor_, edit_time());
    return cursor_;
}

void RecordingSession::put(const Recorder::Property& property) {
    recorder_.put(cursor_, property, edit_time());
}

void RecordingSession::take_away(std::string_view name, const std::vector<std::string>& entries) {
    if (name.empty()) {
        throw RecordingError("a property has a name");
    }
    recorder_.remove(cursor_, name, entries, edit_time());
}

void RecordingSession::type(std::string_view text) {
    recorder_.put(cursor_, {"C", {std::string(text)}}, edit_time());
}

void RecordingSession::erase(std::uint32_t characters) {
    recorder_.cut_comment(cursor_, characters, edit_time());
}

void RecordingSession::remove_node() {
    if (cursor_ == Recorder::stream_node) {
        throw RecordingError("the node that begins the stream cannot be removed");
    }
    recorder_.remove(cursor_, {}, {}, edit_time());
    removed_.insert(cursor_);
    cursor_ = recorder_.parent(cursor_);
}

void RecordingSession::trigger(std::string_view name) {
    recorder_.trigger(cursor_, name, edit_time());
}

}  // namespace tengen::streams
