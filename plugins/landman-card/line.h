// One line of a file of cards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tengen::landman {

enum class LineKind : std::uint8_t {
    blank,
    field,  // a word, a colon, a value
    text,
};

/// Views into the line.
struct Line {
    LineKind kind = LineKind::blank;
    std::string_view keyword;
    bool has_blanks = false;  // in front of the keyword or of the colon
    std::string_view value;   // without the one blank behind the colon, and without blanks at its end
    std::string_view text;    // the line without blanks at its end
};

/// `line` has no line break.
[[nodiscard]] Line read_line(std::string_view line);

/// Walks over the lines of a text: LF, CR, CR LF and LF CR each end one.
class LineCursor {
public:
    explicit LineCursor(std::string_view text) : text_(text) { read(); }

    [[nodiscard]] bool at_end() const { return begin_ == text_.size(); }
    [[nodiscard]] const Line& line() const { return line_; }
    /// Where the line starts, in bytes.
    [[nodiscard]] std::size_t begin() const { return begin_; }
    void advance() {
        begin_ = next_;
        read();
    }

private:
    void read();

    std::string_view text_;
    std::size_t begin_ = 0;
    std::size_t next_ = 0;
    Line line_;
};

}  // namespace tengen::landman
