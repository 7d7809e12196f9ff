// One node as plain SGF FF[4] holds it, put together property by property.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <tengen/model/game.h>

#include "passes/first_mentions.h"
#include "passes/game_editor.h"
#include "passes/loss.h"
#include "passes/marked_stones.h"
#include "passes/node_survey.h"

namespace tengen::passes {

/// "FF[1]-FF[2], L": a point and the letter that it shows, the `index`th of its node: A to Z, a to z, then 1, 2 ...
[[nodiscard]] tengen_value lettered_point(GameEditor& editor, tengen_value point, std::uint32_t index);

/// Call visit(value) for every point of a property, rectangles taken apart. Says how many values name none.
template <class Visit>
[[nodiscard]] std::uint32_t for_each_point_of(Game game, std::uint32_t property, Visit&& visit) {
    std::uint32_t invalid = 0;
    for (const tengen_value value : game.values(property)) {
        bool is_point = false;
        for_each_point(value, [&](Point point) {
            is_point = true;
            visit(make_point(value.offset, point));
        });
        invalid += is_point ? 0 : 1;
    }
    return invalid;
}

/// Takes the properties of a node in the order of the record and hands the corrected node, or the several nodes it
/// becomes, to an editor. Not thread-safe; for many nodes of many games.
class SgfNodeWriter {
public:
    /// All of these must outlive the work on the game. `marked` is asked about every point of every M that is taken.
    void begin_game(Game game, GameEditor& editor, std::vector<Loss>& losses, MarkedStones& marked);

    void begin_node(std::uint32_t node);
    /// FF[4]; a further call in the node does nothing.
    void take_file_format(std::uint32_t offset);
    void take(std::uint32_t property);
    void end_node();

private:
    // A property of the new node. Its values are a chain, since those of others may come in between.
    struct Slot {
        std::uint32_t code = 0;
        trait::Set traits = 0;
        std::uint32_t source = none;
        bool is_source = true;  // exactly the property `source`
        std::uint32_t first_value = none;
        std::uint32_t last_value = none;
        std::uint32_t value_count = 0;
        std::uint32_t part = 0;
    };

    void take_single(std::uint32_t property, const PropertyDefinition& definition);
    void take_list(std::uint32_t property, const PropertyDefinition* definition);
    void take_text(std::uint32_t property, const PropertyDefinition& definition);
    void take_letters(std::uint32_t property);
    void take_marks(std::uint32_t property);
    void take_annotation_pair(std::uint32_t property);
    std::uint32_t add_points(std::size_t at, tengen_value value);
    [[nodiscard]] bool is_new_pair(const Slot& slot, tengen_value value);

    [[nodiscard]] std::size_t slot_of(std::uint32_t code, std::uint32_t source);
    [[nodiscard]] FirstMentions* mentions_of(trait::Set traits);
    void add_value(Slot& slot, tengen_value value);
    template <class Visit>
    void for_each_value(const Slot& slot, Visit&& visit) const;

    void drop_annotations();
    void drop(Slot& slot, std::string_view why);
    std::uint32_t assign_parts();
    void write_slot(const Slot& slot);

    void lose(std::string_view id, std::uint32_t property, std::uint32_t count, std::string_view why);
    [[nodiscard]] bool converts() const { return game_->file_format() >= 1 && game_->file_format() <= 3; }

    std::optional<Game> game_;
    GameEditor* editor_ = nullptr;
    std::vector<Loss>* losses_ = nullptr;
    MarkedStones* marked_ = nullptr;

    std::uint32_t node_ = 0;
    trait::Set node_traits_ = 0;
    std::uint32_t letters_ = 0;  // labels made from L in this node
    std::vector<Slot> slots_;
    std::vector<tengen_value> values_;
    std::vector<std::uint32_t> next_value_;
    std::vector<std::uint32_t> known_slots_;  // by place in the vocabulary, slot + 1
    std::unordered_map<std::uint32_t, std::uint32_t> other_slots_;
    std::array<FirstMentions, 3> mentions_;  // setup, markup, territory
    std::unordered_set<std::uint64_t> seen_;
    std::array<std::unordered_set<std::string_view>, 2> seen_texts_;  // of GC and of C
    std::vector<Point> new_points_;
    std::string text_;
};

}  // namespace tengen::passes
