// A comfortable, read-only face of a game in columns.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <tengen/abi/game.h>
#include <tengen/model/identifier.h>
#include <tengen/model/point.h>
#include <tengen/model/value.h>

namespace tengen {

inline constexpr std::uint32_t none = TENGEN_NONE;

/// GM of Go ("SGF FF[4], GM").
inline constexpr std::uint32_t game_kind_go = 1;

/// A non-owning view; as cheap to copy as a pointer. All indices are those of the columns, and must be in range.
/// Thread rule: a game never changes once it was made, so any number of threads may read it.
class Game {
public:
    explicit Game(const tengen_game& columns) : columns_(&columns) {}

    [[nodiscard]] const tengen_game& columns() const { return *columns_; }
    [[nodiscard]] std::uint32_t index() const { return columns_->index; }

    // -- dialect --

    [[nodiscard]] BoardSize board() const {
        return {static_cast<std::uint8_t>(columns_->board_columns), static_cast<std::uint8_t>(columns_->board_rows)};
    }
    [[nodiscard]] bool is_go() const { return columns_->game_kind == game_kind_go; }
    /// Whether values have meanings: false for another game than Go and for syntax-only readings.
    [[nodiscard]] bool has_meaning() const { return is_go() && columns_->typed != 0; }
    [[nodiscard]] unsigned file_format() const { return columns_->file_format; }

    // -- nodes: indices in pre-order, 0 is the root --

    [[nodiscard]] std::uint32_t node_count() const { return columns_->node_count; }
    /// `none` for the root.
    [[nodiscard]] std::uint32_t parent(std::uint32_t node) const { return columns_->nodes[node].parent; }
    /// `none` if the node has no child.
    [[nodiscard]] std::uint32_t first_child(std::uint32_t node) const {
        return node + 1 < columns_->node_count && columns_->nodes[node + 1].parent == node ? node + 1 : none;
    }
    /// `none` behind the last child.
    [[nodiscard]] std::uint32_t next_sibling(std::uint32_t node) const {
        const std::uint32_t next = columns_->nodes[node].next_sibling;
        return next == 0 ? none : next;
    }
    /// Whether the node has more than one child.
    [[nodiscard]] bool is_fork(std::uint32_t node) const {
        const std::uint32_t child = first_child(node);
        return child != none && next_sibling(child) != none;
    }

    /// Stretches of nothing but moves, as far as the producer named them.
    [[nodiscard]] std::span<const tengen_move_run> move_runs() const {
        if (!TENGEN_GAME_HAS(columns_, move_run_count)) {
            return {};
        }
        return {columns_->move_runs, columns_->move_run_count};
    }

    // -- properties of a node, in the order of the record --

    [[nodiscard]] std::uint32_t property_count() const { return columns_->property_count; }
    [[nodiscard]] std::uint32_t first_property(std::uint32_t node) const {
        return columns_->nodes[node].first_property;
    }
    [[nodiscard]] std::uint32_t end_property(std::uint32_t node) const {
        return columns_->nodes[node + 1].first_property;
    }
    /// The node that holds a property; logarithmic.
    [[nodiscard]] std::uint32_t node_of(std::uint32_t property) const {
        std::uint32_t low = 0;
        std::uint32_t high = columns_->node_count;
        while (high - low > 1) {
            const std::uint32_t middle = low + (high - low) / 2;
            (columns_->nodes[middle].first_property <= property ? low : high) = middle;
        }
        return low;
    }
    /// The first property of that identifier in the node, or `none`.
    [[nodiscard]] std::uint32_t find(std::uint32_t node, Identifier identifier) const {
        for (std::uint32_t p = first_property(node); p < end_property(node); ++p) {
            if (columns_->properties[p].identifier == identifier.code()) {
                return p;
            }
        }
        return none;
    }
    [[nodiscard]] Identifier identifier(std::uint32_t property) const {
        return Identifier(columns_->properties[property].identifier);
    }
    /// The identifier as text, appended to `to`.
    void append_name(std::uint32_t property, std::string& to) const {
        const Identifier id = identifier(property);
        if (id.is_long()) {
            to += stored(columns_->long_identifiers[id.long_index()]);
        } else {
            to += IdentifierText(id).view();
        }
    }
    [[nodiscard]] std::string name(std::uint32_t property) const {
        std::string text;
        append_name(property, text);
        return text;
    }

    // -- values --

    [[nodiscard]] std::span<const tengen_value> values(std::uint32_t property) const {
        const std::uint32_t first = columns_->properties[property].first_value;
        return {columns_->values + first, columns_->properties[property + 1].first_value - first};
    }
    [[nodiscard]] const tengen_pair& pair(tengen_value value) const { return columns_->pairs[payload_of(value)]; }
    /// Content of a value of a text, raw, invalid or bytes kind; empty for the others.
    [[nodiscard]] std::string_view text(tengen_value value) const {
        const ValueKind kind = kind_of(value);
        if (is_slice(kind)) {
            return {columns_->text + value.offset, payload_of(value)};
        }
        if (is_stored(kind)) {
            return stored(columns_->stored_values[payload_of(value)]);
        }
        return {};
    }
    [[nodiscard]] std::string_view stored(tengen_slice slice) const {
        return {columns_->stored_text + slice.offset, slice.size};
    }

    // -- places --

    /// Offset in the input, in bytes, of an offset in text. Logarithmic in the number of source runs.
    [[nodiscard]] std::uint64_t source_offset(std::uint32_t text_offset) const {
        const std::uint32_t count = columns_->source_run_count;
        if (count == 0) {
            return columns_->source_offset + text_offset;
        }
        std::uint32_t low = 0;
        std::uint32_t high = count;
        while (high - low > 1) {
            const std::uint32_t middle = low + (high - low) / 2;
            (columns_->source_runs[middle].text <= text_offset ? low : high) = middle;
        }
        const tengen_source_run& run = columns_->source_runs[low];
        const std::uint64_t inside = run.linear != 0 && text_offset > run.text ? text_offset - run.text : 0;
        return columns_->source_offset + run.source + inside;
    }
    /// Offset in the input of the first value of a property (they all have one).
    [[nodiscard]] std::uint64_t source_offset_of_property(std::uint32_t property) const {
        return source_offset(columns_->values[columns_->properties[property].first_value].offset);
    }

private:
    const tengen_game* columns_;
};

/// The children of a node, for range-based loops.
class Children {
public:
    class iterator {
    public:
        iterator(Game game, std::uint32_t node) : game_(game), node_(node) {}
        std::uint32_t operator*() const { return node_; }
        iterator& operator++() {
            node_ = game_.next_sibling(node_);
            return *this;
        }
        friend bool operator!=(const iterator& a, const iterator& b) { return a.node_ != b.node_; }

    private:
        Game game_;
        std::uint32_t node_;
    };

    Children(Game game, std::uint32_t node) : game_(game), node_(node) {}
    [[nodiscard]] iterator begin() const { return {game_, game_.first_child(node_)}; }
    [[nodiscard]] iterator end() const { return {game_, none}; }

private:
    Game game_;
    std::uint32_t node_;
};

}  // namespace tengen
