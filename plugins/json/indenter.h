// Making JSON tokens comfortable to read: line breaks and blanks, nothing else changes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tengen::json {

/// Takes valid JSON in pieces of any size. White space between the tokens that come in is dropped, but for the line
/// break behind a document.
class Indenter {
public:
    /// `blanks` a level; 0 switches it off.
    explicit Indenter(unsigned blanks) : blanks_(blanks) {}

    [[nodiscard]] bool is_on() const { return blanks_ != 0; }

    /// Append the piece to `to`.
    void feed(std::string_view piece, std::string& to);

private:
    void new_line(std::string& to) const {
        to += '\n';
        to.append(depth_ * blanks_, ' ');
    }

    std::size_t blanks_;
    std::size_t depth_ = 0;
    bool in_string_ = false;
    bool escaped_ = false;
    bool opened_ = false;  // the last token was { or [: whether it is empty is not known yet
};

}  // namespace tengen::json
