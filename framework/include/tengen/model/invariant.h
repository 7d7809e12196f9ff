// Whether the columns of a game can be trusted: nothing points outside, and the rules of the model hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/abi/game.h>
#include <tengen/model/game.h>
#include <tengen/model/identifier.h>
#include <tengen/model/point.h>
#include <tengen/model/value.h>

namespace tengen {

namespace invariant_detail {

class Examination {
public:
    explicit Examination(const tengen_game& game) : game_(game) {}

    [[nodiscard]] std::optional<std::string> run() {
        // Later questions rely on what earlier ones have found to be sound.
        using Question = void (Examination::*)();
        for (const Question question :
             {&Examination::header, &Examination::slices, &Examination::nodes, &Examination::properties,
              &Examination::values, &Examination::originals, &Examination::facts, &Examination::streams,
              &Examination::stamps, &Examination::positions, &Examination::source_runs, &Examination::move_runs}) {
            (this->*question)();
            if (fault_) {
                return fault_;
            }
        }
        return std::nullopt;
    }

private:
    void fail(std::string what) {
        if (!fault_) {
            fault_ = std::move(what);
        }
    }
    void fail(std::string_view what, std::uint64_t index, std::string_view how) {
        if (!fault_) {
            fault_ = std::string(what) + ' ' + std::to_string(index) + ' ' + std::string(how);
        }
    }

    template <class Entry>
    void present(const Entry* column, std::uint64_t count, std::string_view name) {
        if (column == nullptr && count != 0) {
            fail("the column of " + std::string(name) + " is missing");
        }
    }

    /// Whether a span of `count` from `first` lies within `size`, without overflow.
    [[nodiscard]] static bool within(std::uint64_t first, std::uint64_t count, std::uint64_t size) {
        return first <= size && count <= size - first;
    }
    [[nodiscard]] bool stored(tengen_slice slice) const {
        return within(slice.offset, slice.size, game_.stored_text_size);
    }

    void header() {
        if (game_.struct_size < offsetof(tengen_game, owner) + sizeof(game_.owner)) {
            return fail("the game is a structure of " + std::to_string(game_.struct_size) + " bytes");
        }
        present(game_.text, game_.text_size, "text");
        present(game_.stored_text, game_.stored_text_size, "stored text");
        present(game_.source_runs, game_.source_run_count, "source runs");
        present(game_.nodes, 1, "nodes");
        present(game_.properties, 1, "properties");
        present(game_.values, game_.value_count, "values");
        present(game_.stored_values, game_.stored_value_count, "stored values");
        present(game_.pairs, game_.pair_count, "pairs");
        present(game_.long_identifiers, game_.long_identifier_count, "long identifiers");
        present(game_.originals, game_.original_count, "originals");
        present(game_.original_values, game_.original_value_count, "original values");
        present(game_.facts, game_.fact_count, "facts");
        present(game_.marks, game_.mark_count, "marks");
        present(game_.extension_fields, game_.extension_field_count, "extension fields");
        present(game_.streams, game_.stream_count, "streams");
        present(game_.media, game_.medium_count, "media");
        present(game_.stamps, game_.stamp_count, "stamps");
        present(game_.position_points, game_.position_point_count, "points of positions");
        present(Game(game_).move_runs().data(), Game(game_).move_runs().size(), "runs of moves");
        if (game_.node_count == 0) {
            fail("the game has no node");
        }
        if (game_.board_columns > max_board_side || game_.board_rows > max_board_side) {
            fail("the board is too large");
        }
        if (!stored(game_.charset_declared) || !stored(game_.charset_used)) {
            fail("a name of a charset lies outside of the stored text");
        }
    }

    void slices() {
        for (std::uint32_t i = 0; i < game_.stored_value_count; ++i) {
            if (!stored(game_.stored_values[i])) {
                return fail("stored value", i, "lies outside of the stored text");
            }
        }
        for (std::uint32_t i = 0; i < game_.long_identifier_count; ++i) {
            if (!stored(game_.long_identifiers[i]) || game_.long_identifiers[i].size == 0) {
                return fail("long identifier", i, "is empty or lies outside of the stored text");
            }
        }
        for (std::uint32_t i = 0; i < game_.mark_count; ++i) {
            const tengen_mark& mark = game_.marks[i];
            if (!stored(mark.text) || mark.scope > TENGEN_MARK_COMPONENT || mark.level > TENGEN_GUESS) {
                return fail("certainty mark", i, "is not possible");
            }
        }
        for (std::uint32_t i = 0; i < game_.extension_field_count; ++i) {
            const tengen_extension_field& field = game_.extension_fields[i];
            if (!stored(field.key) || !stored(field.text) || !stored(field.place)) {
                return fail("extension field", i, "lies outside of the stored text");
            }
        }
        for (std::uint32_t i = 0; i < game_.medium_count; ++i) {
            if (!stored(game_.media[i].source) || !stored(game_.media[i].type)) {
                return fail("medium", i, "lies outside of the stored text");
            }
        }
    }

    void nodes() {
        const tengen_node* nodes = game_.nodes;
        if (nodes[0].parent != none || nodes[0].next_sibling != 0) {
            return fail("the root has a parent or a sibling");
        }
        for (std::uint32_t n = 1; n < game_.node_count; ++n) {
            const std::uint32_t parent = nodes[n].parent;
            if (parent >= n) {
                return fail("node", n, "has a parent that does not come before it");
            }
            // In pre-order the parent is the node before, or above it. Every step up leaves a branch for good, so all
            // steps together are linear.
            std::uint32_t before = n - 1;
            if (parent == before) {
                continue;
            }
            while (nodes[before].parent != parent) {
                if (nodes[before].parent == none || nodes[before].parent < parent) {
                    return fail("node", n, "is not in pre-order below its parent");
                }
                before = nodes[before].parent;
            }
            if (nodes[before].next_sibling != n) {
                return fail("node", before, "names a wrong sibling");
            }
        }
        for (std::uint32_t n = 0; n < game_.node_count; ++n) {
            const std::uint32_t next = nodes[n].next_sibling;
            if (next != 0 && (next <= n || next >= game_.node_count || nodes[next].parent != nodes[n].parent)) {
                return fail("node", n, "names a sibling that is none");
            }
            if (nodes[n].first_property > nodes[n + 1].first_property) {
                return fail("node", n, "has properties out of order");
            }
        }
        if (nodes[0].first_property != 0 || nodes[game_.node_count].first_property != game_.property_count) {
            fail("the nodes do not hold all properties");
        }
    }

    [[nodiscard]] bool is_identifier(std::uint32_t code) const {
        const Identifier identifier(code);
        if (identifier.is_long()) {
            return identifier.long_index() < game_.long_identifier_count;
        }
        bool ended = false;  // behind the last character all bytes are zero
        for (int i = 0; i < 4; ++i, code >>= 8) {
            const std::uint32_t character = code & 0xFF;
            if (character >= 0x80 || (ended && character != 0) || (i == 0 && character == 0)) {
                return false;
            }
            ended = character == 0;
        }
        return true;
    }

    void properties() {
        const tengen_property* properties = game_.properties;
        for (std::uint32_t p = 0; p < game_.property_count; ++p) {
            if (!is_identifier(properties[p].identifier)) {
                return fail("property", p, "has no possible identifier");
            }
            if (properties[p].first_value >= properties[p + 1].first_value) {
                return fail("property", p, "has no value");
            }
        }
        if (properties[0].first_value != 0 || properties[game_.property_count].first_value != game_.value_count) {
            fail("the properties do not hold all values");
        }
    }

    [[nodiscard]] bool is_on_board(Point point) const {
        return point.column < game_.board_columns && point.row < game_.board_rows;
    }

    /// `pairs` is how many pairs a value may refer to.
    [[nodiscard]] std::string_view value_fault(tengen_value value, std::uint32_t pairs) const {
        const ValueKind kind = kind_of(value);
        const std::uint32_t payload = payload_of(value);
        if (is_slice(kind)) {
            return within(value.offset, payload, game_.text_size) ? "" : "lies outside of the text";
        }
        if (is_stored(kind)) {
            return payload < game_.stored_value_count ? "" : "names a stored value that is none";
        }
        switch (kind) {
            case ValueKind::empty:
            case ValueKind::pass:
                return "";
            case ValueKind::pair:
                return payload < pairs ? "" : "names a pair that is none, or its own";
            case ValueKind::point:
                return payload >> 16 == 0 && is_on_board(point_of(value)) ? "" : "is a point outside of the board";
            case ValueKind::rectangle: {
                const Rectangle r = rectangle_of(value);
                return r.upper_left.column <= r.lower_right.column && r.upper_left.row <= r.lower_right.row &&
                               is_on_board(r.lower_right)
                           ? ""
                           : "is a rectangle outside of the board, or none";
            }
            default:
                return "is of an unknown kind";
        }
    }

    void values() {
        // A pair holds only pairs before it, so that nobody can walk in circles.
        for (std::uint32_t i = 0; i < game_.pair_count; ++i) {
            for (const tengen_value part : {game_.pairs[i].first, game_.pairs[i].second}) {
                if (const std::string_view fault = value_fault(part, i); !fault.empty()) {
                    return fail("a part of pair", i, fault);
                }
            }
        }
        for (std::uint32_t i = 0; i < game_.value_count; ++i) {
            if (const std::string_view fault = value_fault(game_.values[i], game_.pair_count); !fault.empty()) {
                return fail("value", i, fault);
            }
        }
        for (std::uint32_t i = 0; i < game_.original_value_count; ++i) {
            if (const std::string_view fault = value_fault(game_.original_values[i], game_.pair_count);
                !fault.empty()) {
                return fail("original value", i, fault);
            }
        }
    }

    void originals() {
        for (std::uint32_t i = 0; i < game_.original_count; ++i) {
            const tengen_original& original = game_.originals[i];
            if (original.property >= game_.property_count ||
                (i != 0 && original.property <= game_.originals[i - 1].property)) {
                return fail("original", i, "names no property, or is out of order");
            }
            if (!within(original.first_value, original.value_count, game_.original_value_count)) {
                return fail("original", i, "has values that are none");
            }
        }
    }

    void facts() {
        for (std::uint32_t i = 0; i < game_.fact_count; ++i) {
            const tengen_fact& fact = game_.facts[i];
            if (fact.field >= TENGEN_FIELD_COUNT || fact.state > TENGEN_FACT_INVALID || fact.certainty > TENGEN_GUESS ||
                fact.note > TENGEN_NOTE_IMPORTED) {
                return fail("fact", i, "has an unknown field, state, certainty or note");
            }
            if (!stored(fact.format) || !stored(fact.origin) ||
                !within(fact.first_mark, fact.mark_count, game_.mark_count)) {
                return fail("fact", i, "refers to what is not there");
            }
            if (fact.property == none) {
                if (!stored(fact.text) || (fact.node != none && fact.node >= game_.node_count)) {
                    return fail("fact", i, "refers to what is not there");
                }
            } else if (fact.node >= game_.node_count || fact.property < game_.nodes[fact.node].first_property ||
                       fact.property >= game_.nodes[fact.node + 1].first_property) {
                return fail("fact", i, "names a property that its node does not have");
            }
        }
    }

    void streams() {
        for (std::uint32_t i = 0; i < game_.stream_count; ++i) {
            const tengen_stream& stream = game_.streams[i];
            if (stream.node >= game_.node_count || Game(game_).find(stream.node, Identifier("GS")) == none) {
                return fail("stream", i, "has no node with GS");
            }
            if (!stored(stream.source) || !stored(stream.duration) || stream.source_kind > TENGEN_SOURCE_UNSAFE ||
                !within(stream.first_medium, stream.medium_count, game_.medium_count)) {
                return fail("stream", i, "refers to what is not there");
            }
        }
    }

    void stamps() {
        for (std::uint32_t i = 0; i < game_.stamp_count; ++i) {
            const tengen_stamp& stamp = game_.stamps[i];
            if (stamp.kind > TENGEN_STAMP_FINAL || !stored(stamp.time) || !stored(stamp.counter)) {
                return fail("stamp", i, "is not possible");
            }
        }
        if ((game_.node_stamps == nullptr) != (game_.property_stamps == nullptr) && game_.property_count != 0) {
            return fail("one of the two columns of stamps is missing");
        }
        if (game_.stream_count == 0 && game_.node_stamps == nullptr) {
            return;
        }
        std::vector<bool> inside(game_.node_count, false);  // of a stream
        for (std::uint32_t i = 0; i < game_.stream_count; ++i) {
            if (inside[game_.streams[i].node]) {
                return fail("stream", i, "has the node of another one");
            }
            inside[game_.streams[i].node] = true;
        }
        for (std::uint32_t n = 0; n < game_.node_count; ++n) {
            const bool below = n != 0 && inside[game_.nodes[n].parent];
            if (below && inside[n]) {
                return fail("node", n, "begins a stream inside of another one");
            }
            if (below) {
                inside[n] = true;
            }
            stamps_of_node(n, inside[n]);
        }
    }

    void stamps_of_node(std::uint32_t node, bool inside_stream) {
        const auto check = [&](std::uint32_t number) {
            if (number > game_.stamp_count) {
                fail("node", node, "has a stamp that is none");
            } else if (number != 0 && !inside_stream && game_.stamps[number - 1].kind != TENGEN_STAMP_INITIAL) {
                fail("node", node, "has a stamp, but no stream above it");
            }
        };
        if (game_.node_stamps != nullptr) {
            check(game_.node_stamps[node]);
        }
        if (game_.property_stamps != nullptr) {
            for (std::uint32_t p = game_.nodes[node].first_property; p < game_.nodes[node + 1].first_property; ++p) {
                check(game_.property_stamps[p]);
            }
        }
    }

    void positions() {
        if (game_.positions == nullptr) {
            return;
        }
        for (std::uint32_t i = 0; i < game_.position_point_count; ++i) {
            const Point point{static_cast<std::uint8_t>(game_.position_points[i] & 0xFF),
                              static_cast<std::uint8_t>(game_.position_points[i] >> 8)};
            if (!is_on_board(point)) {
                return fail("point", i, "of the positions lies outside of the board");
            }
        }
        for (std::uint32_t n = 0; n < game_.node_count; ++n) {
            const tengen_position& position = game_.positions[n];
            const auto spans = [&](std::uint32_t first, std::uint32_t count) {
                return within(first, count, game_.position_point_count);
            };
            if (!spans(position.first_black, position.black_count) ||
                !spans(position.first_white, position.white_count) ||
                !spans(position.first_dead_black, position.dead_black_count) ||
                !spans(position.first_dead_white, position.dead_white_count)) {
                return fail("the position of node", n, "has points that are none");
            }
        }
    }

    void move_runs() {
        std::uint32_t end = 1;
        for (const tengen_move_run run : Game(game_).move_runs()) {
            if (run.first_node < end || !within(run.first_node, run.node_count, game_.node_count)) {
                return fail("a run of moves is out of order or outside of the game");
            }
            end = run.first_node + run.node_count;
            for (std::uint32_t n = run.first_node; n < end; ++n) {
                const std::uint32_t p = game_.nodes[n].first_property;
                if (game_.nodes[n].parent != n - 1 || game_.nodes[n].next_sibling != 0 ||
                    game_.nodes[n + 1].first_property - p != 1 ||
                    (game_.properties[p].identifier != Identifier("B").code() &&
                     game_.properties[p].identifier != Identifier("W").code()) ||
                    game_.properties[p + 1].first_value - game_.properties[p].first_value != 1 ||
                    kind_of(game_.values[game_.properties[p].first_value]) != ValueKind::point) {
                    return fail("node", n, "is no plain move, but in a run of them");
                }
            }
        }
    }

    void source_runs() {
        for (std::uint32_t i = 1; i < game_.source_run_count; ++i) {
            if (game_.source_runs[i].text < game_.source_runs[i - 1].text) {
                return fail("source run", i, "is out of order");
            }
        }
    }

    const tengen_game& game_;
    std::optional<std::string> fault_;
};

}  // namespace invariant_detail

/// The first thing in which a game breaks the boundary's specification or the invariants of the model, in words;
/// nullopt if it is sound. Reads nothing outside of the columns as the game itself describes them, so it may be asked
/// about a game of unknown origin, provided that its pointers and counts are true. Linear, no recursion.
[[nodiscard]] inline std::optional<std::string> broken_invariant(const tengen_game& game) {
    return invariant_detail::Examination(game).run();
}

}  // namespace tengen
