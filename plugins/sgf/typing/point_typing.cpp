// Points and moves.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "sgf/syntax/tree_sink.h"
#include "sgf/typing/typer.h"
#include "sgf/typing/white_space.h"

namespace tengen::sgf {

namespace {

std::string board_name(BoardSize board) {
    return std::to_string(board.columns) + "x" + std::to_string(board.rows) + " board";
}

}  // namespace

tengen_value Typer::move_value(tengen_value raw) {
    const std::optional<std::string_view> compacted = compact(raw);
    if (!compacted) {
        return invalid(raw);
    }
    const std::string_view text = *compacted;
    const tengen_value pass = make_value(raw.offset, ValueKind::pass);
    if (text.empty()) {
        return pass;
    }
    const std::optional<Point> point = parse_point(text);
    if (text == "tt") {
        if (board_.columns <= 19 && board_.rows <= 19) {
            report("value.pass-as-tt", raw.offset, "a pass is written as tt");
            return pass;
        }
        if (point->is_on(board_)) {
            report("value.tt-is-point", raw.offset, "tt is a point of the " + board_name(board_));
        }
    }
    if (point && point->is_on(board_)) {
        return make_point(raw.offset, *point);
    }
    if (text == "``" || (point && point->column == board_.columns && point->row == board_.rows)) {
        return repairs("value.odd-pass", raw.offset, "a pass is written as " + quote(text)) ? pass : invalid(raw);
    }
    if (point && board_.columns <= 26 && board_.rows <= 26) {
        const Point lower{static_cast<std::uint8_t>(point->column % 26), static_cast<std::uint8_t>(point->row % 26)};
        if (lower.is_on(board_)) {
            return repairs("value.point-case", raw.offset, "capital letters in the point " + quote(text))
                       ? make_point(raw.offset, lower)
                       : invalid(raw);
        }
    }
    report("value.bad-move", raw.offset, quote(text) + " is no point of the " + board_name(board_));
    return invalid(raw);
}

std::optional<Point> Typer::read_point(std::uint32_t offset, std::string_view text) {
    std::string compacted;
    if (has_space(text)) {
        if (!repairs("value.white-space", offset, "white space inside " + quote(text))) {
            return std::nullopt;
        }
        compacted = without_space(text);
        text = compacted;
    }
    const std::optional<Point> point = parse_point(text);
    if (point && point->is_on(board_)) {
        return point;
    }
    if (point && board_.columns <= 26 && board_.rows <= 26) {
        const Point lower{static_cast<std::uint8_t>(point->column % 26), static_cast<std::uint8_t>(point->row % 26)};
        if (lower.is_on(board_)) {
            return repairs("value.point-case", offset, "capital letters in the point " + quote(text))
                       ? std::optional(lower)
                       : std::nullopt;
        }
    }
    report("value.bad-point", offset, quote(text) + " is no point of the " + board_name(board_));
    return std::nullopt;
}

/// A point or a rectangle.
tengen_value Typer::point_value(tengen_value raw) {
    const std::string_view text = raw_text(raw);
    if (text.size() == 2) {
        if (const std::optional<Point> point = parse_point(text, board_)) [[likely]] {
            return make_point(raw.offset, *point);
        }
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
        const std::optional<Point> point = read_point(raw.offset, text);
        return point ? make_point(raw.offset, *point) : invalid(raw);
    }
    const std::optional<Point> first = read_point(raw.offset, text.substr(0, colon));
    const std::optional<Point> second =
        first ? read_point(static_cast<std::uint32_t>(raw.offset + colon + 1), text.substr(colon + 1)) : std::nullopt;
    if (!first || !second) {
        return invalid(raw);
    }
    const Rectangle rectangle{{std::min(first->column, second->column), std::min(first->row, second->row)},
                              {std::max(first->column, second->column), std::max(first->row, second->row)}};
    if (rectangle.size() == 1 || rectangle.upper_left != *first) {
        const std::string what = rectangle.size() == 1 ? " is a rectangle of one point" : " has its corners swapped";
        if (!repairs("value.bad-rect", raw.offset, quote(text) + what)) {
            return invalid(raw);
        }
    }
    return rectangle.size() == 1 ? make_point(raw.offset, *first) : make_rectangle(raw.offset, rectangle);
}

}  // namespace tengen::sgf
