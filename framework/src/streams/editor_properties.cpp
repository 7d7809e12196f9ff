// What edits do to the properties of a node.
#include <algorithm>
#include <optional>
#include <utility>

#include <tengen/model/vocabulary.h>

#include "rules/board.h"
#include "streams/editor.h"
#include "streams/exclusive.h"
#include "streams/stones.h"
#include "streams/stream_keys.h"
#include "streams/tail.h"
#include "streams/typed_value.h"

namespace tengen::streams {

namespace {

bool is_empty_value(tengen_value value) {
    return kind_of(value) == ValueKind::empty;
}

bool is_same_entry(Game game, Identifier identifier, tengen_value a, tengen_value b) {
    if (kind_of(a) == ValueKind::point || kind_of(b) == ValueKind::point) {
        return kind_of(a) == kind_of(b) && point_of(a) == point_of(b);
    }
    if (kind_of(a) == ValueKind::pair && kind_of(b) == ValueKind::pair) {
        const tengen_pair first = game.pair(a);
        const tengen_pair second = game.pair(b);
        const bool is_turned = identifier == Identifier("LN") &&
                               is_same_entry(game, identifier, first.first, second.second) &&
                               is_same_entry(game, identifier, first.second, second.first);
        return is_turned || (is_same_entry(game, identifier, first.first, second.first) &&
                             is_same_entry(game, identifier, first.second, second.second));
    }
    return is_empty_value(a) == is_empty_value(b) && game.text(a) == game.text(b);
}

/// Points one by one, everything else as it is.
std::vector<tengen_value> expanded(const std::vector<tengen_value>& values) {
    std::vector<tengen_value> result;
    for (const tengen_value value : values) {
        if (kind_of(value) == ValueKind::rectangle) {
            for_each_point(value, [&](Point point) { result.push_back(make_point(value.offset, point)); });
        } else {
            result.push_back(value);
        }
    }
    return result;
}

template <class Properties>
auto find_property_of(Properties& properties, std::uint32_t code) {
    return std::find_if(properties.begin(), properties.end(),
                        [code](const auto& property) { return property.code == code; });
}

/// The point leaves a list, and an empty list its node; whether it was there.
template <class Properties>
bool take_point(Properties& properties, Identifier identifier, Point point) {
    const auto property = find_property_of(properties, identifier.code());
    if (property == properties.end()) {
        return false;
    }
    std::vector<tengen_value> values = expanded(property->values);
    const auto found = std::find_if(values.begin(), values.end(), [point](tengen_value value) {
        return kind_of(value) == ValueKind::point && point_of(value) == point;
    });
    if (found == values.end()) {
        return false;
    }
    values.erase(found);
    if (values.empty()) {
        properties.erase(property);
    } else {
        property->values = std::move(values);
        property->originals.clear();
    }
    return true;
}

template <std::size_t Size, class Properties>
bool take_point_from_others(const std::array<Identifier, Size>& group, Properties& properties, Identifier identifier,
                            Point point) {
    bool was_there = false;
    if (is_one_of(group, identifier)) {
        for (const Identifier other : group) {
            was_there = (!(other == identifier) && take_point(properties, other, point)) || was_there;
        }
    }
    return was_there;
}

}  // namespace

// ---- the edits ----

void Editor::put(Node node, std::string_view name, const std::vector<std::string>& values) {
    admit(node);
    const Game game = pool();
    const bool has_meaning = game.has_meaning();
    const BoardSize board = game.board();
    const Identifier identifier(pool_.intern(name));
    if (is_one_of(reserved, identifier)) {
        throw EditError(std::string(name) + " is part of recordings");
    }
    const ValueType type = has_meaning ? value_type_of(name) : ValueType::simple_text;
    std::vector<tengen_value> typed;
    for (const std::string& value : values) {
        typed.push_back(typed_value(pool_, type, value, board));
    }
    if (values.empty()) {
        typed.push_back(typed_value(pool_, type, {}, board));
    }
    Properties properties = nodes_[node].properties;
    if (has_meaning && identifier == Identifier("C")) {
        put_text(properties, typed.front());
    } else if (has_meaning && is_list(properties, identifier, typed.size())) {
        put_list(node, properties, identifier, typed);
    } else {
        const auto property = find_property_of(properties, identifier.code());
        if (property == properties.end()) {
            properties.push_back({identifier.code(), 0, std::move(typed), {}});
        } else {
            property->values = std::move(typed);
            property->originals.clear();
        }
    }
    if (has_meaning) {
        leave_rivals(properties, identifier);
    }
    std::swap(properties, nodes_[node].properties);
    done({node, false, 0, std::move(properties)});
}

void Editor::remove(Node node, std::string_view name, const std::vector<std::string>& entries) {
    admit(node);
    const Identifier identifier(pool_.intern(name));
    Properties properties = nodes_[node].properties;
    const auto property = find_property_of(properties, identifier.code());
    if (property == properties.end()) {
        return;
    }
    if (entries.empty()) {
        properties.erase(property);
    } else {
        if (!is_list(properties, identifier, 1)) {
            throw EditError(std::string(name) + " is no list of entries");
        }
        const bool has_meaning = pool().has_meaning();
        const BoardSize board = pool().board();
        const ValueType type = has_meaning ? value_type_of(name) : ValueType::simple_text;
        struct Wanted {
            tengen_value value;
            bool is_point_of_label;
        };
        std::vector<Wanted> wanted;
        for (const std::string& entry : entries) {
            // A bare point means any label on it.
            const std::optional<Point> bare =
                type == ValueType::point_text ? parse_point(entry, board) : std::optional<Point>();
            if (bare) {
                wanted.push_back({make_point(0, *bare), true});
                continue;
            }
            for (const tengen_value value : expanded({typed_value(pool_, type, entry, board)})) {
                wanted.push_back({value, false});
            }
        }
        const Game game = pool();
        std::vector<tengen_value> left = expanded(property->values);
        const std::size_t erased = std::erase_if(left, [&](tengen_value other) {
            return std::any_of(wanted.begin(), wanted.end(), [&](const Wanted& one) {
                const bool is_label = one.is_point_of_label && kind_of(other) == ValueKind::pair;
                return is_same_entry(game, identifier, is_label ? game.pair(other).first : other, one.value);
            });
        });
        if (erased == 0) {
            return;
        }
        if (left.empty()) {
            properties.erase(property);
        } else {
            property->values = std::move(left);
            property->originals.clear();
        }
    }
    std::swap(properties, nodes_[node].properties);
    done({node, false, 0, std::move(properties)});
}

void Editor::cut_comment(Node node, std::uint64_t characters) {
    admit(node);
    Properties properties = nodes_[node].properties;
    const auto property = find_property_of(properties, Identifier("C").code());
    if (property == properties.end() || characters == 0) {
        return;
    }
    const std::string_view text = pool().text(property->values.front());
    const std::string rest(text.substr(0, text.size() - tail_of(text, characters).bytes));
    if (rest.empty()) {
        properties.erase(property);
    } else {
        property->values = {pool_.store_value(0, ValueKind::text_stored, rest)};
        property->originals.clear();
    }
    std::swap(properties, nodes_[node].properties);
    done({node, false, 0, std::move(properties)});
}

// ---- inside a node ----

// In a game without meaning nothing is known about any property.
bool Editor::is_list(const Properties& properties, Identifier identifier, std::size_t values) {
    if (const PropertyDefinition* definition = find_property(identifier);
        definition != nullptr && pool().has_meaning()) {
        return definition->list != ListKind::single;
    }
    const auto property = find_property_of(properties, identifier.code());
    return values > 1 || (property != properties.end() && property->values.size() > 1);
}

void Editor::put_text(Properties& properties, tengen_value value) {
    const auto property = find_property_of(properties, Identifier("C").code());
    if (property == properties.end()) {
        properties.push_back({Identifier("C").code(), 0, {value}, {}});
        return;
    }
    const Game game = pool();
    const std::string whole = std::string(game.text(property->values.front())) + std::string(game.text(value));
    property->values = {pool_.store_value(0, ValueKind::text_stored, whole)};
    property->originals.clear();
}

void Editor::put_list(Node node, Properties& properties, Identifier identifier,
                      const std::vector<tengen_value>& values) {
    const auto existing = [&] { return find_property_of(properties, identifier.code()); };
    if (values.size() == 1 && is_empty_value(values.front())) {
        if (existing() == properties.end()) {
            properties.push_back({identifier.code(), 0, values, {}});
        } else if (is_reset_by_empty(identifier)) {
            existing()->values = values;
            existing()->originals.clear();
        }
        return;
    }
    const Game game = pool();
    const bool is_labels = is_label_list(identifier);
    for (const tengen_value value : expanded(values)) {
        if (kind_of(value) == ValueKind::point) {
            const Point point = point_of(value);
            take_point_from_others(marks, properties, identifier, point);
            take_point_from_others(territory, properties, identifier, point);
            if (take_point_from_others(setup, properties, identifier, point) && identifier == Identifier("AE") &&
                !inherits_stone(node, point)) {
                continue;  // the point is empty without it
            }
        }
        auto property = existing();
        if (property == properties.end()) {
            properties.push_back({identifier.code(), 0, {value}, {}});
            continue;
        }
        std::vector<tengen_value> all = expanded(property->values);
        std::erase_if(all, [&](tengen_value other) {
            // A point has one label, and a list with entries is not empty.
            const bool is_label = is_labels && kind_of(value) == ValueKind::pair && kind_of(other) == ValueKind::pair &&
                                  is_same_entry(game, identifier, game.pair(value).first, game.pair(other).first);
            return is_empty_value(other) || is_label;
        });
        const bool is_there = std::any_of(
            all.begin(), all.end(), [&](tengen_value other) { return is_same_entry(game, identifier, value, other); });
        if (!is_there) {
            all.push_back(value);
        }
        property->values = std::move(all);
        property->originals.clear();
    }
}

void Editor::leave_rivals(Properties& properties, Identifier identifier) {
    const auto leave = [&](const auto& group) {
        if (is_one_of(group, identifier)) {
            std::erase_if(properties, [&](const Property& property) {
                return property.code != identifier.code() && is_one_of(group, Identifier(property.code));
            });
        }
    };
    leave(moves);
    leave(move_annotations);
    leave(position_annotations);
}

/// Whether a stone stands on the point before the node.
bool Editor::inherits_stone(Node node, Point point) {
    const Game game = pool();
    if (!game.is_go() || !point.is_on(game.board())) {
        return false;
    }
    std::vector<Node> path;
    for (Node above = nodes_[node].parent; above != none; above = nodes_[above].parent) {
        path.push_back(above);
    }
    rules::Board board(game.board());
    for (auto above = path.rbegin(); above != path.rend(); ++above) {
        for (const bool is_move_turn : {false, true}) {
            for (const Property& property : nodes_[*above].properties) {
                const Identifier identifier(property.code);
                if (!is_move_turn && is_one_of(setup, identifier)) {
                    for (const tengen_value value : property.values) {
                        set_up(board, identifier, value);
                    }
                } else if (is_move_turn && is_one_of(moves, identifier)) {
                    play(board, identifier, property.values.front());
                }
            }
        }
    }
    return board.at(point) != rules::Stone::empty;
}

}  // namespace tengen::streams
