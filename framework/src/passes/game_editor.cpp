#include "passes/game_editor.h"

#include <algorithm>
#include <string>
#include <utility>

#include <tengen/model/builder.h>
#include <tengen/model/card.h>
#include <tengen/model/fact.h>
#include <tengen/model/move_runs.h>

#include "passes/value_text.h"

namespace tengen::passes {

void GameEditor::begin(Game game) {
    game_ = game;
    if (storage_) {
        pool_->recycle(std::move(storage_));
    }
    nodes_.clear();
    parts_.clear();
    properties_.clear();
    values_.clear();
    facts_.clear();
    extension_fields_.clear();
    first_parts_.clear();
    last_parts_.clear();
    edited_.clear();
}

GameStorage& GameEditor::storage() {
    if (!storage_) {
        storage_ = pool_->acquire();
        GameBuilder(*storage_).begin_from(*game_, nullptr);
    }
    return *storage_;
}

void GameEditor::edit(std::uint32_t node) {
    remove(node);
    next_node();
}

void GameEditor::remove(std::uint32_t node) {
    if (edited_.empty()) {
        edited_.resize(game_->node_count(), false);
    }
    edited_[node] = true;
    nodes_.push_back({node, static_cast<std::uint32_t>(parts_.size()), 0});
}

bool GameEditor::is_edited(std::uint32_t node) const {
    return !edited_.empty() && edited_[node];
}

void GameEditor::next_node() {
    parts_.push_back(static_cast<std::uint32_t>(properties_.size()));
    ++nodes_.back().part_count;
}

void GameEditor::copy(std::uint32_t property) {
    properties_.push_back({property, game_->identifier(property).code(), 0, 0, true});
}

void GameEditor::replace(std::uint32_t source, Identifier identifier) {
    properties_.push_back({source, identifier.code(), static_cast<std::uint32_t>(values_.size()), 0, false});
}

void GameEditor::add(Identifier identifier) {
    replace(none, identifier);
}

void GameEditor::value(tengen_value value) {
    values_.push_back(value);
    ++properties_.back().value_count;
}

tengen_value GameEditor::store_text(std::string_view text, std::uint32_t offset) {
    return text.empty() ? make_value(offset, ValueKind::empty)
                        : storage().store_value(offset, ValueKind::text_stored, text);
}

tengen_value GameEditor::store_pair(std::uint32_t offset, tengen_value first, tengen_value second) {
    return storage().pair_value(offset, first, second);
}

void GameEditor::add_fact_in_card_order(const tengen_fact& fact) {
    const tengen_game& columns = game_->columns();
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        if (columns.facts[i].property == none &&
            card_position_of(columns.facts[i].field) > card_position_of(fact.field)) {
            facts_.push_back({i, fact, true});
            return;
        }
    }
    add_fact(fact);
}

void GameEditor::add_extension_field(std::string_view key, std::string_view text, std::string_view place) {
    GameStorage& to = storage();
    extension_fields_.push_back({to.store(key), to.store(text), to.store(place)});
}

OwnedGame GameEditor::finish(std::shared_ptr<const void> keep) {
    const tengen_game& from = game_->columns();
    GameStorage& to = storage();
    to.keep_alive = std::move(keep);
    parts_.push_back(static_cast<std::uint32_t>(properties_.size()));
    map_nodes();
    // parts_ closes the last part of every node, as nodes were written one after the other; only then sort.
    std::sort(nodes_.begin(), nodes_.end(), [](const EditedNode& a, const EditedNode& b) { return a.node < b.node; });
    to.nodes.reserve(from.node_count + 1);
    to.properties.reserve(from.property_count + 1);
    to.values.reserve(from.value_count);
    std::uint32_t next = 0;
    for (const EditedNode& edited : nodes_) {
        copy_untouched(next, edited.node);
        write_edited(edited);
        next = edited.node + 1;
    }
    copy_untouched(next, from.node_count);

    for (std::uint32_t i = 0; i < from.stream_count; ++i) {
        tengen_stream stream = from.streams[i];
        stream.node = first_part_of(stream.node);
        to.streams.push_back(stream);
    }
    write_facts();
    find_move_runs(to);

    OwnedGame result;
    pool_->publish(std::move(storage_), *result.receive());
    return result;
}

// Those without a property; the others are those of the new properties.
void GameEditor::write_facts() {
    const tengen_game& from = game_->columns();
    GameStorage& to = *storage_;
    for (std::uint32_t i = 0; i < from.fact_count; ++i) {
        if (from.facts[i].property == none) {
            for (const EditedFact& added : facts_) {
                if (added.before && added.index == i) {
                    to.facts.push_back(added.fact);
                }
            }
            const auto edited = std::find_if(facts_.rbegin(), facts_.rend(),
                                             [i](const EditedFact& fact) { return fact.index == i && !fact.before; });
            to.facts.push_back(edited == facts_.rend() ? from.facts[i] : edited->fact);
        }
    }
    for (const EditedFact& added : facts_) {
        if (added.index == none) {
            to.facts.push_back(added.fact);
        }
    }
    collect_facts(to);
    for (const tengen_extension_field& field : extension_fields_) {
        to.extension_fields.push_back(field);
    }
}

// Where nodes become several, or none, all later indices move.
void GameEditor::map_nodes() {
    const bool moves = std::any_of(nodes_.begin(), nodes_.end(), [](const EditedNode& e) { return e.part_count != 1; });
    if (!moves) {
        return;
    }
    last_parts_.assign(game_->node_count(), 1);
    for (const EditedNode& edited : nodes_) {
        last_parts_[edited.node] = edited.part_count;
    }
    first_parts_.resize(game_->node_count());
    std::uint32_t next = 0;
    for (std::uint32_t node = 0; node < game_->node_count(); ++node) {
        const std::uint32_t parts = last_parts_[node];
        first_parts_[node] = next;
        next += parts;
        last_parts_[node] = parts != 0 ? next - 1 : last_parts_[game_->parent(node)];
    }
}

std::uint32_t GameEditor::first_part_of(std::uint32_t node) const {
    return first_parts_.empty() ? node : first_parts_[node];
}
std::uint32_t GameEditor::last_part_of(std::uint32_t node) const {
    return last_parts_.empty() || node == none ? node : last_parts_[node];
}

// Nodes from .. to - 1 with all they hold.
void GameEditor::copy_untouched(std::uint32_t from, std::uint32_t to) {
    if (from >= to) {
        return;
    }
    const tengen_game& game = game_->columns();
    GameStorage& storage = *storage_;
    const std::uint32_t first_property = game.nodes[from].first_property;
    const std::uint32_t end_property = game.nodes[to].first_property;
    const std::uint32_t property_shift = storage.properties.size() - first_property;  // wraps, as unsigned may
    const tengen_node* source = game.nodes + from;
    tengen_node* nodes = storage.nodes.append(to - from);
    for (std::uint32_t i = 0; i < to - from; ++i) {
        nodes[i] = {last_part_of(source[i].parent),
                    source[i].next_sibling == 0 ? 0 : first_part_of(source[i].next_sibling),
                    source[i].first_property + property_shift};
    }
    const std::uint32_t first_value = game.properties[first_property].first_value;
    const std::uint32_t value_shift = storage.values.size() - first_value;
    tengen_property* properties = storage.properties.append(end_property - first_property);
    for (std::uint32_t p = first_property; p < end_property; ++p) {
        *properties++ = {game.properties[p].identifier, game.properties[p].first_value + value_shift};
    }
    storage.values.append(game.values + first_value, game.properties[end_property].first_value - first_value);
    if (game.node_stamps != nullptr) {
        storage.node_stamps.append(game.node_stamps + from, to - from);
        storage.property_stamps.append(game.property_stamps + first_property, end_property - first_property);
    }
    const tengen_original* original =
        std::lower_bound(game.originals, game.originals + game.original_count, first_property,
                         [](const tengen_original& o, std::uint32_t property) { return o.property < property; });
    for (; original != game.originals + game.original_count && original->property < end_property; ++original) {
        storage.originals.push_back(
            {original->property + property_shift, original->first_value, original->value_count});
    }
}

void GameEditor::write_edited(const EditedNode& edited) {
    const tengen_game& game = game_->columns();
    GameStorage& storage = *storage_;
    const tengen_node& source = game.nodes[edited.node];
    for (std::uint32_t part = 0; part < edited.part_count; ++part) {
        const std::uint32_t index = storage.nodes.size();
        storage.nodes.push_back({part == 0 ? last_part_of(source.parent) : index - 1,
                                 part == 0 && source.next_sibling != 0 ? first_part_of(source.next_sibling) : 0,
                                 storage.properties.size()});
        if (game.node_stamps != nullptr) {
            storage.node_stamps.push_back(game.node_stamps[edited.node]);
        }
        const std::uint32_t end = parts_[edited.first_part + part + 1];
        for (std::uint32_t p = parts_[edited.first_part + part]; p < end; ++p) {
            write_property(properties_[p]);
        }
    }
}

void GameEditor::write_property(const EditedProperty& property) {
    const tengen_game& game = game_->columns();
    GameStorage& storage = *storage_;
    storage.properties.push_back({property.identifier, storage.values.size()});
    const std::uint32_t index = storage.properties.size() - 1;
    if (property.copied) {
        const std::span<const tengen_value> values = game_->values(property.source);
        storage.values.append(values.data(), static_cast<std::uint32_t>(values.size()));
    } else {
        storage.values.append(values_.data() + property.first_value, property.value_count);
    }
    if (game.property_stamps != nullptr) {
        storage.property_stamps.push_back(property.source == none ? 0 : game.property_stamps[property.source]);
    }
    if (property.source != none) {
        GameBuilder builder(storage);
        const std::uint32_t before = storage.originals.size();
        builder.copy_originals(*game_, property.source);
        if (!property.copied && storage.originals.size() == before) {
            keep_original(property.source, index);
        }
    }
}

// Originals are texts as the record had them.
void GameEditor::keep_original(std::uint32_t source, std::uint32_t property) {
    GameStorage& storage = *storage_;
    const std::uint32_t first = storage.original_values.size();
    for (const tengen_value value : game_->values(source)) {
        const ValueKind kind = kind_of(value);
        if (is_text(kind) || is_raw(kind) || is_invalid(kind)) {
            storage.original_values.push_back(value);
        } else {
            scratch_.clear();
            append_value_text(*game_, value, scratch_);
            storage.original_values.push_back(storage.store_value(value.offset, ValueKind::text_stored, scratch_));
        }
    }
    storage.originals.push_back({property, first, storage.original_values.size() - first});
}

}  // namespace tengen::passes
