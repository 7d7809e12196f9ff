#include "streams/size_limit.h"

#include <vector>

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

std::uint64_t listed_positions(Game game) {
    const tengen_game& columns = game.columns();
    if (columns.stream_count == 0) {
        return 0;
    }
    struct Place {
        std::uint32_t size = 0;      // bytes of the position
        std::uint32_t children = 0;  // so far
        bool is_inside = false;      // of a stream
    };
    std::vector<Place> places(game.node_count());
    for (std::uint32_t i = 0; i < columns.stream_count; ++i) {
        places[columns.streams[i].node].is_inside = true;
    }
    std::uint64_t bytes = 0;
    for (std::uint32_t node = 0; node < game.node_count(); ++node) {
        Place& place = places[node];
        if (const std::uint32_t parent = game.parent(node); parent != none && places[parent].is_inside) {
            place.is_inside = true;
            std::uint32_t digits = 1;
            for (std::uint32_t number = places[parent].children++; number > 9; number /= 10) {
                ++digits;
            }
            place.size = places[parent].size + 1 + digits;
        }
        if (place.is_inside) {
            bytes += std::uint64_t{place.size} * (1 + game.end_property(node) - game.first_property(node));
        }
    }
    return bytes;
}

std::string too_long_positions(Game game) {
    return "the positions of the events take " + std::to_string(listed_positions(game)) + " bytes together; at most " +
           std::to_string(most_listed_positions) + " are listed";
}

}  // namespace tengen::streams
