#include "streams/typed_value.h"

#include <optional>

namespace tengen::streams {

ValueType value_type_of(std::string_view name) {
    const PropertyDefinition* definition =
        Identifier::fits(name) ? find_property(Identifier(Identifier::pack(name))) : nullptr;
    return definition == nullptr ? ValueType::unknown : definition->type;
}

tengen_value typed_value(GameStorage& storage, ValueType type, std::string_view text, BoardSize board) {
    if (text.empty()) {
        return make_value(0, type == ValueType::move ? ValueKind::pass : ValueKind::empty);
    }
    const auto store = [&](ValueKind kind) { return storage.store_value(0, kind, text); };
    const std::size_t colon = text.find(':');
    const auto part = [&](std::string_view half) {
        return half.empty() ? make_value(0, ValueKind::empty) : storage.store_value(0, ValueKind::text_stored, half);
    };
    switch (type) {
        case ValueType::unknown:
            return store(ValueKind::raw_stored);
        case ValueType::move:
        case ValueType::point: {
            const std::optional<Point> point = parse_point(text, board);
            return point ? make_point(0, *point) : store(ValueKind::invalid_stored);
        }
        case ValueType::point_or_rectangle: {
            const std::optional<Point> first = parse_point(text.substr(0, colon), board);
            if (!first || colon == std::string_view::npos) {
                return first ? make_point(0, *first) : store(ValueKind::invalid_stored);
            }
            const std::optional<Point> second = parse_point(text.substr(colon + 1), board);
            if (!second || second->column < first->column || second->row < first->row) {
                return store(ValueKind::invalid_stored);
            }
            return make_rectangle(0, {*first, *second});
        }
        case ValueType::point_pair:
        case ValueType::point_text: {
            const std::optional<Point> first =
                colon == std::string_view::npos ? std::nullopt : parse_point(text.substr(0, colon), board);
            if (!first) {
                return store(ValueKind::invalid_stored);
            }
            if (type == ValueType::point_text) {
                return storage.pair_value(0, make_point(0, *first), part(text.substr(colon + 1)));
            }
            const std::optional<Point> second = parse_point(text.substr(colon + 1), board);
            return second ? storage.pair_value(0, make_point(0, *first), make_point(0, *second))
                          : store(ValueKind::invalid_stored);
        }
        case ValueType::text_pair:
        case ValueType::figure:
            if (colon != std::string_view::npos) {
                return storage.pair_value(0, part(text.substr(0, colon)), part(text.substr(colon + 1)));
            }
            return store(ValueKind::text_stored);
        default:
            return store(ValueKind::text_stored);
    }
}

std::string text_of_value(Game game, tengen_value value) {
    const auto letters = [](Point point) {
        const auto both = point_letters(point);
        return std::string(both.begin(), both.end());
    };
    switch (kind_of(value)) {
        case ValueKind::empty:
        case ValueKind::pass:
            return {};
        case ValueKind::point:
            return letters(point_of(value));
        case ValueKind::rectangle:
            return letters(rectangle_of(value).upper_left) + ":" + letters(rectangle_of(value).lower_right);
        case ValueKind::pair: {
            const tengen_pair& pair = game.pair(value);  // whose parts are no pairs
            const auto part = [&](tengen_value half) {
                return kind_of(half) == ValueKind::point ? letters(point_of(half)) : std::string(game.text(half));
            };
            return part(pair.first) + ":" + part(pair.second);
        }
        default:
            return std::string(game.text(value));
    }
}

}  // namespace tengen::streams
