// Games as RGF spells them: with TS for stamps.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <tengen/model/builder.h>
#include <tengen/model/game.h>
#include <tengen/model/storage.h>
#include <tengen/sdk/host.h>

#include "sgf/writer/sgf_writer.h"

namespace tengen::rgf {

/// Makes of the stamps of a game properties, in the places where RGF has them. What RGF cannot hold is reported as a
/// loss: counters of stamps, all media of a stream but one, and items without a stamp behind others with one, which
/// move to the front of their node. A property of which nothing will be written has no stamp: it would be taken for
/// that of the property before. Linear, but for sorting the stamps of a stream with counters. Not thread-safe.
class StampedGame {
public:
    /// `writer` is asked which properties it writes; it must outlive the object.
    StampedGame(sdk::Host host, const sgf::SgfWriter& writer) : host_(host), writer_(writer) {}

    /// The game itself if it has no streams, else the changed one. Valid until the next call, as long as `game` is.
    [[nodiscard]] Game make(Game game);

private:
    void write_node(Game game, std::uint32_t node);
    void write_property(Game game, std::uint32_t node, std::uint32_t property);
    void write_stamp(Game game, std::uint32_t stamp);
    bool write_medium(Game game, std::uint32_t node, std::uint32_t property);
    void find_streams(Game game);
    void report_counters(Game game);
    [[nodiscard]] std::uint32_t property_stamp(Game game, std::uint32_t property) const;
    void lose(Game game, const char* id, tengen_loss_kind kind, std::uint32_t node, std::uint32_t count,
              std::string_view what, std::string_view to, std::string_view message);

    sdk::Host host_;
    const sgf::SgfWriter& writer_;
    GameStorage storage_;
    tengen_game columns_{};
    std::vector<std::uint32_t> stream_of_;  // by node: index of its stream + 1; 0: none
    std::vector<bool> is_left_out_;         // by property of a stream
};

}  // namespace tengen::rgf
