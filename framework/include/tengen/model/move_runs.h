// Runs of nodes that hold a move and nothing else: most of a record, taken as a whole.
#pragma once

#include <cstdint>
#include <span>

#include <tengen/model/game.h>
#include <tengen/model/storage.h>

namespace tengen {

/// For loops over the nodes of a game that have nothing to do where only moves stand:
///     MoveRunSkipper runs(game);
///     for (std::uint32_t node = 0; node < game.node_count(); node = runs.skip(node + 1)) ...
class MoveRunSkipper {
public:
    explicit MoveRunSkipper(Game game) : runs_(game.move_runs()) {}

    /// The first node from `node` on that is in no run, or the number of nodes. Calls come with ascending nodes.
    [[nodiscard]] std::uint32_t skip(std::uint32_t node) {
        while (!runs_.empty() && runs_.front().first_node <= node) {
            const std::uint32_t end = runs_.front().first_node + runs_.front().node_count;
            node = node < end ? end : node;
            runs_ = runs_.subspan(1);
        }
        return node;
    }

private:
    std::span<const tengen_move_run> runs_;
};

/// A shorter run is not worth being named.
inline constexpr std::uint32_t shortest_move_run = 4;

/// Name the runs of a finished game; those that were named before are forgotten. For producers that do not know them
/// anyway. Linear.
inline void find_move_runs(GameStorage& storage) {
    constexpr std::uint32_t point = TENGEN_VALUE_POINT;
    storage.move_runs.clear();
    const std::uint32_t count = storage.nodes.size();
    const std::uint32_t property_count = storage.properties.size();
    const std::uint32_t value_count = storage.values.size();
    const tengen_node* nodes = storage.nodes.data();
    const tengen_property* properties = storage.properties.data();
    const tengen_value* values = storage.values.data();
    std::uint32_t first = 1;
    const auto end_run = [&](std::uint32_t end) {
        if (end - first >= shortest_move_run) {
            storage.move_runs.push_back({first, end - first});
        }
    };
    for (std::uint32_t n = 1; n < count; ++n) {
        const std::uint32_t p = nodes[n].first_property;
        const std::uint32_t end = n + 1 < count ? nodes[n + 1].first_property : property_count;
        bool is_plain = ((nodes[n].parent ^ (n - 1)) | nodes[n].next_sibling | (end - p - 1)) == 0;
        if (is_plain) {
            const std::uint32_t code = properties[p].identifier;
            const std::uint32_t v = properties[p].first_value;
            const std::uint32_t values_end = p + 1 < property_count ? properties[p + 1].first_value : value_count;
            is_plain = (code == 'B' || code == 'W') && values_end - v == 1 &&
                       values[v].bits >> TENGEN_VALUE_KIND_SHIFT == point;
        }
        if (!is_plain) {
            end_run(n);
            first = n + 1;
        }
    }
    end_run(count);
}

}  // namespace tengen
