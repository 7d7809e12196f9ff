// RP and RC: what leaves a stream ("RGF text").
#include <algorithm>
#include <optional>

#include <tengen/model/decimal.h>
#include <tengen/model/vocabulary.h>

#include "streams/exclusive.h"
#include "streams/stream_keys.h"
#include "streams/stream_state.h"
#include "streams/tail.h"

namespace tengen::streams {

namespace {

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::size_t size = std::min(text.size(), longest);
    while (size < text.size() && size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) {
        --size;
    }
    std::string result = "\"";
    for (const char c : text.substr(0, size)) {
        result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return result + (size < text.size() ? "...\"" : "\"");
}

}  // namespace

void StreamState::remove(std::uint32_t event, std::uint32_t node, std::uint32_t property) {
    const tengen_value value = game_.values(property).front();
    const Removal removal = parse_removal(game_.text(value), is_raw(kind_of(value)));
    if (removal.has_comma_for_colon) {
        remark("rgf.rp-comma", event,
               [&] { return "a comma stands where the colon should; the first one is read as it"; });
    }
    if (removal.property.empty()) {
        remove_whole_node(event, node);
        return;
    }
    const bool is_short = Identifier::fits(removal.property);
    const Identifier identifier = is_short ? Identifier(Identifier::pack(removal.property)) : Identifier();
    if (is_short && is_one_of(reserved, identifier)) {
        remark("rgf.rp-reserved", event, [&] { return removal.property + " cannot be removed"; });
        return;
    }
    std::uint32_t code = identifier.code();
    if (!is_short) {
        code = 0;
        for (std::uint32_t i = 0; i < game_.columns().long_identifier_count; ++i) {
            if (game_.stored(game_.columns().long_identifiers[i]) == removal.property) {
                code = TENGEN_LONG_IDENTIFIER | i;
            }
        }
    }
    if (!removal.entries.empty() && code != 0 && !timeline_.is_list(Identifier(code)) &&
        (find_property(Identifier(code)) != nullptr || find_slot(node, code) != none)) {
        remark("rgf.rp-needless-entries", event, [&] { return removal.property + " is no list; nothing is removed"; });
        return;
    }
    const std::uint32_t slot = code == 0 ? none : find_slot(node, code);
    if (slot == none) {
        remark("rgf.rp-absent-property", event,
               [&] { return "there is no " + quoted(removal.property) + " in the node"; });
        return;
    }
    if (removal.entries.empty()) {
        ++tally_.removed;
        remove_slot(slot);
    } else {
        touch(slot, event);
        remove_entries(event, slot, removal);
    }
}

void StreamState::remove_entries(std::uint32_t event, std::uint32_t slot, const Removal& removal) {
    const Identifier identifier(slots_[slot].code);
    const auto remove_key = [&](std::uint32_t key) {
        const std::uint32_t entry = find_entry(slot, key);
        if (entry == none) {
            return false;
        }
        ++tally_.removed;
        remove_entry(entry);
        return true;
    };
    for (const std::string& text : removal.entries) {
        bool is_complete = true;
        const PropertyDefinition* definition = find_property(identifier);
        const std::size_t colon = text.find(':');
        const bool is_points = definition != nullptr && definition->type == ValueType::point_or_rectangle;
        const std::optional<Point> first = parse_point(std::string_view(text).substr(0, colon));
        const std::optional<Point> second =
            colon == std::string::npos ? std::nullopt : parse_point(std::string_view(text).substr(colon + 1));
        if (is_points && first && second) {
            const Rectangle rectangle{{std::min(first->column, second->column), std::min(first->row, second->row)},
                                      {std::max(first->column, second->column), std::max(first->row, second->row)}};
            is_complete = remove_rectangle(slot, rectangle);
        } else {
            std::string label;
            bool has_label = false;
            const std::uint32_t key = key_of_entry(identifier, text, label, has_label);
            const std::uint32_t entry = find_entry(slot, key);
            const bool fits = entry != none && (!has_label || text_of(entries_[entry].value) == label);
            is_complete = fits && remove_key(key);
        }
        if (!is_complete) {
            remark("rgf.rp-absent-entry", event,
                   [&] { return quoted(text) + " is not in " + std::string(removal.property); });
        }
    }
    if (slots_[slot].first_entry == none) {
        remove_slot(slot);
    }
}

/// Whether all points of the rectangle were there. Costs no more than the list has entries.
bool StreamState::remove_rectangle(std::uint32_t slot, const Rectangle& rectangle) {
    const Point upper = rectangle.upper_left;
    const Point lower = rectangle.lower_right;
    const std::uint32_t points = (lower.column - upper.column + 1U) * (lower.row - upper.row + 1U);
    std::uint32_t found = 0;
    const auto take = [&](std::uint32_t entry) {
        ++found;
        ++tally_.removed;
        remove_entry(entry);
    };
    if (points <= slots_[slot].entry_count) {
        for_each_point(make_rectangle(0, rectangle), [&](Point point) {
            if (const std::uint32_t entry = find_entry(slot, point_key(point)); entry != none) {
                take(entry);
            }
        });
        return found == points;
    }
    for (std::uint32_t e = slots_[slot].first_entry; e != none;) {
        const std::uint32_t next = entries_[e].next;
        if (kind_of(entries_[e].value) == ValueKind::point) {
            const Point point = point_of(entries_[e].value);
            if (point.column >= upper.column && point.column <= lower.column && point.row >= upper.row &&
                point.row <= lower.row) {
                take(e);
            }
        }
        e = next;
    }
    return found == points;
}

void StreamState::remove_whole_node(std::uint32_t event, std::uint32_t node) {
    if (node == first_) {
        remark("rgf.rp-stream-node", event, [&] { return "the node that begins a stream cannot be removed"; });
        return;
    }
    ++tally_.removed;
    nodes_[node - first_].is_removed = true;
    count_removal(node, 1);
    undo_.push_back({Op::remove_node, node});
    stones_changed(none);
    const bool holds_cursor = cursor_ >= node && cursor_ < timeline_.end_of_subtree(node);
    if (!is_initial_ || holds_cursor) {
        cursor_ = game_.parent(node);
    }
}

void StreamState::cut_comment(std::uint32_t event, std::uint32_t node, std::uint32_t property) {
    const std::string text = text_of(game_.values(property).front());
    if (!is_number(text) || (text.front() == '-' && sign_of_real(text) != 0)) {
        remark("rgf.rc-bad-count", event, [&] { return quoted(text) + " is no number of characters"; });
        return;
    }
    const std::uint32_t slot = find_slot(node, Identifier("C").code());
    if (slot == none) {
        remark("rgf.rc-no-comment", event, [&] { return "there is no comment in the node"; });
        return;
    }
    const std::optional<std::int64_t> number = integer_of(text);
    const std::uint64_t count = number ? static_cast<std::uint64_t>(*number) : ~std::uint64_t{0};
    std::string& whole = texts_[slots_[slot].text];
    const Tail tail = tail_of(whole, count);
    if (tail.characters < count) {
        remark("rgf.rc-too-long", event, [&] {
            return "the comment has " + std::to_string(tail.characters) + " characters, " + text + " are to be cut off";
        });
    }
    touch(slot, event);
    if (tail.bytes != 0) {
        ++tally_.removed;
        cut_.push_back(whole.substr(whole.size() - tail.bytes));
        whole.resize(whole.size() - tail.bytes);
        undo_.push_back({Op::cut_text, slots_[slot].text});
    }
    if (whole.empty()) {
        remove_slot(slot);
    }
}

}  // namespace tengen::streams
