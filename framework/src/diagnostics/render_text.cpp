#include "diagnostics/render_text.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "diagnostics/utf8.h"
#include "diagnostics/visible_text.h"

namespace tengen::diagnostics {

namespace {

constexpr std::string_view cut_mark = "...";
constexpr std::size_t tab_cells = 4;
constexpr std::size_t least_width = 20;

constexpr std::string_view bold = "\x1B[1m";
constexpr std::string_view green = "\x1B[1;32m";
constexpr std::string_view dim = "\x1B[2m";
constexpr std::string_view plain = "\x1B[0m";

std::string_view color_of(Severity severity) noexcept {
    switch (severity) {
        case Severity::fatal:
        case Severity::error:
            return "\x1B[1;31m";
        case Severity::warning:
            return "\x1B[1;35m";
        default:
            return "\x1B[1;36m";
    }
}

class Painter {
public:
    Painter(std::string& out, bool color) : out_(out), color_(color) {}

    void start(std::string_view sequence) {
        if (color_) {
            out_ += sequence;
        }
    }
    void stop() { start(plain); }

private:
    std::string& out_;
    bool color_;
};

void append_place(std::string& out, const Diagnostic& diagnostic) {
    append_visible(out, diagnostic.input);
    if (!diagnostic.file.empty()) {
        if (!diagnostic.input.empty()) {
            out += '!';
        }
        append_visible(out, diagnostic.file);
    }
    const bool named = !diagnostic.input.empty() || !diagnostic.file.empty();
    if (diagnostic.line) {
        fmt::format_to(std::back_inserter(out), "{}{}", named ? ":" : "line ", *diagnostic.line);
        if (diagnostic.column) {
            fmt::format_to(std::back_inserter(out), ":{}", *diagnostic.column);
        }
    } else if (diagnostic.game) {
        fmt::format_to(std::back_inserter(out), "{}game {}", named ? ": " : "", *diagnostic.game);
        if (diagnostic.node) {
            fmt::format_to(std::back_inserter(out), ", node {}", *diagnostic.node);
        }
    }
}

void append_loss(std::string& out, const LossDetail& loss) {
    fmt::format_to(std::back_inserter(out), " ({}", to_text(loss.kind));
    if (!loss.to.empty()) {
        out += " to ";
        append_visible(out, loss.to);
    }
    if (loss.count != 1) {
        fmt::format_to(std::back_inserter(out), ", {} times", loss.count);
    }
    out += loss.recoverable ? ", recoverable)" : ")";
}

bool ends_line(char byte) noexcept {
    return byte == '\n' || byte == '\r';
}

bool continues_character(char byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

std::size_t cells_of(const VisibleCharacter& character) noexcept {
    return character.bytes == "\t" ? tab_cells : character.cells;
}

void append_character(std::string& out, const VisibleCharacter& character) {
    if (character.bytes == "\t") {
        out.append(tab_cells, ' ');
    } else {
        append_visible(out, character);
    }
}

// Whether a part of the input is UTF-8, here and there with a wrong byte. In the old charsets of East Asia some pairs
// of bytes are UTF-8 by chance; shown as characters among codes they would only deceive.
bool looks_like_utf8(std::string_view part) noexcept {
    std::size_t wrong = 0;
    std::size_t right = 0;
    for (std::size_t at = 0; at < part.size();) {
        const CodePoint point = decode_utf8(part, at);
        wrong += point.valid ? 0U : 1U;
        right += point.valid && point.length > 1 ? 1U : 0U;
        at += point.length;
    }
    return wrong * 4 <= right;
}

VisibleCharacter source_character(std::string_view source, std::size_t at, bool as_utf8) noexcept {
    if (as_utf8 || static_cast<unsigned char>(source[at]) < 0x80) {
        return visible_character(source, at);
    }
    return {source.substr(at, 1), true, 4};
}

// The part of a source line that is shown, and the column of the place in it.
struct Excerpt {
    std::string text;
    std::size_t caret = 0;
};

Excerpt excerpt(std::string_view source, std::size_t line_start, std::size_t offset, std::size_t width) {
    // Two thirds of the window may lie before the place. Every byte takes a cell at least, combining marks apart, so no
    // more bytes than cells need to be looked at, however long the line is.
    const std::size_t before = width * 2 / 3;
    std::size_t start = std::max(line_start, offset > before ? offset - before : 0);
    for (int i = 0; i < 3 && start > line_start && start < offset && continues_character(source[start]); ++i) {
        ++start;
    }
    std::size_t end = start;
    while (end < source.size() && end - start < width * 2 && !ends_line(source[end])) {
        ++end;
    }
    const bool as_utf8 = looks_like_utf8(source.substr(start, end - start));
    std::vector<VisibleCharacter> left;
    std::size_t left_cells = 0;
    std::size_t at = start;
    while (at < offset) {
        const VisibleCharacter character = source_character(source, at, as_utf8);
        if (at + character.bytes.size() > offset) {
            break;  // the place is inside this character
        }
        left.push_back(character);
        left_cells += cells_of(character);
        at += character.bytes.size();
    }
    std::size_t first = 0;
    while (left_cells > before) {
        left_cells -= cells_of(left[first]);
        ++first;
    }

    Excerpt shown;
    std::size_t cells = left_cells;
    if (start > line_start || first > 0) {
        shown.text += cut_mark;
        cells += cut_mark.size();
    }
    for (std::size_t i = first; i < left.size(); ++i) {
        append_character(shown.text, left[i]);
    }
    shown.caret = cells;
    const std::size_t scan_end = at + std::min(source.size() - at, width * 4);
    while (at < source.size() && !ends_line(source[at])) {
        const VisibleCharacter character = source_character(source, at, as_utf8);
        if (cells + cells_of(character) > width + cut_mark.size() || at >= scan_end) {
            shown.text += cut_mark;
            break;
        }
        append_character(shown.text, character);
        cells += cells_of(character);
        at += character.bytes.size();
    }
    return shown;
}

void append_source_line(std::string& out, const Diagnostic& diagnostic, std::string_view source,
                        const TextStyle& style) {
    if (source.empty() || !diagnostic.offset || !diagnostic.line || !diagnostic.column || *diagnostic.column == 0 ||
        *diagnostic.offset > source.size() || *diagnostic.column - 1 > *diagnostic.offset) {
        return;
    }
    const auto offset = static_cast<std::size_t>(*diagnostic.offset);
    const std::size_t line_start = offset - static_cast<std::size_t>(*diagnostic.column - 1);
    const Excerpt shown = excerpt(source, line_start, offset, std::max(style.width, least_width));
    const std::string number = fmt::format("{:>5}", *diagnostic.line);
    Painter painter(out, style.color);
    painter.start(dim);
    fmt::format_to(std::back_inserter(out), "{} | ", number);
    painter.stop();
    out += shown.text;
    out += '\n';
    painter.start(dim);
    fmt::format_to(std::back_inserter(out), "{:{}} | ", "", number.size());
    painter.stop();
    out.append(shown.caret, ' ');
    painter.start(green);
    out += '^';
    painter.stop();
    out += '\n';
}

std::string counted(std::uint64_t number, std::string_view one) {
    return fmt::format("{} {}{}", number, one, number == 1 ? "" : "s");
}

}  // namespace

void append_text(std::string& out, const Diagnostic& diagnostic, std::string_view source, const TextStyle& style) {
    if (diagnostic.severity == Severity::off) {
        return;
    }
    Painter painter(out, style.color);
    painter.start(bold);
    const std::size_t before_place = out.size();
    append_place(out, diagnostic);
    if (out.size() > before_place) {
        out += ": ";
    }
    painter.stop();
    painter.start(color_of(diagnostic.severity));
    out += to_text(diagnostic.severity);
    out += ':';
    painter.stop();
    out += ' ';
    append_visible(out, diagnostic.message);
    if (diagnostic.loss) {
        append_loss(out, *diagnostic.loss);
    }
    painter.start(dim);
    out += " [";
    append_visible(out, diagnostic.id);
    out += ']';
    painter.stop();
    out += '\n';
    append_source_line(out, diagnostic, source, style);
}

void append_text(std::string& out, const InputSummary& summary) {
    append_visible(out, summary.input);
    fmt::format_to(std::back_inserter(out), "{}{}", summary.input.empty() ? "" : ": ", counted(summary.games, "game"));
    if (!summary.format.empty()) {
        out += " (";
        append_visible(out, summary.format);
        out += ')';
    }
    fmt::format_to(std::back_inserter(out), ", {} rejected; ", summary.rejected);
    if (summary.fatal != 0) {
        fmt::format_to(std::back_inserter(out), "{} fatal, ", summary.fatal);
    }
    fmt::format_to(std::back_inserter(out), "{}, {}, {}", counted(summary.errors, "error"),
                   counted(summary.warnings, "warning"), counted(summary.infos, "info"));
    if (summary.losses != 0) {
        fmt::format_to(std::back_inserter(out), "; {}",
                       summary.losses == 1 ? std::string("1 loss") : fmt::format("{} losses", summary.losses));
    }
    if (summary.omitted != 0) {
        fmt::format_to(std::back_inserter(out), "; {} not shown", summary.omitted);
    }
    out += '\n';
}

}  // namespace tengen::diagnostics
