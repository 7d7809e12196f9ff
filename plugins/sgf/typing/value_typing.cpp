// Values one by one: texts, values of no type of their own, pairs; and which type a value is read as.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "sgf/syntax/scan.h"
#include "sgf/syntax/tree_sink.h"
#include "sgf/typing/typer.h"
#include "sgf/typing/white_space.h"

namespace tengen::sgf {

tengen_value Typer::invalid(tengen_value raw) const {
    return make_value(raw.offset, kind_of(raw) == escaped_value_stored ? ValueKind::invalid_stored : ValueKind::invalid,
                      payload_of(raw));
}

/// A text that was made from `source`: a slice, if it is one of the game's text, else stored.
tengen_value Typer::kept_text(std::uint32_t offset, std::string_view source, std::string_view text) {
    const char* begin = storage_->header.text + offset;
    if (text == source && source.data() == begin) {
        return make_value(offset, ValueKind::text, static_cast<std::uint32_t>(text.size()));
    }
    return storage_->store_value(offset, ValueKind::text_stored, text);
}

tengen_value Typer::text_part(std::uint32_t offset, std::string_view raw, TextKind kind) {
    if (raw.empty()) {
        return make_value(offset, ValueKind::empty);
    }
    return is_own_text(raw, kind) ? kept_text(offset, raw, raw) : unescaped_value(offset, raw, kind);
}

tengen_value Typer::unescaped_value(std::uint32_t offset, std::string_view raw, TextKind kind) {
    // The text is never longer than its raw form. The raw form may be stored text itself, which may move.
    Column<char>& stored = storage_->stored_text;
    const bool is_stored_itself = raw.data() >= stored.begin() && raw.data() < stored.end();
    const auto size = static_cast<std::uint32_t>(raw.size());
    const std::size_t from = is_stored_itself ? static_cast<std::size_t>(raw.data() - stored.data()) : 0;
    const std::uint32_t begin = stored.size();
    char* to = stored.append(size);
    if (is_stored_itself) {
        raw = {stored.data() + from, size};
    }
    TextTraits traits;
    const auto length = static_cast<std::uint32_t>(unescape(raw, kind, to, traits) - to);
    stored.resize(begin + length);
    if (traits.control) [[unlikely]] {
        report("sgf.control-byte", offset, "control characters in a value of " + name());
    }
    if (traits.line_break) {
        report("value.line-break", offset, "a line break in " + name() + ", which is one line; it counts as a blank");
    }
    return length == 0 ? make_value(offset, ValueKind::empty)
                       : storage_->stored_value(offset, ValueKind::text_stored, {begin, length});
}

tengen_value Typer::text_value(tengen_value raw, TextKind kind) {
    if (kind_of(raw) == plain_value) {
        return payload_of(raw) == 0 ? make_value(raw.offset, ValueKind::empty) : raw;
    }
    return text_part(raw.offset, raw_text(raw), kind);
}

tengen_value Typer::empty_value(tengen_value raw, std::string_view what) {
    report("value.empty", raw.offset, name() + " needs " + std::string(what));
    return make_value(raw.offset, ValueKind::empty);
}

tengen_value Typer::single_value(tengen_value raw, const PropertyDefinition& definition, ValueType type) {
    switch (type) {
        case ValueType::text:
        case ValueType::simple_text: {
            const tengen_value value =
                text_value(raw, type == ValueType::text ? TextKind::text : TextKind::simple_text);
            if (kind_of(value) == ValueKind::empty) {
                if (definition.field == TENGEN_FIELD_RESULT || definition.field == TENGEN_FIELD_DATE) {
                    return empty_value(raw, "a text");
                }
                report("value.empty-text", raw.offset, name() + " has no text");
            }
            return value;
        }
        case ValueType::move:
            return move_value(raw);
        case ValueType::number:
            return number_value(raw, definition);
        case ValueType::real:
            return real_value(raw, definition);
        case ValueType::double_:
            return double_value(raw);
        case ValueType::color:
            return color_value(raw);
        case ValueType::board_size:
            return size_value(raw);
        case ValueType::text_pair:
            return pair_of_texts(raw, definition);
        case ValueType::figure:
            return figure_value(raw);
        case ValueType::none:
            return none_value(raw);
        case ValueType::point:
        case ValueType::point_or_rectangle:
        case ValueType::point_pair:
        case ValueType::point_text:
        case ValueType::unknown:
            break;  // lists, handled elsewhere
    }
    return invalid(raw);
}

void Typer::check_more_colons(std::uint32_t offset, std::string_view rest) {
    if (find_colon(rest) != std::string_view::npos) {
        report("value.unescaped-colon", offset, "a second colon in a value of " + name() + " is not escaped");
    }
}

tengen_value Typer::pair_of_texts(tengen_value raw, const PropertyDefinition& definition) {
    const std::string text(raw_text(raw));
    if (text.empty()) {
        return empty_value(raw, "a value");
    }
    const std::size_t colon = find_colon(text);
    if (colon == std::string::npos) {
        const bool applies = report("value.not-compose", raw.offset, quote(text) + " has no colon").apply_fix();
        const bool is_kept =
            definition.property_class == PropertyClass::root || definition.property_class == PropertyClass::game_info;
        return applies && is_kept ? text_value(raw, TextKind::simple_text) : invalid(raw);
    }
    check_more_colons(raw.offset, std::string_view(text).substr(colon + 1));
    const auto second_offset = static_cast<std::uint32_t>(raw.offset + colon + 1);
    const auto part = [&](std::uint32_t offset, std::size_t from, std::size_t size) {
        const bool is_slice_of_text = kind_of(raw) != escaped_value_stored;
        return text_part(offset,
                         is_slice_of_text ? std::string_view(storage_->header.text + offset, size)
                                          : std::string_view(text).substr(from, size),
                         TextKind::simple_text);
    };
    const tengen_value first = part(raw.offset, 0, colon);
    const tengen_value second = part(second_offset, colon + 1, text.size() - colon - 1);
    return storage_->pair_value(raw.offset, first, second);
}

tengen_value Typer::figure_value(tengen_value raw) {
    const std::string text(raw_text(raw));
    if (text.empty()) {
        return make_value(raw.offset, ValueKind::empty);
    }
    const std::size_t colon = find_colon(text);
    if (colon == std::string::npos) {
        report("value.not-compose", raw.offset, quote(text) + " has no colon");
        return invalid(raw);
    }
    check_more_colons(raw.offset, std::string_view(text).substr(colon + 1));
    const std::string_view number = std::string_view(text).substr(0, colon);
    tengen_value first = make_value(raw.offset, ValueKind::text, static_cast<std::uint32_t>(colon));
    if (!is_number(number) || kind_of(raw) == escaped_value_stored) {
        const std::optional<std::string> reading = read_number_leniently(simple_text_of(number));
        const std::string compacted = without_space(number);
        if (is_number(number)) {
            first = storage_->store_value(raw.offset, ValueKind::text_stored, number);
        } else if (has_space(number) && is_number(compacted)) {
            if (!repairs("value.white-space", raw.offset, "white space inside " + quote(number))) {
                return invalid(raw);
            }
            first = storage_->store_value(raw.offset, ValueKind::text_stored, compacted);
        } else {
            const bool applies =
                report("value.bad-number", raw.offset, quote(number) + " is no whole number").apply_fix();
            if (!applies || !reading) {
                return invalid(raw);
            }
            is_repaired_ = true;
            first = storage_->store_value(raw.offset, ValueKind::text_stored, *reading);
        }
    }
    const auto second_offset = static_cast<std::uint32_t>(raw.offset + colon + 1);
    const std::size_t size = text.size() - colon - 1;
    const tengen_value second =
        kind_of(raw) == escaped_value_stored
            ? text_part(second_offset, std::string_view(text).substr(colon + 1), TextKind::simple_text)
            : text_part(second_offset, {storage_->header.text + second_offset, size}, TextKind::simple_text);
    return storage_->pair_value(raw.offset, first, second);
}

tengen_value Typer::none_value(tengen_value raw) {
    const std::string_view text = raw_text(raw);
    const tengen_value empty = make_value(raw.offset, ValueKind::empty);
    if (text.empty()) {
        return empty;
    }
    if (std::all_of(text.begin(), text.end(), is_space)) {
        return repairs("value.white-space", raw.offset, "white space in " + name()) ? empty : invalid(raw);
    }
    return repairs("value.not-empty", raw.offset, name() + " has no value, but here it has " + quote(text))
               ? empty
               : invalid(raw);
}

}  // namespace tengen::sgf
