#include "event_list.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <tengen/model/base64.h>

#include "diagnostics/json_text.h"
#include "diagnostics/visible_text.h"
#include "passes/value_text.h"
#include "streams/stream_state.h"
#include "streams/timeline.h"

namespace tengen::cli {

namespace {

struct Time {
    std::string_view seconds;  // or "initial", "final"
    std::string_view counter;
    [[nodiscard]] std::string text() const {
        return counter.empty() ? std::string(seconds) : fmt::format("{}:{}", seconds, counter);
    }
};

Time time_of(Game game, std::uint32_t stamp) {
    if (stamp == 0) {
        return {"initial", {}};
    }
    const tengen_stamp& it = game.columns().stamps[stamp - 1];
    if (it.kind != TENGEN_STAMP_AT) {
        return {it.kind == TENGEN_STAMP_FINAL ? "final" : "initial", {}};
    }
    return {game.stored(it.time), game.stored(it.counter)};
}

// A stream that was played to its end.
struct Played {
    Played(Game game, std::uint32_t stream) : timeline(game, stream), state(timeline) {
        while (state.moments() < timeline.moments().size()) {
            state.apply_next();
        }
    }
    streams::Timeline timeline;
    streams::StreamState state;
};

void append_arguments(Game game, std::uint32_t property, std::string& to) {
    to += '[';
    bool is_first = true;
    for (const tengen_value value : game.values(property)) {
        to += is_first ? "" : ",";
        is_first = false;
        if (is_bytes(kind_of(value))) {
            to += "{\"b64\":\"";
            append_base64(game.text(value), to);
            to += "\"}";
            continue;
        }
        std::string text;
        passes::append_value_text(game, value, text);
        diagnostics::append_json_string(to, text);
    }
    to += ']';
}

// The places of a deep tree are long, so the list of all events may be far bigger than the game.
void write_when_long(std::string& text, io::Sink& sink) {
    constexpr std::size_t long_enough = std::size_t{1} << 20U;
    if (text.size() >= long_enough) {
        sink.write(text);
        text.clear();
    }
}

}  // namespace

void write_event_table(const pipeline::ReadGame& read, std::uint32_t stream, std::string_view input, io::Sink& sink) {
    const Game game = read.game;
    const Played played(game, stream);
    std::string to;
    std::size_t width = 4;
    for (const streams::Event& event : played.timeline.events()) {
        width = std::max(width, time_of(game, event.stamp).text().size());
    }
    diagnostics::append_visible(to, input);
    if (!read.member.empty()) {
        to += '!';
        diagnostics::append_visible(to, read.member);
    }
    to += fmt::format(", game {}, stream {}: ", read.index, stream);
    const std::string_view source = game.stored(game.columns().streams[stream].source);
    diagnostics::append_visible(to, source.empty() ? std::string_view("the clock") : source);
    to += fmt::format("\n{:>{}}  where and what\n", "time", width);
    for (std::uint32_t e = 0; e < played.timeline.events().size(); ++e) {
        const streams::Event& event = played.timeline.events()[e];
        to +=
            fmt::format("{:>{}}  {} ", time_of(game, event.stamp).text(), width, played.timeline.position(event.node));
        if (event.property == none) {
            to += ';';
        } else {
            diagnostics::append_visible(to, passes::quoted_property(game, event.property));
        }
        const streams::StreamState::Outcome& outcome = played.state.outcome(e);
        if (outcome.skipped) {
            to += "  (skipped: the node was removed)";
        } else if (outcome.cursor != event.node && event.stamp != 0) {
            to += "  -> " + played.timeline.position(outcome.cursor);
        }
        to += '\n';
        write_when_long(to, sink);
    }
    sink.write(to);
}

void write_event_lines(const pipeline::ReadGame& read, std::uint32_t stream, std::string_view input, io::Sink& sink) {
    const Game game = read.game;
    const Played played(game, stream);
    std::string to;
    std::string start = "{\"input\":";
    diagnostics::append_json_string(start, input);
    if (!read.member.empty()) {
        start += ",\"file\":";
        diagnostics::append_json_string(start, read.member);
    }
    start += fmt::format(",\"game\":{},\"stream\":{}", read.index, stream);
    for (std::uint32_t e = 0; e < played.timeline.events().size(); ++e) {
        const streams::Event& event = played.timeline.events()[e];
        const Time time = time_of(game, event.stamp);
        to += start;
        to += fmt::format(",\"seq\":{},\"doc\":{},\"time\":", e, event.document);
        diagnostics::append_json_string(to, time.seconds);
        if (!time.counter.empty()) {
            to += ",\"counter\":";
            diagnostics::append_json_string(to, time.counter);
        }
        to += fmt::format(",\"position\":\"{}\",\"property\":", played.timeline.position(event.node));
        diagnostics::append_json_string(to, event.property == none ? std::string(";") : game.name(event.property));
        to += ",\"arguments\":";
        if (event.property == none) {
            to += "[]";
        } else {
            append_arguments(game, event.property, to);
        }
        const streams::StreamState::Outcome& outcome = played.state.outcome(e);
        to += fmt::format(",\"cursor\":\"{}\"{}}}\n", played.timeline.position(outcome.cursor),
                          outcome.skipped ? ",\"skipped\":true" : "");
        write_when_long(to, sink);
    }
    sink.write(to);
}

}  // namespace tengen::cli
