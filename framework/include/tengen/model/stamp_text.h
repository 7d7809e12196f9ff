// A stamp as people read it.
#pragma once

#include <cstdint>
#include <string>

#include <tengen/model/game.h>

namespace tengen {

/// "initial", "final", or the time, with its counter behind a colon where it has one ("RGF text, TS"). `number` is an
/// entry of node_stamps or property_stamps: 0, or the index of a stamp plus one.
[[nodiscard]] inline std::string stamp_text(Game game, std::uint32_t number) {
    if (number == 0) {
        return "initial";
    }
    const tengen_stamp& stamp = game.columns().stamps[number - 1];
    if (stamp.kind != TENGEN_STAMP_AT) {
        return stamp.kind == TENGEN_STAMP_FINAL ? "final" : "initial";
    }
    std::string text(game.stored(stamp.time));
    if (stamp.counter.size != 0) {
        text += ':';
        text += game.stored(stamp.counter);
    }
    return text;
}

}  // namespace tengen
