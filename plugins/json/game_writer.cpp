#include "game_writer.h"

#include <array>
#include <charconv>
#include <cstring>
#include <string>

#include "value_reading.h"

namespace tengen::json {

namespace {

constexpr std::size_t longest_number = 10;

/// A number that grows by one, as text: much faster than converting every time.
class CountingText {
public:
    [[nodiscard]] char* copy_to(char* to) const {
        std::memcpy(to, text_.data() + first_, text_.size() - first_);
        return to + (text_.size() - first_);
    }
    void increment() {
        for (std::size_t i = text_.size(); i-- > first_;) {
            if (text_[i] != '9') {
                ++text_[i];
                return;
            }
            text_[i] = '0';
        }
        if (first_ != 0) {  // one digit more; counts of nodes never need more than there is room for
            text_[--first_] = '1';
        }
    }

private:
    std::array<char, longest_number + 1> text_{'0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0'};
    std::size_t first_ = longest_number;
};

template <std::size_t Size>
char* append(char* to, const char (&text)[Size]) {
    std::memcpy(to, text, Size - 1);
    return to + Size - 1;
}

char* append_point(char* to, Point point) {
    *to++ = coordinate_letter(point.column);
    *to++ = coordinate_letter(point.row);
    return to;
}

}  // namespace

void GameWriter::member(std::string_view name) {
    out_.put(",\"");
    out_.put(name);
    out_.put("\":");
}

void GameWriter::text_member(std::string_view name, std::string_view text) {
    member(name);
    out_.put_text(text);
}

void GameWriter::text_member_if_any(std::string_view name, tengen_slice slice) {
    if (slice.size != 0) {
        text_member(name, game_.stored(slice));
    }
}

void GameWriter::number_member(std::string_view name, std::uint64_t number) {
    member(name);
    out_.put_number(number);
}

void GameWriter::write() {
    has_meaning_ = game_.has_meaning();
    write_header();
    write_info();
    if (detail_ == Detail::full) {
        write_nodes();
        write_streams();
        write_cursors();
    }
    extensions_.put("#", out_);
    write_extension_fields();
    out_.put('}');
}

void GameWriter::write_origin() {
    if (origin_.input.empty()) {
        return;
    }
    member("origin");
    out_.put("{\"input\":");
    out_.put_text(origin_.input);
    if (!origin_.member.empty()) {
        text_member("member", origin_.member);
    }
    out_.put('}');
}

void GameWriter::write_header() {
    const tengen_game& game = game_.columns();
    out_.put("{\"index\":");
    out_.put_number(game.index);
    if (detail_ == Detail::info) {
        write_origin();
    }

    member("board");
    out_.put("{\"columns\":");
    out_.put_number(game.board_columns);
    number_member("rows", game.board_rows);
    if (game.board_stated != 0) {
        out_.put(",\"stated\":true");
    }
    extensions_.put("#/board", out_);
    out_.put('}');

    member("dialect");
    out_.put("{\"ff\":");
    out_.put_number(game.file_format);
    // What the root says is the rule; only a difference is written.
    const bool root_states_it = game.node_count != 0 && game_.find(0, "FF") != none;
    if (root_states_it != (game.file_format_stated != 0)) {
        member("ff_stated");
        out_.put(root_states_it ? "false" : "true");
    }
    number_member("gm", game.game_kind);
    extensions_.put("#/dialect", out_);
    out_.put('}');

    if (game.typed == 0) {
        out_.put(",\"typed\":false");
    }
    if (game.charset_declared.size != 0 || game.charset_used.size != 0) {
        member("charset");
        const bool is_declared = game.charset_declared.size != 0;
        out_.put(is_declared ? "{\"declared\":" : "{\"used\":");
        out_.put_text(game_.stored(is_declared ? game.charset_declared : game.charset_used));
        if (is_declared) {
            text_member_if_any("used", game.charset_used);
        }
        extensions_.put("#/charset", out_);
        out_.put('}');
    }
}

// -- nodes --

void GameWriter::write_nodes() {
    const tengen_game& game = game_.columns();
    member("nodes");
    out_.put('[');
    CountingText id;
    CountingText id_before;
    const bool has_stamps = game.node_stamps != nullptr;
    const bool has_extras = extensions_.has_node_members();
    for (std::uint32_t node = 0; node < game.node_count; ++node) {
        char* to = out_.room(64);
        if (node == 0) {
            to = append(to, "{\"id\":0");
        } else {
            to = append(to, ",{\"id\":");
            to = id.copy_to(to);
            to = append(to, ",\"up\":");
            const std::uint32_t parent = game.nodes[node].parent;
            to = parent == node - 1 ? id_before.copy_to(to) : std::to_chars(to, to + longest_number, parent).ptr;
            id_before.increment();
        }
        id.increment();
        out_.commit(to);
        if (has_stamps) {
            write_stamp(game.node_stamps[node]);
        }
        if (game_.first_property(node) != game_.end_property(node)) {
            write_properties(node);
        }
        if (game.positions != nullptr) {
            write_position(node);
        }
        if (has_extras) {
            extensions_.put_at_node(node, none, out_);
        }
        out_.put('}');
        out_.flush_if_full();
    }
    out_.put(']');
}

void GameWriter::write_properties(std::uint32_t node) {
    const tengen_game& game = game_.columns();
    const std::uint32_t first = game_.first_property(node);
    const std::uint32_t end = game_.end_property(node);
    for (std::uint32_t p = first; p < end; ++p) {
        char* to = out_.room(32);
        to = p == first ? append(to, ",\"p\":[{\"id\":") : append(to, ",{\"id\":");
        const Identifier identifier = game_.identifier(p);
        if (identifier.is_long()) {
            out_.commit(to);
            out_.put_text(game_.stored(game.long_identifiers[identifier.long_index()]));
        } else {
            *to++ = '"';
            bool is_plain = true;
            for (std::uint32_t code = identifier.code(); code != 0; code >>= 8) {
                const auto letter = static_cast<unsigned char>(code & 0xFF);
                is_plain = is_plain && letter >= '0' && letter <= 'z' && letter != '\\';
                *to++ = static_cast<char>(letter);
            }
            *to++ = '"';
            if (is_plain) [[likely]] {
                out_.commit(to);
            } else {
                out_.put(p == first ? ",\"p\":[{\"id\":" : ",{\"id\":");
                out_.put_text(IdentifierText(identifier).view());
            }
        }
        write_values(p);
        if (next_original_ < game.original_count) {
            write_originals(p);
        }
        if (game.property_stamps != nullptr) {
            write_stamp(game.property_stamps[p]);
        }
        if (extensions_.has_node_members()) {
            extensions_.put_at_node(node, p - first, out_);
        }
        out_.put('}');
    }
    out_.put(']');
}

void GameWriter::write_values(std::uint32_t property) {
    const ValueType type = has_meaning_ ? type_of(game_.identifier(property)) : ValueType::unknown;
    out_.put(",\"v\":[");
    bool is_first = true;
    for (const tengen_value value : game_.values(property)) {
        if (!is_first) {
            out_.put(',');
        }
        is_first = false;
        write_value(value, type);
        out_.flush_if_full();
    }
    out_.put(']');
}

void GameWriter::write_value(tengen_value value, ValueType type) {
    switch (kind_of(value)) {
        case ValueKind::empty:
        case ValueKind::pass:
            out_.put("\"\"");
            break;
        case ValueKind::point: {
            char* to = out_.room(8);
            *to++ = '"';
            to = append_point(to, point_of(value));
            *to++ = '"';
            out_.commit(to);
            break;
        }
        case ValueKind::rectangle: {
            char* to = out_.room(8);
            *to++ = '"';
            to = append_point(to, rectangle_of(value).upper_left);
            *to++ = ':';
            to = append_point(to, rectangle_of(value).lower_right);
            *to++ = '"';
            out_.commit(to);
            break;
        }
        case ValueKind::pair:
            write_pair(value, type);
            break;
        case ValueKind::text:
        case ValueKind::text_stored:
            write_text_value(game_.text(value), type);
            break;
        case ValueKind::raw:
        case ValueKind::raw_stored:
            out_.put("{\"raw\":");
            out_.put_text(game_.text(value));
            out_.put('}');
            break;
        case ValueKind::invalid:
        case ValueKind::invalid_stored:
            out_.put("{\"invalid\":");
            out_.put_text(game_.text(value));
            out_.put('}');
            break;
        case ValueKind::bytes:
        case ValueKind::bytes_stored:
            out_.put_bytes(game_.text(value));
            break;
    }
}

void GameWriter::write_pair(tengen_value value, ValueType type) {
    const tengen_pair& pair = game_.pair(value);
    if (type == ValueType::board_size) {
        // A number for each side is the text of SZ, not a pair.
        const std::string text = std::string(game_.text(pair.first)) + ':' + std::string(game_.text(pair.second));
        if (is_text(kind_of(pair.first)) && is_text(kind_of(pair.second)) && split_board_size(text)) {
            out_.put_text(text);
            return;
        }
    }
    const auto [first_type, second_type] = type == ValueType::unknown ? std::pair{type, type} : part_types(type);
    out_.put("{\"pair\":[");
    write_value(pair.first, first_type);
    out_.put(',');
    write_value(pair.second, second_type);
    out_.put("]}");
}

void GameWriter::write_text_value(std::string_view text, ValueType type) {
    if (text.empty() || (!fits_as_text(type, text) && type != ValueType::text_pair)) {
        out_.put("{\"text\":");
        out_.put_text(text);
        out_.put('}');
    } else {
        out_.put_text(text, "{\"text\":", "}");
    }
}

void GameWriter::write_originals(std::uint32_t property) {
    const tengen_game& game = game_.columns();
    while (next_original_ < game.original_count && game.originals[next_original_].property < property) {
        ++next_original_;
    }
    if (next_original_ == game.original_count || game.originals[next_original_].property != property) {
        return;
    }
    const tengen_original& original = game.originals[next_original_++];
    out_.put(",\"was\":[");
    for (std::uint32_t i = 0; i < original.value_count; ++i) {
        if (i != 0) {
            out_.put(',');
        }
        write_value(game.original_values[original.first_value + i], ValueType::unknown);
    }
    out_.put(']');
}

void GameWriter::write_stamp(std::uint32_t stamp) {
    if (stamp == 0) {
        return;
    }
    const tengen_stamp& at = game_.columns().stamps[stamp - 1];
    if (at.kind == TENGEN_STAMP_FINAL) {
        out_.put(",\"t\":\"final\"");
    } else if (at.kind == TENGEN_STAMP_AT) {
        std::string text(game_.stored(at.time));
        if (at.counter.size != 0) {
            text += ':';
            text += game_.stored(at.counter);
        }
        text_member("t", text);
    }
}

// -- positions --

void GameWriter::write_points(std::uint32_t first, std::uint32_t count) {
    const std::uint16_t* points = game_.columns().position_points + first;
    char* to = out_.room(std::size_t{count} * 5 + 2);
    *to++ = '[';
    for (std::uint32_t i = 0; i < count; ++i) {
        if (i != 0) {
            *to++ = ',';
        }
        *to++ = '"';
        to = append_point(to, {static_cast<std::uint8_t>(points[i] & 0xFF), static_cast<std::uint8_t>(points[i] >> 8)});
        *to++ = '"';
    }
    *to++ = ']';
    out_.commit(to);
}

void GameWriter::write_position(std::uint32_t node) {
    const tengen_position& position = game_.columns().positions[node];
    out_.put(",\"board\":{\"black\":");
    write_points(position.first_black, position.black_count);
    member("white");
    write_points(position.first_white, position.white_count);
    out_.put(",\"prisoners\":{\"B\":");
    out_.put_number(position.prisoners_of_black);
    number_member("W", position.prisoners_of_white);
    out_.put(position.next == 1 ? "},\"next\":\"B\"" : "},\"next\":\"W\"");
    number_member("number", position.move_number);
    if (position.has_dead != 0) {
        out_.put(",\"dead\":{\"black\":");
        write_points(position.first_dead_black, position.dead_black_count);
        member("white");
        write_points(position.first_dead_white, position.dead_white_count);
        out_.put('}');
    }
    out_.put('}');
}

// -- extension fields --

void GameWriter::write_extension_fields() {
    std::string_view comma = ",\"ext\":[";
    for (const std::uint32_t index : extensions_.others()) {
        const tengen_extension_field& field = extensions_.field(index);
        const std::string_view place = game_.stored(field.place);
        if (detail_ == Detail::info && (place.starts_with("#/nodes") || place.starts_with("#/streams"))) {
            continue;  // belongs to a part that is not written
        }
        out_.put(comma);
        comma = ",";
        out_.put("{\"key\":");
        out_.put_text(game_.stored(field.key));
        text_member("text", game_.stored(field.text));
        text_member_if_any("place", field.place);
        out_.put('}');
        out_.flush_if_full();
    }
    if (comma == ",") {
        out_.put(']');
    }
}

}  // namespace tengen::json
