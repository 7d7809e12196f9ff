// Contradictions, settled when a moment is complete.
#include <algorithm>

#include "streams/exclusive.h"
#include "streams/stream_keys.h"
#include "streams/stream_state.h"

namespace tengen::streams {

void StreamState::settle() {
    for (const std::uint32_t entry : fresh_entries_) {
        if (entries_[entry].is_linked && slots_[entries_[entry].slot].is_linked) {
            settle_points(entry);
        }
    }
    for (const std::uint32_t slot : fresh_slots_) {
        if (slots_[slot].is_linked) {
            settle_properties(slot);
        }
    }
}

void StreamState::settle_points(std::uint32_t fresh) {
    const std::uint32_t node = slots_[entries_[fresh].slot].node;
    const Identifier identifier(slots_[entries_[fresh].slot].code);
    const bool is_mark = is_one_of(marks, identifier);
    if (!is_mark && !is_one_of(territory, identifier)) {
        return;
    }
    const auto against = [&](Identifier other) {
        const std::uint32_t rival_slot = other == identifier ? none : find_slot(node, other.code());
        const std::uint32_t rival = rival_slot == none ? none : find_entry(rival_slot, entries_[fresh].key);
        if (rival == none || (entries_[fresh].key & text_key) != 0) {
            return;
        }
        const std::uint32_t later = std::max(entries_[fresh].event, entries_[rival].event);
        const std::uint32_t loser = entries_[fresh].event == later ? rival : fresh;
        remark("rgf.conflict", later, [&] {
            return std::string(IdentifierText(identifier).view()) + " and " +
                   std::string(IdentifierText(other).view()) + " name one point; the later one stays";
        });
        const std::uint32_t losing_slot = entries_[loser].slot;
        ++tally_.overwritten;
        if (slots_[losing_slot].changes == 0) {
            touch(losing_slot, slots_[losing_slot].last_event);
        }
        remove_entry(loser);
        if (slots_[losing_slot].first_entry == none) {
            remove_slot(losing_slot);
        }
    };
    const auto against_all = [&](const auto& group) {
        for (const Identifier other : group) {
            if (entries_[fresh].is_linked) {
                against(other);
            }
        }
    };
    is_mark ? against_all(marks) : against_all(territory);
}

void StreamState::settle_properties(std::uint32_t fresh) {
    const std::uint32_t node = slots_[fresh].node;
    const Identifier identifier(slots_[fresh].code);
    const auto settle_group = [&](const auto& group) {
        if (!is_one_of(group, identifier)) {
            return;
        }
        for (const Identifier other : group) {
            const std::uint32_t rival = other == identifier ? none : find_slot(node, other.code());
            if (rival == none || !slots_[fresh].is_linked) {
                continue;
            }
            const bool fresh_is_later = slots_[fresh].last_event > slots_[rival].last_event;
            remark("rgf.conflict", std::max(slots_[fresh].last_event, slots_[rival].last_event), [&] {
                return std::string(IdentifierText(identifier).view()) + " and " +
                       std::string(IdentifierText(other).view()) + " exclude each other; the later one stays";
            });
            ++tally_.overwritten;
            remove_slot(fresh_is_later ? rival : fresh);
        }
    };
    settle_group(moves);
    settle_group(move_annotations);
    settle_group(position_annotations);
    if (!slots_[fresh].is_linked) {
        return;
    }
    // A move beside setup: nobody wins, a writer of SGF makes two nodes of it.
    const auto beside = [&](const auto& group) {
        for (const Identifier other : group) {
            const std::uint32_t rival = find_slot(node, other.code());
            if (rival != none) {
                remark("rgf.conflict", std::max(slots_[fresh].last_event, slots_[rival].last_event),
                       [&] { return "a move and setup stand in one node"; });
                return;
            }
        }
    };
    if (slots_[fresh].changes == 0 || slots_[fresh].is_list) {
        if (is_one_of(moves, identifier)) {
            beside(setup);
        } else if (is_one_of(setup, identifier)) {
            beside(moves);
        }
    }
}

}  // namespace tengen::streams
