#include "sgf/writer/game_printer.h"

#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include <tengen/abi/plugin.h>
#include <tengen/model/identifier.h>
#include <tengen/model/point.h>
#include <tengen/model/value.h>

#include "sgf/writer/control_loss.h"
#include "sgf/writer/printed_pieces.h"

namespace tengen::sgf {

namespace {

/// Boards up to this side have "tt" for a pass ("SGF FF[4], Move"), and FF[1]-FF[3] know no larger ones.
constexpr std::uint32_t largest_old_board = 19;

/// Whether a colon that is not escaped would part the value of a property.
bool may_be_composed(Identifier identifier) {
    const PropertyDefinition* definition = find_sgf_property(identifier);
    return definition != nullptr &&
           (definition->type == ValueType::text_pair || definition->type == ValueType::point_text ||
            definition->type == ValueType::point_pair || definition->type == ValueType::figure);
}

/// Boards up to this side have small letters alone.
constexpr std::uint32_t largest_small_letter_board = 26;

/// How many moves of a run are written at once, and the room they need.
constexpr std::uint32_t longest_run = 512;
constexpr std::size_t plain_move_size = 6;
constexpr std::size_t run_room = longest_run * plain_move_size + sizeof(std::uint64_t);

/// Writes a node that holds nothing but one property of one point, which is a move nearly always: ";B[aa]" in one
/// store, of which eight bytes are written and six count. Returns `to` for any other node, and for a point that needs
/// capital letters.
[[gnu::always_inline]] inline char* print_plain_move(const tengen_game& game, const tengen_node& node, char* to) {
    constexpr std::uint64_t frame = std::uint64_t{';'} | std::uint64_t{'['} << 16 | std::uint64_t{']'} << 40;
    constexpr std::uint32_t first_letters = 'a' | 'a' << 8;
    constexpr std::uint32_t point_bits = std::uint32_t{TENGEN_VALUE_POINT} << TENGEN_VALUE_KIND_SHIFT;
    constexpr std::uint32_t small_coordinates = 0x1F1F;
    constexpr std::uint32_t differing_bits = std::uint32_t{'B'} ^ std::uint32_t{'W'};  // other letters do no harm

    if ((&node)[1].first_property - node.first_property != 1) {
        return to;
    }
    const tengen_property* const property = game.properties + node.first_property;
    const std::uint32_t bits = game.values[property->first_value].bits;
    const std::uint32_t code = property->identifier;
    if ((((code ^ 'B') & ~differing_bits) | (property[1].first_value - property->first_value - 1) |
         ((bits & ~small_coordinates) ^ point_bits)) != 0) {
        return to;
    }
    std::uint64_t text =
        frame | std::uint64_t{code} << 8 | std::uint64_t{(bits & small_coordinates) + first_letters} << 24;
    if constexpr (std::endian::native == std::endian::big) {
        text = __builtin_bswap64(text);
    }
    std::memcpy(to, &text, sizeof text);
    return to + plain_move_size;
}

/// Nodes `first` to `end` - 1, which are part of a run of moves (see tengen_move_run). The board needs no capital
/// letters; eight bytes behind the last node may be written too.
char* print_move_run(const tengen_game& game, std::uint32_t first, std::uint32_t end, char* to) {
    constexpr std::uint64_t frame = std::uint64_t{';'} | std::uint64_t{'['} << 16 | std::uint64_t{']'} << 40;
    constexpr std::uint32_t first_letters = 'a' | 'a' << 8;
    constexpr std::uint32_t small_coordinates = 0x1F1F;
    const tengen_property* property = game.properties + game.nodes[first].first_property;
    const tengen_value* value = game.values + property->first_value;
    for (std::uint32_t n = first; n < end; ++n, ++property, ++value, to += plain_move_size) {
        std::uint64_t text = frame | std::uint64_t{property->identifier} << 8 |
                             std::uint64_t{(value->bits & small_coordinates) + first_letters} << 24;
        if constexpr (std::endian::native == std::endian::big) {
            text = __builtin_bswap64(text);
        }
        std::memcpy(to, &text, sizeof text);
    }
    return to;
}

/// Whether a variation that begins with this node is taken for a game of its own where it starts a line: a collection
/// with a missing ')' is read on at such places.
bool looks_like_a_game(Game game, std::uint32_t node) {
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        const Identifier identifier = game.identifier(p);
        if (identifier == format_identifier) {
            return true;  // written with the format of the file, whatever its value is
        }
        if (identifier != Identifier("GM") && identifier != Identifier("SZ")) {
            continue;
        }
        for (const tengen_value value : game.values(p)) {
            if (!is_invalid(kind_of(value))) {  // those are left out
                return true;
            }
        }
    }
    return false;
}

/// The content of a value of a text kind.
TextInBlock text_in_block(Game game, tengen_value value) {
    const tengen_game& columns = game.columns();
    if (kind_of(value) == ValueKind::text) {
        return {{columns.text + value.offset, payload_of(value)}, columns.text_size - value.offset};
    }
    const tengen_slice slice = columns.stored_values[payload_of(value)];
    return {{columns.stored_text + slice.offset, slice.size}, columns.stored_text_size - slice.offset};
}

bool is_point_list(std::span<const tengen_value> values) {
    for (const tengen_value value : values) {
        if (kind_of(value) != ValueKind::point && kind_of(value) != ValueKind::rectangle) {
            return false;
        }
    }
    return true;
}

}  // namespace

void GamePrinter::print(Game game) {
    const tengen_game& columns = game.columns();
    const bool small_board = columns.board_columns <= largest_old_board && columns.board_rows <= largest_old_board;
    pass_as_tt_ = small_board && (settings_.pass_as_tt || settings_.file_format < 4);
    charset_stated_ = false;
    newer_properties_.clear();
    open_forks_.clear();
    copier_.begin();

    char* to = out_.room(out_.end(), 2);
    *to++ = '(';
    out_.commit(to);
    print_root(game);

    to = out_.end();
    const bool small_letters =
        columns.board_columns <= largest_small_letter_board && columns.board_rows <= largest_small_letter_board;
    std::span<const tengen_move_run> runs = small_letters ? game.move_runs() : std::span<const tengen_move_run>();
    for (std::uint32_t n = 1; n < columns.node_count;) {
        if (!runs.empty() && runs.front().first_node == n) {
            const std::uint32_t run_end = n + runs.front().node_count;
            while (n < run_end) {
                const std::uint32_t end = run_end - n < longest_run ? run_end : n + longest_run;
                to = print_move_run(columns, n, end, out_.room(to, run_room));
                n = end;
            }
            runs = runs.subspan(1);
            continue;
        }
        const tengen_node& node = columns.nodes[n];
        if (node.parent + 1 != n) {
            // Every fork on the way up has a variation that ends here, and so has the parent itself.
            while (!open_forks_.empty() && open_forks_.back() != node.parent) {
                open_forks_.pop_back();
                to = out_.room(to, 1);
                *to++ = ')';
            }
            to = out_.room(to, 3);
            *to++ = ')';
            if (!looks_like_a_game(game, n)) {
                *to++ = '\n';
            }
            *to++ = '(';
        } else if (node.next_sibling != 0) {
            open_forks_.push_back(node.parent);
            to = out_.room(to, 2);
            if (!looks_like_a_game(game, n)) {
                *to++ = '\n';
            }
            *to++ = '(';
        }
        if (small_letters) {
            to = out_.room(to, sizeof(std::uint64_t));
            char* const behind = print_plain_move(columns, node, to);
            to = behind != to ? behind : print_node(game, n, to);
        } else {
            to = print_node(game, n, to);
        }
        ++n;
    }
    to = out_.room(to, open_forks_.size() + 2);
    std::memset(to, ')', open_forks_.size() + 1);
    to += open_forks_.size() + 1;
    *to++ = '\n';
    out_.commit(to);

    const bool had_charset = columns.charset_declared.size != 0;
    if ((copier_.saw_non_ascii() || had_charset) && !charset_stated_) {
        out_.insert(charset_place_, "CA[" + settings_.charset + "]");
    }
    if (copier_.saw_control()) [[unlikely]] {
        report_control_characters(host_, game);
    }
    if (settings_.file_format < 4) {
        report_newer(game);
    }
}

void GamePrinter::print_root(Game game) {
    char* to = out_.room(out_.end(), 16);
    *to++ = ';';
    out_.commit(to);
    charset_place_ = out_.size();
    if (game.node_count() == 0) {
        to = print_single("FF", std::to_string(settings_.file_format), to);
        out_.commit(to);
        charset_place_ = out_.size();
        return;
    }
    const std::uint32_t format_property = game.find(0, format_identifier);
    if (format_property == none && game.columns().typed != 0) {
        to = print_single("FF", std::to_string(settings_.file_format), to);
        charset_place_ = out_.offset(to);
    }
    for (std::uint32_t p = game.first_property(0); p < game.end_property(0); ++p) {
        to = print_property(game, 0, p, to);
        if (p == format_property) {
            charset_place_ = out_.offset(to);
        }
    }
    out_.commit(to);
}

char* GamePrinter::print_node(Game game, std::uint32_t node, char* to) {
    const tengen_property* const properties = game.columns().properties;
    const tengen_value* const values = game.columns().values;
    const std::uint32_t end = game.end_property(node);
    to = out_.room(to, 1);
    *to++ = ';';
    for (std::uint32_t p = game.first_property(node); p < end; ++p) {
        // Nearly all properties hold one point or one text.
        const std::uint32_t code = properties[p].identifier;
        const std::uint32_t first = properties[p].first_value;
        if (properties[p + 1].first_value - first == 1 && settings_.file_format == 4 && is_short_name(code) &&
            code != charset_identifier.code() && code != format_identifier.code()) [[likely]] {
            const tengen_value value = values[first];
            if (kind_of(value) == ValueKind::point) {
                to = put_short_name(out_.room(to, small_value_room + 2), code);
                to = put_bracketed_point(to, point_of(value));
                continue;
            }
            if (is_text(kind_of(value))) {
                const TextInBlock block = text_in_block(game, value);
                to = put_short_name(out_.room(to, escaped_room(block.text.size()) + 4), code);
                *to++ = '[';
                to = print_text(Identifier(code), block, to);
                *to++ = ']';
                continue;
            }
        }
        to = print_property(game, node, p, to);
    }
    return to;
}

char* GamePrinter::print_single(std::string_view identifier, std::string_view value, char* to) {
    to = out_.room(to, identifier.size() + escaped_room(value.size()) + 2);
    to += identifier.copy(to, identifier.size());
    *to++ = '[';
    to = copier_.copy_text(to, value);
    *to++ = ']';
    return to;
}

char* GamePrinter::print_property(Game game, std::uint32_t node, std::uint32_t property, char* to) {
    const Identifier identifier = game.identifier(property);
    if (identifier == charset_identifier) {
        charset_stated_ = charset_stated_ || node == 0;
        return print_single("CA", settings_.charset, to);
    }
    if (identifier == format_identifier && game.columns().typed != 0) {
        return print_single("FF", std::to_string(settings_.file_format), to);
    }
    const std::span<const tengen_value> values = game.values(property);
    const std::size_t start = out_.offset(to);
    if (is_short_name(identifier.code())) [[likely]] {
        to = put_short_name(out_.room(to, 4), identifier.code());
    } else {
        const std::string name = game.name(property);
        if (!is_writable_name(name)) {
            report_left_out(game, node, property, static_cast<std::uint32_t>(values.size()),
                            "the identifier has other characters than capital letters");
            return to;
        }
        to = out_.room(to, name.size());
        to += name.copy(to, name.size());
    }
    if (settings_.file_format < 4) {
        note_newer(game, property);
    }
    if (settings_.point_lists == PointLists::compressed && values.size() > 1 && is_point_list(values)) {
        return print_points(game, property, to);
    }
    std::uint32_t left_out = 0;
    for (const tengen_value value : values) {
        const ValueKind kind = kind_of(value);
        if (kind == ValueKind::point) {
            to = put_bracketed_point(out_.room(to, small_value_room), point_of(value));
        } else if (is_text(kind)) {
            const TextInBlock block = text_in_block(game, value);
            to = out_.room(to, escaped_room(block.text.size()) + 2);
            *to++ = '[';
            to = print_text(identifier, block, to);
            *to++ = ']';
        } else if (can_print(game, property, value)) {
            to = print_value(game, value, to);
        } else {
            ++left_out;
        }
    }
    if (left_out != 0) [[unlikely]] {
        report_left_out(game, node, property, left_out, "a value without a reading is left out");
        if (left_out == values.size()) {
            return out_.at(start);
        }
    }
    return to;
}

/// A text with room for it at `to`. One with a colon would come back as a pair where the property may have pairs.
char* GamePrinter::print_text(Identifier identifier, const TextInBlock& block, char* to) {
    if (block.text.find(':') != std::string_view::npos && may_be_composed(identifier)) [[unlikely]] {
        return copier_.copy_part(to, block.text);
    }
    return copier_.copy_text(to, block);
}

void GamePrinter::report_left_out(Game game, std::uint32_t node, std::uint32_t property, std::uint32_t count,
                                  std::string_view why) {
    const std::string name = game.name(property);
    const std::string message = name + ": " + std::string(why);
    host_.report_loss({.id = "loss.invalid-value",
                       .game = game.index(),
                       .node = node,
                       .count = count,
                       .what = name,
                       .message = message});
}

void GamePrinter::note_newer(Game game, std::uint32_t property) {
    const PropertyDefinition* const definition = find_sgf_property(game.identifier(property));
    if (game.columns().typed != 0 && definition != nullptr && !is_known_in(*definition, settings_.file_format)) {
        ++newer_properties_[game.name(property)];
    }
}

void GamePrinter::report_newer(Game game) {
    const std::string format = "FF[" + std::to_string(settings_.file_format) + "]";
    const auto report = [&](std::string_view what, std::uint32_t count, const std::string& message) {
        host_.report_loss({.id = "loss.older-ff",
                           .kind = TENGEN_LOSS_APPROXIMATED,
                           .game = game.index(),
                           .count = count,
                           .recoverable = true,
                           .what = what,
                           .message = message});
    };
    const tengen_game& columns = game.columns();
    if (game.has_meaning() && (columns.board_columns > largest_old_board || columns.board_rows > largest_old_board ||
                               columns.board_columns != columns.board_rows)) {
        report("SZ", 1, format + " has square boards up to 19 only; the board is written as FF[4] has it");
    }
    for (const auto& [name, count] : newer_properties_) {
        report(name, count, name + " is newer than " + format + "; it is written all the same");
    }
}

}  // namespace tengen::sgf
