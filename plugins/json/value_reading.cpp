#include "value_reading.h"

#include <array>
#include <cstdint>

#include <tengen/model/decimal.h>

namespace tengen::json {

namespace {

bool has_white_space(std::string_view text) {
    return text.find_first_of(" \t\n\r\v\f") != std::string_view::npos;
}

/// "SGF FF[4], Go: Move": on boards up to 19x19 tt is a pass too.
bool is_small(BoardSize board) {
    return board.columns <= 19 && board.rows <= 19;
}

char small_letter(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

std::optional<Point> in_small_letters(std::string_view text, BoardSize board) {
    if (text.size() != 2 || board.columns > 26 || board.rows > 26) {
        return std::nullopt;
    }
    const std::array<char, 2> small{small_letter(text[0]), small_letter(text[1])};
    return parse_point({small.data(), small.size()}, board);
}

PointReading no_point(ValueFault fault) {
    return {{}, fault, false};
}

PointReading read_rectangle(std::string_view text, BoardSize board) {
    const std::string_view first = text.substr(0, 2);
    const std::string_view second = text.substr(3);
    const std::optional<Point> one = parse_point(first, board);
    const std::optional<Point> other = parse_point(second, board);
    if (!one || !other) {
        if (in_small_letters(first, board) && in_small_letters(second, board)) {
            return no_point({"value.point-case", "capital letters, where the board has points with small ones only"});
        }
        return no_point({"value.bad-point", "no rectangle of points of the board"});
    }
    if (*one == *other || one->column > other->column || one->row > other->row) {
        return no_point({"value.bad-rect", "no rectangle from its upper left to its lower right corner"});
    }
    return {make_rectangle(0, {*one, *other}), {nullptr, nullptr}, false};
}

bool is_odd_pass(std::string_view text, BoardSize board) {
    if (text == "``") {
        return true;
    }
    const std::optional<Point> point = parse_point(text);
    return point && point->column == board.columns && point->row == board.rows;
}

}  // namespace

std::optional<std::pair<std::string_view, std::string_view>> split_board_size(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view columns = text.substr(0, colon);
    const std::string_view rows = text.substr(colon + 1);
    // "SGF FF[4], SZ": a square board has one number.
    if (!side_of(columns) || !side_of(rows) || side_of(columns) == side_of(rows)) {
        return std::nullopt;
    }
    return std::pair{columns, rows};
}

std::optional<int> side_of(std::string_view text) {
    const std::optional<std::int64_t> number = is_number(text) ? integer_of(text) : std::nullopt;
    if (!number || *number < 1 || *number > max_board_side) {
        return std::nullopt;
    }
    return static_cast<int>(*number);
}

bool fits_as_text(ValueType type, std::string_view text) {
    switch (type) {
        case ValueType::number:
            return is_number(text);
        case ValueType::real:
            return is_real(text);
        case ValueType::double_:
            return text == "1" || text == "2";
        case ValueType::color:
            return text == "B" || text == "W";
        case ValueType::board_size:
            return side_of(text) || split_board_size(text);
        case ValueType::simple_text:
        case ValueType::text:
        case ValueType::unknown:
            return true;
        default:
            return false;
    }
}

ValueFault fault_of_text(ValueType type, std::string_view text) {
    const bool typed = type == ValueType::number || type == ValueType::real || type == ValueType::double_ ||
                       type == ValueType::color || type == ValueType::board_size;
    if (text.empty()) {
        return {"value.empty", "empty"};
    }
    if (typed && has_white_space(text)) {
        return {"value.white-space", "a text with white space, where none may be"};
    }
    switch (type) {
        case ValueType::number:
            return {"value.bad-number", "no whole number"};
        case ValueType::real:
            return {"value.bad-real", "no real number"};
        case ValueType::double_:
            return {"value.bad-double", "neither 1 nor 2"};
        case ValueType::color:
            return {"value.bad-color", "neither B nor W"};
        case ValueType::board_size:
            return {"value.bad-size", "no size of a board"};
        case ValueType::none:
            return {"value.not-empty", "a value for a property that has none"};
        default:
            return {"value.not-compose", "no pair of values"};
    }
}

PointReading read_point(ValueType type, Identifier identifier, std::string_view text, BoardSize board) {
    const bool is_move = type == ValueType::move;
    if (text.empty()) {
        if (identifier == Identifier("B") || identifier == Identifier("W")) {
            return {make_value(0, ValueKind::pass), {nullptr, nullptr}, false};
        }
        return {make_value(0, ValueKind::empty), {nullptr, nullptr}, false};
    }
    if (const std::optional<Point> point = parse_point(text, board)) {
        return {make_point(0, *point), {nullptr, nullptr}, false};
    }
    if (is_move && text == "tt" && is_small(board)) {
        return {make_value(0, ValueKind::pass), {nullptr, nullptr}, true};
    }
    if (type == ValueType::point_or_rectangle && text.size() == 5 && text[2] == ':') {
        return read_rectangle(text, board);
    }
    if (has_white_space(text)) {
        return no_point({"value.white-space", "a text with white space, where none may be"});
    }
    if (in_small_letters(text, board)) {
        return no_point(
            {"value.point-case", "written in capital letters, where the board has points with small ones only"});
    }
    if (is_move) {
        if (is_odd_pass(text, board)) {
            return no_point({"value.odd-pass", "an unusual spelling of a pass"});
        }
        return no_point({"value.bad-move", "no point of the board"});
    }
    return no_point({"value.bad-point", "no point of the board"});
}

}  // namespace tengen::json
