// Recorded streams, and what happens in them in the order of time; part of the writer of a game.
#include <string>

#include "game_writer.h"
#include "words.h"

namespace tengen::json {

namespace {

void append_point(std::string& to, Point point) {
    to += coordinate_letter(point.column);
    to += coordinate_letter(point.row);
}

/// A value as its format writes it, without escapes.
void append_value(Game game, tengen_value value, std::string& to) {
    switch (kind_of(value)) {
        case ValueKind::point:
            append_point(to, point_of(value));
            break;
        case ValueKind::rectangle:
            append_point(to, rectangle_of(value).upper_left);
            to += ':';
            append_point(to, rectangle_of(value).lower_right);
            break;
        default:
            to += game.text(value);
            break;
    }
}

}  // namespace

void GameWriter::write_streams() {
    const tengen_game& game = game_.columns();
    if (game.stream_count == 0) {
        return;
    }
    member("streams");
    out_.put('[');
    for (std::uint32_t i = 0; i < game.stream_count; ++i) {
        const tengen_stream& stream = game.streams[i];
        out_.put(i == 0 ? "{\"index\":" : ",{\"index\":");
        out_.put_number(i);
        number_member("node", stream.node);
        out_.put(",\"source\":{\"raw\":");
        out_.put_text(game_.stored(stream.source));
        text_member("kind", source_names[stream.source_kind & 3]);
        if (!extensions_.is_empty()) {
            extensions_.put(extension_place("streams", i) + "/source", out_);
        }
        out_.put('}');
        text_member_if_any("duration", stream.duration);
        for (std::uint32_t m = 0; m < stream.medium_count; ++m) {
            const tengen_medium& medium = game.media[stream.first_medium + m];
            out_.put(m == 0 ? ",\"media\":[{\"raw\":" : ",{\"raw\":");
            out_.put_text(game_.stored(medium.source));
            text_member_if_any("type", medium.type);
            out_.put(m + 1 == stream.medium_count ? "}]" : "}");
        }
        write_events(i);
        if (!extensions_.is_empty()) {
            extensions_.put(extension_place("streams", i), out_);
        }
        out_.put('}');
        out_.flush_if_full();
    }
    out_.put(']');
}

void GameWriter::write_events(std::uint32_t stream) {
    const tengen_game& game = game_.columns();
    if (!TENGEN_GAME_HAS(&game, event_count) || game.events == nullptr) {
        return;
    }
    if (child_numbers_.empty()) {
        child_numbers_.resize(game.node_count, 0);
        for (std::uint32_t node = 0; node < game.node_count; ++node) {
            if (const std::uint32_t next = game_.next_sibling(node); next != none) {
                child_numbers_[next] = child_numbers_[node] + 1;
            }
        }
    }
    member("events");
    out_.put('[');
    const std::uint32_t stream_node = game.streams[stream].node;
    for (std::uint32_t seq = 0; next_event_ < game.event_count && game.events[next_event_].stream == stream; ++seq) {
        const tengen_event& event = game.events[next_event_++];
        out_.put(seq == 0 ? "{\"seq\":" : ",{\"seq\":");
        out_.put_number(seq);
        number_member("doc", event.document);
        const tengen_stamp* stamp = event.stamp == 0 ? nullptr : &game.stamps[event.stamp - 1];
        text_member("time", stamp == nullptr || stamp->kind == TENGEN_STAMP_INITIAL ? "initial"
                            : stamp->kind == TENGEN_STAMP_FINAL                     ? "final"
                                                                                    : game_.stored(stamp->time));
        member("position");
        write_place(stream_node, event.node);
        text_member("property", event.property == none ? std::string(";") : game_.name(event.property));
        member("arguments");
        write_arguments(event.property);
        member("cursor");
        write_place(stream_node, event.cursor);
        out_.put(event.skipped != 0 ? ",\"skipped\":true}" : "}");
        out_.flush_if_full();
    }
    out_.put(']');
}

void GameWriter::write_arguments(std::uint32_t property) {
    out_.put('[');
    if (property != none) {
        std::string text;
        bool is_first = true;
        for (const tengen_value value : game_.values(property)) {
            text.clear();
            if (kind_of(value) == ValueKind::pair) {
                append_value(game_, game_.pair(value).first, text);
                text += ':';
                append_value(game_, game_.pair(value).second, text);
            } else {
                append_value(game_, value, text);
            }
            out_.put(is_first ? "" : ",");
            is_first = false;
            if (is_bytes(kind_of(value))) {
                out_.put_bytes(text);
            } else {
                out_.put_text(text);
            }
            out_.flush_if_full();
        }
    }
    out_.put(']');
}

/// "/" for the stream node, else the numbers of the children on the way from there.
void GameWriter::write_place(std::uint32_t stream_node, std::uint32_t node) {
    std::vector<std::uint32_t> path;
    for (; node != stream_node && node != none; node = game_.parent(node)) {
        path.push_back(child_numbers_[node]);
    }
    std::string text = path.empty() ? "/" : "";
    for (auto number = path.rbegin(); number != path.rend(); ++number) {
        text += '/';
        text += std::to_string(*number);
    }
    out_.put_text(text);
}

void GameWriter::write_cursors() {
    const tengen_game& game = game_.columns();
    if (!TENGEN_GAME_HAS(&game, cursor_count) || game.cursors == nullptr) {
        return;
    }
    member("cursors");
    for (std::uint32_t i = 0; i < game.cursor_count; ++i) {
        const tengen_cursor& cursor = game.cursors[i];
        out_.put(i == 0 ? "[{\"stream\":" : ",{\"stream\":");
        out_.put_number(cursor.stream);
        text_member("time", {cursor.time.data, static_cast<std::size_t>(cursor.time.size)});
        text_member("position", {cursor.position.data, static_cast<std::size_t>(cursor.position.size)});
        number_member("node", cursor.node);
        out_.put('}');
    }
    out_.put(game.cursor_count == 0 ? "[]" : "]");
}

}  // namespace tengen::json
