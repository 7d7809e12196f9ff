// Texts, numbers and flags of a document; values of properties.
#include <algorithm>
#include <optional>

#include <tengen/model/base64.h>
#include <tengen/model/stamp_time.h>

#include "document_handler.h"

namespace tengen::json {

namespace {

constexpr std::uint32_t largest_index = TENGEN_NONE - 1;

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

}  // namespace

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
        const std::optional<StampTime> time =
            is_time(text.content.substr(0, colon)) ? StampTime::parse(text.content.substr(0, colon)) : std::nullopt;
        if (!time ||
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
        if (time->is_negative()) {
            if (*time == StampTime::parse("-1")) {
                report("rgf.minus-one-time", text.place, "the time -1 means no stamp, and is not kept");
            } else {
                report("rgf.negative-time", text.place, quoted(text.content) + " is negative");
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

}  // namespace tengen::json
