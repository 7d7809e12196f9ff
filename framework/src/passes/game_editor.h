// A changed copy of a game: nodes that are written anew, everything else as it was.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/game.h>
#include <tengen/model/storage.h>

namespace tengen::passes {

/// Collects changes of one game and makes the changed game at the end. Until the first change it costs nothing, and
/// unchanged stretches are copied in bulk.
///
/// A node is changed by writing it anew: edit(node), then its properties in their order, taken over or made up. It may
/// become several nodes (next_node()); its children then hang below the last one. The new values may be those of the
/// old game, or come from the store_ functions. Not thread-safe.
class GameEditor {
public:
    GameEditor() : pool_(GamePool::create()) {}

    /// Forget what was collected and turn to another game, which must outlive the editing.
    void begin(Game game);
    /// The same game at another address.
    void follow(Game game) { game_ = game; }
    [[nodiscard]] bool is_changed() const { return !nodes_.empty() || !facts_.empty() || !extension_fields_.empty(); }

    /// Begin to write a node anew. Each node at most once, in any order.
    void edit(std::uint32_t node);
    [[nodiscard]] bool is_edited(std::uint32_t node) const;
    /// Take a node out; its children hang below its parent then. It must be the only child, and not the root.
    void remove(std::uint32_t node);
    /// What follows stands in one more node behind.
    void next_node();
    /// Take a property over as it is.
    void copy(std::uint32_t property);
    /// A property in the place of `source`, of any identifier; its values follow. What stood in `source` is kept as its
    /// original, unless there is an older original.
    void replace(std::uint32_t source, Identifier identifier);
    /// A property that was nowhere before, or that is made from several; its values follow.
    void add(Identifier identifier);
    /// The same for an identifier of the game.
    void add_code(std::uint32_t code) { add(Identifier(code)); }
    /// One more value of the property begun last.
    void value(tengen_value value);

    /// Values whose content the new game keeps.
    [[nodiscard]] tengen_value store_text(std::string_view text, std::uint32_t offset);
    [[nodiscard]] tengen_value store_pair(std::uint32_t offset, tengen_value first, tengen_value second);

    /// Put another fact in the place of a fact without a property.
    void replace_fact(std::uint32_t index, const tengen_fact& fact) { facts_.push_back({index, fact, false}); }
    /// A further fact without a property, behind those that are there.
    void add_fact(const tengen_fact& fact) { replace_fact(none, fact); }
    /// A further fact without a property, where a card has it: in front of the first one that comes later there.
    void add_fact_in_card_order(const tengen_fact& fact);
    void add_extension_field(std::string_view key, std::string_view text, std::string_view place);
    /// Where texts and marks of new facts are kept: only to be added to.
    [[nodiscard]] GameStorage& storage();

    /// The changed game. Its text stays that of the old one: `keep` is held until the new game is released, and must
    /// keep the old one's text alive; NULL if the caller sees to that. Begin again before the next use.
    [[nodiscard]] OwnedGame finish(std::shared_ptr<const void> keep);

private:
    struct EditedNode {
        std::uint32_t node;
        std::uint32_t first_part;
        std::uint32_t part_count;
    };
    struct EditedProperty {
        std::uint32_t source;  // or none
        std::uint32_t identifier;
        std::uint32_t first_value;  // of values_; `copied`: as in the source
        std::uint32_t value_count;
        bool copied;
    };

    struct EditedFact {
        std::uint32_t index;  // of the fact it replaces, or that it stands in front of, or none
        tengen_fact fact;
        bool before;
    };

    void write_facts();
    void copy_untouched(std::uint32_t from, std::uint32_t to);
    void write_edited(const EditedNode& edited);
    void write_property(const EditedProperty& property);
    void keep_original(std::uint32_t source, std::uint32_t property);
    void map_nodes();
    [[nodiscard]] std::uint32_t last_part_of(std::uint32_t node) const;
    [[nodiscard]] std::uint32_t first_part_of(std::uint32_t node) const;

    std::shared_ptr<GamePool> pool_;
    std::optional<Game> game_;
    std::unique_ptr<GameStorage> storage_;  // taken with the first change
    std::vector<EditedNode> nodes_;
    std::vector<std::uint32_t> parts_;  // index of the first property of each part
    std::vector<EditedProperty> properties_;
    std::vector<tengen_value> values_;
    std::vector<EditedFact> facts_;
    std::vector<tengen_extension_field> extension_fields_;
    // Only where nodes were added: the index of the first and of the last part of every old node.
    std::vector<std::uint32_t> first_parts_;
    std::vector<std::uint32_t> last_parts_;
    std::vector<bool> edited_;
    std::string scratch_;
};

}  // namespace tengen::passes
