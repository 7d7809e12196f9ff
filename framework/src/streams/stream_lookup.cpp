// What is where in a stream, and what entries are called.
#include <algorithm>
#include <optional>

#include <tengen/model/vocabulary.h>

#include "streams/stream_keys.h"
#include "streams/stream_state.h"

namespace tengen::streams {

bool StreamState::has_node(std::uint32_t node) const {
    return nodes_[node - first_].exists && !is_inside_removed(node);
}

bool StreamState::is_inside_removed(std::uint32_t node) const {
    if (removal_count_ == 0) {
        return false;
    }
    std::int32_t count = 0;
    for (std::uint32_t i = node - first_ + 1; i > 0; i &= i - 1) {
        count += removals_[i];
    }
    return count != 0;
}

void StreamState::count_removal(std::uint32_t node, std::int32_t by) {
    const auto add = [&](std::uint32_t from, std::int32_t amount) {
        for (std::uint32_t i = from - first_ + 1; i < removals_.size(); i += i & (~i + 1)) {
            removals_[i] += amount;
        }
    };
    removal_count_ += static_cast<std::uint32_t>(by);
    add(node, by);
    add(timeline_.end_of_subtree(node), -by);
}

std::uint32_t StreamState::find_slot(std::uint32_t node, std::uint32_t code) const {
    return slot_of_.find(node, code);
}

std::uint32_t StreamState::find_entry(std::uint32_t slot, std::uint32_t key) const {
    if (slots_[slot].is_indexed) {
        return entry_of_.find(pair_of(slot, key));
    }
    std::uint32_t entry = slots_[slot].first_entry;
    while (entry != none && entries_[entry].key != key) {
        entry = entries_[entry].next;
    }
    return entry;
}

std::uint32_t StreamState::key_of_text(std::string_view text) {
    const auto next = static_cast<std::uint32_t>(text_keys_.size());
    return text_key | text_keys_.try_emplace(std::string(text), next).first->second;
}

/// What an entry is, apart from what it is called: a point, two points, else a text.
std::uint32_t StreamState::key_of(Identifier identifier, tengen_value value) {
    if (kind_of(value) == ValueKind::point) {
        return point_key(point_of(value));
    }
    if (kind_of(value) == ValueKind::pair) {
        const tengen_pair& pair = game_.pair(value);
        if (kind_of(pair.first) == ValueKind::point) {
            const std::uint32_t first = point_key(point_of(pair.first));
            if (is_label_list(identifier)) {
                return first;
            }
            if (kind_of(pair.second) == ValueKind::point) {
                const std::uint32_t second = point_key(point_of(pair.second));
                // A line has no direction.
                return identifier == Identifier("LN") ? std::min(first, second) | std::max(first, second) << 16
                                                      : first | second << 16;
            }
        }
    }
    return key_of_text(text_of(value));
}

/// The same for an entry as RP names it.
std::uint32_t StreamState::key_of_entry(Identifier identifier, std::string_view text, std::string& label,
                                        bool& has_label) {
    const PropertyDefinition* definition = find_property(identifier);
    const ValueType type = definition == nullptr ? ValueType::unknown : definition->type;
    const std::size_t colon = text.find(':');
    const std::optional<Point> first = parse_point(text.substr(0, colon));
    if (type == ValueType::point_or_rectangle && first && colon == std::string_view::npos) {
        return point_key(*first);
    }
    if (is_label_list(identifier) && first) {
        has_label = colon != std::string_view::npos;
        label = has_label ? std::string(text.substr(colon + 1)) : std::string();
        return point_key(*first);
    }
    if (type == ValueType::point_pair && first && colon != std::string_view::npos) {
        if (const std::optional<Point> second = parse_point(text.substr(colon + 1))) {
            const std::uint32_t a = point_key(*first);
            const std::uint32_t b = point_key(*second);
            return identifier == Identifier("LN") ? std::min(a, b) | std::max(a, b) << 16 : a | b << 16;
        }
    }
    return key_of_text(text);
}

/// The text of a value; of a label only the label. Escapes of values that nobody interpreted are undone.
std::string StreamState::text_of(tengen_value value) const {
    if (kind_of(value) == ValueKind::pair) {
        return std::string(game_.text(game_.pair(value).second));
    }
    const std::string_view text = game_.text(value);
    if (!is_raw(kind_of(value))) {
        return std::string(text);
    }
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        i += text[i] == '\\' && i + 1 < text.size() ? 1 : 0;
        result += text[i];
    }
    return result;
}

std::string StreamState::name(std::uint32_t property) const {
    return game_.name(property);
}

}  // namespace tengen::streams
