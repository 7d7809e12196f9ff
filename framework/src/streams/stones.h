// The stones of nodes on a board, as they stand there without any question of legality. Internal to this folder.
#pragma once

#include <tengen/model/identifier.h>
#include <tengen/model/value.h>

#include "rules/board.h"

namespace tengen::streams {

/// A value of AB, AW or AE.
inline void set_up(rules::Board& board, Identifier identifier, tengen_value value) {
    const rules::Stone stone = identifier == Identifier("AB")   ? rules::Stone::black
                               : identifier == Identifier("AW") ? rules::Stone::white
                                                                : rules::Stone::empty;
    for_each_point(value, [&](Point point) {
        if (point.is_on(board.size())) {
            board.set(point, stone);
        }
    });
}

/// The value of B or W.
inline void play(rules::Board& board, Identifier identifier, tengen_value value) {
    if (kind_of(value) == ValueKind::point && point_of(value).is_on(board.size())) {
        board.play(identifier == Identifier("B") ? Color::black : Color::white, point_of(value));
    }
}

}  // namespace tengen::streams
