#include "indenter.h"

namespace tengen::json {

void Indenter::feed(std::string_view piece, std::string& to) {
    to.reserve(to.size() + piece.size() * 2);
    for (const char byte : piece) {
        if (in_string_) {
            to += byte;
            if (escaped_) {
                escaped_ = false;
            } else if (byte == '\\') {
                escaped_ = true;
            } else if (byte == '"') {
                in_string_ = false;
            }
            continue;
        }
        if (byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n') {
            if (byte == '\n' && depth_ == 0) {
                to += byte;
            }
            continue;
        }
        if (opened_ && byte != ']' && byte != '}') {
            new_line(to);
        }
        const bool empty = opened_;
        opened_ = false;
        switch (byte) {
            case '{':
            case '[':
                to += byte;
                ++depth_;
                opened_ = true;
                break;
            case '}':
            case ']':
                --depth_;
                if (!empty) {
                    new_line(to);
                }
                to += byte;
                break;
            case ',':
                to += byte;
                new_line(to);
                break;
            case ':':
                to += ": ";
                break;
            default:
                in_string_ = byte == '"';
                to += byte;
        }
    }
}

}  // namespace tengen::json
