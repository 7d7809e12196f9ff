#include "streams/slot_table.h"

#include <algorithm>

#include "streams/exclusive.h"

namespace tengen::streams {

SlotTable::SlotTable(Game game, std::uint32_t first, std::uint32_t end) : first_(first) {
    starts_.reserve(std::size_t{end} - first + 1);
    std::vector<std::uint32_t> codes;
    for (std::uint32_t node = first; node < end; ++node) {
        starts_.push_back(static_cast<std::uint32_t>(cells_.size()));
        codes.clear();
        for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
            if (!is_one_of(reserved, game.identifier(p))) {
                codes.push_back(game.identifier(p).code());
            }
        }
        std::sort(codes.begin(), codes.end());
        codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
        for (const std::uint32_t code : codes) {
            cells_.push_back({code, none});
        }
    }
    starts_.push_back(static_cast<std::uint32_t>(cells_.size()));
}

}  // namespace tengen::streams
