// What of a document is passed over: unknown members, values of the wrong kind, and parts that do not fit.
#include <algorithm>

#include "document_handler.h"
#include "json_text.h"

namespace tengen::json {

void DocumentHandler::take_misfit(Kind kind, const char* start) {
    if (depth_ == 0) {
        refuse(start, "the document is " + std::string(kind_name(kind)) + "; an object with \"format\" is expected");
    }
    begin_skip(kind, start);
    finish_skip(cursor_.at());
}

void DocumentHandler::begin_skip(Kind kind, const char* start) {
    skip_start_ = start;
    skip_kind_ = kind;
    Frame& frame = top();
    if (is_spoilt()) {
        is_unknown_ = false;
        skip_ = Skip::nothing;
        return;
    }
    if (is_unknown_) {
        is_unknown_ = false;
        if (is_open(frame.object)) {
            skip_ = Skip::unknown;
            return;
        }
        spoil(start, "there is no member " + quoted(unknown_name_) + " here");
        skip_ = Skip::nothing;
        return;
    }
    if (!frame.is_list && shape_of(frame.object, frame.member).kind == Kind::computed) {
        skip_ = Skip::nothing;
        return;
    }
    const Kind wanted = frame.is_list ? Kind::object : shape_of(frame.object, frame.member).kind;
    std::string message = std::string(kind_name(kind)) + " stands where " + std::string(kind_name(wanted)) + " belongs";
    const bool inside_entity = std::any_of(frames_.begin() + static_cast<std::ptrdiff_t>(game_depth_),
                                           frames_.begin() + static_cast<std::ptrdiff_t>(depth_),
                                           [](const Frame& f) { return !f.is_list && is_entity(f.object); });
    if (inside_entity && game_depth_ != 0) {
        spoil(start, std::move(message));
        skip_ = Skip::nothing;
        return;
    }
    if (!frame.is_list && frame.object == Object::document &&
        (frame.member == Member::format || frame.member == Member::version)) {
        refuse(start, std::string(member_name(frame.member)) + ": " + message);
    }
    spoilt_message_ = std::move(message);
    skip_ = Skip::misfit;
}

void DocumentHandler::end_skipped() {
    if (--skip_depth_ == 0) {
        finish_skip(cursor_.at());
    }
}

void DocumentHandler::finish_skip(const char* end) {
    const Skip skip = skip_;
    skip_ = Skip::no;
    Frame& frame = top();
    const std::string_view source(skip_start_, static_cast<std::size_t>(end - skip_start_));
    if (skip == Skip::unknown) {
        const std::string text = without_white_space(source);
        std::string place = pointer(depth_, false);
        if (game_depth_ == 0) {
            place = frame.object == Object::document ? "document" : "collection";
        }
        // An empty name would look like a part that does not fit; it is kept, but not put back.
        std::string name = std::to_string(depth_) + ':' + unknown_name_;
        const auto [found, is_new] = unknown_members_.try_emplace(std::move(name), 0);
        if (is_new) {
            found->second = add_field(unknown_name_, text, place);
            ++frame.unknown_members;
        } else {
            report("json.duplicate-member", skip_start_,
                   "the member " + quoted(unknown_name_) + " stands twice; the last one counts");
            if (draft_) {
                draft_->storage().extension_fields[found->second].text = draft_->store(text);
            } else if (found->second < document_fields_.size()) {
                document_fields_[found->second].text = text;
            }
        }
    } else if (skip == Skip::misfit) {
        const std::string place = pointer(depth_, true);
        report("json.schema", skip_start_, place + ": " + spoilt_message_);
        add_field({}, without_white_space(source), place);
    }
    if (frame.is_list) {
        ++frame.elements;
    }
}

// -- parts that do not fit --

void DocumentHandler::spoil(const char* place, std::string message) {
    if (is_spoilt()) {
        return;
    }
    for (std::size_t i = depth_; i-- > game_depth_;) {
        if (!frames_[i].is_list && is_entity(frames_[i].object)) {
            spoilt_depth_ = i + 1;
            spoilt_place_ = place;
            spoilt_message_ = std::move(message);
            return;
        }
    }
    // No entity around it: then it is a text of a node, for which an object stands.
    if (game_depth_ != 0 && top().is_bytes) {
        spoilt_depth_ = depth_;
        spoilt_place_ = place;
        spoilt_message_ = std::move(message);
    }
}

void DocumentHandler::drop_spoilt() {
    const Frame& frame = top();
    const std::string_view source(frame.start, static_cast<std::size_t>(cursor_.at() - frame.start));
    const std::string place = pointer(depth_ - 1, true);
    report("json.schema", spoilt_place_, place + ": " + spoilt_message_);
    GameStorage& storage = draft_->storage();
    storage.extension_fields.resize(frame.extension_count);
    switch (frame.object) {
        case Object::property:
            draft_->drop_property();
            break;
        case Object::fact:
            storage.marks.resize(fact_.fact.first_mark);
            break;
        case Object::stream:
            storage.media.resize(stream_.first_medium);
            break;
        case Object::extension:
        case Object::value:
            break;
        default:
            reset_member(Object::game, frames_[depth_ - 2].member);
            break;
    }
    add_field({}, without_white_space(source), place);
    spoilt_depth_ = 0;
}

}  // namespace tengen::json
