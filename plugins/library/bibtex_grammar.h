// The grammar of BibTeX: entries, their fields, and the pieces of values.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace tengen::library {

/// Views into the text that is parsed.
struct BibtexPiece {
    enum class Kind { braced, quoted, number, macro } kind = Kind::braced;
    std::string_view text;  ///< without its delimiters
};

struct BibtexField {
    std::string_view name;
    std::vector<BibtexPiece> pieces;
};

struct BibtexEntry {
    std::string_view type;  ///< "article", "string" ... in any capitals
    std::string_view key;   ///< empty for @string
    std::vector<BibtexField> fields;
    std::size_t size = 0;  ///< bytes from the '@' on
};

/// The entry that begins at the '@' in front of `text`. Nothing if it is damaged: `error` is then the place where it
/// cannot go on. @comment and @preamble have no fields. Braces may nest as deep as they like.
[[nodiscard]] std::optional<BibtexEntry> parse_bibtex_entry(std::string_view text, std::size_t& error);

}  // namespace tengen::library
