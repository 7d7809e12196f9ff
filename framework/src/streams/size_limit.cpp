#include "streams/size_limit.h"

#include <tengen/model/value.h>

namespace tengen::streams {

std::uint64_t listed_points(Game game) {
    const tengen_game& columns = game.columns();
    std::uint64_t points = 0;
    std::uint32_t end = 0;  // of what was counted, since streams may be in streams
    for (std::uint32_t i = 0; i < columns.stream_count; ++i) {
        const std::uint32_t first = columns.streams[i].node;
        if (first < end) {
            continue;
        }
        for (end = first + 1; end < game.node_count() && game.parent(end) >= first;) {
            ++end;
        }
        const std::uint32_t last_property = columns.nodes[end].first_property;
        for (std::uint32_t p = columns.nodes[first].first_property; p < last_property; ++p) {
            for (const tengen_value value : game.values(p)) {
                if (kind_of(value) == ValueKind::rectangle) {
                    const Rectangle r = rectangle_of(value);
                    points += (std::uint64_t{r.lower_right.column} - r.upper_left.column + 1) *
                              (std::uint64_t{r.lower_right.row} - r.upper_left.row + 1);
                }
            }
        }
    }
    return points;
}

}  // namespace tengen::streams
