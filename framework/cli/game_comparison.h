// What differs between two games, node by node.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/game.h>

namespace tengen::cli {

/// One thing that is not the same in both games.
struct Difference {
    enum class Kind : std::uint8_t {
        property,  ///< values of a property
        node,      ///< a node, with what is below it, that the other game lacks
        board,     ///< the size of the board
        fact,      ///< game information that stands in no property
        stamp,     ///< the time of a node in a recorded stream
        stream,    ///< a recorded stream
        extension  ///< a field that only its own format knows
    };
    Kind kind = Kind::property;
    std::uint32_t first_node = none;  ///< in the first game, none if it has nothing there
    std::uint32_t second_node = none;
    std::string name;                ///< of the property, fact or field
    std::vector<std::string> first;  ///< its values, empty if the game does not have it
    std::vector<std::string> second;
    std::uint32_t nodes = 0;  ///< of a node: how many are gone with it, itself included
};

[[nodiscard]] std::string_view kind_name(Difference::Kind kind);

/// Compares two games as models: what they say, not how it is written. The order of properties in a node does not
/// count, nor that of the points in a list, compressed or not, nor the charset and the file format (CA, FF), nor what
/// stood there before a repair.
///
/// Nodes belong together by their moves: children with equal moves first, the others in their order. A node that one of
/// the games has in addition on a line of play is found as such if its successor has the move that was expected.
///
/// Of a record without properties (a card) and one with them, what a card can say is compared as it is said on a card.
///
/// `visit` gets the differences in the order of the first game's nodes, branch by branch. Linear in both games but for
/// the sorting of properties and points inside a node; no recursion.
void compare_games(Game first, Game second, const std::function<void(const Difference&)>& visit);

}  // namespace tengen::cli
