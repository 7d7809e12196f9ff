// The writer of RGF.
#pragma once

#include <array>
#include <string_view>

#include <tengen/model/game.h>
#include <tengen/sdk/host.h>
#include <tengen/sdk/options.h>

#include "rgf/writer/stamped_game.h"
#include "sgf/writer/sgf_writer.h"

namespace tengen::rgf {

inline constexpr const char* const format_choices[] = {"4", nullptr};

inline constexpr std::array<tengen_option, 6> writer_options = [] {
    std::array<tengen_option, 6> options = sgf::writer_options;
    for (tengen_option& option : options) {
        if (std::string_view(option.name) == "ff") {
            option = sdk::choice_option("ff", "4", format_choices, "file format; RGF builds on FF[4]");
        }
    }
    return options;
}();

/// Games with their streams: the stamps of nodes and properties become TS behind them, all else is the business of the
/// printer of SGF ("RGF text"). One thread at a time.
class RgfWriter {
public:
    /// Throws sdk::BadOption.
    RgfWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options)
        : writer_(host, sink, options), stamped_(host, writer_) {}

    /// Throws as SgfWriter does.
    void put(Game game) { writer_.put(stamped_.make(game)); }
    void finish() { writer_.finish(); }

private:
    sgf::SgfWriter writer_;
    StampedGame stamped_;
};

}  // namespace tengen::rgf
