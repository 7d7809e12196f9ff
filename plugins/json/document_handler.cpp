#include "document_handler.h"

#include <algorithm>

#include <tengen/model/card.h>
#include <tengen/model/certainty.h>
#include <tengen/model/stream_source.h>

#include "base64.h"
#include "fact_value.h"
#include "json_text.h"
#include "node_skimmer.h"

namespace tengen::json {

namespace {

constexpr std::uint64_t bit_of(Member member) {
    return std::uint64_t{1} << static_cast<unsigned>(member);
}
static_assert(static_cast<unsigned>(Member::none) < 64);

constexpr std::uint32_t largest_index = TENGEN_NONE - 1;

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

/// "SGF FF[4], PropIdent": capital letters. Digits behind the first one are kept for older files.
bool is_identifier(std::string_view name) {
    if (name.empty() || name[0] < 'A' || name[0] > 'Z') {
        return false;
    }
    for (const char letter : name) {
        if ((letter < 'A' || letter > 'Z') && (letter < '0' || letter > '9')) {
            return false;
        }
    }
    return true;
}

std::size_t count_digits(std::string_view text, std::size_t at) {
    std::size_t count = 0;
    while (at + count < text.size() && text[at + count] >= '0' && text[at + count] <= '9') {
        ++count;
    }
    return count;
}

/// "RGF text, TIME": a decimal number of seconds; sign and exponent are allowed.
bool is_time(std::string_view text) {
    std::size_t at = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
    const std::size_t whole = count_digits(text, at);
    at += whole;
    std::size_t decimals = 0;
    if (at < text.size() && text[at] == '.') {
        decimals = count_digits(text, at + 1);
        at += 1 + decimals;
    }
    if (whole + decimals == 0) {
        return false;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        at += at < text.size() && (text[at] == '+' || text[at] == '-') ? 1 : 0;
        const std::size_t exponent = count_digits(text, at);
        if (exponent == 0) {
            return false;
        }
        at += exponent;
    }
    return at == text.size();
}

template <std::size_t Count>
std::optional<std::uint32_t> find_name(const std::string_view (&names)[Count], std::string_view name) {
    for (std::uint32_t i = 0; i < Count; ++i) {
        if (names[i] == name) {
            return i;
        }
    }
    return std::nullopt;
}

constexpr std::string_view state_names[] = {"value", "empty", "unknown", "invalid"};
constexpr std::string_view note_names[] = {"stated", "assumed", "derived", "repaired", "imported"};
constexpr std::string_view scope_names[] = {"item", "upto", "component"};
constexpr std::string_view source_names[] = {"clock", "file", "web", "unsafe"};

constexpr std::uint32_t unknown_source_kind = 0xFFFFFFFF;

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

// -- values that are passed over --

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
            break;
        default:
            reset_member(Object::game, frames_[depth_ - 2].member);
            break;
    }
    add_field({}, without_white_space(source), place);
    spoilt_depth_ = 0;
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

// -- texts, numbers, flags --

void DocumentHandler::take_text(const DocumentText& text) {
    if (depth_ == 0) {
        return take_misfit(Kind::text, text.place - 1);
    }
    Frame& frame = top();
    if (frame.is_list && frame.member == Member::v && !is_spoilt()) [[likely]] {
        draft_->add_text(text);
        ++frame.elements;
        return;
    }
    if (!expects(Kind::text)) {
        take_misfit(Kind::text, text.place - 1);
        return;
    }
    if (!frame.is_list) {
        set_text(text);
        return;
    }
    const tengen_value value = draft_->text_value(text);
    if (frame.member == Member::was) {
        draft_->add_original(value);
    } else if (frame.elements < 2) {
        frame.values[frame.elements] = value;
        frame.are_explicit[frame.elements] = false;
    }
    ++frame.elements;
}

void DocumentHandler::take_number(std::uint64_t number, std::string_view token) {
    if (depth_ == 0 || !expects(Kind::number)) {
        take_misfit(Kind::number, token.data());
        return;
    }
    set_number(number, token);
}

void DocumentHandler::take_flag(bool flag, std::string_view token) {
    if (depth_ == 0 || !expects(Kind::flag)) {
        take_misfit(Kind::flag, token.data());
        return;
    }
    switch (top().member) {
        case Member::stated:
            draft_->board->stated = flag;
            break;
        case Member::ff_stated:
            draft_->file_format_stated = flag;
            break;
        case Member::typed:
            draft_->typed = flag;
            break;
        case Member::derived:
            is_derived_ = flag;
            break;
        default:
            is_repaired_ = flag;
            break;
    }
}

void DocumentHandler::set_number(std::uint64_t number, std::string_view token) {
    const Frame& frame = top();
    if (frame.object == Object::node) [[likely]] {
        if (number == no_number) {
            spoilt_message_ = "no number of a node";
            skip_start_ = token.data();
            skip_ = Skip::misfit;
            finish_skip(cursor_.at());
        } else if (frame.member == Member::id) {
            draft_->set_id(number);
        } else {
            draft_->set_up(number);
        }
        return;
    }
    if (frame.member == Member::version) {
        if (number != format_version) {
            refuse(token.data(), "version " + std::string(token) + " of the format; this reader knows version " +
                                     std::to_string(format_version));
        }
        has_version_ = true;
        return;
    }
    std::uint64_t most = largest_index;
    switch (frame.member) {
        case Member::columns:
        case Member::rows:
            most = max_board_side;
            break;
        case Member::ff:
            most = 4;
            break;
        case Member::gm:
            most = TENGEN_NONE;
            break;
        default:
            break;
    }
    if (number > most) {
        if (frame.object == Object::game) {  // "index"
            spoilt_message_ = "no number of a game";
            skip_start_ = token.data();
            skip_ = Skip::misfit;
            finish_skip(cursor_.at());
        } else {
            spoil(token.data(), std::string(member_name(frame.member)) + ": " + std::string(token) +
                                    " is not a whole number from 0 to " + std::to_string(most));
        }
        return;
    }
    const auto small = static_cast<std::uint32_t>(number);
    switch (frame.member) {
        case Member::index:
            if (frame.object == Object::stream) {
                if (number != draft_->storage().streams.size()) {
                    spoil(token.data(), "index: streams are numbered from 0 in their order");
                }
            } else if (small >= next_index_ && !findings_.has_reported()) {
                findings_.set_game(small);
            }
            break;
        case Member::columns:
            draft_->board->columns = small;
            break;
        case Member::rows:
            draft_->board->rows = small;
            break;
        case Member::ff:
            draft_->file_format = small;
            break;
        case Member::gm:
            draft_->game_kind = small;
            break;
        case Member::node:
            (frame.object == Object::fact ? fact_.fact.node : stream_.node) = small;
            break;
        case Member::at:
            fact_.at = small;
            break;
        case Member::line:
            fact_.fact.line = small;
            break;
        case Member::k:
            mark_.position = small;
            break;
        default:
            break;
    }
}

void DocumentHandler::set_text(const DocumentText& text) {
    const Frame& frame = top();
    switch (frame.object) {
        case Object::property:
            if (frame.member == Member::t) {
                set_stamp(text);
            } else if (is_identifier(text.content)) {
                draft_->set_identifier(text.content);
            } else {
                spoil(text.place, quoted(text.content) + " is no identifier of a property: capital letters");
            }
            break;
        case Object::node:
            set_stamp(text);
            break;
        case Object::value:
            set_value_text(text);
            break;
        case Object::document:  // "format"
            if (text.content != format_name) {
                refuse(text.place,
                       "the format " + quoted(text.content) + "; " + std::string(format_name) + " is expected");
            }
            has_format_ = true;
            break;
        case Object::charset:
            (frame.member == Member::declared ? draft_->storage().header.charset_declared
                                              : draft_->storage().header.charset_used) = draft_->store(text.content);
            break;
        case Object::fact:
        case Object::from:
            set_fact_text(text);
            break;
        case Object::mark:
            set_mark_text(text);
            break;
        case Object::stream:
        case Object::source:
        case Object::medium:
            set_stream_text(frame.object, frame.member, text);
            break;
        case Object::extension:
            (frame.member == Member::key    ? field_.key
             : frame.member == Member::text ? field_.text
                                            : field_.place) = text.content;
            break;
        default:
            break;
    }
}

void DocumentHandler::set_stamp(const DocumentText& text) {
    std::uint32_t stamp = 0;
    if (text.content == "final") {
        stamp = draft_->add_stamp(TENGEN_STAMP_FINAL, {}, {}, text.place);
    } else {
        const std::size_t colon = std::min(text.content.find(':'), text.content.size());
        const std::string_view counter = text.content.substr(std::min(colon + 1, text.content.size()));
        if (!is_time(text.content.substr(0, colon)) ||
            (colon != text.content.size() && (counter.empty() || count_digits(counter, 0) != counter.size()))) {
            if (top().object == Object::property) {
                spoil(text.place, quoted(text.content) + " is no time stamp");
            } else {
                spoilt_message_ = quoted(text.content) + " is no time stamp";
                skip_start_ = text.place - 1;
                skip_ = Skip::misfit;
                finish_skip(cursor_.at());
            }
            return;
        }
        stamp = draft_->add_stamp(TENGEN_STAMP_AT, text.content.substr(0, colon), counter, text.place);
    }
    if (top().object == Object::property) {
        draft_->set_property_stamp(stamp);
    } else {
        draft_->set_node_stamp(stamp);
    }
}

void DocumentHandler::set_value_text(const DocumentText& text) {
    Frame& frame = top();
    frame.are_explicit[0] = false;
    switch (frame.member) {
        case Member::raw:
            frame.values[0] = draft_->content_value(text, ValueKind::raw);
            break;
        case Member::invalid:
            frame.values[0] = draft_->content_value(text, ValueKind::invalid);
            break;
        case Member::text:
            frame.values[0] = draft_->content_value(text, ValueKind::text);
            frame.are_explicit[0] = true;
            break;
        default: {  // "b64"
            std::optional<std::string> bytes = decode_base64(text.content);
            if (!bytes) {
                spoil(text.place, "no Base64 text");
            } else if (frame.is_bytes) {
                decoded_ = std::move(*bytes);
            } else {
                frame.values[0] = draft_->content_value({*bytes, text.place, false}, ValueKind::bytes);
            }
        }
    }
}

void DocumentHandler::end_value() {
    const Frame& frame = top();
    if (is_spoilt()) {
        return;
    }
    const bool is_one = frame.seen != 0 && (frame.seen & (frame.seen - 1)) == 0;
    if (!is_one || (frame.is_bytes && frame.seen != bit_of(Member::b64))) {
        spoil(frame.start, frame.is_bytes ? "a text, or an object with \"b64\", belongs here"
                                          : "a value has exactly one of pair, raw, invalid, text, b64");
        return;
    }
    const tengen_value value = frame.values[0];
    const bool is_explicit = frame.are_explicit[0];
    if (frame.is_bytes) {
        // The bytes take the place of the text.
        const char* place = frame.start + 1;
        --depth_;
        const std::string bytes = std::move(decoded_);
        set_text({bytes, place, false});
        ++depth_;
        return;
    }
    Frame& list = frames_[depth_ - 2];
    if (list.member == Member::v) {
        draft_->add_value(value, is_explicit);
    } else if (list.member == Member::was) {
        draft_->add_original(value);
    } else if (list.elements < 2) {
        list.values[list.elements] = value;
        list.are_explicit[list.elements] = is_explicit;
    }
}

void DocumentHandler::end_property() {
    if (is_spoilt()) {
        return;
    }
    const Frame& frame = top();
    if ((frame.seen & bit_of(Member::id)) == 0) {
        spoil(frame.start, "a property without \"id\"");
    } else if (!draft_->has_values()) {
        spoil(frame.start, "a property without values");
    } else {
        draft_->end_property();
    }
}

// -- facts --

void DocumentHandler::set_fact_text(const DocumentText& text) {
    const auto wrong = [&] { spoil(text.place, quoted(text.content) + " is none of the words that may stand here"); };
    switch (top().member) {
        case Member::field:
            if (const std::optional<tengen_field> field = find_field(text.content)) {
                fact_.fact.field = *field;
            } else {
                wrong();
            }
            break;
        case Member::prop:
            if (Identifier::fits(text.content) &&
                find_property(Identifier(Identifier::pack(text.content))) != nullptr) {
                fact_.has_property = true;
                fact_.identifier = Identifier::pack(text.content);
            } else {
                wrong();
            }
            break;
        case Member::text:
            fact_.fact.text = draft_->store(text.content);
            break;
        case Member::state:
            if (const std::optional<std::uint32_t> state = find_name(state_names, text.content)) {
                fact_.fact.state = *state;
                fact_.has_state = true;
            } else {
                wrong();
            }
            break;
        case Member::certainty:
            if (const std::optional<Certainty> certainty = find_certainty(text.content)) {
                fact_.fact.certainty = static_cast<std::uint32_t>(*certainty);
            } else {
                wrong();
            }
            break;
        case Member::format:
            fact_.fact.format = draft_->store(text.content);
            break;
        case Member::origin:
            fact_.fact.origin = draft_->store(text.content);
            break;
        default:  // "note"
            if (const std::optional<std::uint32_t> note = find_name(note_names, text.content)) {
                fact_.fact.note = *note;
            } else {
                wrong();
            }
    }
}

void DocumentHandler::set_mark_text(const DocumentText& text) {
    const auto wrong = [&] { spoil(text.place, quoted(text.content) + " is none of the words that may stand here"); };
    switch (top().member) {
        case Member::scope:
            if (const std::optional<std::uint32_t> scope = find_name(scope_names, text.content)) {
                mark_.scope = *scope;
            } else {
                wrong();
            }
            break;
        case Member::level:
            if (const std::optional<Certainty> certainty = find_certainty(text.content)) {
                mark_.level = static_cast<std::uint32_t>(*certainty);
            } else {
                wrong();
            }
            break;
        default:
            mark_.text = draft_->store(text.content);
    }
}

void DocumentHandler::end_mark() {
    const Frame& frame = top();
    if ((frame.seen & bit_of(Member::scope)) == 0 || (frame.seen & bit_of(Member::level)) == 0) {
        spoil(frame.start, "a mark without \"scope\" or \"level\"");
    } else if (!is_spoilt()) {
        draft_->storage().marks.push_back(mark_);
    }
}

void DocumentHandler::complete_text_fact() {
    tengen_fact& fact = fact_.fact;
    GameStorage& storage = draft_->storage();
    const std::string text(storage.stored_text.data() + fact.text.offset, fact.text.size);
    const CardReading reading = read_card_field(fact.field, text);
    const bool state_fits = fact_.has_state && (fact.state == TENGEN_FACT_EMPTY) == text.empty();
    if (!state_fits) {
        fact.state = card_fact_state(text, reading);
    }
    // The marks stand in the text; a document need not repeat them.
    const std::uint64_t marked = bit_of(Member::marks) | bit_of(Member::certainty);
    if ((top().seen & marked) != 0) {
        return;
    }
    if (!has_certainty_of_items(fact.field)) {
        fact.certainty = static_cast<std::uint32_t>(reading.certainty);
    }
    for (const CardMark& mark : reading.marks) {
        storage.marks.push_back({static_cast<std::uint32_t>(mark.scope), mark.position,
                                 static_cast<std::uint32_t>(mark.level), storage.store(mark.text)});
    }
    fact.mark_count = static_cast<std::uint32_t>(reading.marks.size());
    fact.first_mark = storage.marks.size() - fact.mark_count;
}

void DocumentHandler::end_fact() {
    if (is_spoilt()) {
        return;
    }
    const Frame& frame = top();
    tengen_fact& fact = fact_.fact;
    if (fact.field == TENGEN_FIELD_COUNT) {
        return spoil(frame.start, "a fact without \"field\"");
    }
    if (fact_.has_property != (fact.node != none)) {
        return spoil(frame.start, "a fact of a property needs both \"node\" and \"prop\"");
    }
    if (fact_.has_property) {
        fact.text = {};  // the property counts
    }
    if (is_derived_) {
        fact.note = TENGEN_NOTE_DERIVED;
    } else if (is_repaired_) {
        fact.note = TENGEN_NOTE_REPAIRED;
    }
    fact.mark_count = draft_->storage().marks.size() - fact.first_mark;
    if (fact.mark_count == 0) {
        fact.first_mark = 0;
    }
    if (!fact_.has_property) {
        complete_text_fact();
    }
    draft_->add_fact(fact_);
}

// -- streams --

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
    draft_ = std::make_unique<GameDraft>(pool_->acquire(), start, findings_);
    game_depth_ = depth_;
    push(Object::game, false, Member::none, start);
    return true;
}

bool DocumentHandler::end_game(Error& error) {
    GameStorage& storage = draft_->storage();
    draft_->complete(cursor_.at());
    for (const tengen_stream& stream : storage.streams) {
        if (stream.node >= storage.nodes.size()) {
            findings_.report("model.invariant", frames_[game_depth_].start,
                             "a stream begins at node " + std::to_string(stream.node) + ", which does not exist");
            throw sdk::GiveUp();
        }
    }
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
