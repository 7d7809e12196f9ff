#include "passes/value_text.h"

namespace tengen::passes {

namespace {

constexpr std::size_t longest_quotation = 60;

void append_letters(Point point, std::string& to) {
    const auto letters = point_letters(point);
    to.append(letters.begin(), letters.end());
}

}  // namespace

void append_value_text(Game game, tengen_value value, std::string& to) {
    switch (kind_of(value)) {
        case ValueKind::empty:
        case ValueKind::pass:
            break;
        case ValueKind::point:
            append_letters(point_of(value), to);
            break;
        case ValueKind::rectangle:
            append_letters(rectangle_of(value).upper_left, to);
            to += ':';
            append_letters(rectangle_of(value).lower_right, to);
            break;
        case ValueKind::pair: {
            // Parts of a pair are no pairs themselves.
            const tengen_pair& pair = game.pair(value);
            if (kind_of(pair.first) != ValueKind::pair) {
                append_value_text(game, pair.first, to);
            }
            to += ':';
            if (kind_of(pair.second) != ValueKind::pair) {
                append_value_text(game, pair.second, to);
            }
            break;
        }
        default:
            to += game.text(value);
            break;
    }
}

std::string quoted(std::string_view text) {
    std::string result;
    std::size_t size = text.size();
    if (size > longest_quotation) {
        size = longest_quotation;
        while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) {
            --size;  // not inside a character
        }
    }
    for (const char c : text.substr(0, size)) {
        result += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
    }
    if (size < text.size()) {
        result += "...";
    }
    return result;
}

std::string quoted(Game game, tengen_value value) {
    std::string text;
    append_value_text(game, value, text);
    return quoted(text);
}

std::string quoted_property(Game game, std::uint32_t property) {
    std::string text = game.name(property);
    std::size_t shown = 0;
    for (const tengen_value value : game.values(property)) {
        if (++shown > 3) {
            return text + "...";
        }
        text += '[';
        text += quoted(game, value);
        text += ']';
    }
    return text;
}

}  // namespace tengen::passes
