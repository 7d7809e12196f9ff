#include "game_copy.h"

#include <cstdint>
#include <memory>
#include <string>

namespace tengen::cli {

GameCopy::GameCopy(Game game) {
    const tengen_game& from = game.columns();
    storage_.header = from;
    const auto text = std::make_shared<const std::string>(from.text_size == 0 ? "" : from.text, from.text_size);
    storage_.header.text = text->data();
    storage_.keep_alive = text;
    storage_.source_runs.append(from.source_runs, from.source_run_count);
    storage_.nodes.append(from.nodes, from.node_count);
    storage_.properties.append(from.properties, from.property_count);
    storage_.values.append(from.values, from.value_count);
    storage_.stored_values.append(from.stored_values, from.stored_value_count);
    storage_.pairs.append(from.pairs, from.pair_count);
    storage_.long_identifiers.append(from.long_identifiers, from.long_identifier_count);
    storage_.stored_text.append(from.stored_text, static_cast<std::uint32_t>(from.stored_text_size));
    storage_.originals.append(from.originals, from.original_count);
    storage_.original_values.append(from.original_values, from.original_value_count);
    storage_.facts.append(from.facts, from.fact_count);
    storage_.marks.append(from.marks, from.mark_count);
    storage_.extension_fields.append(from.extension_fields, from.extension_field_count);
    storage_.streams.append(from.streams, from.stream_count);
    storage_.media.append(from.media, from.medium_count);
    storage_.stamps.append(from.stamps, from.stamp_count);
    if (from.node_stamps != nullptr) {
        storage_.node_stamps.append(from.node_stamps, from.node_count);
        storage_.property_stamps.append(from.property_stamps, from.property_count);
    }
    storage_.describe(columns_);
}

}  // namespace tengen::cli
