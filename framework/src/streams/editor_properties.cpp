// What edits do to the properties of a node.
#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
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

/// What an entry of a list is: equal keys, equal entries.
std::string key_of(Game game, Identifier identifier, tengen_value value) {
    if (kind_of(value) == ValueKind::point) {
        const Point point = point_of(value);
        return {'p', static_cast<char>(point.column), static_cast<char>(point.row)};
    }
    if (kind_of(value) != ValueKind::pair) {
        return is_empty_value(value) ? std::string("e") : "t" + std::string(game.text(value));
    }
    const tengen_pair& pair = game.pair(value);
    std::string first = key_of(game, identifier, pair.first);
    std::string second = key_of(game, identifier, pair.second);
    if (identifier == Identifier("LN") && second < first) {
        std::swap(first, second);  // a line has no direction
    }
    return "(" + std::to_string(first.size()) + first + second;
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

/// A list to which entries are added one after the other: it has no entry twice, a point has one label, and a list with
/// entries is not empty.
class EntryList {
public:
    EntryList(Game game, Identifier identifier, const std::vector<tengen_value>& values)
        : game_(game), identifier_(identifier), is_labels_(is_label_list(identifier)) {
        for (const tengen_value value : expanded(values)) {
            append(value);
        }
    }

    void add(tengen_value value) {
        for (const std::size_t place : std::exchange(empty_, {})) {
            is_gone_[place] = true;
        }
        const auto [first, last] = places_.equal_range(place_key(value));
        if (is_label(value)) {
            for (auto place = first; place != last; ++place) {
                is_gone_[place->second] = true;
            }
            places_.erase(first, last);
        } else if (first != last) {
            return;
        }
        append(value);
    }

    [[nodiscard]] std::vector<tengen_value> take() {
        std::size_t place = 0;
        std::erase_if(values_, [&](const tengen_value&) { return is_gone_[place++]; });
        return std::move(values_);
    }

private:
    [[nodiscard]] bool is_label(tengen_value value) const { return is_labels_ && kind_of(value) == ValueKind::pair; }
    [[nodiscard]] std::string place_key(tengen_value value) const {
        return is_label(value) ? "l" + key_of(game_, identifier_, game_.pair(value).first)
                               : key_of(game_, identifier_, value);
    }
    void append(tengen_value value) {
        if (is_empty_value(value)) {
            empty_.push_back(values_.size());
        } else {
            places_.emplace(place_key(value), values_.size());
        }
        values_.push_back(value);
        is_gone_.push_back(false);
    }

    Game game_;
    Identifier identifier_;
    bool is_labels_;
    std::vector<tengen_value> values_;
    std::vector<bool> is_gone_;
    std::vector<std::size_t> empty_;
    std::unordered_multimap<std::string, std::size_t> places_;
};

class PointSet {
public:
    void insert(Point point) { points_.insert(point_key(point)); }
    /// Whether it was there.
    bool erase(Point point) { return points_.erase(point_key(point)) != 0; }
    [[nodiscard]] bool contains(Point point) const { return points_.contains(point_key(point)); }
    [[nodiscard]] bool empty() const { return points_.empty(); }

private:
    std::unordered_set<std::uint32_t> points_;
};

/// The points leave a list, and an empty list its node; those that were there are added to `taken`.
template <class Properties>
void take_points(Properties& properties, Identifier identifier, const PointSet& points, PointSet& taken) {
    const auto property = find_property_of(properties, identifier.code());
    if (property == properties.end()) {
        return;
    }
    std::vector<tengen_value> values = expanded(property->values);
    const std::size_t erased = std::erase_if(values, [&](tengen_value value) {
        const bool leaves = kind_of(value) == ValueKind::point && points.contains(point_of(value));
        if (leaves) {
            taken.insert(point_of(value));
        }
        return leaves;
    });
    if (erased == 0) {
        return;
    }
    if (values.empty()) {
        properties.erase(property);
    } else {
        property->values = std::move(values);
        property->originals.clear();
    }
}

/// The same for all lists of a group but one.
template <std::size_t Size, class Properties>
PointSet take_points_from_others(const std::array<Identifier, Size>& group, Properties& properties,
                                 Identifier identifier, const PointSet& points) {
    PointSet taken;
    if (is_one_of(group, identifier) && !points.empty()) {
        for (const Identifier other : group) {
            if (!(other == identifier)) {
                take_points(properties, other, points, taken);
            }
        }
    }
    return taken;
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
    typed.reserve(std::max<std::size_t>(values.size(), 1));
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
        std::vector<tengen_value> named;
        PointSet labelled;  // a bare point means any label on it
        for (const std::string& entry : entries) {
            if (const std::optional<Point> bare =
                    is_label_list(identifier) && has_meaning ? parse_point(entry, board) : std::nullopt) {
                labelled.insert(*bare);
                continue;
            }
            named.push_back(typed_value(pool_, type, entry, board));
        }
        const Game game = pool();
        std::unordered_set<std::string> wanted;
        for (const tengen_value value : expanded(named)) {
            wanted.insert(key_of(game, identifier, value));
        }
        std::vector<tengen_value> left = expanded(property->values);
        const std::size_t erased = std::erase_if(left, [&](tengen_value value) {
            const tengen_value place = kind_of(value) == ValueKind::pair ? game.pair(value).first : value;
            return (kind_of(place) == ValueKind::point && labelled.contains(point_of(place))) ||
                   wanted.contains(key_of(game, identifier, value));
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
    const std::vector<tengen_value> entries = expanded(values);
    PointSet points;
    for (const tengen_value value : entries) {
        if (kind_of(value) == ValueKind::point) {
            points.insert(point_of(value));
        }
    }
    take_points_from_others(marks, properties, identifier, points);
    take_points_from_others(territory, properties, identifier, points);
    PointSet taken = take_points_from_others(setup, properties, identifier, points);
    const auto property = existing();
    EntryList list(pool(), identifier, property == properties.end() ? std::vector<tengen_value>() : property->values);
    const bool is_go = pool().is_go();
    std::optional<rules::Board> before;
    bool is_changed = false;
    for (const tengen_value value : entries) {
        if (identifier == Identifier("AE") && kind_of(value) == ValueKind::point && taken.erase(point_of(value))) {
            if (!before) {
                before.emplace(inherited_position(node));
            }
            if (!is_go || !point_of(value).is_on(before->size()) ||
                before->at(point_of(value)) == rules::Stone::empty) {
                continue;  // the point is empty without it
            }
        }
        list.add(value);
        is_changed = true;
    }
    if (!is_changed) {
        return;
    }
    if (property == properties.end()) {
        properties.push_back({identifier.code(), 0, list.take(), {}});
    } else {
        property->values = list.take();
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

/// The stones before the node; none in another game than Go.
rules::Board Editor::inherited_position(Node node) {
    const Game game = pool();
    if (!game.is_go()) {
        return rules::Board();
    }
    rules::Board board(game.board());
    std::vector<Node> path;
    for (Node above = nodes_[node].parent; above != none; above = nodes_[above].parent) {
        path.push_back(above);
    }
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
    return board;
}

}  // namespace tengen::streams
