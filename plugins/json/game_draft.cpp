#include "game_draft.h"

#include <algorithm>

#include <tengen/model/decimal.h>
#include <tengen/model/fact.h>

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

std::optional<std::uint32_t> small_number(std::string_view text) {
    const std::optional<std::int64_t> number = is_number(text) ? integer_of(text) : std::nullopt;
    if (!number || *number < 0 || *number > 0xFFFF) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(*number);
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

/// Fields whose text alone says whether there is a reading.
bool is_decided_by_text(tengen_field field) {
    return field == TENGEN_FIELD_KOMI || field == TENGEN_FIELD_HANDICAP || field == TENGEN_FIELD_TIME_MAIN ||
           field == TENGEN_FIELD_DATE || field == TENGEN_FIELD_RESULT;
}

}  // namespace

GameDraft::GameDraft(std::unique_ptr<GameStorage> storage, const char* start, Findings& findings)
    : storage_(std::move(storage)), start_(start), findings_(findings) {
    storage_->header.text = start;
    storage_->header.source_offset = static_cast<std::uint64_t>(start - findings.input().data());
}

std::string_view GameDraft::text_of(tengen_value value) const {
    if (is_slice(kind_of(value))) {
        return {start_ + value.offset, payload_of(value)};
    }
    if (is_stored(kind_of(value))) {
        const tengen_slice slice = storage_->stored_values[payload_of(value)];
        return {storage_->stored_text.data() + slice.offset, slice.size};
    }
    return {};
}

// -- nodes --

void GameDraft::link(std::uint32_t node) {
    auto& nodes = storage_->nodes;
    const auto broken = [&](const std::string& message) {
        findings_.report("model.invariant", node_place_, message, node);
        nodes[node].parent = node == 0 ? none : node - 1;  // only a host that goes on after a fatal finding gets here
    };
    const std::string name = "node " + std::to_string(node);
    if (id_ && *id_ != node) {
        return broken(name + " has the id " + std::to_string(*id_) +
                      "; ids are the numbers of the nodes in their order");
    }
    if (node == 0) {
        if (up_) {
            broken("the root has a parent");
        }
        return;
    }
    if (!up_) {
        return broken(name + " has no parent; only the first node may be a root");
    }
    if (*up_ >= node) {
        return broken("the parent of " + name + " is " + std::to_string(*up_) + ", which does not stand before it");
    }
    const auto parent = static_cast<std::uint32_t>(*up_);
    // Every step up leaves a branch for good, so all steps together are linear.
    std::uint32_t before = node - 1;
    while (before != parent && nodes[before].parent != parent) {
        before = nodes[before].parent;
        if (before == none || before < parent) {
            return broken(name + " does not stand in pre-order: the branch of its parent " + std::to_string(parent) +
                          " was left before");
        }
    }
    if (before != parent) {
        nodes[before].next_sibling = node;
    }
    nodes[node].parent = parent;
}

void GameDraft::drop_nodes() {
    storage_->nodes.clear();
    storage_->properties.clear();
    storage_->values.clear();
    storage_->originals.clear();
    storage_->original_values.clear();
    explicit_values_.clear();
    node_stamps_.clear();
    property_stamps_.clear();
}

void GameDraft::drop_properties() {
    const std::uint32_t first = storage_->nodes.back().first_property;
    if (first == storage_->properties.size()) {
        return;
    }
    const std::uint32_t first_value = storage_->properties[first].first_value;
    storage_->values.resize(first_value);
    storage_->properties.resize(first);
    while (!storage_->originals.empty() && storage_->originals.back().property >= first) {
        storage_->original_values.resize(storage_->originals.back().first_value);
        storage_->originals.pop_back();
    }
    while (!explicit_values_.empty() && explicit_values_.back() >= first_value) {
        explicit_values_.pop_back();
    }
    while (!property_stamps_.empty() && property_stamps_.back().item >= first) {
        property_stamps_.pop_back();
    }
}

void GameDraft::drop_values() {
    storage_->values.resize(mark_.values);
    while (!explicit_values_.empty() && explicit_values_.back() >= mark_.values) {
        explicit_values_.pop_back();
    }
}

void GameDraft::drop_originals() {
    storage_->original_values.resize(mark_.original_values);
    has_originals_ = false;
}

void GameDraft::drop_property() {
    drop_values();
    drop_originals();
    storage_->pairs.resize(mark_.pairs);
    storage_->stored_values.resize(mark_.stored_values);
    while (!explicit_parts_.empty() && explicit_parts_.back() >= std::uint64_t{mark_.pairs} * 2) {
        explicit_parts_.pop_back();
    }
}

tengen_value GameDraft::pair_value(const char* place, tengen_value first, bool first_is_explicit, tengen_value second,
                                   bool second_is_explicit) {
    const std::uint64_t part = std::uint64_t{storage_->pairs.size()} * 2;
    if (first_is_explicit) {
        explicit_parts_.push_back(part);
    }
    if (second_is_explicit) {
        explicit_parts_.push_back(part + 1);
    }
    return storage_->pair_value(offset_of(place), first, second);
}

std::uint32_t GameDraft::add_stamp(tengen_stamp_kind kind, std::string_view time, std::string_view counter,
                                   const char* place) {
    storage_->stamps.push_back({static_cast<std::uint32_t>(kind), store(time), store(counter), offset_of(place)});
    return storage_->stamps.size();
}

void GameDraft::drop_facts() {
    facts_.clear();
    storage_->marks.clear();
}

// -- the end --

void GameDraft::complete(const char* end) {
    if (storage_->nodes.empty()) {
        storage_->nodes.push_back({none, 0, 0});
    }
    complete_header(end);
    complete_stamps();
    if (storage_->header.typed != 0 && storage_->header.game_kind == game_kind_go) {
        type_values();
    }
    complete_facts();
}

void GameDraft::complete_header(const char* end) {
    tengen_game& header = storage_->header;
    header.text_size = static_cast<std::uint64_t>(end - start_);
    header.typed = typed ? 1 : 0;

    // What the header does not say is taken from the root.
    const std::uint32_t end_property =
        storage_->nodes.size() > 1 ? storage_->nodes[1].first_property : storage_->properties.size();
    const auto root_text = [&](Identifier identifier) -> std::optional<std::string_view> {
        for (std::uint32_t p = 0; p < end_property; ++p) {
            if (storage_->properties[p].identifier == identifier.code()) {
                return text_of(storage_->values[storage_->properties[p].first_value]);
            }
        }
        return std::nullopt;
    };
    const std::optional<std::string_view> format_text = root_text("FF");
    const std::optional<std::uint32_t> format = small_number(format_text.value_or(""));
    header.file_format = file_format.value_or(format && *format >= 1 && *format <= 4 ? *format : 4);
    header.file_format_stated = file_format_stated.value_or(format_text.has_value()) ? 1 : 0;
    header.game_kind = game_kind.value_or(small_number(root_text("GM").value_or("1")).value_or(game_kind_go));
    if (board) {
        header.board_columns = board->columns;
        header.board_rows = board->rows;
        header.board_stated = board->stated ? 1 : 0;
    } else if (const std::optional<std::string_view> size = root_text("SZ");
               size && fits_as_text(ValueType::board_size, *size)) {
        const auto sides = split_board_size(*size).value_or(std::pair{*size, *size});
        header.board_columns = static_cast<std::uint32_t>(*side_of(sides.first));
        header.board_rows = static_cast<std::uint32_t>(*side_of(sides.second));
        header.board_stated = 1;
    }
}

void GameDraft::complete_stamps() {
    if (node_stamps_.empty() && property_stamps_.empty() && storage_->streams.empty()) {
        return;
    }
    storage_->node_stamps.resize(storage_->nodes.size(), 0);
    for (const Stamped& stamped : node_stamps_) {
        storage_->node_stamps[stamped.item] = stamped.stamp;
    }
    storage_->property_stamps.resize(storage_->properties.size(), 0);
    for (const Stamped& stamped : property_stamps_) {
        storage_->property_stamps[stamped.item] = stamped.stamp;
    }
}

// -- types --

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

// -- facts --

std::uint32_t GameDraft::find_property_of(const FactEntry& entry) {
    const std::uint32_t node = entry.fact.node;
    if (node >= storage_->nodes.size()) {
        return none;
    }
    const std::uint32_t first = storage_->nodes[node].first_property;
    const std::uint32_t end =
        node + 1 < storage_->nodes.size() ? storage_->nodes[node + 1].first_property : storage_->properties.size();
    if (entry.at) {
        return *entry.at < end - first && storage_->properties[first + *entry.at].identifier == entry.identifier
                   ? first + *entry.at
                   : none;
    }
    // Looked for once: facts without a place all mean the first such property of the node.
    const auto [found, is_new] = first_properties_.try_emplace(std::uint64_t{node} << 32 | entry.identifier, none);
    if (is_new) {
        for (std::uint32_t p = first; p < end; ++p) {
            if (storage_->properties[p].identifier == entry.identifier) {
                found->second = p;
                break;
            }
        }
    }
    return found->second;
}

void GameDraft::complete_facts() {
    std::vector<bool> has_fact(storage_->properties.size());
    for (FactEntry& entry : facts_) {
        tengen_fact fact = entry.fact;
        if (!entry.has_property) {
            storage_->facts.push_back(fact);
            continue;
        }
        const std::uint32_t property = find_property_of(entry);
        if (property == none) {
            findings_.report(
                "model.invariant", entry.place,
                "the fact of " + std::string(field_name(fact.field)) + " names a property that its node does not have");
            continue;  // only a host that goes on after a fatal finding gets here
        }
        has_fact[property] = true;
        const auto field = static_cast<tengen_field>(fact.field);
        const tengen_fact made = fact_detail::made_fact(*storage_, field, {fact.node, property});
        fact.property = property;
        fact.offset = made.offset;
        // The value counts; only where it leaves open whether there is a reading, the document may say that there is
        // none or that it means "unknown".
        if (made.state != TENGEN_FACT_VALUE || !entry.has_state || fact.state == TENGEN_FACT_EMPTY ||
            (fact.state == TENGEN_FACT_INVALID && is_decided_by_text(field))) {
            fact.state = made.state;
        }
        storage_->facts.push_back(fact);
    }
    if (storage_->header.typed == 0) {
        return;
    }
    const std::uint32_t node_count = storage_->nodes.size();
    for (std::uint32_t node = 0; node < node_count; ++node) {
        const std::uint32_t end =
            node + 1 < node_count ? storage_->nodes[node + 1].first_property : storage_->properties.size();
        for (std::uint32_t p = storage_->nodes[node].first_property; p < end; ++p) {
            const PropertyDefinition* definition = find_property(Identifier(storage_->properties[p].identifier));
            if (definition != nullptr && definition->field && !has_fact[p]) {
                fact_detail::append_fact(*storage_, *definition->field, {node, p});
            }
        }
    }
}

}  // namespace tengen::json
