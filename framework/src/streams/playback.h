// Playing a recorded stream forwards and backwards ("RGF text").
#pragma once

#include <cstdint>
#include <string>

#include <tengen/model/game.h>

#include "streams/stream_state.h"
#include "streams/timeline.h"

namespace tengen::streams {

/// A stream at an instant. It begins at the initial state, which is always there. Going to another instant costs as
/// much as the events in between, and whatever the way there, state and cursor are those of a fresh start.
///
/// Refers to the game, which must outlive it. One thread at a time.
class Playback {
public:
    /// `stream` is an index into the game's streams. `remarks` hears of every event when it takes effect for the first
    /// time.
    Playback(Game game, std::uint32_t stream, RemarkSink remarks = {})
        : timeline_(game, stream), state_(timeline_, std::move(remarks)) {
        state_.apply_next();
    }
    Playback(const Playback&) = delete;
    Playback& operator=(const Playback&) = delete;

    /// All events up to that instant, the instant itself included, and none behind it.
    void seek(const Instant& instant);

    /// One moment on or back; false, and nothing done, at the end and at the initial state.
    bool advance();
    bool reverse();

    [[nodiscard]] const Timeline& timeline() const { return timeline_; }
    [[nodiscard]] const StreamState& state() const { return state_; }
    /// The node that is looked at, and where it is.
    [[nodiscard]] std::uint32_t cursor() const { return state_.cursor(); }
    [[nodiscard]] std::string position() const { return timeline_.position(state_.cursor()); }
    /// The events that took effect.
    [[nodiscard]] std::uint32_t past_events() const { return timeline_.moments()[state_.moments() - 1].end_event; }

private:
    Timeline timeline_;
    StreamState state_;
};

}  // namespace tengen::streams
