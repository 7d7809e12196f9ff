// The texts of a game get the types of their properties.
#include <algorithm>

#include <tengen/model/decimal.h>

#include "game_draft.h"

namespace tengen::json {

namespace {

/// A text of SGF as it would stand between brackets; `parts` also hides colons.
std::string escaped(std::string_view text, bool part) {
    std::string result;
    result.reserve(text.size());
    for (const char byte : text) {
        if (byte == ']' || byte == '\\' || (part && byte == ':')) {
            result += '\\';
        }
        result += byte;
    }
    return result;
}

/// "SGF FF[4], root properties and PM": numbers of the right form that are none of those allowed.
bool is_out_of_range(Identifier identifier, std::string_view text) {
    const std::optional<std::int64_t> number = integer_of(text);
    const auto beyond = [&](std::int64_t most) { return !number || *number < 0 || *number > most; };
    if (identifier == Identifier("ST")) {
        return beyond(3);
    }
    if (identifier == Identifier("PM")) {
        return beyond(2);
    }
    return false;
}

}  // namespace

void GameDraft::type_values() {
    const std::uint32_t node_count = storage_->nodes.size();
    const std::uint32_t property_count = storage_->properties.size();
    for (std::uint32_t node = 0; node < node_count; ++node) {
        const std::uint32_t end = node + 1 < node_count ? storage_->nodes[node + 1].first_property : property_count;
        for (std::uint32_t p = storage_->nodes[node].first_property; p < end; ++p) {
            const Identifier identifier(storage_->properties[p].identifier);
            const PropertyDefinition* definition = find_property(identifier);
            if (definition == nullptr || definition->recorded_stream) {
                continue;
            }
            type_property(node, p, definition->type, *definition);
        }
    }
}

void GameDraft::type_property(std::uint32_t node, std::uint32_t property, ValueType type,
                              const PropertyDefinition& definition) {
    const std::uint32_t first = storage_->properties[property].first_value;
    const std::uint32_t end = property + 1 < storage_->properties.size()
                                  ? storage_->properties[property + 1].first_value
                                  : storage_->values.size();
    for (std::uint32_t i = first; i < end; ++i) {
        type_value(node, property, i, type, definition);
    }
    if (definition.list == ListKind::single && end - first > 1) {
        bool interpreted = true;
        for (std::uint32_t i = first + 1; i < end; ++i) {
            const ValueKind kind = kind_of(storage_->values[i]);
            interpreted = interpreted && !is_raw(kind) && !is_invalid(kind) && !is_bytes(kind);
        }
        if (interpreted) {
            findings_.report("value.extra-values", place_of(storage_->values[first + 1]),
                             name_of(property) + " has several values, where one is allowed", node);
        }
    }
}

void GameDraft::type_value(std::uint32_t node, std::uint32_t property, std::uint32_t index, ValueType type,
                           const PropertyDefinition& definition) {
    tengen_value& value = storage_->values[index];
    const ValueKind kind = kind_of(value);
    if (kind == ValueKind::pair) {
        type_pair(node, property, index, type);
        return;
    }
    if (kind != ValueKind::empty && !is_text(kind)) {
        return;
    }
    if (!explicit_values_.empty() && std::binary_search(explicit_values_.begin(), explicit_values_.end(), index)) {
        return;
    }
    const std::string_view text = text_of(value);
    if (is_point_type(type)) {
        const PointReading reading = read_point(type, definition.identifier, text,
                                                {static_cast<std::uint8_t>(storage_->header.board_columns),
                                                 static_cast<std::uint8_t>(storage_->header.board_rows)});
        if (reading.fault.id != nullptr) {
            report(reading.fault, node, property, value);
            value = invalid_of(value);
            return;
        }
        if (reading.pass_as_tt) {
            findings_.report("value.pass-as-tt", place_of(value), "a pass written as tt", node);
        }
        const std::uint32_t offset = value.offset;
        value = reading.value;
        value.offset = offset;
        if (kind_of(value) == ValueKind::empty && definition.list != ListKind::possibly_empty &&
            type != ValueType::move) {
            report({"value.empty", "empty"}, node, property, value);
        }
        return;
    }
    if (kind == ValueKind::empty) {
        const bool may_be_empty = type == ValueType::simple_text || type == ValueType::text ||
                                  type == ValueType::none || type == ValueType::figure ||
                                  type == ValueType::text_pair || definition.inherited;
        if (!may_be_empty) {
            report({"value.empty", "empty"}, node, property, value);
        }
        return;
    }
    if (type == ValueType::text_pair) {
        // "SGF FF[4], AP": a name without a version is no pair, but it is kept as it is.
        report(fault_of_text(type, text), node, property, value);
        return;
    }
    if (!fits_as_text(type, text)) {
        report(fault_of_text(type, text), node, property, value);
        value = invalid_of(value);
        return;
    }
    if (type == ValueType::number && is_out_of_range(definition.identifier, text)) {
        report({"value.out-of-range", "outside the allowed range"}, node, property, value);
        value = invalid_of(value);
        return;
    }
    if (type == ValueType::board_size) {
        if (const auto sides = split_board_size(text)) {
            const auto part = [&](std::string_view side) {
                return content_value({side, place_of(value), is_slice(kind)}, ValueKind::text);
            };
            // Text that is stored moves when more is stored, so it is copied first.
            const std::string columns(sides->first);
            const std::string rows(sides->second);
            const std::uint32_t offset = value.offset;
            const std::uint32_t rows_offset = offset + static_cast<std::uint32_t>(columns.size()) + 1;
            tengen_value first;
            tengen_value second;
            if (is_slice(kind)) {
                first = make_value(offset, ValueKind::text, static_cast<std::uint32_t>(columns.size()));
                second = make_value(rows_offset, ValueKind::text, static_cast<std::uint32_t>(rows.size()));
            } else {
                first = part(columns);
                second = part(rows);
            }
            storage_->values[index] = storage_->pair_value(offset, first, second);
        }
    }
}

void GameDraft::type_pair(std::uint32_t node, std::uint32_t property, std::uint32_t index, ValueType type) {
    const tengen_value value = storage_->values[index];
    const std::uint32_t number = payload_of(value);
    tengen_pair pair = storage_->pairs[number];
    const auto is_explicit = [&](std::uint32_t which) {
        return !explicit_parts_.empty() &&
               std::binary_search(explicit_parts_.begin(), explicit_parts_.end(), std::uint64_t{number} * 2 + which);
    };
    std::optional<ValueFault> fault;
    if (!is_pair_type(type)) {
        if (type == ValueType::simple_text || type == ValueType::text || type == ValueType::unknown) {
            return;
        }
        fault = ValueFault{is_point_type(type) ? "value.bad-point" : fault_of_text(type, ":").id, "a pair of values"};
    } else {
        const auto [first_type, second_type] = part_types(type);
        fault = type_part(pair.first, first_type, is_explicit(0));
        if (!fault) {
            fault = type_part(pair.second, second_type, is_explicit(1));
        }
        if (!fault && type == ValueType::point_pair && kind_of(pair.first) == ValueKind::point &&
            pair.first.bits == pair.second.bits) {
            fault = ValueFault{"value.bad-point-pair", "a pair of equal points"};
        } else if (fault && type == ValueType::point_pair) {
            fault = ValueFault{"value.bad-point-pair", "no pair of points of the board"};
        }
    }
    if (!fault) {
        storage_->pairs[number] = pair;
        return;
    }
    const std::string raw = escaped(text_of(storage_->pairs[number].first), true) + ':' +
                            escaped(text_of(storage_->pairs[number].second), true);
    const tengen_value invalid = storage_->store_value(value.offset, ValueKind::invalid_stored, raw);
    report(*fault, node, property, invalid);
    storage_->values[index] = invalid;
}

std::optional<ValueFault> GameDraft::type_part(tengen_value& part, ValueType type, bool is_explicit) {
    const ValueKind kind = kind_of(part);
    if (is_explicit || (kind != ValueKind::empty && !is_text(kind))) {
        return std::nullopt;
    }
    const std::string_view text = text_of(part);
    if (type == ValueType::point) {
        const std::optional<Point> point = parse_point(text, {static_cast<std::uint8_t>(storage_->header.board_columns),
                                                              static_cast<std::uint8_t>(storage_->header.board_rows)});
        if (!point) {
            return ValueFault{"value.bad-point", "no point of the board in front"};
        }
        part = make_point(part.offset, *point);
        return std::nullopt;
    }
    if (kind == ValueKind::empty ? type == ValueType::number : !fits_as_text(type, text)) {
        return fault_of_text(type, text);
    }
    return std::nullopt;
}

tengen_value GameDraft::invalid_of(tengen_value value) {
    const ValueKind kind = kind_of(value);
    const std::string_view text = text_of(value);
    // What cannot be read is kept as it would stand in a record.
    if (text.find_first_of("]\\") != std::string_view::npos) {
        return storage_->store_value(value.offset, ValueKind::invalid_stored, escaped(text, false));
    }
    if (kind == ValueKind::empty) {
        return make_value(value.offset, ValueKind::invalid, 0);
    }
    return make_value(value.offset, is_slice(kind) ? ValueKind::invalid : ValueKind::invalid_stored, payload_of(value));
}

std::string GameDraft::name_of(std::uint32_t property) const {
    const Identifier identifier(storage_->properties[property].identifier);
    if (identifier.is_long()) {
        const tengen_slice slice = storage_->long_identifiers[identifier.long_index()];
        return std::string(storage_->stored_text.data() + slice.offset, slice.size);
    }
    return std::string(IdentifierText(identifier).view());
}

void GameDraft::report(const ValueFault& fault, std::uint32_t node, std::uint32_t property, tengen_value value) {
    findings_.report(fault.id, place_of(value),
                     name_of(property) + ": " + quoted(text_of(value)) + " is " + fault.complaint, node);
}

}  // namespace tengen::json
