// Streams, extension fields and boards of a document.
#include <optional>
#include <string>
#include <vector>

#include <tengen/model/stream_source.h>

#include "document_handler.h"
#include "extension_members.h"
#include "json_text.h"
#include "words.h"

namespace tengen::json {

namespace {

/// The kind a document states, unless the text shows that it is a worse one: a document must not be able to pass off a
/// path as a plain name.
tengen_source_kind checked_source_kind(std::string_view source, std::uint32_t stated) {
    const tengen_source_kind shown = source_kind_of(source);
    if (stated == TENGEN_SOURCE_UNSAFE || stated == TENGEN_SOURCE_CLOCK) {
        return static_cast<tengen_source_kind>(stated);  // nothing is opened for either
    }
    return stated == TENGEN_SOURCE_WEB && shown == TENGEN_SOURCE_FILE ? TENGEN_SOURCE_UNSAFE : shown;
}

}  // namespace

void DocumentHandler::set_stream_text(Object object, Member member, const DocumentText& text) {
    const tengen_slice slice = draft_->store(text.content);
    if (object == Object::medium) {
        (member == Member::raw ? medium_.source : medium_.type) = slice;
    } else if (member == Member::duration) {
        stream_.duration = slice;
    } else if (member == Member::raw) {
        stream_.source = slice;
    } else if (const std::optional<std::uint32_t> kind = find_name(source_names, text.content)) {
        stream_.source_kind = *kind;
    } else {
        spoil(text.place, quoted(text.content) + " is no kind of source");
    }
}

void DocumentHandler::end_medium() {
    if ((top().seen & bit_of(Member::raw)) == 0) {
        spoil(top().start, "a medium without \"raw\"");
    } else if (!is_spoilt()) {
        draft_->storage().media.push_back(medium_);
    }
}

void DocumentHandler::end_stream() {
    if (is_spoilt()) {
        return;
    }
    const Frame& frame = top();
    if (stream_.node == none || (frame.seen & bit_of(Member::source)) == 0) {
        return spoil(frame.start, "a stream without \"node\" or \"source\"");
    }
    const GameStorage& storage = draft_->storage();
    const std::string_view source(storage.stored_text.data() + stream_.source.offset, stream_.source.size);
    stream_.source_kind = checked_source_kind(source, stream_.source_kind);
    stream_.medium_count = storage.media.size() - stream_.first_medium;
    draft_->storage().streams.push_back(stream_);
    stream_texts_.emplace_back(frame.start, static_cast<std::size_t>(cursor_.at() - frame.start));
}

void DocumentHandler::refuse_game(const char* place, const std::string& message, std::uint32_t node) {
    findings_.report("model.invariant", place, message, node);
    throw sdk::GiveUp();
}

void DocumentHandler::check_streams() {
    const GameStorage& storage = draft_->storage();
    const std::uint32_t node_count = storage.nodes.size();
    if (storage.streams.empty() && storage.node_stamps.empty()) {
        return;
    }
    std::vector<bool> is_inside(node_count, false);  // of a stream
    for (std::uint32_t i = 0; i < storage.streams.size(); ++i) {
        const std::uint32_t node = storage.streams[i].node;
        const char* place = stream_texts_[i].data();
        if (node >= node_count) {
            refuse_game(place, "a stream begins at node " + std::to_string(node) + ", which does not exist",
                        TENGEN_NONE);
        }
        if (is_inside[node]) {
            refuse_game(place, "two streams begin at node " + std::to_string(node), node);
        }
        is_inside[node] = true;
        check_source(i);
    }
    const char* game = frames_[game_depth_].start;
    for (std::uint32_t node = 0; node < node_count; ++node) {
        const bool is_below = node != 0 && is_inside[storage.nodes[node].parent];
        if (is_below && is_inside[node]) {
            refuse_game(game, "a stream begins at node " + std::to_string(node) + ", inside of another one", node);
        }
        is_inside[node] = is_inside[node] || is_below;
        bool has_time = storage.node_stamps[node] != 0;
        const std::uint32_t end =
            node + 1 < node_count ? storage.nodes[node + 1].first_property : storage.properties.size();
        for (std::uint32_t p = storage.nodes[node].first_property; p < end; ++p) {
            has_time = has_time || storage.property_stamps[p] != 0;
        }
        if (has_time && !is_inside[node]) {
            refuse_game(
                game,
                "node " + std::to_string(node) +
                    " has a time (\"t\"), but belongs to no stream: \"streams\" names the nodes where they begin",
                node);
        }
    }
}

/// What GS says counts; a stream that contradicts it is kept beside.
void DocumentHandler::check_source(std::uint32_t stream) {
    GameStorage& storage = draft_->storage();
    tengen_stream& checked = storage.streams[stream];
    const char* place = stream_texts_[stream].data();
    const std::optional<tengen_value> value = draft_->last_value_of(checked.node, Identifier("GS"));
    if (!value) {
        refuse_game(place, "a stream begins at node " + std::to_string(checked.node) + ", which has no GS",
                    checked.node);
    }
    const std::string named(draft_->text_of(*value));
    const std::string_view stated(storage.stored_text.data() + checked.source.offset, checked.source.size);
    // A value nobody interpreted may have escapes.
    if (named == stated || is_raw(kind_of(*value))) {
        return;
    }
    report("json.schema", place,
           extension_place("streams", stream) + ": the source is " + quoted(stated) + ", but GS of node " +
               std::to_string(checked.node) + " says " + quoted(named) + ", which counts");
    add_field({}, without_white_space(stream_texts_[stream]), extension_place("streams", stream));
    checked.source = storage.store(named);
    checked.source_kind = source_kind_of(named);
}

// -- extension fields, header --

void DocumentHandler::end_extension() {
    if ((top().seen & bit_of(Member::key)) == 0 || (top().seen & bit_of(Member::text)) == 0) {
        spoil(top().start, "an extension field without \"key\" or \"text\"");
    } else if (!is_spoilt()) {
        listed_fields_.push_back(field_);
    }
}

void DocumentHandler::end_board() {
    const Frame& frame = top();
    if ((frame.seen & bit_of(Member::columns)) == 0 || (frame.seen & bit_of(Member::rows)) == 0) {
        spoil(frame.start, "a board without \"columns\" or \"rows\"");
    }
}

}  // namespace tengen::json
