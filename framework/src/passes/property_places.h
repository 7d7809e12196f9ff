// Root properties and game information that stand in the wrong node, and where they go.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <tengen/model/game.h>

#include "passes/node_survey.h"
#include "passes/stream_nodes.h"

namespace tengen::passes {

/// "SGF FF[4], Root properties": they belong to the root; one that stands elsewhere holds for the tree if the root has
/// none of its name and nothing else contradicts. "SGF FF[4], Game info properties": once on a path; fields that are
/// missing in the first node with game information move there.
class PropertyPlaces {
public:
    enum class Fate : std::uint8_t {
        stays,
        moves,       ///< to another node
        equals,      ///< leaves, and nothing is lost: the right node says the same
        contradicts  ///< leaves, and is lost
    };
    struct Move {
        std::uint32_t property;
        std::uint32_t from;
        std::uint32_t to;
    };

    void begin(Game game) {
        game_ = game;
        misplaced_.clear();
        moves_.clear();
        fates_.clear();
        top_info_.clear();
    }
    /// A node other than the root that holds properties of these kinds.
    void see(std::uint32_t node, trait::Set traits, const StreamNodes& streams);
    /// All nodes were seen.
    void decide();

    /// Call visit(node) for every node with such a property, perhaps more than once.
    template <class Visit>
    void for_each_node(Visit&& visit) const {
        for (const Misplaced& m : misplaced_) {
            visit(m.from);
        }
    }
    [[nodiscard]] Fate fate_of(std::uint32_t property) const {
        const auto found = fates_.find(property);
        return found == fates_.end() ? Fate::stays : found->second;
    }
    /// In the order of the record; sorted by `to` first.
    [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }

private:
    struct Misplaced {
        std::uint32_t property;
        std::uint32_t from;
        std::uint32_t to;
        bool is_root_property;
    };
    [[nodiscard]] std::uint32_t top_info_above(std::uint32_t node);
    [[nodiscard]] bool has_info(std::uint32_t node) const;
    [[nodiscard]] std::uint32_t find_held(std::uint32_t node, Identifier identifier) const;
    [[nodiscard]] bool is_equal(std::uint32_t a, std::uint32_t b);

    std::optional<Game> game_;
    std::vector<Misplaced> misplaced_;
    std::vector<Move> moves_;
    std::unordered_map<std::uint32_t, Fate> fates_;
    std::vector<std::uint32_t> top_info_;  // worked out when first asked for
    std::string first_;
    std::string second_;
};

}  // namespace tengen::passes
