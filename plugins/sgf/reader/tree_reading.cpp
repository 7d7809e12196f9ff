#include "sgf/reader/tree_reading.h"

#include <algorithm>

namespace tengen::sgf {

void TreeAttempt::read(const TextSource& source, const char* paren, GameStorage& storage, bool cut_suspects) {
    const std::uint32_t index = storage.header.index;
    storage.clear();
    notes_.clear();
    source_ = source;
    reading_ = read_tree(paren, source.end(), limits_, cut_suspects, storage, notes_, workspace_);
    is_open_ended_ = std::any_of(notes_.begin(), notes_.end(), [](const Note& note) {
        return note.what == Irregularity::missing_close_paren && note.size == 0;
    });
    storage.header.index = index;
    storage.header.source_offset = source.input_offset(paren);
    if (source.part) {
        source.part->copy_runs({storage.header.text, static_cast<std::size_t>(storage.header.text_size)},
                               storage.source_runs);
        storage.keep_alive = source.part;
    }
}

bool TreeAttempt::is_clean() const {
    return std::none_of(notes_.begin(), notes_.end(), [](const Note& note) {
        switch (note.what) {
            case Irregularity::lowercase_identifier:
            case Irregularity::long_identifier:
            case Irregularity::space_before_value:
            case Irregularity::needless_parens:
                return false;
            default:
                return true;
        }
    });
}

bool TreeAttempt::has_suspects() const {
    return std::any_of(notes_.begin(), notes_.end(),
                       [](const Note& note) { return note.what == Irregularity::suspect_missing_bracket; });
}

std::optional<std::string_view> find_raw_value(const GameStorage& storage, Identifier identifier,
                                               std::uint32_t& offset) {
    for (const tengen_property& property : storage.properties) {
        if (property.identifier == identifier.code()) {
            const tengen_value value = storage.values[property.first_value];
            offset = value.offset;
            if (kind_of(value) == escaped_value_stored) {
                const tengen_slice slice = storage.stored_values[payload_of(value)];
                return std::string_view(storage.stored_text.data() + slice.offset, slice.size);
            }
            return std::string_view(storage.header.text + value.offset, payload_of(value));
        }
    }
    return std::nullopt;
}

}  // namespace tengen::sgf
