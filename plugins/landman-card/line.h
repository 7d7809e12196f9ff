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

/// Where a line break was lost: the place in `line` of the next known keyword, behind a blank and with a colon and a
/// blank, that the value of the line goes on with; npos if there is none. A Date counts if its value opens a card. What
/// stands in a Comment is text, but for a Date that another field follows. Lines with an unknown keyword are left
/// alone, and so are those without one unless `in_record`. Only what begins behind `from` is looked at.
[[nodiscard]] std::size_t find_lost_break(std::string_view line, const Line& read, bool in_record,
                                          std::size_t from = 0);

/// Walks over the lines of a text: LF, CR, CR LF and LF CR each end one, and so do lost breaks.
class LineCursor {
public:
    explicit LineCursor(std::string_view text) : text_(text) { read(); }

    [[nodiscard]] bool at_end() const { return begin_ == text_.size(); }
    [[nodiscard]] const Line& line() const { return line_; }
    /// Where the line starts, in bytes.
    [[nodiscard]] std::size_t begin() const { return begin_; }
    /// Whether no line break stands in front of it.
    [[nodiscard]] bool is_cut() const { return is_cut_; }
    /// The line, which has no keyword, goes on with a record: it ends where a field follows in it.
    void cut_text();
    void advance() {
        begin_ = next_;
        read();
    }

private:
    void read();
    void cut_at(std::size_t place);

    std::string_view text_;
    std::size_t begin_ = 0;
    std::size_t next_ = 0;
    std::size_t end_ = 0;  // where the line break is
    bool is_cut_ = false;
    bool is_next_cut_ = false;
    Line line_;
};

}  // namespace tengen::landman
