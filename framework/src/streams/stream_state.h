// The tree of a recorded stream at a moment, and how to get to the next moment and back ("RGF text").
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <tengen/model/game.h>

#include "rules/board.h"
#include "streams/index_table.h"
#include "streams/removal.h"
#include "streams/slot_table.h"
#include "streams/timeline.h"

namespace tengen::streams {

/// Something worth saying about an event, found while it takes effect for the first time.
struct Remark {
    std::string_view id;  ///< "rgf.name"
    std::uint32_t event;
    std::string_view message;  ///< valid during the call
};
using RemarkSink = std::function<void(const Remark&)>;

/// What events have undone so far.
struct Tally {
    std::uint32_t overwritten = 0;  ///< values that others took the place of
    std::uint32_t removed = 0;      ///< nodes, properties, entries and pieces of comments that were taken away
};

/// Applies moments one after the other and takes them back in the opposite order. What a moment changed is kept in undo
/// records (old values, old places, cut text), since several events have no inverse in RGF's own notation. Both
/// directions cost as much as the events passed, whatever the size of the stream; the board is replayed only where an
/// AE meets a stone of its own node, and the answer is remembered.
///
/// Rules: a property that takes one value gets its new value where it stands; lists grow at their end; the text of C
/// is appended; a point has one kind of setup, one mark and one owner of territory in a node, a node one annotation of
/// each kind and one colour of moves: the later one wins. Contradictions are settled when a moment is complete.
class StreamState {
public:
    /// The timeline must outlive the object. `remarks` may be empty.
    explicit StreamState(const Timeline& timeline, RemarkSink remarks = {});
    StreamState(const StreamState&) = delete;
    StreamState& operator=(const StreamState&) = delete;

    /// How many moments took effect.
    [[nodiscard]] std::uint32_t moments() const { return static_cast<std::uint32_t>(records_.size()); }
    void apply_next();
    void take_back_last();

    /// The node the reader of the stream looks at: where the last event with a time was, or its parent if that removed
    /// the node. Before any of those the last VT[N] without a time, else the stream node.
    [[nodiscard]] std::uint32_t cursor() const { return cursor_; }
    [[nodiscard]] const Tally& tally() const { return tally_; }

    /// After an event took effect for the first time: whether it was skipped, as its node was gone, and the cursor.
    struct Outcome {
        std::uint32_t cursor = 0;
        bool skipped = false;
    };
    [[nodiscard]] const Outcome& outcome(std::uint32_t event) const { return outcomes_[event]; }

    /// Whether a node of the stream is in the tree.
    [[nodiscard]] bool has_node(std::uint32_t node) const;

    /// A property as it stands in a node. Exactly one of the three forms holds.
    struct Content {
        std::uint32_t code = 0;
        std::uint32_t source = none;  ///< a property of the game whose values it has; none: see below
        std::uint32_t origin = none;  ///< the property of the game that put it there
        bool is_text = false;         ///< `text` is its value
        std::string_view text{};
        bool is_bytes = false;  ///< of a charset nobody knows
    };
    /// Call visit(Content, for_each_entry) for the properties of a node in their order; for lists whose values are
    /// those of no single property, for_each_entry(visit_value) gives the values, points one by one.
    template <class Visit>
    void for_each_property(std::uint32_t node, Visit&& visit) const {
        for (std::uint32_t s = nodes_[node - first_].first_slot; s != none; s = slots_[s].next) {
            const Slot& slot = slots_[s];
            Content content;
            content.code = slot.code;
            content.origin = slot.source;
            if (slot.changes == 0) {
                content.source = slot.source;
            } else if (slot.text != none) {
                content.is_text = true;
                content.text = texts_[slot.text];
                content.is_bytes = slot.has_bytes;
            } else if (!slot.is_list) {
                content.source = slot.source;
            }
            visit(content, [&](auto&& visit_value) {
                for (std::uint32_t e = slot.first_entry; e != none; e = entries_[e].next) {
                    visit_value(entries_[e].value);
                }
            });
        }
    }

private:
    struct NodeState {
        std::uint32_t first_slot = none;
        std::uint32_t last_slot = none;
        bool exists = false;
        bool is_removed = false;  // itself, by an RP of its own
    };
    // Slots and entries are doubly linked; one that leaves keeps its links, so that it can come back.
    struct Slot {
        std::uint32_t code = 0;
        std::uint32_t node = 0;
        std::uint32_t previous = none;
        std::uint32_t next = none;
        std::uint32_t source = none;
        std::uint32_t last_event = 0;
        std::uint32_t changes = 0;
        std::uint32_t first_entry = none;
        std::uint32_t last_entry = none;
        std::uint32_t entry_count = 0;
        std::uint32_t text = none;
        bool is_list = false;
        bool is_linked = true;
        bool has_bytes = false;
        bool is_indexed = false;  // its entries are in entry_of_
    };
    // Entries of shorter lists are looked for one by one.
    static constexpr std::uint32_t longest_without_index = 8;
    struct Entry {
        tengen_value value;
        std::uint32_t key;
        std::uint32_t slot;
        std::uint32_t event;
        std::uint32_t previous;
        std::uint32_t next;
        bool is_linked = true;
    };
    enum class Op : std::uint8_t {
        create_node,
        remove_node,
        add_slot,
        remove_slot,
        add_entry,
        remove_entry,
        touch,        // a: slot, b: old last event
        set_source,   // a: slot, b: old source
        append_text,  // a: text, b: old size
        cut_text      // a: text; the piece is on top of cut_
    };
    struct Undo {
        Op op;
        std::uint32_t a = 0;
        std::uint32_t b = 0;
    };
    struct Record {
        std::size_t undo;  // size of undo_ before
        std::uint32_t cursor;
        Tally tally;
    };

    // Events.
    void apply(std::uint32_t event);
    void apply_property(std::uint32_t event, std::uint32_t node, std::uint32_t property);
    void put_single(std::uint32_t event, std::uint32_t node, std::uint32_t property);
    void put_list(std::uint32_t event, std::uint32_t node, std::uint32_t property);
    void put_comment(std::uint32_t event, std::uint32_t node, std::uint32_t property);
    bool put_entry(std::uint32_t event, std::uint32_t node, std::uint32_t property, tengen_value value,
                   bool& conflicts);
    void remove(std::uint32_t event, std::uint32_t node, std::uint32_t property);
    void remove_entries(std::uint32_t event, std::uint32_t slot, const Removal& removal);
    bool remove_rectangle(std::uint32_t slot, const Rectangle& rectangle);
    void remove_whole_node(std::uint32_t event, std::uint32_t node);
    void cut_comment(std::uint32_t event, std::uint32_t node, std::uint32_t property);
    bool cancel_setup(std::uint32_t node, Identifier identifier, Point point);
    [[nodiscard]] bool inherits_stone(std::uint32_t node, Point point);
    void replay_up_to(std::uint32_t node);
    void settle();
    void settle_points(std::uint32_t fresh);
    void settle_properties(std::uint32_t fresh);

    // Changes, each with its undo record.
    std::uint32_t add_slot(std::uint32_t event, std::uint32_t node, std::uint32_t property, bool is_list);
    void remove_slot(std::uint32_t slot);
    void add_entry(std::uint32_t event, std::uint32_t slot, tengen_value value, std::uint32_t key);
    void remove_entry(std::uint32_t entry);
    void touch(std::uint32_t slot, std::uint32_t event);
    void take_back(const Undo& undo);
    void link_slot(std::uint32_t index);
    void unlink_slot(std::uint32_t index);
    void link_entry(std::uint32_t index);
    void unlink_entry(std::uint32_t index);
    void index_entries(std::uint32_t index);

    // Looking things up.
    [[nodiscard]] std::uint32_t find_slot(std::uint32_t node, std::uint32_t code) const;
    [[nodiscard]] std::uint32_t find_entry(std::uint32_t slot, std::uint32_t key) const;
    [[nodiscard]] std::uint32_t key_of(Identifier identifier, tengen_value value);
    [[nodiscard]] std::uint32_t key_of_text(std::string_view text);
    [[nodiscard]] std::uint32_t key_of_entry(Identifier identifier, std::string_view text, std::string& label,
                                             bool& has_label);
    [[nodiscard]] std::string text_of(tengen_value value) const;
    [[nodiscard]] bool is_inside_removed(std::uint32_t node) const;
    void count_removal(std::uint32_t node, std::int32_t by);
    void stones_changed(std::uint32_t node);

    // Messages are made only if somebody hears them: events take effect much more often than for the first time.
    [[nodiscard]] bool is_heard() const { return remarks_ && moments() > applied_ever_; }
    template <class MakeMessage>
    void remark(std::string_view id, std::uint32_t event, MakeMessage&& message) {
        if (is_heard()) {
            tell(id, event, message());
        }
    }
    void tell(std::string_view id, std::uint32_t event, const std::string& message);
    [[nodiscard]] std::string name(std::uint32_t property) const;

    const Timeline& timeline_;
    Game game_;
    RemarkSink remarks_;
    std::uint32_t first_;  // node of the stream
    std::uint32_t cursor_;
    Tally tally_;
    std::uint32_t applied_ever_ = 0;  // moments that took effect at least once

    std::vector<NodeState> nodes_;
    std::vector<std::int32_t> removals_;  // a Fenwick tree of how many removals cover a node
    std::uint32_t removal_count_ = 0;
    std::vector<Slot> slots_;
    std::vector<Entry> entries_;
    std::vector<std::string> texts_;  // those behind text_count_ are kept for their memory
    std::uint32_t text_count_ = 0;
    std::vector<std::string> cut_;
    SlotTable slot_of_;
    IndexTable entry_of_;  // by slot and key, for long lists
    std::unordered_map<std::string, std::uint32_t> text_keys_;
    std::vector<Undo> undo_;
    std::vector<Record> records_;
    std::vector<Outcome> outcomes_;

    // The moment at work.
    std::vector<std::uint32_t> fresh_entries_;
    std::vector<std::uint32_t> fresh_slots_;
    bool is_initial_ = true;
    std::unordered_set<std::uint32_t> told_;  // events about whose contradictions something was said

    // The position a node inherits, kept while nothing else changes stones.
    std::unique_ptr<rules::Board> board_;  // big, and few streams ever need one
    std::uint32_t board_node_ = none;
    std::unordered_map<std::uint32_t, std::vector<bool>> kept_empty_;  // by event: which points of an AE stay
};

}  // namespace tengen::streams
