#include "document_handler.h"

#include <algorithm>

#include <tengen/model/move_runs.h>

#include "json_text.h"
#include "node_skimmer.h"

namespace tengen::json {

namespace {

/// The members of nodes and properties, which are nearly all there are, without a search.
Member find_member_fast(Object object, std::string_view name) {
    if (object == Object::property) {
        if (name.size() == 1) {
            return name[0] == 'v' ? Member::v : name[0] == 't' ? Member::t : Member::none;
        }
        if (name.size() == 2 && name[0] == 'i' && name[1] == 'd') {
            return Member::id;
        }
    } else if (object == Object::node) {
        if (name.size() == 1) {
            return name[0] == 'p' ? Member::p : name[0] == 't' ? Member::t : Member::none;
        }
        if (name.size() == 2) {
            return name == "id" ? Member::id : name == "up" ? Member::up : Member::none;
        }
    }
    return find_member(object, name);
}

}  // namespace

DocumentHandler::DocumentHandler(sdk::Host host, std::string_view input)
    : findings_(host, input), input_begin_(input.data()), input_end_(input.data() + input.size()) {
    cursor_.restart(input.data());
}

std::unique_ptr<GameStorage> DocumentHandler::take_game() {
    for (const Field& field : document_fields_) {
        GameStorage& game = *finished_;
        const tengen_slice key = game.store(field.key);
        const tengen_slice text = game.store(field.text);
        game.extension_fields.push_back({key, text, game.store(field.place)});
    }
    document_fields_.clear();
    find_move_runs(*finished_);
    return std::move(finished_);
}

DocumentText DocumentHandler::whole_escaped_text(std::string_view last) {
    const char* place = cursor_.string();
    if (skip_depth_ != 0) {
        return {{}, place, false};
    }
    if (!has_parts_) {
        parts_.clear();
    }
    parts_.append(last);
    has_parts_ = false;
    decoded_.swap(parts_);
    parts_.clear();
    return {decoded_, place, false};
}

void DocumentHandler::push(Object object, bool is_list, Member member, const char* start) {
    Frame& frame = frames_[depth_++];
    frame.object = object;
    frame.is_list = is_list;
    frame.is_bytes = false;
    frame.member = member;
    frame.seen = 0;
    frame.start = start;
    frame.elements = 0;
    frame.unknown_members = 0;
    frame.extension_count = draft_ ? draft_->storage().extension_fields.size() : 0;
}

// -- findings --

std::string DocumentHandler::pointer(std::size_t levels, bool with_current) const {
    std::string result = game_depth_ != 0 ? "#" : "";
    for (std::size_t i = game_depth_; i < levels; ++i) {
        const Frame& frame = frames_[i];
        if (i + 1 == levels && !with_current) {
            break;
        }
        result += '/';
        if (frame.is_list) {
            result += std::to_string(frame.elements);
        } else {
            result += member_name(frame.member);
        }
    }
    return result;
}

std::uint32_t DocumentHandler::current_node() const {
    const bool in_nodes = game_depth_ != 0 && depth_ > game_depth_ + 2 && frames_[game_depth_].member == Member::nodes;
    return in_nodes ? draft_->last_node() : TENGEN_NONE;
}

void DocumentHandler::report(const char* id, const char* place, const std::string& message) {
    findings_.report(id, place, message, current_node());
}

void DocumentHandler::refuse(const char* place, const std::string& message) {
    findings_.set_game(TENGEN_NONE);
    findings_.report("json.not-json", place, message);
    throw sdk::GiveUp();
}

std::uint32_t DocumentHandler::add_field(std::string_view key, std::string_view text, std::string_view place) {
    if (!draft_) {
        document_fields_.push_back({std::string(key), std::string(text), std::string(place)});
        return static_cast<std::uint32_t>(document_fields_.size() - 1);
    }
    const tengen_slice key_slice = draft_->store(key);
    const tengen_slice text_slice = draft_->store(text);
    draft_->storage().extension_fields.push_back({key_slice, text_slice, draft_->store(place)});
    return draft_->storage().extension_fields.size() - 1;
}

// -- members --

void DocumentHandler::begin_member(const DocumentText& name) {
    Frame& frame = top();
    const Member member = find_member_fast(frame.object, name.content);
    frame.member = member;
    if (member == Member::none) [[unlikely]] {
        begin_unknown_member(name);
        return;
    }
    const std::uint64_t bit = bit_of(member);
    if ((frame.seen & bit) != 0) [[unlikely]] {
        const bool holds_games = member == Member::games || member == Member::collection || member == Member::game;
        report("json.duplicate-member", name.place,
               "the member " + quoted(name.content) +
                   (holds_games ? " stands twice; the games of both are read" : " stands twice; the last one counts"));
        reset_member(frame.object, member);
    }
    frame.seen |= bit;
}

void DocumentHandler::begin_unknown_member(const DocumentText& name) {
    Frame& frame = top();
    is_unknown_ = true;
    unknown_name_ = name.content;
    if (!is_open(frame.object)) {
        return;
    }
    const std::string where = pointer(depth_, false);
    report("json.unknown-member", name.place,
           "unknown member " + quoted(name.content) + (where.empty() ? std::string() : " in " + where) + ", kept");
}

void DocumentHandler::reset_member(Object object, Member member) {
    if (object == Object::property) {
        if (member == Member::v) {
            draft_->drop_values();
        } else if (member == Member::was) {
            draft_->drop_originals();
        } else if (member == Member::t) {
            draft_->set_property_stamp(0);
        }
        return;
    }
    if (object == Object::node) {
        if (member == Member::p) {
            draft_->drop_properties();
        } else if (member == Member::t) {
            draft_->set_node_stamp(0);
        }
        return;
    }
    switch (member) {
        case Member::board:
            draft_->board.reset();
            break;
        case Member::dialect:
            draft_->file_format.reset();
            draft_->file_format_stated.reset();
            draft_->game_kind.reset();
            break;
        case Member::charset:
            draft_->storage().header.charset_declared = {};
            draft_->storage().header.charset_used = {};
            break;
        case Member::info:
            draft_->drop_facts();
            break;
        case Member::nodes:
            draft_->drop_nodes();
            break;
        case Member::streams:
            draft_->storage().streams.clear();
            stream_texts_.clear();
            draft_->storage().media.clear();
            break;
        case Member::ext:
            listed_fields_.clear();
            break;
        case Member::marks:
            draft_->storage().marks.resize(fact_.fact.first_mark);
            break;
        case Member::media:
            draft_->storage().media.resize(stream_.first_medium);
            break;
        default:
            break;  // the last one overwrites
    }
}

bool DocumentHandler::expects(Kind kind) const {
    const Frame& frame = top();
    if (is_unknown_ || is_spoilt()) {
        return false;
    }
    if (frame.is_list) {
        return kind == Kind::object || (kind == Kind::text && frame.object == Object::value);
    }
    return shape_of(frame.object, frame.member).kind == kind;
}

// -- objects and lists --

bool DocumentHandler::begin_object(const char* start, Error& error) {
    if (depth_ == 0) {
        push(Object::document, false, Member::none, start);
        has_format_ = has_version_ = false;
        return true;
    }
    const Frame& frame = top();
    const bool is_text = !frame.is_list && shape_of(frame.object, frame.member).kind == Kind::text;
    if (is_text && !is_unknown_ && !is_spoilt() && frame.object != Object::document && !frame.is_bytes &&
        frame.member != Member::b64) {
        push(Object::value, false, Member::none, start);
        top().is_bytes = true;
        return true;
    }
    if (!expects(Kind::object)) [[unlikely]] {
        skip_depth_ = 1;
        begin_skip(Kind::object, start);
        return true;
    }
    const Object inner = frame.is_list ? frame.object : shape_of(frame.object, frame.member).inner;
    switch (inner) {
        case Object::node:
            draft_->begin_node(start);
            break;
        case Object::property:
            draft_->begin_property();
            break;
        case Object::game:
            return begin_game(start, error);
        case Object::board:
            draft_->board.emplace();
            break;
        case Object::fact:
            fact_ = {};
            fact_.place = start;
            fact_.fact.field = TENGEN_FIELD_COUNT;
            fact_.fact.node = none;
            fact_.fact.property = none;
            fact_.fact.offset = TENGEN_NONE;
            fact_.fact.first_mark = draft_->storage().marks.size();
            is_derived_ = is_repaired_ = false;
            break;
        case Object::mark:
            mark_ = {};
            break;
        case Object::stream:
            stream_ = {};
            stream_.node = none;
            stream_.source_kind = unknown_source_kind;
            stream_.first_medium = draft_->storage().media.size();
            break;
        case Object::medium:
            medium_ = {};
            break;
        case Object::extension:
            field_ = {};
            break;
        default:
            break;
    }
    push(inner, false, Member::none, start);
    return true;
}

bool DocumentHandler::end_object(Error& error) {
    Frame& frame = top();
    switch (frame.object) {
        case Object::node:
            draft_->end_node();
            break;
        case Object::property:
            end_property();
            break;
        case Object::value:
            end_value();
            break;
        case Object::fact:
            end_fact();
            break;
        case Object::mark:
            end_mark();
            break;
        case Object::stream:
            end_stream();
            break;
        case Object::medium:
            end_medium();
            break;
        case Object::extension:
            end_extension();
            break;
        case Object::board:
            end_board();
            break;
        case Object::source:
            if ((frame.seen & bit_of(Member::raw)) == 0) {
                spoil(frame.start, "the source has no \"raw\"");
            }
            break;
        default:
            break;
    }
    if (spoilt_depth_ == depth_) [[unlikely]] {
        drop_spoilt();
    }
    if (frame.unknown_members != 0) [[unlikely]] {
        const std::string prefix = std::to_string(depth_) + ':';
        std::erase_if(unknown_members_, [&](const auto& entry) { return entry.first.starts_with(prefix); });
    }
    const Object object = frame.object;
    --depth_;
    if (depth_ == 0) {
        end_document();
        return true;
    }
    if (top().is_list) {
        ++top().elements;
    }
    if (object == Object::node) {
        return skim(error);
    }
    return object != Object::game || end_game(error);
}

bool DocumentHandler::skim(Error& error) {
    // Stopping the parser costs as much as a few nodes, so a document that is written in another way is left alone for
    // longer and longer.
    constexpr std::uint32_t worth_it = 8;
    constexpr std::uint32_t longest_pause = 4096;
    if (skim_wait_ != 0) {
        --skim_wait_;
        return true;
    }
    const Skimmed skimmed = skim_nodes(cursor_.at(), input_end_, findings_.host(), *draft_);
    skim_pause_ = skimmed.count >= worth_it ? 0 : std::min(skim_pause_ * 2 + 1, longest_pause);
    skim_wait_ = skim_pause_;
    if (skimmed.count == 0) {
        return true;
    }
    top().elements += skimmed.count;
    cursor_.restart(skimmed.end);
    stop_ = Stop::behind_nodes;
    error = make_error_code(boost::system::errc::interrupted);
    return false;
}

std::string_view DocumentHandler::prefix() const {
    if (stop_ == Stop::behind_nodes) {
        const bool in_collection = game_depth_ > 1;
        return in_collection ? R"({"":{"":[{"":[{})" : R"({"":{"":[{})";
    }
    const bool behind = stop_ == Stop::behind_game;
    if (is_in_list()) {
        return behind ? R"({"":{"":[{})" : R"({"":{"":[)";
    }
    return behind ? R"({"":{})" : R"({"":)";
}

void DocumentHandler::begin_list(const char* start) {
    if (depth_ == 0) {
        return take_misfit(Kind::list, start);
    }
    if (!expects(Kind::list)) [[unlikely]] {
        skip_depth_ = 1;
        begin_skip(Kind::list, start);
        return;
    }
    const Frame& frame = top();
    if (frame.member == Member::was) {
        draft_->begin_originals();
    }
    push(shape_of(frame.object, frame.member).inner, true, frame.member, start);
}

void DocumentHandler::end_list() {
    const Frame& list = top();
    if (list.member == Member::pair) {
        if (list.elements != 2) {
            spoil(list.start, "a pair has two values");
        } else if (!is_spoilt()) {
            Frame& value = frames_[depth_ - 2];
            value.values[0] = draft_->pair_value(list.start, list.values[0], list.are_explicit[0], list.values[1],
                                                 list.are_explicit[1]);
            value.are_explicit[0] = false;
        }
    }
    --depth_;
}

// -- games and documents --

bool DocumentHandler::begin_game(const char* start, Error& error) {
    if (finished_) {
        // The game before is handed out first; this one is met again.
        cursor_.restart(start);
        stop_ = Stop::before_game;
        error = make_error_code(boost::system::errc::interrupted);
        return false;
    }
    findings_.set_game(next_index_);
    listed_fields_.clear();
    stream_texts_.clear();
    draft_ = std::make_unique<GameDraft>(pool_->acquire(), start, findings_);
    game_depth_ = depth_;
    push(Object::game, false, Member::none, start);
    return true;
}

bool DocumentHandler::end_game(Error& error) {
    GameStorage& storage = draft_->storage();
    draft_->complete(cursor_.at());
    check_streams();
    if (!listed_fields_.empty()) {
        // Fields of the list come first, then what was found elsewhere.
        std::vector<tengen_extension_field> found(storage.extension_fields.begin(), storage.extension_fields.end());
        storage.extension_fields.clear();
        for (const Field& field : listed_fields_) {
            const tengen_slice key = storage.store(field.key);
            const tengen_slice text = storage.store(field.text);
            storage.extension_fields.push_back({key, text, storage.store(field.place)});
        }
        storage.extension_fields.append(found.data(), static_cast<std::uint32_t>(found.size()));
    }
    storage.header.index = findings_.game();
    next_index_ = findings_.game() + 1;
    finished_ = draft_->take_storage();
    draft_.reset();
    game_depth_ = 0;
    findings_.set_game(TENGEN_NONE);
    stop_ = Stop::behind_game;
    error = make_error_code(boost::system::errc::interrupted);
    return false;
}

void DocumentHandler::end_document() {
    const Frame& document = frames_[0];
    if (!has_format_) {
        refuse(document.start, "an object without \"format\"; " + std::string(format_name) + " is expected");
    }
    if (!has_version_) {
        refuse(document.start, "a document without \"version\"");
    }
    if ((document.seen & (bit_of(Member::collection) | bit_of(Member::game))) == 0) {
        findings_.report("json.schema", document.start, "the document has neither \"collection\" nor \"game\"");
    }
}

}  // namespace tengen::json
