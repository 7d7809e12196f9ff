#include "streams/stream_state.h"

#include <algorithm>
#include <array>
#include <optional>

#include <tengen/model/decimal.h>
#include <tengen/model/vocabulary.h>

namespace tengen::streams {

namespace {

constexpr std::array<Identifier, 3> setup{"AB", "AE", "AW"};
constexpr std::array<Identifier, 5> marks{"CR", "MA", "SL", "SQ", "TR"};
constexpr std::array<Identifier, 2> territory{"TB", "TW"};
constexpr std::array<Identifier, 2> moves{"B", "W"};
constexpr std::array<Identifier, 4> move_annotations{"BM", "DO", "IT", "TE"};
constexpr std::array<Identifier, 4> position_annotations{"DM", "GB", "GW", "UC"};
constexpr std::array<Identifier, 5> reserved{"GS", "RC", "RP", "TS", "VT"};

/// Keys of entries that are texts have this bit; those of points and pairs have not.
constexpr std::uint32_t text_key = 0x8000'0000;

template <std::size_t Size>
bool is_one_of(const std::array<Identifier, Size>& group, Identifier identifier) {
    return std::find(group.begin(), group.end(), identifier) != group.end();
}

std::uint32_t point_key(Point point) {
    return point.column | std::uint32_t{point.row} << 8;
}

std::uint64_t pair_of(std::uint32_t a, std::uint32_t b) {
    return std::uint64_t{a} << 32 | b;
}

bool is_label_list(Identifier identifier) {
    const PropertyDefinition* definition = find_property(identifier);
    return definition != nullptr && definition->type == ValueType::point_text;
}

/// "DD[] and VW[]: nothing is dimmed, everything is visible"; the empty value takes the place of the list.
bool is_reset_by_empty(Identifier identifier) {
    return identifier == Identifier("DD") || identifier == Identifier("VW");
}

/// The bytes of the last `count` characters, and how many characters there were if that is less.
struct Tail {
    std::size_t bytes = 0;
    std::uint64_t characters = 0;
};
Tail tail_of(std::string_view text, std::uint64_t count) {
    Tail tail;
    while (tail.bytes < text.size() && tail.characters < count) {
        do {
            ++tail.bytes;
        } while (tail.bytes < text.size() &&
                 (static_cast<unsigned char>(text[text.size() - tail.bytes]) & 0xC0) == 0x80);
        ++tail.characters;
    }
    return tail;
}

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

StreamState::StreamState(const Timeline& timeline, RemarkSink remarks)
    : timeline_(timeline),
      game_(timeline.game()),
      remarks_(std::move(remarks)),
      first_(timeline.first_node()),
      cursor_(timeline.first_node()),
      nodes_(timeline.end_node() - timeline.first_node()),
      removals_(nodes_.size() + 2, 0),
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
    told_.clear();
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
            remark("rgf.removed-twice", event, "the node was removed before");
        } else {
            outcomes_[event].skipped = true;
            remark("rgf.removed-node", event,
                   is_creation ? "a node comes into being below a removed one"
                               : name(it.property) + " stands in a node that was removed");
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
        remark("rgf.initial-removal", event, name(property) + " has no time");
    }
    if (identifier == Identifier("RP")) {
        remove(event, node, property);
    } else if (identifier == Identifier("RC")) {
        cut_comment(event, node, property);
    } else {
        if (is_initial_ && find_slot(node, identifier.code()) != none) {
            remark("rgf.initial-not-sgf", event, name(property) + " repeats a property of its node");
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
        slots_[slot].text = static_cast<std::uint32_t>(texts_.size());
        texts_.emplace_back(text);
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
    const bool is_known = kept_empty_.contains(event);
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
        remark("rgf.setup-cancelled", event, name(property) + " names points that other setup of the node holds");
    }
    if (repeated != 0) {
        remark("rgf.repeated-entry", event,
               repeated == 1 ? "an entry of " + name(property) + " is there already"
                             : std::to_string(repeated) + " entries of " + name(property) + " are there already");
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
            remark("rgf.conflict", event, "a second label on one point; the later one stays");
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

// ---- setup against setup ----

/// The point leaves the other setup of its node; whether it was in any.
bool StreamState::cancel_setup(std::uint32_t node, Identifier identifier, Point point) {
    bool was_there = false;
    for (const Identifier other : setup) {
        const std::uint32_t slot = other == identifier ? none : find_slot(node, other.code());
        const std::uint32_t entry = slot == none ? none : find_entry(slot, point_key(point));
        if (entry != none) {
            was_there = true;
            ++tally_.removed;
            if (slots_[slot].changes == 0) {
                touch(slot, slots_[slot].last_event);
            }
            remove_entry(entry);
            if (slots_[slot].first_entry == none) {
                remove_slot(slot);
            }
        }
    }
    return was_there;
}

bool StreamState::inherits_stone(std::uint32_t node, Point point) {
    if (!game_.is_go() || !point.is_on(game_.board())) {
        return false;
    }
    if (board_node_ != node) {
        replay_up_to(node);
    }
    return board_.at(point) != rules::Stone::empty;
}

/// The position that a node inherits: that of its parent in the tree as it is now.
void StreamState::replay_up_to(std::uint32_t node) {
    std::vector<std::uint32_t> path;
    for (std::uint32_t above = game_.parent(node); above != none; above = game_.parent(above)) {
        path.push_back(above);
    }
    board_.reset(game_.board());
    const auto set = [&](tengen_value value, rules::Stone stone) {
        for_each_point(value, [&](Point point) {
            if (point.is_on(game_.board())) {
                board_.set(point, stone);
            }
        });
    };
    const auto is_setup = [](std::uint32_t code) { return is_one_of(setup, Identifier(code)); };
    const auto stone_of_setup = [](std::uint32_t code) {
        return Identifier(code) == Identifier("AB")   ? rules::Stone::black
               : Identifier(code) == Identifier("AW") ? rules::Stone::white
                                                      : rules::Stone::empty;
    };
    const auto play = [&](std::uint32_t code, tengen_value value) {
        if (kind_of(value) == ValueKind::point && point_of(value).is_on(game_.board())) {
            board_.play(Identifier(code) == Identifier("B") ? Color::black : Color::white, point_of(value));
        }
    };
    for (auto at = path.rbegin(); at != path.rend(); ++at) {
        // Setup comes before moves, wherever they stand in the node.
        for (const bool is_move_turn : {false, true}) {
            if (timeline_.contains(*at)) {
                for_each_property(*at, [&](const Content& content, auto&& for_each_entry) {
                    if (!is_move_turn && is_setup(content.code)) {
                        if (content.source != none) {
                            for (const tengen_value value : game_.values(content.source)) {
                                set(value, stone_of_setup(content.code));
                            }
                        } else {
                            for_each_entry([&](tengen_value value) { set(value, stone_of_setup(content.code)); });
                        }
                    } else if (is_move_turn && is_one_of(moves, Identifier(content.code)) && content.source != none) {
                        play(content.code, game_.values(content.source).front());
                    }
                });
                continue;
            }
            for (std::uint32_t p = game_.first_property(*at); p < game_.end_property(*at); ++p) {
                const std::uint32_t code = game_.identifier(p).code();
                if (!is_move_turn && is_setup(code)) {
                    for (const tengen_value value : game_.values(p)) {
                        set(value, stone_of_setup(code));
                    }
                } else if (is_move_turn && is_one_of(moves, Identifier(code))) {
                    play(code, game_.values(p).front());
                }
            }
        }
    }
    board_node_ = node;
}

void StreamState::stones_changed(std::uint32_t node) {
    if (node != board_node_) {
        board_node_ = none;
    }
}

// ---- removal ----

void StreamState::remove(std::uint32_t event, std::uint32_t node, std::uint32_t property) {
    const tengen_value value = game_.values(property).front();
    const Removal removal = parse_removal(game_.text(value), is_raw(kind_of(value)));
    if (removal.has_comma_for_colon) {
        remark("rgf.rp-comma", event, "a comma stands where the colon should; the first one is read as it");
    }
    if (removal.property.empty()) {
        remove_whole_node(event, node);
        return;
    }
    const bool is_short = Identifier::fits(removal.property);
    const Identifier identifier = is_short ? Identifier(Identifier::pack(removal.property)) : Identifier();
    if (is_short && is_one_of(reserved, identifier)) {
        remark("rgf.rp-reserved", event, removal.property + " cannot be removed");
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
        remark("rgf.rp-needless-entries", event, removal.property + " is no list; nothing is removed");
        return;
    }
    const std::uint32_t slot = code == 0 ? none : find_slot(node, code);
    if (slot == none) {
        remark("rgf.rp-absent-property", event, "there is no " + quoted(removal.property) + " in the node");
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
            for_each_point(make_rectangle(0, rectangle),
                           [&](Point point) { is_complete = remove_key(point_key(point)) && is_complete; });
        } else {
            std::string label;
            bool has_label = false;
            const std::uint32_t key = key_of_entry(identifier, text, label, has_label);
            const std::uint32_t entry = find_entry(slot, key);
            const bool fits = entry != none && (!has_label || text_of(entries_[entry].value) == label);
            is_complete = fits && remove_key(key);
        }
        if (!is_complete) {
            remark("rgf.rp-absent-entry", event, quoted(text) + " is not in " + std::string(removal.property));
        }
    }
    if (slots_[slot].first_entry == none) {
        remove_slot(slot);
    }
}

void StreamState::remove_whole_node(std::uint32_t event, std::uint32_t node) {
    if (node == first_) {
        remark("rgf.rp-stream-node", event, "the node that begins a stream cannot be removed");
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
        remark("rgf.rc-bad-count", event, quoted(text) + " is no number of characters");
        return;
    }
    const std::uint32_t slot = find_slot(node, Identifier("C").code());
    if (slot == none) {
        remark("rgf.rc-no-comment", event, "there is no comment in the node");
        return;
    }
    const std::optional<std::int64_t> number = integer_of(text);
    const std::uint64_t count = number ? static_cast<std::uint64_t>(*number) : ~std::uint64_t{0};
    std::string& whole = texts_[slots_[slot].text];
    const Tail tail = tail_of(whole, count);
    if (tail.characters < count) {
        remark("rgf.rc-too-long", event,
               "the comment has " + std::to_string(tail.characters) + " characters, " + text + " are to be cut off");
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

// ---- contradictions, when a moment is complete ----

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
    const Slot slot = slots_[entries_[fresh].slot];
    const Identifier identifier(slot.code);
    const bool is_mark = is_one_of(marks, identifier);
    if (!is_mark && !is_one_of(territory, identifier)) {
        return;
    }
    const auto against = [&](Identifier other) {
        const std::uint32_t rival_slot = other == identifier ? none : find_slot(slot.node, other.code());
        const std::uint32_t rival = rival_slot == none ? none : find_entry(rival_slot, entries_[fresh].key);
        if (rival == none || (entries_[fresh].key & text_key) != 0) {
            return;
        }
        const std::uint32_t later = std::max(entries_[fresh].event, entries_[rival].event);
        const std::uint32_t loser = entries_[fresh].event == later ? rival : fresh;
        remark("rgf.conflict", later,
               std::string(IdentifierText(identifier).view()) + " and " + std::string(IdentifierText(other).view()) +
                   " name one point; the later one stays");
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
            remark("rgf.conflict", std::max(slots_[fresh].last_event, slots_[rival].last_event),
                   std::string(IdentifierText(identifier).view()) + " and " +
                       std::string(IdentifierText(other).view()) + " exclude each other; the later one stays");
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
                       "a move and setup stand in one node");
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

// ---- changes ----

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
            if (slots_[undo.a].text != none) {
                texts_.pop_back();
            }
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
    slot_of_[pair_of(slot.node, slot.code)] = index;
    stones_changed(slot.node);
}

void StreamState::unlink_slot(std::uint32_t index) {
    Slot& slot = slots_[index];
    NodeState& node = nodes_[slot.node - first_];
    (slot.previous == none ? node.first_slot : slots_[slot.previous].next) = slot.next;
    (slot.next == none ? node.last_slot : slots_[slot.next].previous) = slot.previous;
    slot.is_linked = false;
    slot_of_.erase(pair_of(slot.node, slot.code));
    stones_changed(slot.node);
}

void StreamState::link_entry(std::uint32_t index) {
    Entry& entry = entries_[index];
    Slot& slot = slots_[entry.slot];
    (entry.previous == none ? slot.first_entry : entries_[entry.previous].next) = index;
    (entry.next == none ? slot.last_entry : entries_[entry.next].previous) = index;
    entry.is_linked = true;
    entry_of_[pair_of(entry.slot, entry.key)] = index;
    stones_changed(slot.node);
}

void StreamState::unlink_entry(std::uint32_t index) {
    Entry& entry = entries_[index];
    Slot& slot = slots_[entry.slot];
    (entry.previous == none ? slot.first_entry : entries_[entry.previous].next) = entry.next;
    (entry.next == none ? slot.last_entry : entries_[entry.next].previous) = entry.previous;
    entry.is_linked = false;
    entry_of_.erase(pair_of(entry.slot, entry.key));
    stones_changed(slot.node);
}

// ---- looking things up ----

bool StreamState::has_node(std::uint32_t node) const {
    return nodes_[node - first_].exists && !is_inside_removed(node);
}

bool StreamState::is_inside_removed(std::uint32_t node) const {
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
    add(node, by);
    add(timeline_.end_of_subtree(node), -by);
}

std::uint32_t StreamState::find_slot(std::uint32_t node, std::uint32_t code) const {
    const auto found = slot_of_.find(pair_of(node, code));
    return found == slot_of_.end() ? none : found->second;
}

std::uint32_t StreamState::find_entry(std::uint32_t slot, std::uint32_t key) const {
    const auto found = entry_of_.find(pair_of(slot, key));
    return found == entry_of_.end() ? none : found->second;
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
    if (type == ValueType::point_text && first) {
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

// ---- remarks ----

void StreamState::remark(std::string_view id, std::uint32_t event, const std::string& message) {
    if (!remarks_ || moments() <= applied_ever_) {
        return;
    }
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
