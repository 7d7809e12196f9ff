// One game as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/game.h>
#include <tengen/model/vocabulary.h>
#include <tengen/sdk/host.h>

#include "sgf/writer/escape.h"
#include "sgf/writer/text_buffer.h"

namespace tengen::sgf {

/// How point lists are written.
enum class PointLists {
    as_they_are,
    compressed,  ///< as rectangles where that is shorter
    expanded     ///< point by point
};

struct PrintSettings {
    unsigned file_format = 4;  ///< FF to write, 1 to 4; below 4 point lists must be expanded
    PointLists point_lists = PointLists::as_they_are;
    bool pass_as_tt = false;      ///< where the board is small enough for it; always so below FF[4]
    std::string charset;          ///< what CA names
    bool charset_is_utf8 = true;  ///< else bytes without a charset must be text in `charset` to be written
};

/// Prints the game as it is: nodes, properties and values in their order, an only child without parentheses, every
/// variation on a line of its own. What cannot be printed is left out and reported as a loss.
///
/// FF and CA are the printer's business: the record states the format and the charset it is written in. FF always does,
/// CA only if the game has text beyond ASCII or had a CA ("SGF FF[4], FF, CA").
///
/// Control characters that a text of SGF cannot hold are left out or become blanks or line breaks, and are reported as
/// a loss.
///
/// Bytes that are text in no charset come out as they are in UTF-8 output, with the escapes that keep the record whole.
///
/// Time and memory are linear in the game, whatever its shape. One thread at a time.
class GamePrinter {
public:
    GamePrinter(sdk::Host host, PrintSettings settings, TextBuffer& out)
        : host_(host), settings_(std::move(settings)), out_(out) {}

    /// Append one game tree with a line break behind it. Offsets and nodes of losses are those of the game.
    void print(Game game);

    /// Whether print() leaves anything of a property: one with nothing but values without a reading vanishes.
    [[nodiscard]] bool can_print(Game game, std::uint32_t property) const;

private:
    void print_root(Game game);
    [[nodiscard]] char* print_node(Game game, std::uint32_t node, char* to);
    [[nodiscard]] char* print_property(Game game, std::uint32_t node, std::uint32_t property, char* to);
    [[nodiscard]] char* print_text(Identifier identifier, const TextInBlock& block, char* to);
    [[nodiscard]] char* print_value(Game game, tengen_value value, char* to);
    [[nodiscard]] char* print_part(Game game, tengen_value part, char* to);
    [[nodiscard]] char* print_points(Game game, std::uint32_t property, char* to);
    [[nodiscard]] char* print_bytes(std::string_view bytes, bool in_pair, char* to);
    [[nodiscard]] bool can_print(Game game, std::uint32_t property, tengen_value value) const;
    [[nodiscard]] bool find_text(std::string_view bytes, sdk::DecodedText& text) const;
    [[nodiscard]] char* print_single(std::string_view identifier, std::string_view value, char* to);
    void report_left_out(Game game, std::uint32_t node, std::uint32_t property, std::uint32_t count,
                         std::string_view why);
    void note_newer(Game game, std::uint32_t property);
    void report_newer(Game game);

    sdk::Host host_;
    PrintSettings settings_;
    TextBuffer& out_;
    EscapingCopier copier_;
    std::vector<std::uint32_t> open_forks_;  // nodes with a variation that is not closed yet, from the root down

    // Of the game at hand.
    bool pass_as_tt_ = false;
    bool charset_stated_ = false;    // a CA was printed
    std::size_t charset_place_ = 0;  // where one would go
    std::map<std::string, std::uint32_t, std::less<>> newer_properties_;
};

}  // namespace tengen::sgf
