// Making a game step by step.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <tengen/model/game.h>
#include <tengen/model/storage.h>

namespace tengen {

/// Fills a GameStorage in pre-order: a node, its properties, each with its values; then the next node, whose parent is
/// any node on the path from the root to the last one. No recursion; time linear in what is added.
class GameBuilder {
public:
    explicit GameBuilder(GameStorage& storage) : storage_(storage) {}

    [[nodiscard]] GameStorage& storage() { return storage_; }

    /// Add a node below `parent` (`none` for the root, which must come first). False if that would break pre-order: the
    /// parent is not the last node or above it.
    bool add_node(std::uint32_t parent) {
        auto& nodes = storage_.nodes;
        const std::uint32_t node = nodes.size();
        if (node == 0) {
            if (parent != none) {
                return false;
            }
        } else {
            if (parent >= node) {
                return false;
            }
            // Climb from the last node; every step leaves a branch for good, so all steps together are linear.
            std::uint32_t before = node - 1;
            if (parent != before) {
                while (nodes[before].parent != parent) {
                    if (nodes[before].parent == none || nodes[before].parent < parent) {
                        return false;
                    }
                    before = nodes[before].parent;
                }
                nodes[before].next_sibling = node;
            }
        }
        nodes.push_back({parent, 0, storage_.properties.size()});
        if (!storage_.node_stamps.empty() || keep_stamps_) {
            storage_.node_stamps.push_back(0);
        }
        return true;
    }
    [[nodiscard]] std::uint32_t last_node() const { return storage_.nodes.size() - 1; }

    /// Begin a property of the last node. It needs at least one value before the next property begins.
    void add_property(std::uint32_t code) {
        storage_.properties.push_back({code, storage_.values.size()});
        if (!storage_.property_stamps.empty() || keep_stamps_) {
            storage_.property_stamps.push_back(0);
        }
    }
    void add_property(Identifier identifier) { add_property(identifier.code()); }
    void add_named_property(std::string_view name) { add_property(storage_.intern(name)); }
    [[nodiscard]] std::uint32_t last_property() const { return storage_.properties.size() - 1; }

    void add_value(tengen_value value) { storage_.values.push_back(value); }
    /// A text that the game keeps.
    void add_text(std::string_view text, std::uint32_t offset = 0) {
        add_value(text.empty() ? make_value(offset, ValueKind::empty)
                               : storage_.store_value(offset, ValueKind::text_stored, text));
    }

    /// From here on every node and property has a stamp entry; call it before the first node.
    void keep_stamps() { keep_stamps_ = true; }

    /// Take over everything of a game but its nodes, properties and values: header, side tables, places. Values of that
    /// game may then be added as they are. `keep` must keep the game's text alive.
    void begin_from(Game game, std::shared_ptr<const void> keep) {
        const tengen_game& from = game.columns();
        storage_.clear();
        storage_.header = from;
        storage_.source_runs.append(from.source_runs, from.source_run_count);
        storage_.stored_values.append(from.stored_values, from.stored_value_count);
        storage_.pairs.append(from.pairs, from.pair_count);
        storage_.long_identifiers.append(from.long_identifiers, from.long_identifier_count);
        storage_.stored_text.append(from.stored_text, static_cast<std::uint32_t>(from.stored_text_size));
        storage_.marks.append(from.marks, from.mark_count);
        storage_.extension_fields.append(from.extension_fields, from.extension_field_count);
        storage_.media.append(from.media, from.medium_count);
        storage_.stamps.append(from.stamps, from.stamp_count);
        storage_.original_values.append(from.original_values, from.original_value_count);
        storage_.keep_alive = std::move(keep);
        keep_stamps_ = from.node_stamps != nullptr;
    }

    /// Copy one property of the game that begin_from took, values unchanged, with its stamp and its originals.
    void copy_property(Game game, std::uint32_t property) {
        add_property(game.columns().properties[property].identifier);
        const std::span<const tengen_value> values = game.values(property);
        storage_.values.append(values.data(), static_cast<std::uint32_t>(values.size()));
        if (game.columns().property_stamps != nullptr && !storage_.property_stamps.empty()) {
            storage_.property_stamps.back() = game.columns().property_stamps[property];
        }
        copy_originals(game, property);
    }

    /// Note for the last property what stood in `property` before a repair, if anything.
    void copy_originals(Game game, std::uint32_t property) {
        const tengen_game& from = game.columns();
        std::uint32_t low = 0;
        std::uint32_t high = from.original_count;
        while (low < high) {
            const std::uint32_t middle = low + (high - low) / 2;
            if (from.originals[middle].property < property) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low < from.original_count && from.originals[low].property == property) {
            storage_.originals.push_back(
                {last_property(), from.originals[low].first_value, from.originals[low].value_count});
        }
    }

private:
    GameStorage& storage_;
    bool keep_stamps_ = false;
};

}  // namespace tengen
