#include "reader.h"

#include <string>

#include <boost/json/basic_parser_impl.hpp>

#include "nesting.h"

namespace tengen::json {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

constexpr bool is_white_space(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

boost::json::parse_options options_of_parser() {
    boost::json::parse_options options;
    options.max_depth = most_nesting;
    return options;
}

const char* skip_white_space(const char* at, const char* end) {
    while (at != end && is_white_space(*at)) {
        ++at;
    }
    return at;
}

}  // namespace

std::uint32_t sniff(std::string_view head, std::string_view) {
    if (head.starts_with(byte_order_mark)) {
        head.remove_prefix(byte_order_mark.size());
    }
    const char* end = head.data() + head.size();
    const char* first = skip_white_space(head.data(), end);
    if (first == end || *first != '{') {
        return 0;
    }
    const bool has_format = head.find("\"format\"") != std::string_view::npos;
    if (has_format && head.find("\"go-record\"") != std::string_view::npos) {
        return 95;
    }
    return has_format ? 40 : 0;
}

JsonReader::JsonReader(sdk::Host host, std::string_view bytes, const sdk::Options&)
    : begin_(bytes.data()), position_(begin_), end_(begin_ + bytes.size()), parser_(options_of_parser(), host, bytes) {
    if (bytes.starts_with(byte_order_mark)) {
        position_ += byte_order_mark.size();
    }
}

bool JsonReader::next(tengen_game& game) {
    DocumentHandler& handler = parser_.handler();
    for (;;) {
        if (handler.has_game() && !is_at_tail()) {
            handler.pool()->publish(handler.take_game(), game);
            return true;
        }
        if (error_) {
            refuse(*error_);
        }
        if (!handler.is_inside()) {
            position_ = skip_white_space(position_, end_);
            if (position_ == end_) {
                if (!has_document_) {
                    handler.findings().report("json.not-json", begin_, "the input is empty");
                    throw sdk::GiveUp();
                }
                return false;
            }
        }
        parse();
    }
}

bool JsonReader::is_at_tail() const {
    const DocumentHandler& handler = parser_.handler();
    if (error_ || !handler.is_inside() || handler.stop() == DocumentHandler::Stop::before_game) {
        return false;
    }
    const char* next = skip_white_space(position_, end_);
    return next != end_ && (*next == ']' || *next == '}' || !handler.is_in_list());
}

void JsonReader::restore_state() {
    DocumentHandler& handler = parser_.handler();
    const std::string_view prefix = handler.prefix();
    boost::json::error_code error;
    handler.mute(true);
    parser_.write_some(true, prefix.data(), prefix.size(), error);
    handler.mute(false);
}

void JsonReader::parse() {
    DocumentHandler& handler = parser_.handler();
    has_document_ = true;
    parser_.reset();
    if (handler.is_inside()) {
        restore_state();
    }
    handler.go_on(position_);
    boost::json::error_code error;
    const std::size_t parsed = parser_.write_some(false, position_, static_cast<std::size_t>(end_ - position_), error);
    if (handler.stop() != DocumentHandler::Stop::no) {
        position_ = handler.position();
    } else if (error) {
        error_ = SyntaxError{position_ + parsed, error};
    } else {
        position_ += parsed;
    }
}

void JsonReader::refuse(const SyntaxError& error) {
    const auto is = [&](boost::json::error code) { return error.error == code; };
    std::string message = "no JSON: ";
    if (is(boost::json::error::incomplete)) {
        message += "the input ends inside of a document";
    } else if (is(boost::json::error::too_deep)) {
        message += "nested deeper than " + std::to_string(most_nesting) + " levels";
    } else if (is(boost::json::error::syntax)) {
        message += error.place < end_ && static_cast<unsigned char>(*error.place) >= 0x80
                       ? "a byte that is no UTF-8 or stands outside of a text"
                       : "a character that does not belong here";
    } else {
        message += error.error.message();
    }
    Findings& findings = parser_.handler().findings();
    findings.set_game(TENGEN_NONE);
    findings.report("json.not-json", error.place, message);
    throw sdk::GiveUp();
}

}  // namespace tengen::json
