// What the syntax of a record may have wrong, and a list of where it was found.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tengen/abi/game.h>
#include <tengen/model/column.h>

namespace tengen::sgf {

enum class Irregularity : std::uint8_t {
    no_game_tree,
    empty_tree,
    tree_without_node,
    text_before,
    text_after,
    text_inside,
    missing_semicolon,
    node_after_subtree,
    missing_close_paren,
    extra_close_paren,
    unterminated_value,
    unescaped_bracket,
    suspect_missing_bracket,
    no_value,
    value_without_identifier,
    lowercase_identifier,  ///< or a long form: that depends on FF, which the syntax does not know
    lowercase_only,
    long_identifier,
    space_before_value,
    needless_parens,
    control_byte,
    too_deep,
    value_too_large
};

/// One irregularity. `at` points into the bytes that were parsed; `size` bytes from there on are what it is about.
struct Note {
    const char* at;
    std::uint32_t size;
    std::uint32_t node;  ///< the last node that had begun, or TENGEN_NONE outside trees
    Irregularity what;
};

/// In the order of the record.
using Notes = Column<Note>;

/// The id of its diagnostic; lowercase_identifier is that of an FF[4] record.
[[nodiscard]] const char* id_of(Irregularity what);

/// One sentence about a note, valid UTF-8 whatever the bytes are.
[[nodiscard]] std::string describe(const Note& note);

inline constexpr std::size_t longest_quotation = 40;

/// Bytes for a message: in quotes, shortened to `longest` characters, control characters and bytes that are no UTF-8
/// written as \xNN.
[[nodiscard]] std::string quote(std::string_view bytes, std::size_t longest = longest_quotation);

}  // namespace tengen::sgf
