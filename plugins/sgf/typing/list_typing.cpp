// Properties that hold lists.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "sgf/syntax/scan.h"
#include "sgf/syntax/tree_sink.h"
#include "sgf/typing/typer.h"

namespace tengen::sgf {

namespace {

constexpr std::size_t number_of(const PropertyDefinition& definition) {
    return static_cast<std::size_t>(&definition - vocabulary().data());
}
static_assert(vocabulary().size() <= SeenPoints::property_count);

}  // namespace

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

}  // namespace tengen::sgf
