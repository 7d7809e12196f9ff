#include "sgf/typing/typer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include <tengen/model/decimal.h>
#include <tengen/model/fact.h>
#include <tengen/model/identifier.h>
#include <tengen/model/move_runs.h>

#include "sgf/syntax/irregularity.h"
#include "sgf/syntax/scan.h"
#include "sgf/syntax/tree_sink.h"
#include "sgf/typing/board_size.h"
#include "sgf/typing/white_space.h"

namespace tengen::sgf {

namespace {

/// Types whose values depend on the game: they are texts in any other game than Go.
constexpr bool depends_on_game(const PropertyDefinition& definition) {
    switch (definition.type) {
        case ValueType::move:
        case ValueType::point:
        case ValueType::point_or_rectangle:
        case ValueType::point_pair:
        case ValueType::point_text:
        case ValueType::board_size:
            return true;
        default:
            return definition.property_class == PropertyClass::setup;
    }
}

/// What typing asks about a property again and again, in few bytes.
struct Row {
    bool is_known = false;
    bool is_recorded_stream = false;
    bool is_info = false;
    bool is_text = false;  ///< one text or simple text
    bool depends_on_game = false;
    std::uint8_t definition = 0;
};

/// By the codes of identifiers with one and two letters.
constexpr std::size_t row_count = std::size_t{1} << 15;
constexpr std::array<Row, vocabulary().size() + 1> rows = [] {
    std::array<Row, vocabulary().size() + 1> table{};
    for (std::size_t i = 0; i < vocabulary().size(); ++i) {
        const PropertyDefinition& definition = vocabulary()[i];
        const bool is_text = definition.list == ListKind::single &&
                             (definition.type == ValueType::text || definition.type == ValueType::simple_text);
        // Obsolete properties without a type are kept raw, as unknown ones are.
        table[i + 1] = {definition.type != ValueType::unknown, definition.recorded_stream,
                        definition.field.has_value(),          is_text,
                        depends_on_game(definition),           static_cast<std::uint8_t>(i)};
    }
    return table;
}();
constexpr std::array<std::uint8_t, row_count> row_numbers = [] {
    std::array<std::uint8_t, row_count> table{};
    for (std::size_t i = 0; i < vocabulary().size(); ++i) {
        table[vocabulary()[i].identifier.code()] = static_cast<std::uint8_t>(i + 1);
    }
    return table;
}();

const Row& row_of(std::uint32_t code) {
    return rows[code < row_count ? row_numbers[code] : 0];
}

}  // namespace

// ---- the dialect ----

std::string_view Typer::raw_text(tengen_value raw) const {
    if (kind_of(raw) == escaped_value_stored) {
        const tengen_slice slice = storage_->stored_values[payload_of(raw)];
        return {storage_->stored_text.data() + slice.offset, slice.size};
    }
    return {storage_->header.text + raw.offset, payload_of(raw)};
}

std::uint32_t Typer::find_in_root(Identifier identifier) const {
    const std::uint32_t end = storage_->nodes[1].first_property;  // a sentinel, if there is only the root
    for (std::uint32_t p = storage_->nodes[0].first_property; p < end; ++p) {
        if (storage_->properties[p].identifier == identifier.code()) {
            return p;
        }
    }
    return none;
}

/// The meaning of a root property; the first one in the root that has a meaning, as the others are left out when it is
/// written. If the root has no such one, those elsewhere count, as long as all that have a meaning have the same.
template <class Read>
auto Typer::read_dialect_value(Identifier identifier, Read read) -> decltype(read(std::string_view())) {
    decltype(read(std::string_view())) found;
    const auto meaning = [&](std::uint32_t property) {
        return read(raw_text(storage_->values[storage_->properties[property].first_value]));
    };
    const std::uint32_t root_end = storage_->nodes[1].first_property;  // a sentinel, if there is only the root
    for (std::uint32_t p = storage_->nodes[0].first_property; p < root_end; ++p) {
        if (storage_->properties[p].identifier == identifier.code()) {
            if (const auto reading = meaning(p)) {
                return reading;
            }
        }
    }
    for (std::uint32_t p = root_end; p < storage_->properties.size(); ++p) {
        if (storage_->properties[p].identifier != identifier.code()) {
            continue;
        }
        const auto reading = meaning(p);
        if (found && reading && !(*found == *reading)) {
            return {};
        }
        found = found ? found : reading;
    }
    return found;
}

void Typer::read_dialect(GameStorage& storage) {
    storage_ = &storage;
    tengen_game& header = storage.header;
    const auto read_number = [](std::string_view text) -> std::optional<std::int64_t> {
        const std::optional<std::string> digits = read_number_leniently(simple_text_of(text));
        return digits ? integer_of(*digits) : std::nullopt;
    };
    const auto number = [&](Identifier identifier) { return read_dialect_value(identifier, read_number); };
    const std::optional<std::int64_t> format = number("FF");
    header.file_format_stated = format ? 1 : 0;
    header.file_format = !format                        ? options_.default_file_format
                         : *format >= 1 && *format <= 4 ? static_cast<std::uint32_t>(*format)
                         : *format == 0                 ? 1u
                                                        : 4u;
    const std::optional<std::int64_t> kind = number("GM");
    header.game_kind = kind && *kind >= 1 && *kind <= 0xFFFF ? static_cast<std::uint32_t>(*kind) : game_kind_go;
    is_go_ = header.game_kind == game_kind_go;
    board_ = BoardSize{};
    header.board_stated = 0;
    if (is_go_) {
        const auto read = [](std::string_view text) { return read_size(without_space(text)); };
        if (const std::optional<SizeReading> size = read_dialect_value("SZ", read)) {
            board_ = size->board;
            header.board_stated = 1;
        }
    }
    header.board_columns = is_go_ ? board_.columns : 0;
    header.board_rows = is_go_ ? board_.rows : 0;
}

/// A known dialect whose root has its own meanings of KO, RD and TE.
bool Typer::has_korean_dialect() const {
    if (find_in_root("RD") == none || find_in_root("B") != none || find_in_root("W") != none) {
        return false;
    }
    const auto has_text = [&](Identifier identifier) {
        const std::uint32_t p = find_in_root(identifier);
        return p != none && !raw_text(storage_->values[storage_->properties[p].first_value]).empty();
    };
    return has_text("KO") || has_text("TE");
}

// ---- findings ----

std::uint32_t Typer::current_node() {
    if (property_ == none) {  // about the game as a whole
        return 0;
    }
    while (storage_->nodes[node_ + 1].first_property <= property_) {
        ++node_;
    }
    return node_;
}

/// What an entry of a list may not be in twice: the lists of that name in a node, or just the one.
std::uint32_t Typer::current_list() {
    return options_.lists_may_grow ? property_ : current_node();
}

sdk::Answer Typer::report(const char* id, std::uint32_t offset, const std::string& message) {
    tengen_game places = storage_->header;
    places.source_runs = storage_->source_runs.data();
    places.source_run_count = storage_->source_runs.size();
    return host_.report(id, {game_, current_node(), Game(places).source_offset(offset)}, message);
}

bool Typer::repairs(const char* id, std::uint32_t offset, const std::string& message) {
    const bool applies = report(id, offset, message).apply_fix();
    is_repaired_ |= applies;
    return applies;
}

std::string Typer::name() const {
    const Identifier identifier(storage_->properties[property_].identifier);
    if (identifier.is_long()) {
        const tengen_slice slice = storage_->long_identifiers[identifier.long_index()];
        return std::string(storage_->stored_text.data() + slice.offset, slice.size);
    }
    return std::string(IdentifierText(identifier).view());
}

// ---- the walk ----

void Typer::type(GameStorage& storage, std::uint32_t game, std::span<const PlainMoveRun> plain_moves,
                 bool is_undecodable) {
    storage_ = &storage;
    game_ = game;
    property_ = none;
    node_ = 0;
    info_.clear();
    rewrites_.clear();
    rewritten_.clear();
    is_kind_named_ = false;
    seen_points_ready_ = false;
    seen_pairs_.begin();
    is_korean_ = is_go_ && has_korean_dialect();
    const auto as_it_is = [](std::string_view text) { return std::optional(text); };
    if (storage.header.file_format_stated == 0 && !read_dialect_value("FF", as_it_is)) {
        report("node.ff-missing", 0,
               "there is no FF; FF[" + std::to_string(storage.header.file_format) + "] is assumed");
    }

    // Where 't' could be part of a pass, or of the point that looks like one, moves are looked at one by one.
    quick_columns_ = is_go_ ? std::min<unsigned>(board_.columns, 19) : 0;
    quick_rows_ = std::min<unsigned>(board_.rows, 19);
    std::uint32_t p = 0;
    if (!is_go_) {
        make_plain_values(storage, plain_moves);
    } else {
        for (const PlainMoveRun& run : plain_moves) {
            for (; p < run.first_property; ++p) {
                type_property(p);
            }
            type_plain_moves(run);
            p += run.count;
        }
    }
    for (; p < storage.properties.size(); ++p) {
        type_property(p);
    }
    if (!rewrites_.empty()) {
        rebuild_values();
    }
    if (is_undecodable) {
        mark_bytes();
    }
    collect_facts(storage, info_);
}

void Typer::type_plain_moves(const PlainMoveRun& run) {
    const tengen_property* properties = storage_->properties.data() + run.first_property;
    // The last one may have got more values later.
    const bool is_last_single = properties[run.count].first_value == properties[run.count - 1].first_value + 1;
    const std::uint32_t count = is_last_single ? run.count : run.count - 1;
    const auto type_by_letters = [&](std::uint32_t i) {
        tengen_value& value = storage_->values[properties[i].first_value];
        value = make_value(value.offset, plain_value, 2);
        type_property(run.first_property + i);
    };
    if (run.columns <= quick_columns_ && run.rows <= quick_rows_) [[likely]] {
        add_move_run(run.first_node, run.first_node + count);
    } else {
        std::uint32_t first = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const Point point = point_of(storage_->values[properties[i].first_value]);
            if (point.column >= quick_columns_ || point.row >= quick_rows_) {
                add_move_run(run.first_node + first, run.first_node + i);
                first = i + 1;
                type_by_letters(i);
            }
        }
        add_move_run(run.first_node + first, run.first_node + count);
    }
    if (!is_last_single) {
        type_by_letters(count);
    }
}

/// Name these nodes in the game, but for the first one and the last one if more is to be said about them.
void Typer::add_move_run(std::uint32_t first_node, std::uint32_t end_node) {
    if (end_node < first_node + shortest_move_run) {
        return;
    }
    const tengen_node* nodes = storage_->nodes.data();
    const bool is_first_alone =
        first_node != 0 && nodes[first_node].parent == first_node - 1 && nodes[first_node].next_sibling == 0;
    const std::uint32_t first = is_first_alone ? first_node : first_node + 1;
    const bool is_last_plain = nodes[end_node].first_property - nodes[end_node - 1].first_property == 1;
    const std::uint32_t end = is_last_plain ? end_node : end_node - 1;
    if (end >= first + shortest_move_run) {
        storage_->move_runs.push_back({first, end - first});
    }
}

void Typer::type_property(std::uint32_t p) {
    property_ = p;
    const Row& row = row_of(storage_->properties[p].identifier);
    if (!row.is_known || (row.is_recorded_stream && !options_.recorded_streams)) {
        type_unknown(p);
        return;
    }
    if (row.is_info) {
        info_.push_back({current_node(), p});
    }
    if (row.is_text) {
        const std::uint32_t first = storage_->properties[p].first_value;
        const tengen_value raw = storage_->values[first];
        if (storage_->properties[p + 1].first_value == first + 1 && kind_of(raw) == plain_value && payload_of(raw) != 0)
            [[likely]] {
            return;  // it is its own text
        }
    }
    if (!is_go_ && row.depends_on_game) {
        type_meaningless(p);
        return;
    }
    const PropertyDefinition& definition = vocabulary()[row.definition];
    ValueType type = definition.type;
    if (is_korean_ && p < storage_->nodes[1].first_property) {
        if (definition.identifier == Identifier("KO")) {
            type = ValueType::real;
        } else if (definition.identifier == Identifier("TE")) {
            type = ValueType::simple_text;
        }
    }
    if (definition.list == ListKind::single) {
        type_single(p, definition, type);
    } else {
        type_list(p, definition);
    }
}

void Typer::type_unknown(std::uint32_t p) {
    const std::uint32_t end = storage_->properties[p + 1].first_value;
    for (std::uint32_t v = storage_->properties[p].first_value; v < end; ++v) {
        tengen_value& value = storage_->values[v];
        if (kind_of(value) == plain_value) {
            value = make_value(value.offset, ValueKind::raw, payload_of(value));
            continue;
        }
        const std::string_view raw = raw_text(value);
        if (std::any_of(raw.begin(), raw.end(), is_control)) {
            report("sgf.control-byte", value.offset, "control characters in a value of " + name());
            std::string kept;
            std::copy_if(raw.begin(), raw.end(), std::back_inserter(kept), [](char c) { return !is_control(c); });
            value = storage_->store_value(value.offset, ValueKind::raw_stored, kept);
        }
    }
}

/// A property that has a meaning only in Go: its values stay as they are.
void Typer::type_meaningless(std::uint32_t p) {
    const std::uint32_t end = storage_->properties[p + 1].first_value;
    for (std::uint32_t v = storage_->properties[p].first_value; v < end; ++v) {
        tengen_value& value = storage_->values[v];
        if (kind_of(value) == plain_value && payload_of(value) == 0) {
            value = make_value(value.offset, ValueKind::empty);
        }
    }
}

void Typer::type_single(std::uint32_t p, const PropertyDefinition& definition, ValueType type) {
    const std::uint32_t first = storage_->properties[p].first_value;
    const std::uint32_t count = storage_->properties[p + 1].first_value - first;
    const tengen_value raw = storage_->values[first];
    if (count == 1 && kind_of(raw) == plain_value && payload_of(raw) != 0) [[likely]] {
        const std::string_view text(storage_->header.text + raw.offset, payload_of(raw));
        if (type == ValueType::simple_text || (type == ValueType::real && is_real(text))) {
            return;  // it stays as it is
        }
        if (type == ValueType::move && text.size() == 2) {
            const auto column = static_cast<unsigned>(text[0] - 'a');
            const auto row = static_cast<unsigned>(text[1] - 'a');
            if (column < quick_columns_ && row < quick_rows_) {
                storage_->values[first] = make_value(raw.offset, ValueKind::point, column | row << 8);
                return;
            }
        }
    }
    is_repaired_ = false;
    const tengen_value typed = single_value(raw, definition, type);
    if (count == 1) {
        storage_->values[first] = typed;
        if (is_repaired_) {
            keep_original(p, {&raw, 1});
        }
        return;
    }
    before_.assign(storage_->values.begin() + first, storage_->values.begin() + first + count);
    after_.assign(1, typed);
    std::string others;
    // An output has the first one only: the report is the place for the others.
    constexpr std::size_t most_characters = 10'000;
    for (std::uint32_t i = 1; i < count && others.size() < most_characters; ++i) {
        others += (i == 1 ? "" : ", ") + quote(raw_text(before_[i]), most_characters);
    }
    if (!repairs("value.extra-values", before_[1].offset, name() + " has one value; the others are " + others)) {
        for (std::uint32_t i = 1; i < count; ++i) {
            after_.push_back(invalid(before_[i]));
        }
    }
    commit(p);
}

// ---- putting things in place ----

void Typer::keep_original(std::uint32_t p, std::span<const tengen_value> values) {
    storage_->originals.push_back({p, storage_->original_values.size(), static_cast<std::uint32_t>(values.size())});
    for (const tengen_value raw : values) {
        storage_->original_values.push_back(
            make_value(raw.offset, kind_of(raw) == escaped_value_stored ? ValueKind::raw_stored : ValueKind::raw,
                       payload_of(raw)));
    }
}

void Typer::commit(std::uint32_t p) {
    if (is_repaired_) {
        keep_original(p, before_);
    }
    if (after_.size() == before_.size()) {
        std::copy(after_.begin(), after_.end(), storage_->values.begin() + storage_->properties[p].first_value);
        return;
    }
    rewrites_.push_back({p, static_cast<std::uint32_t>(rewritten_.size()), static_cast<std::uint32_t>(after_.size())});
    rewritten_.insert(rewritten_.end(), after_.begin(), after_.end());
}

void Typer::rebuild_values() {
    Column<tengen_value> values;
    values.reserve(storage_->values.size() + static_cast<std::uint32_t>(rewritten_.size()));
    std::size_t next = 0;
    const std::uint32_t count = storage_->properties.size();
    std::uint32_t first = 0;
    for (std::uint32_t p = 0; p < count; ++p) {
        const std::uint32_t end = storage_->properties[p + 1].first_value;
        storage_->properties[p].first_value = values.size();
        if (next < rewrites_.size() && rewrites_[next].property == p) {
            values.append(rewritten_.data() + rewrites_[next].first, rewrites_[next].count);
            ++next;
        } else {
            values.append(storage_->values.data() + first, end - first);
        }
        first = end;
    }
    storage_->properties[count].first_value = values.size();  // the sentinel
    storage_->values.swap(values);
}

/// Values whose bytes are no UTF-8.
void Typer::mark_bytes() {
    const auto mark = [&](tengen_value& value) {
        const ValueKind kind = kind_of(value);
        std::string_view text;
        if (is_slice(kind)) {
            text = {storage_->header.text + value.offset, payload_of(value)};
        } else if (is_stored(kind)) {
            const tengen_slice slice = storage_->stored_values[payload_of(value)];
            text = {storage_->stored_text.data() + slice.offset, slice.size};
        } else {
            return;
        }
        if (!host_.is_utf8(text)) {
            value = make_value(value.offset, is_slice(kind) ? ValueKind::bytes : ValueKind::bytes_stored,
                               payload_of(value));
        }
    };
    for (tengen_value& value : storage_->values) {
        mark(value);
    }
    for (tengen_value& value : storage_->original_values) {
        mark(value);
    }
    for (tengen_pair& pair : storage_->pairs) {
        mark(pair.first);
        mark(pair.second);
    }
}

void Typer::type_as_text(GameStorage& storage, std::uint32_t game, std::span<const PlainMoveRun> plain_moves,
                         bool is_undecodable) {
    storage_ = &storage;
    make_plain_values(storage, plain_moves);
    game_ = game;
    node_ = 0;
    storage.header.typed = 0;
    storage.header.file_format = 4;
    for (std::uint32_t p = 0; p < storage.properties.size(); ++p) {
        property_ = p;
        const std::uint32_t end = storage.properties[p + 1].first_value;
        for (std::uint32_t v = storage.properties[p].first_value; v < end; ++v) {
            const tengen_value value = text_value(storage.values[v], TextKind::text);
            storage.values[v] = value;
        }
    }
    if (is_undecodable) {
        mark_bytes();
    }
}

}  // namespace tengen::sgf
