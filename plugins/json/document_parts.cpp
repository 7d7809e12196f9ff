// Streams, extension fields and boards of a document.
#include <tengen/model/stream_source.h>

#include "document_handler.h"
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
