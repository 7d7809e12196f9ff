// Members of a document that the format does not know. The reader keeps them as extension fields of their game, and the
// writer puts them back where they were.
//
// Such a field has the name of the member as its key, the value as JSON text without white space, and as its place the
// object that holds it: a JSON pointer relative to the game, as a URI fragment (RFC 6901, section 6): "#" is the game
// itself, "#/board", "#/info/2", "#/nodes/7", "#/nodes/7/p/0". "document" and "collection" are the objects around the
// games. A part of a document that does not fit the schema is kept the same way, but without a key, and its place names
// the part itself; it stays an extension field.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/model/game.h>

#include "members.h"
#include "output_buffer.h"

namespace tengen::json {

/// What kind of object a place names, and where it is if it is a node or a property.
struct ExtensionPlace {
    Object object;
    std::uint32_t node = none;      ///< of nodes and properties
    std::uint32_t property = none;  ///< number of the property in its node
};

/// The place of an element of a list of the game: "#/info/2".
[[nodiscard]] std::string extension_place(std::string_view list, std::uint32_t number);

/// Whether members of unknown name may stand at a place; `found` is filled if so.
[[nodiscard]] bool find_extension_place(std::string_view place, ExtensionPlace& found);

/// The extension fields of one game while it is written.
class ExtensionMembers {
public:
    ExtensionMembers(Game game, const OutputBuffer& out);

    [[nodiscard]] bool is_empty() const { return at_places_.empty() && at_nodes_.empty(); }
    [[nodiscard]] bool has_node_members() const { return !at_nodes_.empty(); }

    /// Put the members of this place behind those that are there already.
    void put(std::string_view place, OutputBuffer& out);
    /// Give the members of a place to accept(key, text); those it returns true for count as put.
    template <class Accept>
    void take(std::string_view place, Accept&& accept) {
        for (const std::uint32_t index : singles_at(place)) {
            if (accept(game_.stored(field(index).key), game_.stored(field(index).text))) {
                done_[index] = true;
            }
        }
    }
    /// As put, for nodes, which must be asked for in ascending order: first the properties of a node, then the node
    /// (property none).
    void put_at_node(std::uint32_t node, std::uint32_t property, OutputBuffer& out);

    /// Fields that were not put back as members yet: indices in ascending order.
    [[nodiscard]] std::vector<std::uint32_t> others() const;

    [[nodiscard]] const tengen_extension_field& field(std::uint32_t index) const {
        return game_.columns().extension_fields[index];
    }

private:
    struct AtPlace {
        std::string_view place;
        std::string_view key;
        std::uint32_t field;
    };
    struct AtNode {
        std::uint64_t position;  // node, then property; the node itself comes last
        std::string_view key;
        std::uint32_t field;
    };

    /// Fields of that place whose key no other field there has: of two members with one name the document could keep
    /// only one, so neither becomes a member.
    [[nodiscard]] std::vector<std::uint32_t> singles_at(std::string_view place) const;
    void put_member(std::uint32_t index, OutputBuffer& out);

    Game game_;
    std::vector<AtPlace> at_places_;  // sorted
    std::vector<AtNode> at_nodes_;    // sorted
    std::size_t next_node_ = 0;       // index in at_nodes_
    std::vector<bool> done_;
};

}  // namespace tengen::json
