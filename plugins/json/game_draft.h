// A game while its part of the document is read. The reader of the document puts in what it finds, in any order; only
// when the game is complete do texts get their meanings, because board and dialect may stand behind the nodes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <tengen/model/game.h>
#include <tengen/model/storage.h>

#include "findings.h"
#include "value_reading.h"

namespace tengen::json {

/// A string of the document: its content, and where that stands in the input (the first byte behind the quote).
struct DocumentText {
    std::string_view content;
    const char* place = nullptr;
    bool is_slice = false;  ///< content is part of the input
};

/// "board" of a document.
struct BoardEntry {
    std::uint32_t columns = 0;
    std::uint32_t rows = 0;
    bool stated = false;
};

/// A fact of a document. If `has_property`, node, identifier and perhaps `at` name the property that states it; without
/// a node, in a document that has none, the text is that of such a property.
struct FactEntry {
    tengen_fact fact{};
    bool has_property = false;
    bool has_state = false;
    std::uint32_t identifier = 0;
    std::optional<std::uint32_t> at{};
    const char* place = nullptr;
};

class GameDraft {
public:
    /// `start` is the first byte of the game in the input.
    GameDraft(std::unique_ptr<GameStorage> storage, const char* start, Findings& findings);

    [[nodiscard]] GameStorage& storage() { return *storage_; }
    [[nodiscard]] std::unique_ptr<GameStorage> take_storage() { return std::move(storage_); }
    [[nodiscard]] tengen_slice store(std::string_view text) { return storage_->store(text); }

    // -- header --

    std::optional<BoardEntry> board;
    std::optional<std::uint32_t> file_format;
    std::optional<bool> file_format_stated;
    std::optional<std::uint32_t> game_kind;
    bool typed = true;

    // -- nodes --

    void begin_node(const char* place) {
        node_place_ = place;
        id_.reset();
        up_.reset();
        node_stamp_ = 0;
        node_values_ = storage_->values.size();
        storage_->nodes.push_back({none, 0, storage_->properties.size()});
    }
    void set_id(std::uint64_t id) { id_ = id; }
    void set_up(std::uint64_t up) { up_ = up; }
    void set_node_stamp(std::uint32_t stamp) { node_stamp_ = stamp; }
    void end_node() {
        const std::uint32_t node = storage_->nodes.size() - 1;
        // The usual case first: a child of the node before.
        if (node != 0 && id_ == node && up_ == node - 1) [[likely]] {
            storage_->nodes[node].parent = node - 1;
        } else {
            link(node);
        }
        if (node_stamp_ != 0) {
            node_stamps_.push_back({node, node_stamp_});
        }
    }
    /// Forget the node that was begun last, and what came in for it.
    void undo_node() {
        storage_->values.resize(node_values_);
        storage_->properties.resize(storage_->nodes.back().first_property);
        storage_->nodes.pop_back();
    }
    void drop_nodes();
    /// Drop the properties of the last node.
    void drop_properties();
    [[nodiscard]] std::uint32_t last_node() const { return storage_->nodes.size() - 1; }

    // -- properties of the last node --

    void begin_property() {
        mark_ = {storage_->values.size(), storage_->pairs.size(), storage_->stored_values.size(),
                 storage_->original_values.size()};
        has_originals_ = false;
        identifier_ = 0;
        property_stamp_ = 0;
    }
    void set_identifier_code(std::uint32_t code) { identifier_ = code; }
    void set_identifier(std::string_view name) { identifier_ = storage_->intern(name); }
    void set_property_stamp(std::uint32_t stamp) { property_stamp_ = stamp; }
    [[nodiscard]] bool has_values() const { return storage_->values.size() != mark_.values; }
    void end_property() {
        storage_->properties.push_back({identifier_, mark_.values});
        if (property_stamp_ != 0) {
            property_stamps_.push_back({storage_->properties.size() - 1, property_stamp_});
        }
        if (has_originals_) {
            storage_->originals.push_back({storage_->properties.size() - 1, mark_.original_values,
                                           storage_->original_values.size() - mark_.original_values});
        }
    }
    /// Undo what came in since begin_property.
    void drop_property();
    void drop_values();
    void drop_originals();

    /// A plain string of "v": its type is found out at the end.
    void add_text(const DocumentText& text) { storage_->values.push_back(text_value(text)); }
    /// A value whose kind the document says.
    void add_value(tengen_value value, bool explicit_text) {
        if (explicit_text) {
            explicit_values_.push_back(storage_->values.size());
        }
        storage_->values.push_back(value);
    }
    void begin_originals() { has_originals_ = true; }
    void add_original(tengen_value value) { storage_->original_values.push_back(value); }

    [[nodiscard]] tengen_value text_value(const DocumentText& text) {
        return content_value(text, text.content.empty() ? ValueKind::empty : ValueKind::text);
    }
    /// A value of kind text, raw, invalid or bytes (or empty, if the content is empty).
    [[nodiscard]] tengen_value content_value(const DocumentText& text, ValueKind kind) {
        const std::uint32_t offset = offset_of(text.place);
        if (kind == ValueKind::empty) {
            return make_value(offset, kind);
        }
        if (text.is_slice && text.content.size() <= max_payload) {
            return make_value(offset, kind, static_cast<std::uint32_t>(text.content.size()));
        }
        return storage_->store_value(offset, stored_kind(kind), text.content);
    }
    [[nodiscard]] tengen_value pair_value(const char* place, tengen_value first, bool first_is_explicit,
                                          tengen_value second, bool second_is_explicit);

    /// Number of a new stamp; texts as in the document.
    [[nodiscard]] std::uint32_t add_stamp(tengen_stamp_kind kind, std::string_view time, std::string_view counter,
                                          const char* place);

    /// The first value of the last such property of a node; nothing if it has none.
    [[nodiscard]] std::optional<tengen_value> last_value_of(std::uint32_t node, Identifier identifier) const;
    [[nodiscard]] std::string_view text_of(tengen_value value) const;

    // -- facts --

    void add_fact(const FactEntry& entry) { facts_.push_back(entry); }
    void drop_facts();

    // -- the end --

    /// Give all values their meaning, find the properties of facts, describe the header.
    void complete(const char* end);

private:
    struct Mark {
        std::uint32_t values;
        std::uint32_t pairs;
        std::uint32_t stored_values;
        std::uint32_t original_values;
    };
    struct Stamped {
        std::uint32_t item;
        std::uint32_t stamp;
    };

    static constexpr ValueKind stored_kind(ValueKind kind) {
        return static_cast<ValueKind>(static_cast<std::uint8_t>(kind) + 1);
    }
    [[nodiscard]] std::uint32_t offset_of(const char* place) const {
        return static_cast<std::uint32_t>(place - start_);
    }
    [[nodiscard]] const char* place_of(tengen_value value) const { return start_ + value.offset; }

    void link(std::uint32_t node);
    void complete_header(const char* end);
    void complete_stamps();
    void type_values();
    void type_property(std::uint32_t node, std::uint32_t property, ValueType type,
                       const PropertyDefinition& definition);
    void type_value(std::uint32_t node, std::uint32_t property, std::uint32_t index, ValueType type,
                    const PropertyDefinition& definition);
    void type_pair(std::uint32_t node, std::uint32_t property, std::uint32_t index, ValueType type);
    [[nodiscard]] std::optional<ValueFault> type_part(tengen_value& part, ValueType type, bool is_explicit);
    [[nodiscard]] tengen_value invalid_of(tengen_value value);
    void report(const ValueFault& fault, std::uint32_t node, std::uint32_t property, tengen_value value);
    [[nodiscard]] std::string name_of(std::uint32_t property) const;
    void make_root_of_extract();
    void complete_facts();
    [[nodiscard]] std::uint32_t find_property_of(const FactEntry& entry);

    std::unique_ptr<GameStorage> storage_;
    const char* start_;
    Findings& findings_;

    const char* node_place_ = nullptr;
    std::optional<std::uint64_t> id_;
    std::optional<std::uint64_t> up_;
    std::uint32_t node_stamp_ = 0;
    std::uint32_t node_values_ = 0;  // values when it began

    Mark mark_{};
    bool has_originals_ = false;
    std::uint32_t identifier_ = 0;
    std::uint32_t property_stamp_ = 0;

    std::vector<std::uint32_t> explicit_values_;  // indices of values that stay texts, ascending
    std::vector<std::uint64_t> explicit_parts_;   // the same for parts: pair * 2, + 1 for the second one
    std::vector<Stamped> node_stamps_;
    std::vector<Stamped> property_stamps_;
    std::vector<FactEntry> facts_;
    std::unordered_map<std::uint64_t, std::uint32_t> first_properties_;  // of a node and an identifier
};

}  // namespace tengen::json
