#include "passes/card_lines.h"

#include <tengen/model/card.h>

#include "passes/game_editor.h"

namespace tengen::passes {

namespace {

// Facts of a document that was read from such a game already are not made again.
bool has_facts_of_lines(Game game) {
    const tengen_game& columns = game.columns();
    for (std::uint32_t i = 0; i < columns.fact_count; ++i) {
        if (is_from_card_line(game, columns.facts[i])) {
            return true;
        }
    }
    for (std::uint32_t i = 0; i < columns.extension_field_count; ++i) {
        if (game.stored(columns.extension_fields[i].place) == card_line_origin) {
            return true;
        }
    }
    return false;
}

// Names, events and places are written to their properties as they are: a line for one of them, beside its property, is
// a field that the card had twice.
bool is_second(Game game, tengen_field field) {
    switch (field) {
        case TENGEN_FIELD_BLACK:
        case TENGEN_FIELD_WHITE:
        case TENGEN_FIELD_EVENT:
        case TENGEN_FIELD_PLACE:
            return find_fact(game, field) != nullptr;
        default:
            return false;
    }
}

void take_line(Game game, const CardLine& line, std::uint32_t offset, GameEditor& editor) {
    const CardKeyword* keyword = find_card_keyword(line.keyword);
    if (keyword == nullptr || is_second(game, keyword->field) ||
        (keyword->field == TENGEN_FIELD_DATE && !opens_card(line.value))) {
        editor.add_extension_field(line.keyword, line.value, card_line_origin);
        return;
    }
    GameStorage& storage = editor.storage();
    tengen_fact fact = make_card_fact(storage, keyword->field, line.value, offset);
    fact.format = storage.store(card_format_name);
    fact.origin = storage.store(card_line_origin);
    editor.add_fact(fact);
}

}  // namespace

void CardLinesPass::run(Game game, Context&, GameEditor& editor) {
    if (!game.has_meaning() || game.node_count() == 0) {
        return;
    }
    const std::uint32_t property = game.find(0, "GC");
    if (property == none) {
        return;
    }
    const tengen_value value = game.values(property).front();
    std::string_view text = game.text(value);
    if (!is_text(kind_of(value)) || text.find(card_line_prefix) == std::string_view::npos || has_facts_of_lines(game)) {
        return;
    }
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (const std::optional<CardLine> parsed = parse_card_line(line)) {
            take_line(game, *parsed, value.offset, editor);
        }
    }
}

}  // namespace tengen::passes
