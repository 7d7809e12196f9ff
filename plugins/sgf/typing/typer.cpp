#include "sgf/typing/typer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include <tengen/model/decimal.h>
#include <tengen/model/fact.h>
#include <tengen/model/identifier.h>
#include <tengen/model/overtime.h>

#include "sgf/syntax/irregularity.h"
#include "sgf/syntax/scan.h"
#include "sgf/syntax/tree_sink.h"
#include "sgf/typing/board_size.h"

namespace tengen::sgf {

namespace {

constexpr std::size_t number_of(const PropertyDefinition& definition) {
    return static_cast<std::size_t>(&definition - vocabulary().data());
}
static_assert(vocabulary().size() <= SeenPoints::property_count);

std::string board_name(BoardSize board) {
    return std::to_string(board.columns) + "x" + std::to_string(board.rows) + " board";
}

bool has_space(std::string_view text) {
    return std::any_of(text.begin(), text.end(), is_space);
}

std::string without_space(std::string_view text) {
    std::string result;
    std::copy_if(text.begin(), text.end(), std::back_inserter(result), [](char c) { return !is_space(c); });
    return result;
}

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

/// The text of a root property, also if it stands elsewhere and nothing contradicts it.
std::optional<std::string_view> Typer::dialect_value(Identifier identifier) {
    std::uint32_t found = find_in_root(identifier);
    if (found != none) {
        return raw_text(storage_->values[storage_->properties[found].first_value]);
    }
    std::optional<std::string_view> text;
    for (std::uint32_t p = storage_->nodes[1].first_property; p < storage_->properties.size(); ++p) {
        if (storage_->properties[p].identifier == identifier.code()) {
            const std::string_view other = raw_text(storage_->values[storage_->properties[p].first_value]);
            if (text && *text != other) {
                return std::nullopt;
            }
            text = other;
        }
    }
    return text;
}

void Typer::read_dialect(GameStorage& storage) {
    storage_ = &storage;
    tengen_game& header = storage.header;
    const auto number = [&](Identifier identifier) -> std::optional<std::int64_t> {
        const std::optional<std::string_view> text = dialect_value(identifier);
        const std::optional<std::string> digits = text ? read_number_leniently(*text) : std::nullopt;
        return digits ? integer_of(*digits) : std::nullopt;
    };
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
        if (const std::optional<std::string_view> text = dialect_value("SZ")) {
            if (const std::optional<SizeReading> size = read_size(without_space(*text))) {
                board_ = size->board;
                header.board_stated = 1;
            }
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
    seen_points_ready_ = false;
    seen_pairs_.begin();
    is_korean_ = is_go_ && has_korean_dialect();
    if (storage.header.file_format_stated == 0 && !dialect_value("FF")) {
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
    constexpr std::uint32_t shortest = 4;
    if (end_node < first_node + shortest) {
        return;
    }
    const tengen_node* nodes = storage_->nodes.data();
    const bool is_first_alone =
        first_node != 0 && nodes[first_node].parent == first_node - 1 && nodes[first_node].next_sibling == 0;
    const std::uint32_t first = is_first_alone ? first_node : first_node + 1;
    const bool is_last_plain = nodes[end_node].first_property - nodes[end_node - 1].first_property == 1;
    const std::uint32_t end = is_last_plain ? end_node : end_node - 1;
    if (end >= first + shortest) {
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
    for (std::uint32_t i = 1; i < count && others.size() < 200; ++i) {
        others += (i == 1 ? "" : ", ") + quote(raw_text(before_[i]));
    }
    if (!repairs("value.extra-values", before_[1].offset, name() + " has one value; the others are " + others)) {
        for (std::uint32_t i = 1; i < count; ++i) {
            after_.push_back(invalid(before_[i]));
        }
    }
    commit(p);
}

void Typer::type_list(std::uint32_t p, const PropertyDefinition& definition) {
    const std::uint32_t first = storage_->properties[p].first_value;
    const std::uint32_t count = storage_->properties[p + 1].first_value - first;
    if (count == 1 && definition.list == ListKind::possibly_empty &&
        storage_->values[first].bits == make_value(0, plain_value).bits) {
        storage_->values[first] = make_value(storage_->values[first].offset, ValueKind::empty);
        return;
    }
    if (!seen_points_ready_) {
        seen_points_.begin(board_);
        seen_points_ready_ = true;
    }
    seen_points_.select(number_of(definition), current_list());
    // Points that need no thought are typed in place, up to the first other value.
    std::uint32_t done = 0;
    if (definition.type == ValueType::point_or_rectangle) {
        tengen_value* values = storage_->values.data() + first;
        for (; done < count && values[done].bits == make_value(0, plain_value, 2).bits; ++done) {
            const char* text = storage_->header.text + values[done].offset;
            const std::optional<Point> point = parse_point({text, 2}, board_);
            if (!point || seen_points_.contains(*point)) {
                break;
            }
            seen_points_.insert(*point);
            values[done] = make_point(values[done].offset, *point);
        }
        if (done == count) {
            return;
        }
    }
    before_.assign(storage_->values.begin() + first, storage_->values.begin() + first + count);
    after_.assign(before_.begin(), before_.begin() + done);
    for (std::uint32_t i = 0; i < done; ++i) {
        before_[i] = make_value(before_[i].offset, plain_value, 2);
    }
    is_repaired_ = false;
    for (std::uint32_t i = done; i < count; ++i) {
        add_list_value(before_[i], definition);
    }
    if (after_.empty()) {
        after_.push_back(make_value(before_.front().offset, ValueKind::empty));
    }
    commit(p);
}

void Typer::add_list_value(tengen_value raw, const PropertyDefinition& definition) {
    if (kind_of(raw) == plain_value && payload_of(raw) == 0) {
        if (!repairs("value.empty", raw.offset, name() + " needs a value")) {
            after_.push_back(make_value(raw.offset, ValueKind::empty));
        }
        return;
    }
    if (definition.type == ValueType::point_or_rectangle) {
        const tengen_value value = point_value(raw);
        if (is_invalid(kind_of(value))) {
            after_.push_back(value);
        } else {
            add_points(value);
        }
        return;
    }
    const std::string_view text = raw_text(raw);
    if (definition.type == ValueType::point_text && kind_of(raw) == plain_value && text.size() > 3 && text[2] == ':' &&
        text.find(':', 3) == std::string_view::npos) [[likely]] {
        const std::optional<Point> point = parse_point(text.substr(0, 2), board_);
        if (point && seen_points_.insert(*point)) {
            const auto label = make_value(raw.offset + 3, ValueKind::text, static_cast<std::uint32_t>(text.size() - 3));
            after_.push_back(storage_->pair_value(raw.offset, make_point(raw.offset, *point), label));
            return;
        }
    }
    const std::size_t colon = find_colon(text);
    if (colon == std::string_view::npos) {
        const bool is_pair_of_points = definition.type == ValueType::point_pair;
        if (is_pair_of_points) {
            // One point, or none: an end is missing.
            if (!repairs("value.bad-point-pair", raw.offset, quote(text) + " has not two ends")) {
                after_.push_back(invalid(raw));
            }
        } else {
            repairs("value.not-compose", raw.offset, quote(text) + " has no colon");
            after_.push_back(invalid(raw));
        }
        return;
    }
    const auto second_offset = static_cast<std::uint32_t>(raw.offset + colon + 1);
    const std::string first_text(text.substr(0, colon));
    const std::string second_text(text.substr(colon + 1));
    const std::optional<Point> first = read_point(raw.offset, first_text);
    if (definition.type == ValueType::point_pair) {
        const std::optional<Point> second = first ? read_point(second_offset, second_text) : std::nullopt;
        if (!first || !second) {
            after_.push_back(invalid(raw));
            return;
        }
        const bool is_line = definition.identifier == Identifier("LN");
        const bool is_swapped = is_line && *second < *first;
        if (*first == *second || !seen_pairs_.insert(number_of(definition), current_list(),
                                                     is_swapped ? *second : *first, is_swapped ? *first : *second)) {
            const std::string what = *first == *second ? " has equal ends" : " is there already";
            if (!repairs("value.bad-point-pair", raw.offset, quote(text) + what)) {
                after_.push_back(invalid(raw));
            }
            return;
        }
        after_.push_back(
            storage_->pair_value(raw.offset, make_point(raw.offset, *first), make_point(second_offset, *second)));
        return;
    }
    check_more_colons(raw.offset, second_text);
    if (!first) {
        after_.push_back(invalid(raw));
        return;
    }
    if (!seen_points_.insert(*first) &&
        repairs("value.dup-point", raw.offset, "a second label on " + quote(first_text) + ": " + quote(second_text))) {
        return;
    }
    const bool is_slice_of_text = kind_of(raw) != escaped_value_stored;
    const tengen_value label =
        is_slice_of_text
            ? text_part(second_offset, std::string_view(storage_->header.text + second_offset, second_text.size()),
                        TextKind::simple_text)
            : text_part(second_offset, second_text, TextKind::simple_text);
    after_.push_back(storage_->pair_value(raw.offset, make_point(raw.offset, *first), label));
}

/// A point or rectangle of a list, without the points that the list has already.
void Typer::add_points(tengen_value value) {
    std::uint32_t known = 0;
    std::uint32_t all = 0;
    for_each_point(value, [&](Point point) {
        ++all;
        known += seen_points_.contains(point) ? 1 : 0;
    });
    if (known == 0) {
        for_each_point(value, [&](Point point) { seen_points_.insert(point); });
        after_.push_back(value);
        return;
    }
    const std::array<char, 2> letters =
        point_letters(kind_of(value) == ValueKind::point ? point_of(value) : rectangle_of(value).upper_left);
    const std::string what = all == 1 ? "the point " + std::string(letters.data(), 2) + " is"
                                      : std::to_string(known) + " points of the rectangle are";
    if (!repairs("value.dup-point", value.offset, what + " in " + name() + " already")) {
        for_each_point(value, [&](Point point) { seen_points_.insert(point); });
        after_.push_back(value);
        return;
    }
    for_each_point(value, [&](Point point) {
        if (seen_points_.insert(point)) {
            after_.push_back(make_point(value.offset, point));
        }
    });
}

// ---- values ----

tengen_value Typer::invalid(tengen_value raw) const {
    return make_value(raw.offset, kind_of(raw) == escaped_value_stored ? ValueKind::invalid_stored : ValueKind::invalid,
                      payload_of(raw));
}

/// A text that was made from `source`: a slice, if it is one of the game's text, else stored.
tengen_value Typer::kept_text(std::uint32_t offset, std::string_view source, std::string_view text) {
    const char* begin = storage_->header.text + offset;
    if (text == source && source.data() == begin) {
        return make_value(offset, ValueKind::text, static_cast<std::uint32_t>(text.size()));
    }
    return storage_->store_value(offset, ValueKind::text_stored, text);
}

tengen_value Typer::text_part(std::uint32_t offset, std::string_view raw, TextKind kind) {
    if (raw.empty()) {
        return make_value(offset, ValueKind::empty);
    }
    return is_own_text(raw, kind) ? kept_text(offset, raw, raw) : unescaped_value(offset, raw, kind);
}

tengen_value Typer::unescaped_value(std::uint32_t offset, std::string_view raw, TextKind kind) {
    // The text is never longer than its raw form. The raw form may be stored text itself, which may move.
    Column<char>& stored = storage_->stored_text;
    const bool is_stored_itself = raw.data() >= stored.begin() && raw.data() < stored.end();
    const auto size = static_cast<std::uint32_t>(raw.size());
    const std::size_t from = is_stored_itself ? static_cast<std::size_t>(raw.data() - stored.data()) : 0;
    const std::uint32_t begin = stored.size();
    char* to = stored.append(size);
    if (is_stored_itself) {
        raw = {stored.data() + from, size};
    }
    TextTraits traits;
    const auto length = static_cast<std::uint32_t>(unescape(raw, kind, to, traits) - to);
    stored.resize(begin + length);
    if (traits.control) [[unlikely]] {
        report("sgf.control-byte", offset, "control characters in a value of " + name());
    }
    if (traits.line_break) {
        report("value.line-break", offset, "a line break in " + name() + ", which is one line; it counts as a blank");
    }
    return length == 0 ? make_value(offset, ValueKind::empty)
                       : storage_->stored_value(offset, ValueKind::text_stored, {begin, length});
}

tengen_value Typer::text_value(tengen_value raw, TextKind kind) {
    if (kind_of(raw) == plain_value) {
        return payload_of(raw) == 0 ? make_value(raw.offset, ValueKind::empty) : raw;
    }
    return text_part(raw.offset, raw_text(raw), kind);
}

tengen_value Typer::empty_value(tengen_value raw, std::string_view what) {
    report("value.empty", raw.offset, name() + " needs " + std::string(what));
    return make_value(raw.offset, ValueKind::empty);
}

tengen_value Typer::single_value(tengen_value raw, const PropertyDefinition& definition, ValueType type) {
    switch (type) {
        case ValueType::text:
        case ValueType::simple_text: {
            const tengen_value value =
                text_value(raw, type == ValueType::text ? TextKind::text : TextKind::simple_text);
            if (kind_of(value) == ValueKind::empty) {
                if (definition.field == TENGEN_FIELD_RESULT || definition.field == TENGEN_FIELD_DATE) {
                    return empty_value(raw, "a text");
                }
                report("value.empty-text", raw.offset, name() + " has no text");
            }
            return value;
        }
        case ValueType::move:
            return move_value(raw);
        case ValueType::number:
            return number_value(raw, definition);
        case ValueType::real:
            return real_value(raw, definition);
        case ValueType::double_:
            return double_value(raw);
        case ValueType::color:
            return color_value(raw);
        case ValueType::board_size:
            return size_value(raw);
        case ValueType::text_pair:
            return pair_of_texts(raw, definition);
        case ValueType::figure:
            return figure_value(raw);
        case ValueType::none:
            return none_value(raw);
        case ValueType::point:
        case ValueType::point_or_rectangle:
        case ValueType::point_pair:
        case ValueType::point_text:
        case ValueType::unknown:
            break;  // lists, handled elsewhere
    }
    return invalid(raw);
}

/// The text of a value whose type allows no white space; nullopt if there was some that must stay.
std::optional<std::string_view> Typer::compact(tengen_value raw) {
    const std::string_view text = raw_text(raw);
    if (!has_space(text)) {
        return text;
    }
    scratch_ = without_space(text);
    if (!repairs("value.white-space", raw.offset, "white space inside " + quote(text))) {
        return std::nullopt;
    }
    return scratch_;
}

tengen_value Typer::move_value(tengen_value raw) {
    const std::optional<std::string_view> compacted = compact(raw);
    if (!compacted) {
        return invalid(raw);
    }
    const std::string_view text = *compacted;
    const tengen_value pass = make_value(raw.offset, ValueKind::pass);
    if (text.empty()) {
        return pass;
    }
    const std::optional<Point> point = parse_point(text);
    if (text == "tt") {
        if (board_.columns <= 19 && board_.rows <= 19) {
            report("value.pass-as-tt", raw.offset, "a pass is written as tt");
            return pass;
        }
        if (point->is_on(board_)) {
            report("value.tt-is-point", raw.offset, "tt is a point of the " + board_name(board_));
        }
    }
    if (point && point->is_on(board_)) {
        return make_point(raw.offset, *point);
    }
    if (text == "``" || (point && point->column == board_.columns && point->row == board_.rows)) {
        return repairs("value.odd-pass", raw.offset, "a pass is written as " + quote(text)) ? pass : invalid(raw);
    }
    if (point && board_.columns <= 26 && board_.rows <= 26) {
        const Point lower{static_cast<std::uint8_t>(point->column % 26), static_cast<std::uint8_t>(point->row % 26)};
        if (lower.is_on(board_)) {
            return repairs("value.point-case", raw.offset, "capital letters in the point " + quote(text))
                       ? make_point(raw.offset, lower)
                       : invalid(raw);
        }
    }
    report("value.bad-move", raw.offset, quote(text) + " is no point of the " + board_name(board_));
    return invalid(raw);
}

std::optional<Point> Typer::read_point(std::uint32_t offset, std::string_view text) {
    std::string compacted;
    if (has_space(text)) {
        if (!repairs("value.white-space", offset, "white space inside " + quote(text))) {
            return std::nullopt;
        }
        compacted = without_space(text);
        text = compacted;
    }
    const std::optional<Point> point = parse_point(text);
    if (point && point->is_on(board_)) {
        return point;
    }
    if (point && board_.columns <= 26 && board_.rows <= 26) {
        const Point lower{static_cast<std::uint8_t>(point->column % 26), static_cast<std::uint8_t>(point->row % 26)};
        if (lower.is_on(board_)) {
            return repairs("value.point-case", offset, "capital letters in the point " + quote(text))
                       ? std::optional(lower)
                       : std::nullopt;
        }
    }
    report("value.bad-point", offset, quote(text) + " is no point of the " + board_name(board_));
    return std::nullopt;
}

/// A point or a rectangle.
tengen_value Typer::point_value(tengen_value raw) {
    const std::string_view text = raw_text(raw);
    if (text.size() == 2) {
        if (const std::optional<Point> point = parse_point(text, board_)) [[likely]] {
            return make_point(raw.offset, *point);
        }
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
        const std::optional<Point> point = read_point(raw.offset, text);
        return point ? make_point(raw.offset, *point) : invalid(raw);
    }
    const std::optional<Point> first = read_point(raw.offset, text.substr(0, colon));
    const std::optional<Point> second =
        first ? read_point(static_cast<std::uint32_t>(raw.offset + colon + 1), text.substr(colon + 1)) : std::nullopt;
    if (!first || !second) {
        return invalid(raw);
    }
    const Rectangle rectangle{{std::min(first->column, second->column), std::min(first->row, second->row)},
                              {std::max(first->column, second->column), std::max(first->row, second->row)}};
    if (rectangle.size() == 1 || rectangle.upper_left != *first) {
        const std::string what = rectangle.size() == 1 ? " is a rectangle of one point" : " has its corners swapped";
        if (!repairs("value.bad-rect", raw.offset, quote(text) + what)) {
            return invalid(raw);
        }
    }
    return rectangle.size() == 1 ? make_point(raw.offset, *first) : make_rectangle(raw.offset, rectangle);
}

tengen_value Typer::number_value(tengen_value raw, const PropertyDefinition& definition) {
    const std::string_view text = raw_text(raw);
    tengen_value value = make_value(raw.offset, ValueKind::text, payload_of(raw));
    std::string number(text);
    if (text.empty()) {
        return empty_value(raw, "a number");
    }
    if (!is_number(text)) {
        number = without_space(text);
        if (has_space(text) && is_number(number)) {
            if (!repairs("value.white-space", raw.offset, "white space inside " + quote(text))) {
                return invalid(raw);
            }
        } else if (number.empty()) {
            return empty_value(raw, "a number");
        } else {
            const std::optional<std::string> reading = read_number_leniently(text);
            const bool is_info = definition.property_class == PropertyClass::game_info;
            const sdk::Answer answer =
                report("value.bad-number", raw.offset,
                       quote(text) + " is no whole number" + (reading ? "; " + *reading + " is read" : ""));
            if (!answer.apply_fix()) {
                return invalid(raw);
            }
            if (!reading) {
                return is_info ? text_part(raw.offset, text, TextKind::simple_text) : invalid(raw);
            }
            is_repaired_ = true;
            number = *reading;
        }
        value = storage_->store_value(raw.offset, ValueKind::text_stored, number);
    }
    const std::optional<std::int64_t> n = integer_of(number);
    const Identifier identifier = definition.identifier;
    if (identifier == Identifier("FF")) {
        if (!n || *n < 1 || *n > 4) {
            report("node.ff-unknown", raw.offset,
                   "FF[" + number + "] is unknown; it is read as FF[" + std::to_string(storage_->header.file_format) +
                       "]");
        }
        return value;
    }
    if (identifier == Identifier("GM") && n && *n > 1 && !is_go_ && property_ == find_in_root("GM")) {
        report("node.not-go", raw.offset, "the game is GM[" + number + "], not Go; its values stay as they are");
    }
    const bool is_in_range = identifier == Identifier("ST")   ? n && *n >= 0 && *n <= 3
                             : identifier == Identifier("PM") ? n && *n >= 0 && *n <= 2
                             : identifier == Identifier("GM") ? n && *n >= 1
                                                              : true;
    if (!is_in_range) {
        report("value.out-of-range", raw.offset, name() + "[" + number + "] is outside the allowed range");
        return invalid(raw);
    }
    return value;
}

tengen_value Typer::real_value(tengen_value raw, const PropertyDefinition& definition) {
    const std::string_view text = raw_text(raw);
    if (is_real(text)) {
        return make_value(raw.offset, kind_of(raw) == escaped_value_stored ? ValueKind::text_stored : ValueKind::text,
                          payload_of(raw));
    }
    std::string number = without_space(text);
    if (number.empty()) {
        return empty_value(raw, "a number");
    }
    if (has_space(text) && is_real(number)) {
        return repairs("value.white-space", raw.offset, "white space inside " + quote(text))
                   ? storage_->store_value(raw.offset, ValueKind::text_stored, number)
                   : invalid(raw);
    }
    const Identifier identifier = definition.identifier;
    std::optional<std::string> reading;
    if (identifier == Identifier("TM") || identifier == Identifier("BL") || identifier == Identifier("WL")) {
        // What states an overtime as well cannot become one number.
        const std::optional<MainTime> time = read_main_time_leniently(text);
        if (time && !time->overtime) {
            reading = time->seconds;
        }
    }
    if (!reading) {
        reading = read_real_leniently(text);
    }
    const sdk::Answer answer =
        report("value.bad-real", raw.offset,
               quote(text) + " is no real number" + (reading ? "; " + *reading + " is read" : ""));
    if (!answer.apply_fix()) {
        return invalid(raw);
    }
    if (!reading) {
        return definition.property_class == PropertyClass::game_info
                   ? text_part(raw.offset, text, TextKind::simple_text)
                   : invalid(raw);
    }
    is_repaired_ = true;
    return storage_->store_value(raw.offset, ValueKind::text_stored, *reading);
}

tengen_value Typer::double_value(tengen_value raw) {
    const std::string_view text = raw_text(raw);
    if (text == "1" || text == "2") {
        return make_value(raw.offset, ValueKind::text, 1);
    }
    const std::string compacted = without_space(text);
    if (compacted.empty()) {
        return empty_value(raw, "1 or 2");
    }
    if (has_space(text) && (compacted == "1" || compacted == "2")) {
        return repairs("value.white-space", raw.offset, "white space inside " + quote(text))
                   ? storage_->store_value(raw.offset, ValueKind::text_stored, compacted)
                   : invalid(raw);
    }
    return repairs("value.bad-double", raw.offset, quote(text) + " is neither 1 nor 2")
               ? storage_->store_value(raw.offset, ValueKind::text_stored, "1")
               : invalid(raw);
}

tengen_value Typer::color_value(tengen_value raw) {
    const std::string_view text = raw_text(raw);
    if (text == "B" || text == "W") {
        return make_value(raw.offset, ValueKind::text, 1);
    }
    std::string compacted = without_space(text);
    if (compacted.empty()) {
        return empty_value(raw, "a color");
    }
    if (has_space(text) && (compacted == "B" || compacted == "W")) {
        return repairs("value.white-space", raw.offset, "white space inside " + quote(text))
                   ? storage_->store_value(raw.offset, ValueKind::text_stored, compacted)
                   : invalid(raw);
    }
    for (char& c : compacted) {
        c = is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
    }
    const bool is_black = compacted == "b" || compacted == "black" || compacted == "1";
    const bool is_white = compacted == "w" || compacted == "white" || compacted == "2";
    const sdk::Answer answer = report("value.bad-color", raw.offset, quote(text) + " is neither B nor W");
    if (!answer.apply_fix() || (!is_black && !is_white)) {
        return invalid(raw);
    }
    is_repaired_ = true;
    return storage_->store_value(raw.offset, ValueKind::text_stored, is_black ? "B" : "W");
}

tengen_value Typer::size_value(tengen_value raw) {
    const std::string_view text = raw_text(raw);
    const std::string compacted = without_space(text);
    if (compacted.empty()) {
        return empty_value(raw, "a size");
    }
    const std::optional<SizeReading> size = read_size(compacted);
    const tengen_value value = make_value(raw.offset, ValueKind::text, payload_of(raw));
    if (size && !size->is_square_pair && compacted == text) {
        return value;
    }
    if (!size) {
        report("value.bad-size", raw.offset, quote(text) + " is no board size");
        return invalid(raw);
    }
    bool is_good = true;
    if (compacted != text) {
        is_good = repairs("value.white-space", raw.offset, "white space inside " + quote(text));
    }
    if (!size->is_square_pair) {
        return is_good ? storage_->store_value(raw.offset, ValueKind::text_stored, compacted) : invalid(raw);
    }
    is_good &= repairs("value.bad-size", raw.offset, "a square board is written as " + quote(text));
    return is_good ? storage_->store_value(raw.offset, ValueKind::text_stored, std::to_string(size->board.columns))
                   : invalid(raw);
}

void Typer::check_more_colons(std::uint32_t offset, std::string_view rest) {
    if (find_colon(rest) != std::string_view::npos) {
        report("value.unescaped-colon", offset, "a second colon in a value of " + name() + " is not escaped");
    }
}

tengen_value Typer::pair_of_texts(tengen_value raw, const PropertyDefinition& definition) {
    const std::string text(raw_text(raw));
    if (text.empty()) {
        return empty_value(raw, "a value");
    }
    const std::size_t colon = find_colon(text);
    if (colon == std::string::npos) {
        const bool applies = report("value.not-compose", raw.offset, quote(text) + " has no colon").apply_fix();
        const bool is_kept =
            definition.property_class == PropertyClass::root || definition.property_class == PropertyClass::game_info;
        return applies && is_kept ? text_value(raw, TextKind::simple_text) : invalid(raw);
    }
    check_more_colons(raw.offset, std::string_view(text).substr(colon + 1));
    const auto second_offset = static_cast<std::uint32_t>(raw.offset + colon + 1);
    const auto part = [&](std::uint32_t offset, std::size_t from, std::size_t size) {
        const bool is_slice_of_text = kind_of(raw) != escaped_value_stored;
        return text_part(offset,
                         is_slice_of_text ? std::string_view(storage_->header.text + offset, size)
                                          : std::string_view(text).substr(from, size),
                         TextKind::simple_text);
    };
    const tengen_value first = part(raw.offset, 0, colon);
    const tengen_value second = part(second_offset, colon + 1, text.size() - colon - 1);
    return storage_->pair_value(raw.offset, first, second);
}

tengen_value Typer::figure_value(tengen_value raw) {
    const std::string text(raw_text(raw));
    if (text.empty()) {
        return make_value(raw.offset, ValueKind::empty);
    }
    const std::size_t colon = find_colon(text);
    if (colon == std::string::npos) {
        report("value.not-compose", raw.offset, quote(text) + " has no colon");
        return invalid(raw);
    }
    check_more_colons(raw.offset, std::string_view(text).substr(colon + 1));
    const std::string_view number = std::string_view(text).substr(0, colon);
    tengen_value first = make_value(raw.offset, ValueKind::text, static_cast<std::uint32_t>(colon));
    if (!is_number(number) || kind_of(raw) == escaped_value_stored) {
        const std::optional<std::string> reading = read_number_leniently(number);
        const std::string compacted = without_space(number);
        if (is_number(number)) {
            first = storage_->store_value(raw.offset, ValueKind::text_stored, number);
        } else if (has_space(number) && is_number(compacted)) {
            if (!repairs("value.white-space", raw.offset, "white space inside " + quote(number))) {
                return invalid(raw);
            }
            first = storage_->store_value(raw.offset, ValueKind::text_stored, compacted);
        } else {
            const bool applies =
                report("value.bad-number", raw.offset, quote(number) + " is no whole number").apply_fix();
            if (!applies || !reading) {
                return invalid(raw);
            }
            is_repaired_ = true;
            first = storage_->store_value(raw.offset, ValueKind::text_stored, *reading);
        }
    }
    const auto second_offset = static_cast<std::uint32_t>(raw.offset + colon + 1);
    const std::size_t size = text.size() - colon - 1;
    const tengen_value second =
        kind_of(raw) == escaped_value_stored
            ? text_part(second_offset, std::string_view(text).substr(colon + 1), TextKind::simple_text)
            : text_part(second_offset, {storage_->header.text + second_offset, size}, TextKind::simple_text);
    return storage_->pair_value(raw.offset, first, second);
}

tengen_value Typer::none_value(tengen_value raw) {
    const std::string_view text = raw_text(raw);
    const tengen_value empty = make_value(raw.offset, ValueKind::empty);
    if (text.empty()) {
        return empty;
    }
    if (std::all_of(text.begin(), text.end(), is_space)) {
        return repairs("value.white-space", raw.offset, "white space in " + name()) ? empty : invalid(raw);
    }
    return repairs("value.not-empty", raw.offset, name() + " has no value, but here it has " + quote(text))
               ? empty
               : invalid(raw);
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
