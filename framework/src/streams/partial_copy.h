// Parts of a game that become games of their own.
#pragma once

#include <algorithm>
#include <cstdint>

#include <tengen/model/builder.h>
#include <tengen/model/game.h>
#include <tengen/model/storage.h>

namespace tengen::streams {

/// Fills a storage with some properties of a game and what these need of its tables, so that many small parts of one
/// big game cost no more than what they hold. Everything else is left behind: streams, stamps, media, facts. The text
/// of the game stays where it is and must outlive the part.
class PartialCopy {
public:
    PartialCopy(Game from, GameStorage& to) : from_(from), to_(to), builder_(to) {
        const tengen_game& columns = from.columns();
        to_.clear();
        to_.header = columns;
        to_.header.charset_declared = stored(columns.charset_declared);
        to_.header.charset_used = stored(columns.charset_used);
        to_.source_runs.append(columns.source_runs, columns.source_run_count);
        to_.extension_fields.clear();
        for (std::uint32_t i = 0; i < columns.extension_field_count; ++i) {
            const tengen_extension_field& field = columns.extension_fields[i];
            const tengen_slice key = stored(field.key);
            const tengen_slice text = stored(field.text);
            to_.extension_fields.push_back({key, text, stored(field.place)});
        }
    }

    [[nodiscard]] GameBuilder& builder() { return builder_; }

    void add_node(std::uint32_t parent) { builder_.add_node(parent); }
    void add_property(std::uint32_t code) {
        if ((code & TENGEN_LONG_IDENTIFIER) != 0) {
            code = to_.intern(from_.stored(from_.columns().long_identifiers[code & ~TENGEN_LONG_IDENTIFIER]));
        }
        builder_.add_property(code);
    }
    /// A value of the game.
    void add_value(tengen_value value) { builder_.add_value(moved(value)); }
    /// With what stood there before a repair.
    void copy_property(std::uint32_t property) {
        add_property(from_.columns().properties[property].identifier);
        for (const tengen_value value : from_.values(property)) {
            add_value(value);
        }
        copy_originals(property);
    }

private:
    tengen_slice stored(tengen_slice slice) { return to_.store(from_.stored(slice)); }

    tengen_value moved(tengen_value value) {
        const ValueKind kind = kind_of(value);
        if (kind == ValueKind::pair) {
            const tengen_pair pair = from_.pair(value);
            const tengen_value first = moved_part(pair.first);
            return to_.pair_value(value.offset, first, moved_part(pair.second));
        }
        return moved_part(value);
    }
    tengen_value moved_part(tengen_value value) {
        const ValueKind kind = kind_of(value);
        return is_stored(kind) ? to_.store_value(value.offset, kind, from_.text(value)) : value;
    }

    void copy_originals(std::uint32_t property) {
        const tengen_game& columns = from_.columns();
        const tengen_original* end = columns.originals + columns.original_count;
        const tengen_original* found =
            std::lower_bound(columns.originals, end, property,
                             [](const tengen_original& original, std::uint32_t p) { return original.property < p; });
        if (found == end || found->property != property) {
            return;
        }
        const std::uint32_t first = to_.original_values.size();
        for (std::uint32_t i = 0; i < found->value_count; ++i) {
            to_.original_values.push_back(moved(columns.original_values[found->first_value + i]));
        }
        to_.originals.push_back({builder_.last_property(), first, found->value_count});
    }

    Game from_;
    GameStorage& to_;
    GameBuilder builder_;
};

}  // namespace tengen::streams
