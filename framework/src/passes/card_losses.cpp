// What of a game does not go onto a card.
#include <utility>

#include "passes/card_fitting.h"
#include "passes/value_text.h"

namespace tengen::passes {

// Of several facts of a field one is on the card.
void CardFitting::lose_further_facts() {
    const tengen_game& columns = game_->columns();
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        const tengen_fact& fact = columns.facts[i];
        const bool is_preferred = &fact == own_[fact.field] || &fact == stated_[fact.field];
        if (is_preferred || (fact.property == none && may_repeat_on_card(fact.field))) {
            continue;
        }
        Loss& loss = lose("loss.other-info", TENGEN_LOSS_LOST, field_name(fact.field), {},
                          std::string(field_name(fact.field)) + ": " + quoted(fact_text(*game_, fact)) +
                              ": another value is preferred");
        loss.node = fact.node == none ? 0 : fact.node;
    }
}

void CardFitting::lose_tree() {
    std::uint32_t others = 0;  // properties of the root that are no information about the game
    for (std::uint32_t p = game_->first_property(0); game_->node_count() != 0 && p < game_->end_property(0); ++p) {
        const Identifier identifier = game_->identifier(p);
        const PropertyDefinition* definition = find_property(identifier);
        const bool is_dialect = identifier == Identifier("FF") || identifier == Identifier("GM") ||
                                identifier == Identifier("SZ") || identifier == Identifier("CA");
        const bool is_setup =
            identifier == Identifier("AB") || identifier == Identifier("AW") || identifier == Identifier("AE");
        others += is_dialect || is_setup || (definition != nullptr && definition->field) ? 0 : 1;
    }
    if (game_->node_count() > 1) {
        lose("loss.tree", TENGEN_LOSS_LOST, "nodes", {}, "moves, variations, markup and comments of nodes").count =
            game_->node_count() - 1;
    }
    if (others != 0) {
        lose("loss.tree", TENGEN_LOSS_LOST, "root", {}, "properties of the root that say nothing about the game")
            .count = others;
    }
}

void CardFitting::lose_streams() {
    const tengen_game& columns = game_->columns();
    if (columns.stream_count == 0) {
        return;
    }
    std::uint32_t stamps = 0;
    std::uint32_t triggers = 0;
    std::uint32_t removals = 0;
    if (columns.node_stamps != nullptr) {
        for (std::uint32_t node = 0; node < columns.node_count; ++node) {
            stamps += columns.node_stamps[node] != 0 ? 1 : 0;
        }
    }
    for (std::uint32_t p = 0; p < columns.property_count; ++p) {
        stamps += columns.property_stamps != nullptr && columns.property_stamps[p] != 0 ? 1 : 0;
        const Identifier identifier = game_->identifier(p);
        triggers += identifier == Identifier("VT") ? 1 : 0;
        removals += identifier == Identifier("RP") || identifier == Identifier("RC") ? 1 : 0;
    }
    const auto count = [this](std::string_view id, std::uint32_t items, std::string_view what, std::string message) {
        if (items != 0) {
            lose(id, TENGEN_LOSS_LOST, what, {}, std::move(message)).count = items;
        }
    };
    count("loss.timestamps", stamps, "TS", "the times of a recording");
    count("loss.triggers", triggers, "VT", "visual triggers of a recording");
    count("loss.removed", removals, "RP", "what was taken away during a recording");
    std::uint32_t sources = 0;
    for (std::uint32_t i = 0; i < columns.stream_count; ++i) {
        sources += columns.streams[i].source.size != 0 ? 1 : 0;
    }
    count("loss.media-source", sources, "GS", "the source of a recording");
}

void CardFitting::lose_foreign_extension_fields() {
    const tengen_game& columns = game_->columns();
    for (std::uint32_t i = 0; i < columns.extension_field_count; ++i) {
        const tengen_extension_field& field = columns.extension_fields[i];
        const std::string_view place = game_->stored(field.place);
        if (!card_field_number(place) && place != card_line_origin) {
            lose("loss.extension-field", TENGEN_LOSS_LOST, game_->stored(field.key), {},
                 "the field " + std::string(game_->stored(field.key)) + " of another format");
        }
    }
}

Loss& CardFitting::lose(std::string_view id, tengen_loss_kind kind, std::string_view what, std::string_view to,
                        std::string message) {
    Loss& loss = add_loss(*losses_, id, kind, 0, what, std::move(message));
    loss.to = to;
    return loss;
}

}  // namespace tengen::passes
