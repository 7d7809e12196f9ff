#include "streams/stream_state.h"

#include <algorithm>
#include <optional>
#include <span>

#include <tengen/model/vocabulary.h>

#include "streams/exclusive.h"
#include "streams/stream_keys.h"

namespace tengen::streams {

StreamState::StreamState(const Timeline& timeline, RemarkSink remarks)
    : timeline_(timeline),
      game_(timeline.game()),
      remarks_(std::move(remarks)),
      first_(timeline.first_node()),
      cursor_(timeline.first_node()),
      nodes_(timeline.end_node() - timeline.first_node()),
      removals_(nodes_.size() + 2, 0),
      slot_of_(game_, timeline.first_node(), timeline.end_node()),
      outcomes_(timeline.events().size()) {
    nodes_.front().exists = true;
}

// ---- moments ----

void StreamState::apply_next() {
    const std::uint32_t number = moments();
    const Moment& moment = timeline_.moments()[number];
    records_.push_back({undo_.size(), cursor_, tally_});
    is_initial_ = number == 0;
    fresh_entries_.clear();
    fresh_slots_.clear();
    if (!told_.empty()) {
        std::unordered_set<std::uint32_t>().swap(told_);  // clear() would go over all its buckets for ever
    }
    for (std::uint32_t event = moment.first_event; event < moment.end_event; ++event) {
        outcomes_[event].skipped = false;
        apply(event);
        outcomes_[event].cursor = cursor_;
    }
    settle();
    applied_ever_ = std::max(applied_ever_, number + 1);
}

void StreamState::take_back_last() {
    const Record record = records_.back();
    while (undo_.size() > record.undo) {
        const Undo undo = undo_.back();
        undo_.pop_back();
        take_back(undo);
    }
    cursor_ = record.cursor;
    tally_ = record.tally;
    records_.pop_back();
}

// ---- events ----

void StreamState::apply(std::uint32_t event) {
    const Event& it = timeline_.events()[event];
    const bool is_creation = it.property == none;
    const Identifier identifier = is_creation ? Identifier() : game_.identifier(it.property);
    if (is_inside_removed(it.node)) {
        const bool is_second_removal = identifier == Identifier("RP") && nodes_[it.node - first_].is_removed &&
                                       parse_removal(game_.text(game_.values(it.property).front()),
                                                     is_raw(kind_of(game_.values(it.property).front())))
                                           .property.empty();
        if (is_second_removal) {
            remark("rgf.removed-twice", event, [&] { return "the node was removed before"; });
        } else {
            outcomes_[event].skipped = true;
            remark("rgf.removed-node", event, [&] {
                return is_creation ? "a node comes into being below a removed one"
                                   : name(it.property) + " stands in a node that was removed";
            });
        }
        return;
    }
    if (!is_initial_) {
        cursor_ = it.node;
    }
    if (is_creation) {
        nodes_[it.node - first_].exists = true;
        undo_.push_back({Op::create_node, it.node});
    } else {
        apply_property(event, it.node, it.property);
    }
}

void StreamState::apply_property(std::uint32_t event, std::uint32_t node, std::uint32_t property) {
    const Identifier identifier = game_.identifier(property);
    if (identifier == Identifier("GS") || identifier == Identifier("TS")) {
        return;
    }
    if (identifier == Identifier("VT")) {
        if (is_initial_ && text_of(game_.values(property).front()) == "N") {
            cursor_ = node;
        }
        return;
    }
    if (is_initial_ && (identifier == Identifier("RP") || identifier == Identifier("RC"))) {
        remark("rgf.initial-removal", event, [&] { return name(property) + " has no time"; });
    }
    if (identifier == Identifier("RP")) {
        remove(event, node, property);
    } else if (identifier == Identifier("RC")) {
        cut_comment(event, node, property);
    } else {
        if (is_initial_ && find_slot(node, identifier.code()) != none) {
            remark("rgf.initial-not-sgf", event, [&] { return name(property) + " repeats a property of its node"; });
        }
        if (identifier == Identifier("C")) {
            put_comment(event, node, property);
        } else if (timeline_.is_list(identifier)) {
            put_list(event, node, property);
        } else {
            put_single(event, node, property);
        }
    }
}

void StreamState::put_single(std::uint32_t event, std::uint32_t node, std::uint32_t property) {
    std::uint32_t slot = find_slot(node, game_.identifier(property).code());
    if (slot == none) {
        slot = add_slot(event, node, property, false);
    } else {
        ++tally_.overwritten;
        touch(slot, event);
        undo_.push_back({Op::set_source, slot, slots_[slot].source});
        slots_[slot].source = property;
        if (is_one_of(moves, game_.identifier(property))) {
            stones_changed(node);
        }
    }
    fresh_slots_.push_back(slot);
}

void StreamState::put_comment(std::uint32_t event, std::uint32_t node, std::uint32_t property) {
    const tengen_value value = game_.values(property).front();
    const std::string_view text = game_.text(value);
    std::uint32_t slot = find_slot(node, game_.identifier(property).code());
    if (slot == none) {
        slot = add_slot(event, node, property, false);
        slots_[slot].text = text_count_;
        if (text_count_ == texts_.size()) {
            texts_.emplace_back(text);
        } else {
            texts_[text_count_].assign(text);
        }
        ++text_count_;
    } else {
        touch(slot, event);
        std::string& whole = texts_[slots_[slot].text];
        undo_.push_back({Op::append_text, slots_[slot].text, static_cast<std::uint32_t>(whole.size())});
        whole += text;
    }
    slots_[slot].has_bytes = slots_[slot].has_bytes || is_bytes(kind_of(value));
}

void StreamState::put_list(std::uint32_t event, std::uint32_t node, std::uint32_t property) {
    const Identifier identifier = game_.identifier(property);
    const std::span<const tengen_value> values = game_.values(property);
    const std::uint32_t existing = find_slot(node, identifier.code());
    if (values.size() == 1 && kind_of(values.front()) == ValueKind::empty) {
        if (existing == none) {
            add_slot(event, node, property, true);
        } else if (is_reset_by_empty(identifier)) {
            touch(existing, event);
            while (slots_[existing].last_entry != none) {
                ++tally_.overwritten;
                remove_entry(slots_[existing].last_entry);
            }
        }
        return;
    }
    bool is_whole = existing == none;
    bool cancels = false;
    std::uint32_t repeated = 0;
    if (existing != none) {
        touch(existing, event);
    }
    std::vector<bool>* kept = nullptr;
    const bool may_vanish = identifier == Identifier("AE");
    const bool is_known = may_vanish && kept_empty_.contains(event);
    if (may_vanish) {
        kept = &kept_empty_[event];
    }
    std::size_t place = 0;
    const auto put = [&](tengen_value value, std::optional<Point> point) {
        bool stays = true;
        if (point && is_one_of(setup, identifier) && cancel_setup(node, identifier, *point)) {
            cancels = true;
            if (may_vanish) {
                if (!is_known) {
                    kept->push_back(inherits_stone(node, *point));
                }
                stays = (*kept)[place++];
            }
        }
        if (!stays) {
            is_whole = false;
            return;
        }
        bool conflicts = false;
        if (!put_entry(event, node, property, value, conflicts)) {
            ++repeated;
            is_whole = false;
        }
        is_whole = is_whole && !conflicts;
    };
    for (const tengen_value value : values) {
        if (kind_of(value) == ValueKind::point || kind_of(value) == ValueKind::rectangle) {
            for_each_point(value, [&](Point point) { put(make_point(value.offset, point), point); });
        } else if (kind_of(value) != ValueKind::empty) {
            put(value, std::nullopt);
        }
    }
    const std::uint32_t slot = find_slot(node, identifier.code());
    if (slot != none && existing == none && !is_whole) {
        touch(slot, event);  // its values are not those of the property any more
    }
    if (cancels) {
        remark("rgf.setup-cancelled", event,
               [&] { return name(property) + " names points that other setup of the node holds"; });
    }
    if (repeated != 0) {
        remark("rgf.repeated-entry", event, [&] {
            return repeated == 1 ? "an entry of " + name(property) + " is there already"
                                 : std::to_string(repeated) + " entries of " + name(property) + " are there already";
        });
    }
}

/// False if the entry is there already. A label on a labelled point takes the place of the other one.
bool StreamState::put_entry(std::uint32_t event, std::uint32_t node, std::uint32_t property, tengen_value value,
                            bool& conflicts) {
    const Identifier identifier = game_.identifier(property);
    const std::uint32_t key = key_of(identifier, value);
    std::uint32_t slot = find_slot(node, identifier.code());
    if (slot != none) {
        if (const std::uint32_t entry = find_entry(slot, key); entry != none) {
            if (!is_label_list(identifier) || text_of(entries_[entry].value) == text_of(value)) {
                return false;
            }
            remark("rgf.conflict", event, [&] { return "a second label on one point; the later one stays"; });
            conflicts = true;
            ++tally_.overwritten;
            remove_entry(entry);
        }
    } else {
        slot = add_slot(event, node, property, true);
    }
    add_entry(event, slot, value, key);
    return true;
}

// ---- remarks ----

void StreamState::tell(std::string_view id, std::uint32_t event, const std::string& message) {
    // What contradicts itself before the recording begins has one name.
    if (is_initial_ && (id == "rgf.conflict" || id == "rgf.setup-cancelled" || id == "rgf.repeated-entry")) {
        id = "rgf.initial-not-sgf";
    }
    const bool is_contradiction = id == "rgf.conflict" || id == "rgf.initial-not-sgf";
    if (is_contradiction && !told_.insert(event).second) {
        return;
    }
    remarks_({id, event, message});
}

}  // namespace tengen::streams
