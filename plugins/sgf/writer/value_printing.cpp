// Values, and whether they can be printed at all.
#include <string_view>

#include <tengen/model/point.h>
#include <tengen/model/value.h>

#include "sgf/writer/game_printer.h"
#include "sgf/writer/point_compression.h"
#include "sgf/writer/printed_pieces.h"

namespace tengen::sgf {

namespace {

/// Game information that has no reading is a text all the same, and kept ("SGF FF[4], Game info properties").
bool is_game_info(Identifier identifier) {
    const PropertyDefinition* const definition = find_sgf_property(identifier);
    return definition != nullptr && definition->property_class == PropertyClass::game_info;
}

}  // namespace

/// One value that can be printed, with its brackets.
char* GamePrinter::print_value(Game game, tengen_value value, char* to) {
    const std::string_view text = game.text(value);
    to = out_.room(to, escaped_room(text.size()) + small_value_room);
    switch (kind_of(value)) {
        case ValueKind::empty:
            *to++ = '[';
            *to++ = ']';
            return to;
        case ValueKind::pass:
            *to++ = '[';
            if (pass_as_tt_) {
                *to++ = 't';
                *to++ = 't';
            }
            *to++ = ']';
            return to;
        case ValueKind::rectangle: {
            const Rectangle rectangle = rectangle_of(value);
            if (settings_.point_lists != PointLists::expanded) {
                return put_bracketed_rectangle(to, rectangle);
            }
            to = out_.room(to, std::size_t{rectangle.size()} * 4);
            for_each_point(value, [&to](Point point) { to = put_bracketed_point(to, point); });
            return to;
        }
        case ValueKind::pair: {
            const tengen_pair& pair = game.pair(value);
            *to++ = '[';
            to = out_.room(print_part(game, pair.first, to), 1);
            *to++ = ':';
            to = out_.room(print_part(game, pair.second, to), 1);
            *to++ = ']';
            return to;
        }
        case ValueKind::raw:
        case ValueKind::raw_stored:
        case ValueKind::invalid:
        case ValueKind::invalid_stored:
            *to++ = '[';
            to = copier_.copy_raw(to, text);
            *to++ = ']';
            return to;
        case ValueKind::bytes:
        case ValueKind::bytes_stored:
            *to++ = '[';
            to = print_bytes(text, false, to);
            *to++ = ']';
            return to;
        default:  // points and texts were printed already
            return to;
    }
}

/// One side of a composed value that can be printed.
char* GamePrinter::print_part(Game game, tengen_value part, char* to) {
    const std::string_view text = game.text(part);
    to = out_.room(to, escaped_room(text.size()) + small_value_room);
    switch (kind_of(part)) {
        case ValueKind::empty:
        case ValueKind::pass:
            return to;
        case ValueKind::text:
        case ValueKind::text_stored:
            return copier_.copy_part(to, text);
        case ValueKind::point:
            return put_point(to, point_of(part));
        case ValueKind::raw:
        case ValueKind::raw_stored:
            return copier_.copy_raw(to, text);
        case ValueKind::bytes:
        case ValueKind::bytes_stored:
            return print_bytes(text, true, to);
        default:  // no pair with such a part can be printed
            return to;
    }
}

/// Bytes of no known charset that can be printed, with room for them at `to`, and for one byte more.
char* GamePrinter::print_bytes(std::string_view bytes, bool in_pair, char* to) {
    if (settings_.charset_is_utf8) {
        return in_pair ? copier_.copy_part(to, bytes) : copier_.copy_text(to, bytes);
    }
    sdk::DecodedText decoded;
    static_cast<void>(find_text(bytes, decoded));
    to = out_.room(to, escaped_room(decoded.text().size()) + 1);
    return in_pair ? copier_.copy_part(to, decoded.text()) : copier_.copy_text(to, decoded.text());
}

/// What reads as text in the charset of the output is written as that text; anything else could run into the bytes that
/// follow, where characters have several bytes.
bool GamePrinter::find_text(std::string_view bytes, sdk::DecodedText& text) const {
    sdk::DecodedText back;
    return host_.decode(settings_.charset, bytes, text) && host_.encode(settings_.charset, text.text(), back) &&
           back.text() == bytes;
}

bool GamePrinter::can_print(Game game, std::uint32_t property) const {
    const Identifier identifier = game.identifier(property);
    if (identifier == charset_identifier || (identifier == format_identifier && game.columns().typed != 0)) {
        return true;
    }
    if (!is_short_name(identifier.code()) && !is_writable_name(game.name(property))) {
        return false;
    }
    for (const tengen_value value : game.values(property)) {
        if (can_print(game, property, value)) {
            return true;
        }
    }
    return false;
}

/// What can be printed is decided here; print_value and print_part print it.
bool GamePrinter::can_print(Game game, std::uint32_t property, tengen_value value) const {
    switch (kind_of(value)) {
        case ValueKind::pair: {
            for (const tengen_value part : {game.pair(value).first, game.pair(value).second}) {
                const ValueKind kind = kind_of(part);
                if (is_invalid(kind) || kind == ValueKind::rectangle || kind == ValueKind::pair ||
                    !can_print(game, property, part)) {
                    return false;
                }
            }
            return true;
        }
        case ValueKind::invalid:
        case ValueKind::invalid_stored:
            return is_game_info(game.identifier(property));
        case ValueKind::bytes:
        case ValueKind::bytes_stored: {
            sdk::DecodedText text;
            return settings_.charset_is_utf8 || find_text(game.text(value), text);
        }
        case ValueKind::empty:
        case ValueKind::text:
        case ValueKind::text_stored:
        case ValueKind::point:
        case ValueKind::pass:
        case ValueKind::rectangle:
        case ValueKind::raw:
        case ValueKind::raw_stored:
            return true;
    }
    return false;
}

char* GamePrinter::print_points(Game game, std::uint32_t property, char* to) {
    const std::span<const tengen_value> values = game.values(property);
    const std::vector<Rectangle> rectangles = compress_points(values);
    std::size_t old_size = 0;
    for (const tengen_value value : values) {
        old_size += kind_of(value) == ValueKind::point ? 4 : written_size(rectangle_of(value));
    }
    std::size_t new_size = 0;
    for (const Rectangle& rectangle : rectangles) {
        new_size += written_size(rectangle);
    }
    to = out_.room(to, old_size + small_value_room);
    if (new_size < old_size) {
        for (const Rectangle& rectangle : rectangles) {
            to = put_bracketed_rectangle(to, rectangle);
        }
        return to;
    }
    for (const tengen_value value : values) {
        to = kind_of(value) == ValueKind::point ? put_bracketed_point(to, point_of(value))
                                                : put_bracketed_rectangle(to, rectangle_of(value));
    }
    return to;
}

}  // namespace tengen::sgf
