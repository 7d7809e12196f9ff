// Changes of a stream, each with what takes it back.
#include "streams/exclusive.h"
#include "streams/stream_keys.h"
#include "streams/stream_state.h"

namespace tengen::streams {

std::uint32_t StreamState::add_slot(std::uint32_t event, std::uint32_t node, std::uint32_t property, bool is_list) {
    const auto index = static_cast<std::uint32_t>(slots_.size());
    Slot slot;
    slot.code = game_.identifier(property).code();
    slot.node = node;
    slot.source = property;
    slot.last_event = event;
    slot.is_list = is_list;
    slot.previous = nodes_[node - first_].last_slot;
    slots_.push_back(slot);
    link_slot(index);
    undo_.push_back({Op::add_slot, index});
    if (is_list && is_one_of(setup, Identifier(slot.code))) {
        fresh_slots_.push_back(index);
    }
    return index;
}

void StreamState::remove_slot(std::uint32_t slot) {
    unlink_slot(slot);
    undo_.push_back({Op::remove_slot, slot});
}

void StreamState::add_entry(std::uint32_t event, std::uint32_t slot, tengen_value value, std::uint32_t key) {
    const auto index = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({value, key, slot, event, slots_[slot].last_entry, none});
    link_entry(index);
    undo_.push_back({Op::add_entry, index});
    fresh_entries_.push_back(index);
}

void StreamState::remove_entry(std::uint32_t entry) {
    unlink_entry(entry);
    undo_.push_back({Op::remove_entry, entry});
}

void StreamState::touch(std::uint32_t slot, std::uint32_t event) {
    undo_.push_back({Op::touch, slot, slots_[slot].last_event});
    slots_[slot].last_event = event;
    ++slots_[slot].changes;
}

void StreamState::take_back(const Undo& undo) {
    switch (undo.op) {
        case Op::create_node:
            nodes_[undo.a - first_].exists = false;
            break;
        case Op::remove_node:
            nodes_[undo.a - first_].is_removed = false;
            count_removal(undo.a, -1);
            stones_changed(none);
            break;
        case Op::add_slot:
            unlink_slot(undo.a);
            text_count_ -= slots_[undo.a].text != none ? 1 : 0;
            slots_.pop_back();
            break;
        case Op::remove_slot:
            link_slot(undo.a);
            break;
        case Op::add_entry:
            unlink_entry(undo.a);
            entries_.pop_back();
            break;
        case Op::remove_entry:
            link_entry(undo.a);
            break;
        case Op::touch:
            slots_[undo.a].last_event = undo.b;
            --slots_[undo.a].changes;
            break;
        case Op::set_source:
            slots_[undo.a].source = undo.b;
            stones_changed(slots_[undo.a].node);
            break;
        case Op::append_text:
            texts_[undo.a].resize(undo.b);
            break;
        case Op::cut_text:
            texts_[undo.a] += cut_.back();
            cut_.pop_back();
            break;
    }
}

void StreamState::link_slot(std::uint32_t index) {
    Slot& slot = slots_[index];
    NodeState& node = nodes_[slot.node - first_];
    (slot.previous == none ? node.first_slot : slots_[slot.previous].next) = index;
    (slot.next == none ? node.last_slot : slots_[slot.next].previous) = index;
    slot.is_linked = true;
    slot_of_.set(slot.node, slot.code, index);
    stones_changed(slot.node);
}

void StreamState::unlink_slot(std::uint32_t index) {
    Slot& slot = slots_[index];
    NodeState& node = nodes_[slot.node - first_];
    (slot.previous == none ? node.first_slot : slots_[slot.previous].next) = slot.next;
    (slot.next == none ? node.last_slot : slots_[slot.next].previous) = slot.previous;
    slot.is_linked = false;
    slot_of_.set(slot.node, slot.code, none);
    stones_changed(slot.node);
}

void StreamState::link_entry(std::uint32_t index) {
    Entry& entry = entries_[index];
    Slot& slot = slots_[entry.slot];
    (entry.previous == none ? slot.first_entry : entries_[entry.previous].next) = index;
    (entry.next == none ? slot.last_entry : entries_[entry.next].previous) = index;
    entry.is_linked = true;
    ++slot.entry_count;
    if (slot.is_indexed) {
        entry_of_.put(pair_of(entry.slot, entry.key), index);
    } else if (slot.entry_count > longest_without_index) {
        index_entries(entry.slot);
    }
    stones_changed(slot.node);
}

void StreamState::unlink_entry(std::uint32_t index) {
    Entry& entry = entries_[index];
    Slot& slot = slots_[entry.slot];
    (entry.previous == none ? slot.first_entry : entries_[entry.previous].next) = entry.next;
    (entry.next == none ? slot.last_entry : entries_[entry.next].previous) = entry.previous;
    entry.is_linked = false;
    --slot.entry_count;
    if (slot.is_indexed) {
        entry_of_.erase(pair_of(entry.slot, entry.key));
    }
    stones_changed(slot.node);
}

/// From now on for as long as the slot lives: a list that gets shorter and longer again and again pays for it once.
void StreamState::index_entries(std::uint32_t index) {
    Slot& slot = slots_[index];
    slot.is_indexed = true;
    for (std::uint32_t e = slot.first_entry; e != none; e = entries_[e].next) {
        entry_of_.put(pair_of(index, entries_[e].key), e);
    }
}

}  // namespace tengen::streams
