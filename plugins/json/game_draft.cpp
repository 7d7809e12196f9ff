#include "game_draft.h"

#include <algorithm>
#include <utility>

#include <tengen/model/decimal.h>
#include <tengen/model/fact.h>

namespace tengen::json {

namespace {

std::optional<std::uint32_t> small_number(std::string_view text) {
    const std::optional<std::int64_t> number = is_number(text) ? integer_of(text) : std::nullopt;
    if (!number || *number < 0 || *number > 0xFFFF) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(*number);
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

std::optional<tengen_value> GameDraft::last_value_of(std::uint32_t node, Identifier identifier) const {
    const std::uint32_t end =
        node + 1 < storage_->nodes.size() ? storage_->nodes[node + 1].first_property : storage_->properties.size();
    for (std::uint32_t p = end; p-- > storage_->nodes[node].first_property;) {
        if (storage_->properties[p].identifier == identifier.code()) {
            return storage_->values[storage_->properties[p].first_value];
        }
    }
    return std::nullopt;
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
        make_root_of_extract();
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

// -- facts --

// A document of the information alone: the properties it speaks of are those of a root, and so is the size of the
// board.
void GameDraft::make_root_of_extract() {
    const auto add = [this](std::uint32_t identifier, const std::string& text, const char* place) {
        begin_property();
        set_identifier_code(identifier);
        add_text({text, place == nullptr ? start_ : place, false});
        end_property();
        return storage_->properties.size() - 1;
    };
    bool has_root = false;
    for (FactEntry& entry : facts_) {
        if (!entry.has_property || entry.fact.node != none) {
            continue;
        }
        if (!std::exchange(has_root, true)) {
            if (file_format_stated.value_or(true)) {
                add(Identifier("FF").code(), std::to_string(file_format.value_or(4)), nullptr);
            }
            add(Identifier("GM").code(), std::to_string(game_kind.value_or(game_kind_go)), nullptr);
            if (board && board->stated) {
                const std::string columns = std::to_string(board->columns);
                add(Identifier("SZ").code(),
                    board->columns == board->rows ? columns : columns + ":" + std::to_string(board->rows), nullptr);
            }
        }
        const tengen_slice text = entry.fact.text;
        const std::string copy(storage_->stored_text.data() + text.offset, text.size);
        entry.at = add(entry.identifier, copy, entry.place);
        entry.fact.node = 0;
        entry.fact.text = {};
    }
}

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
        if (fact.node == none) {
            findings_.report("json.schema", entry.place,
                             "a fact of a property needs both \"node\" and \"prop\", where the document has nodes");
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
