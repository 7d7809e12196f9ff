// The writer of SGF.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <tengen/model/game.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>

#include "sgf/writer/game_printer.h"
#include "sgf/writer/text_buffer.h"

namespace tengen::sgf {

inline constexpr const char* const pass_choices[] = {"empty", "tt", nullptr};
inline constexpr const char* const format_choices[] = {"4", "3", "2", "1", nullptr};

inline constexpr std::array<tengen_option, 6> writer_options{
    sdk::text_option("charset", "UTF-8", "charset of the output, which CA names"),
    sdk::integer_option("line-width", "0", 0, 1000000,
                        "break lines between tokens at this many characters; 0: only variations start a line"),
    sdk::boolean_option("compress", false, "point lists as rectangles where that is shorter"),
    sdk::boolean_option("expand", false, "point lists without rectangles"),
    sdk::choice_option("pass", "empty", pass_choices, "a pass as B[], or as B[tt] on boards up to 19x19"),
    sdk::choice_option("ff", "4", format_choices,
                       "file format; below 4 lists are expanded, passes are tt, and what is newer counts as a loss")};

/// A collection: one game tree after the other. One thread at a time.
class SgfWriter {
public:
    /// Throws sdk::BadOption.
    SgfWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options);

    /// Throws sdk::SinkRefused, and sdk::GiveUp for a game with a character that the charset lacks, of which nothing is
    /// written then.
    void put(Game game);
    void finish();

    /// Whether anything of a property would be written.
    [[nodiscard]] bool can_write(Game game, std::uint32_t property) const { return printer_.can_print(game, property); }

private:
    void encode_from(Game game, std::size_t start);
    void flush();

    sdk::Host host_;
    sdk::Sink sink_;
    std::size_t line_width_;
    TextBuffer out_;
    TextBuffer unwrapped_;
    PrintSettings settings_;
    GamePrinter printer_;
};

}  // namespace tengen::sgf
