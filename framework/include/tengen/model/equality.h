// Whether two games are the same game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <tengen/abi/game.h>
#include <tengen/model/fact.h>
#include <tengen/model/game.h>
#include <tengen/model/identifier.h>
#include <tengen/model/stamp_text.h>
#include <tengen/model/value.h>

namespace tengen {

/// What first_difference looks at beside the tree.
struct EqualityOptions {
    bool index = false;     ///< number of the game in its input
    bool charset = true;    ///< the charset that was declared and the one that was used
    bool facts = true;      ///< game information and its origins
    bool originals = true;  ///< what stood in properties before repairs
    bool extensions = true;
};

namespace equality_detail {

/// A short quotation for a message.
[[nodiscard]] inline std::string quoted(std::string_view text) {
    constexpr std::size_t most = 40;
    std::string result = "'";
    result += text.substr(0, most);
    result += text.size() > most ? "...'" : "'";
    return result;
}

[[nodiscard]] inline std::string against(const std::string& a, const std::string& b) {
    return a + " against " + b;
}

class Comparison {
public:
    Comparison(Game a, Game b, const EqualityOptions& options) : a_(a), b_(b), options_(options) {}

    [[nodiscard]] std::optional<std::string> run() {
        if (auto difference = header()) {
            return difference;
        }
        if (auto difference = tree()) {
            return difference;
        }
        if (auto difference = streams()) {
            return difference;
        }
        if (options_.facts) {
            if (auto difference = facts()) {
                return difference;
            }
        }
        return options_.extensions ? extensions() : std::nullopt;
    }

private:
    using Difference = std::optional<std::string>;

    [[nodiscard]] static Difference numbers(std::string_view what, std::uint64_t a, std::uint64_t b) {
        if (a == b) {
            return std::nullopt;
        }
        return std::string(what) + ": " + against(std::to_string(a), std::to_string(b));
    }
    [[nodiscard]] static Difference texts(std::string_view what, std::string_view a, std::string_view b) {
        if (a == b) {
            return std::nullopt;
        }
        return std::string(what) + ": " + against(quoted(a), quoted(b));
    }
    [[nodiscard]] Difference slices(std::string_view what, tengen_slice a, tengen_slice b) const {
        return texts(what, a_.stored(a), b_.stored(b));
    }
    /// The first of several that is one.
    template <class... Rest>
    [[nodiscard]] static Difference first(Difference difference, Rest&&... rest) {
        if constexpr (sizeof...(rest) == 0) {
            return difference;
        } else {
            return difference ? difference : first(std::forward<Rest>(rest)...);
        }
    }
    [[nodiscard]] static Difference at(const std::string& place, Difference difference) {
        return difference ? place + ": " + *difference : difference;
    }

    [[nodiscard]] Difference header() const {
        const tengen_game& a = a_.columns();
        const tengen_game& b = b_.columns();
        Difference difference =
            first(numbers("file format", a.file_format, b.file_format),
                  numbers("file format stated", a.file_format_stated, b.file_format_stated),
                  numbers("kind of game", a.game_kind, b.game_kind),
                  numbers("columns", a.board_columns, b.board_columns), numbers("rows", a.board_rows, b.board_rows),
                  numbers("size stated", a.board_stated, b.board_stated), numbers("typed", a.typed, b.typed));
        if (difference) {
            return difference;
        }
        if (options_.index && a.index != b.index) {
            return numbers("index", a.index, b.index);
        }
        return options_.charset ? first(slices("declared charset", a.charset_declared, b.charset_declared),
                                        slices("used charset", a.charset_used, b.charset_used))
                                : std::nullopt;
    }

    // -- tree --

    [[nodiscard]] Difference tree() {
        if (auto difference = numbers("number of nodes", a_.node_count(), b_.node_count())) {
            return difference;
        }
        for (std::uint32_t n = 0; n < a_.node_count(); ++n) {
            if (auto difference = node(n)) {
                return at("node " + std::to_string(n), difference);
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] Difference node(std::uint32_t n) {
        const std::uint32_t first_a = a_.first_property(n);
        const std::uint32_t first_b = b_.first_property(n);
        const std::uint32_t count = a_.end_property(n) - first_a;
        Difference difference =
            first(numbers("parent", a_.parent(n), b_.parent(n)),
                  numbers("next sibling", a_.columns().nodes[n].next_sibling, b_.columns().nodes[n].next_sibling),
                  numbers("number of properties", count, b_.end_property(n) - first_b),
                  stamps(a_.columns().node_stamps, n, b_.columns().node_stamps, n));
        for (std::uint32_t i = 0; !difference && i < count; ++i) {
            difference = property(first_a + i, first_b + i);
        }
        return difference;
    }

    [[nodiscard]] Difference property(std::uint32_t a, std::uint32_t b) {
        const Identifier id_a = a_.identifier(a);
        const Identifier id_b = b_.identifier(b);
        if ((id_a.is_long() || id_b.is_long()) ? a_.name(a) != b_.name(b) : id_a != id_b) {
            return against(a_.name(a), b_.name(b));
        }
        Difference difference = values(a_.values(a), b_.values(b), id_a == Identifier("SZ"));
        if (!difference) {
            difference = stamps(a_.columns().property_stamps, a, b_.columns().property_stamps, b);
        }
        if (!difference && options_.originals) {
            difference = originals(a, b);
        }
        return difference ? at(a_.name(a), difference) : difference;
    }

    [[nodiscard]] Difference values(std::span<const tengen_value> a, std::span<const tengen_value> b, bool is_size) {
        if (auto difference = numbers("number of values", a.size(), b.size())) {
            return difference;
        }
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (!is_same(a[i], b[i], is_size)) {
                return "value " + std::to_string(i) + ": " + against(describe(a_, a[i]), describe(b_, b[i]));
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] static ValueKind kind_without_storage(tengen_value value) {
        const ValueKind kind = kind_of(value);
        return is_stored(kind) ? static_cast<ValueKind>(static_cast<std::uint8_t>(kind) - 1) : kind;
    }

    [[nodiscard]] bool is_same(tengen_value a, tengen_value b, bool is_size) {
        pairs_.clear();
        for (;;) {
            const ValueKind kind = kind_without_storage(a);
            if (kind != kind_without_storage(b)) {
                // The two numbers of a board may be taken apart or not.
                return is_size && joined(a_, a) == joined(b_, b);
            }
            if (kind == ValueKind::pair) {
                pairs_.emplace_back(a_.pair(a).second, b_.pair(b).second);
                const tengen_value first_a = a_.pair(a).first;
                b = b_.pair(b).first;
                a = first_a;
                continue;
            }
            const bool same = is_slice(kind) ? a_.text(a) == b_.text(b) : a.bits == b.bits;
            if (!same) {
                return false;
            }
            if (pairs_.empty()) {
                return true;
            }
            std::tie(a, b) = pairs_.back();
            pairs_.pop_back();
        }
    }

    /// "9:13" of a text or of a pair of texts; empty for everything else.
    [[nodiscard]] static std::string joined(Game game, tengen_value value) {
        if (is_text(kind_of(value))) {
            return std::string(game.text(value));
        }
        if (kind_of(value) != ValueKind::pair) {
            return {};
        }
        const tengen_pair& pair = game.pair(value);
        if (!is_text(kind_of(pair.first)) || !is_text(kind_of(pair.second))) {
            return {};
        }
        return std::string(game.text(pair.first)) + ':' + std::string(game.text(pair.second));
    }

    [[nodiscard]] static std::string describe(Game game, tengen_value value) {
        constexpr std::string_view names[] = {"empty", "text", "text",    "point",   "pass",  "rectangle", "pair",
                                              "raw",   "raw",  "invalid", "invalid", "bytes", "bytes"};
        const ValueKind kind = kind_of(value);
        std::string result(names[static_cast<std::size_t>(kind)]);
        if (kind == ValueKind::point) {
            const auto letters = point_letters(point_of(value));
            result.append(" ").append(letters.data(), letters.size());
        } else if (kind == ValueKind::rectangle) {
            const auto upper = point_letters(rectangle_of(value).upper_left);
            const auto lower = point_letters(rectangle_of(value).lower_right);
            result.append(" ").append(upper.data(), 2).append(":").append(lower.data(), 2);
        } else if (is_slice(kind) || is_stored(kind)) {
            result += ' ' + quoted(game.text(value));
        }
        return result;
    }

    [[nodiscard]] Difference originals(std::uint32_t a, std::uint32_t b) {
        const std::optional<std::span<const tengen_value>> of_a = original(a_, a, next_original_a_);
        const std::optional<std::span<const tengen_value>> of_b = original(b_, b, next_original_b_);
        if (of_a.has_value() != of_b.has_value()) {
            return of_a ? "only the first one was repaired" : "only the second one was repaired";
        }
        return of_a ? at("before repair", values(*of_a, *of_b, false)) : std::nullopt;
    }
    /// Asked for in ascending order of properties.
    [[nodiscard]] static std::optional<std::span<const tengen_value>> original(Game game, std::uint32_t property,
                                                                               std::uint32_t& next) {
        const tengen_game& columns = game.columns();
        while (next < columns.original_count && columns.originals[next].property < property) {
            ++next;
        }
        if (next == columns.original_count || columns.originals[next].property != property) {
            return std::nullopt;
        }
        const tengen_original& found = columns.originals[next];
        return std::span(columns.original_values + found.first_value, found.value_count);
    }

    // -- stamps and streams --

    [[nodiscard]] Difference stamps(const std::uint32_t* column_a, std::uint32_t a, const std::uint32_t* column_b,
                                    std::uint32_t b) const {
        const std::uint32_t number_a = column_a == nullptr ? 0 : column_a[a];
        const std::uint32_t number_b = column_b == nullptr ? 0 : column_b[b];
        if (number_a == 0 && number_b == 0) {
            return std::nullopt;
        }
        const std::string text_a = stamp_text(a_, number_a);
        const std::string text_b = stamp_text(b_, number_b);
        return texts("stamp", text_a, text_b);
    }
    [[nodiscard]] Difference streams() const {
        const tengen_game& a = a_.columns();
        const tengen_game& b = b_.columns();
        Difference difference = numbers("number of streams", a.stream_count, b.stream_count);
        for (std::uint32_t i = 0; !difference && i < a.stream_count; ++i) {
            const tengen_stream& one = a.streams[i];
            const tengen_stream& other = b.streams[i];
            difference = first(
                numbers("node", one.node, other.node), numbers("kind of source", one.source_kind, other.source_kind),
                slices("source", one.source, other.source), slices("duration", one.duration, other.duration),
                numbers("number of media", one.medium_count, other.medium_count));
            for (std::uint32_t m = 0; !difference && m < one.medium_count; ++m) {
                const tengen_medium& medium_a = a.media[one.first_medium + m];
                const tengen_medium& medium_b = b.media[other.first_medium + m];
                difference = first(slices("medium", medium_a.source, medium_b.source),
                                   slices("type of medium", medium_a.type, medium_b.type));
            }
            difference = at("stream " + std::to_string(i), difference);
        }
        return difference;
    }

    // -- facts --

    [[nodiscard]] Difference facts() const {
        const tengen_game& a = a_.columns();
        const tengen_game& b = b_.columns();
        Difference difference = numbers("number of facts", a.fact_count, b.fact_count);
        for (std::uint32_t i = 0; !difference && i < a.fact_count; ++i) {
            difference = at("fact " + std::to_string(i), fact(a.facts[i], b.facts[i]));
        }
        return difference;
    }

    [[nodiscard]] Difference fact(const tengen_fact& a, const tengen_fact& b) const {
        Difference difference =
            first(texts("field", field_name(a.field), field_name(b.field)), numbers("state", a.state, b.state),
                  numbers("node", a.node, b.node), numbers("property", a.property, b.property),
                  numbers("certainty", a.certainty, b.certainty), numbers("note", a.note, b.note),
                  slices("format", a.format, b.format), slices("origin", a.origin, b.origin),
                  numbers("line", a.line, b.line), numbers("number of marks", a.mark_count, b.mark_count));
        if (!difference && a.property == none) {
            difference = slices("text", a.text, b.text);
        }
        for (std::uint32_t i = 0; !difference && i < a.mark_count; ++i) {
            const tengen_mark& one = a_.columns().marks[a.first_mark + i];
            const tengen_mark& other = b_.columns().marks[b.first_mark + i];
            difference = first(numbers("scope of mark", one.scope, other.scope),
                               numbers("position of mark", one.position, other.position),
                               numbers("level of mark", one.level, other.level), slices("mark", one.text, other.text));
        }
        return difference;
    }

    // -- extension fields --

    struct Field {
        std::string_view place;
        std::string_view key;
        std::string_view text;
        friend auto operator<=>(const Field&, const Field&) = default;
    };

    /// Members of a document: they stand in an object of the game, named by a JSON pointer as a URI fragment, or around
    /// the games.
    [[nodiscard]] static bool is_member(std::string_view place) {
        return place.starts_with('#') || place == "document" || place == "collection";
    }

    /// Members have no order among each other; other fields have one.
    [[nodiscard]] static std::vector<Field> fields_of(Game game) {
        std::vector<Field> fields;
        fields.reserve(game.columns().extension_field_count);
        for (std::uint32_t i = 0; i < game.columns().extension_field_count; ++i) {
            const tengen_extension_field& field = game.columns().extension_fields[i];
            fields.push_back({game.stored(field.place), game.stored(field.key), game.stored(field.text)});
        }
        const auto inside = std::stable_partition(fields.begin(), fields.end(),
                                                  [](const Field& field) { return !is_member(field.place); });
        std::sort(inside, fields.end());
        return fields;
    }

    [[nodiscard]] Difference extensions() const {
        if (auto difference = numbers("number of extension fields", a_.columns().extension_field_count,
                                      b_.columns().extension_field_count)) {
            return difference;
        }
        const std::vector<Field> a = fields_of(a_);
        const std::vector<Field> b = fields_of(b_);
        Difference difference;
        for (std::size_t i = 0; !difference && i < a.size(); ++i) {
            difference = first(texts("place of extension field", a[i].place, b[i].place),
                               texts("extension field", a[i].key, b[i].key),
                               texts("text of extension field", a[i].text, b[i].text));
        }
        return difference;
    }

    Game a_;
    Game b_;
    EqualityOptions options_;
    std::uint32_t next_original_a_ = 0;
    std::uint32_t next_original_b_ = 0;
    std::vector<std::pair<tengen_value, tengen_value>> pairs_;
};

}  // namespace equality_detail

/// The first thing that differs between two games, in words; nullopt if they are the same: equal trees, properties by
/// name and in order, values by what they mean (not by where they are stored), originals, stamps, streams, facts,
/// extension fields. Places in the input and positions do not count. Linear (extension fields n log n), no recursion.
[[nodiscard]] inline std::optional<std::string> first_difference(Game a, Game b, const EqualityOptions& options = {}) {
    return equality_detail::Comparison(a, b, options).run();
}

}  // namespace tengen
