#include "game_comparison.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <tengen/abi/game.h>
#include <tengen/model/fact.h>
#include <tengen/model/identifier.h>
#include <tengen/model/stamp_text.h>
#include <tengen/model/value.h>
#include <tengen/model/vocabulary.h>

#include "passes/card_fitting.h"

namespace tengen::cli {

namespace {

using Values = std::vector<std::string>;

void append_point(Point point, std::string& to) {
    const auto letters = point_letters(point);
    to.append(letters.data(), letters.size());
}

// A part of a composed value, its colons and backslashes told apart from the colon between the parts.
void append_part(Game game, tengen_value part, std::string& to) {
    if (kind_of(part) == ValueKind::point) {
        append_point(point_of(part), to);
        return;
    }
    for (const char c : game.text(part)) {
        if (c == ':' || c == '\\') {
            to += '\\';
        }
        to += c;
    }
}

// What a value says; rectangles are lists of points by then.
std::string value_text(Game game, tengen_value value) {
    std::string text;
    switch (kind_of(value)) {
        case ValueKind::empty:
        case ValueKind::pass:
        case ValueKind::rectangle:
            break;
        case ValueKind::point:
            append_point(point_of(value), text);
            break;
        case ValueKind::pair:
            append_part(game, game.pair(value).first, text);
            text += ':';
            append_part(game, game.pair(value).second, text);
            break;
        case ValueKind::invalid:
        case ValueKind::invalid_stored:
            text = game.text(value);
            text += " (without a reading)";
            break;
        default:
            text = game.text(value);
            break;
    }
    return text;
}

// The values of all properties of one name in a node.
struct NamedValues {
    std::string name;
    bool is_list = false;  // whose order says nothing
    Values values;
};

void add_values(Game game, std::uint32_t property, NamedValues& to) {
    const std::size_t first = to.values.size();
    for (const tengen_value value : game.values(property)) {
        if (kind_of(value) == ValueKind::rectangle) {
            for_each_point(value, [&](Point point) { append_point(point, to.values.emplace_back()); });
        } else {
            to.values.push_back(value_text(game, value));
        }
    }
    const std::uint32_t* const stamps = game.columns().property_stamps;
    if (stamps != nullptr && stamps[property] != 0) {
        for (std::size_t i = first; i < to.values.size(); ++i) {
            to.values[i] += " at " + stamp_text(game, stamps[property]);
        }
    }
}

// By name; without CA and FF, which are about the file.
std::vector<NamedValues> named_values(Game game, std::uint32_t node) {
    std::vector<NamedValues> all;
    std::map<std::string, std::size_t, std::less<>> places;
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        const Identifier identifier = game.identifier(p);
        if (game.columns().typed != 0 && (identifier == Identifier("CA") || identifier == Identifier("FF"))) {
            continue;
        }
        const auto [place, is_new] = places.emplace(game.name(p), all.size());
        if (is_new) {
            const PropertyDefinition* const definition = find_property(identifier);
            all.push_back({place->first, definition != nullptr && definition->list != ListKind::single, {}});
        }
        add_values(game, p, all[place->second]);
    }
    for (NamedValues& entry : all) {
        if (entry.is_list) {
            std::sort(entry.values.begin(), entry.values.end());
            entry.values.erase(std::unique(entry.values.begin(), entry.values.end()), entry.values.end());
        }
    }
    std::sort(all.begin(), all.end(), [](const NamedValues& a, const NamedValues& b) { return a.name < b.name; });
    return all;
}

// The moves of a node; children that have the same ones belong together.
std::string moves_of(Game game, std::uint32_t node) {
    std::string moves;
    for (std::uint32_t p = game.first_property(node); p < game.end_property(node); ++p) {
        const Identifier identifier = game.identifier(p);
        if (identifier == Identifier("B") || identifier == Identifier("W")) {
            moves += IdentifierText(identifier).view();
            moves += value_text(game, game.values(p).front());
        }
    }
    return moves;
}

std::vector<std::uint32_t> children_of(Game game, std::uint32_t node) {
    std::vector<std::uint32_t> children;
    for (const std::uint32_t child : Children(game, node)) {
        children.push_back(child);
    }
    return children;
}

std::uint32_t subtree_size(Game game, std::uint32_t node) {
    std::uint32_t end = node + 1;
    while (end < game.node_count() && game.parent(end) >= node) {
        ++end;
    }
    return end - node;
}

// Nodes with the same single move and nothing else, which most nodes are.
bool are_same_plain_move(Game first, std::uint32_t a, Game second, std::uint32_t b) {
    const std::uint32_t p = first.first_property(a);
    const std::uint32_t q = second.first_property(b);
    if (first.end_property(a) - p != 1 || second.end_property(b) - q != 1 ||
        first.identifier(p) != second.identifier(q) || first.identifier(p).is_long() ||
        first.columns().node_stamps != nullptr || second.columns().node_stamps != nullptr) {
        return false;
    }
    const auto values_a = first.values(p);
    const auto values_b = second.values(q);
    return values_a.size() == 1 && values_b.size() == 1 && kind_of(values_a[0]) == ValueKind::point &&
           values_a[0].bits == values_b[0].bits;
}

class Comparison {
public:
    Comparison(Game first, Game second, const std::function<void(const Difference&)>& visit)
        : first_(first), second_(second), visit_(visit) {}

    void run() {
        compare_boards();
        compare_facts();
        compare_extensions();
        compare_streams();
        if (first_.node_count() != 0 && second_.node_count() != 0) {
            open_.push_back({0, 0});
        } else if (first_.node_count() != 0) {
            open_.push_back({0, none});
        } else if (second_.node_count() != 0) {
            open_.push_back({none, 0});
        }
        while (!open_.empty()) {
            const Pair pair = open_.back();
            open_.pop_back();
            if (pair.first == none || pair.second == none) {
                report_missing(pair);
                continue;
            }
            compare_nodes(pair);
            match(children_of(first_, pair.first), children_of(second_, pair.second));
        }
    }

private:
    // Nodes that belong together; none where one of the games has nothing.
    struct Pair {
        std::uint32_t first = none;
        std::uint32_t second = none;
    };

    void compare_nodes(Pair pair) {
        if (are_same_plain_move(first_, pair.first, second_, pair.second)) {
            return;
        }
        compare_stamps(pair);
        const std::vector<NamedValues> a = named_values(first_, pair.first);
        const std::vector<NamedValues> b = named_values(second_, pair.second);
        const auto report = [&](const std::string& name, Values first, Values second) {
            visit_({Difference::Kind::property, pair.first, pair.second, name, std::move(first), std::move(second), 0});
        };
        std::size_t i = 0;
        std::size_t j = 0;
        while (i < a.size() || j < b.size()) {
            if (j == b.size() || (i < a.size() && a[i].name < b[j].name)) {
                report(a[i].name, a[i].values, {});
                ++i;
            } else if (i == a.size() || b[j].name < a[i].name) {
                report(b[j].name, {}, b[j].values);
                ++j;
            } else {
                if (a[i].values != b[j].values) {
                    report(a[i].name, a[i].values, b[j].values);
                }
                ++i;
                ++j;
            }
        }
    }

    void compare_stamps(Pair pair) {
        const auto stamp = [](Game game, std::uint32_t node) {
            const std::uint32_t* const stamps = game.columns().node_stamps;
            return stamp_text(game, stamps == nullptr ? 0 : stamps[node]);
        };
        const std::string a = stamp(first_, pair.first);
        const std::string b = stamp(second_, pair.second);
        if (a != b) {
            visit_({Difference::Kind::stamp, pair.first, pair.second, "time", {a}, {b}, 0});
        }
    }

    // Puts pairs of these nodes, which follow the same position, on the stack.
    void match(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
        if (a.size() == 1 && b.size() == 1) {
            match_single(a.front(), b.front());
            return;
        }
        std::vector<Pair> pairs;
        pairs.reserve(a.size() + b.size());
        // Where in `b` a move is next to be found; those without a move are taken in their order.
        std::unordered_map<std::string, std::vector<std::uint32_t>> places;
        for (std::uint32_t j = static_cast<std::uint32_t>(b.size()); j-- > 0;) {
            places[moves_of(second_, b[j])].push_back(j);
        }
        std::vector<bool> taken(b.size());
        std::vector<std::size_t> unmatched;
        for (const std::uint32_t node : a) {
            Pair pair{node, none};
            if (const auto found = places.find(moves_of(first_, node));
                found != places.end() && !found->second.empty()) {
                const std::uint32_t j = found->second.back();
                found->second.pop_back();
                taken[j] = true;
                pair.second = b[j];
            } else {
                unmatched.push_back(pairs.size());
            }
            pairs.push_back(pair);
        }
        std::vector<std::uint32_t> rest;
        for (std::size_t j = 0; j < b.size(); ++j) {
            if (!taken[j]) {
                rest.push_back(b[j]);
            }
        }
        if (unmatched.size() == 1 && rest.size() == 1) {
            pairs[unmatched.front()].second = rest.front();  // one variation with another first move
        } else {
            for (const std::uint32_t node : rest) {
                pairs.push_back({none, node});
            }
        }
        open_.insert(open_.end(), pairs.rbegin(), pairs.rend());
    }

    void match_single(std::uint32_t a, std::uint32_t b) {
        const std::string moves_a = moves_of(first_, a);
        const std::string moves_b = moves_of(second_, b);
        if (moves_a != moves_b) {
            if (has_child_with(first_, a, moves_b)) {
                visit_({Difference::Kind::node, a, none, {}, {}, {}, 1});
                match(children_of(first_, a), {b});
                return;
            }
            if (has_child_with(second_, b, moves_a)) {
                visit_({Difference::Kind::node, none, b, {}, {}, {}, 1});
                match({a}, children_of(second_, b));
                return;
            }
        }
        open_.push_back({a, b});
    }

    static bool has_child_with(Game game, std::uint32_t node, const std::string& moves) {
        if (moves.empty()) {
            return false;
        }
        for (const std::uint32_t child : Children(game, node)) {
            if (moves_of(game, child) == moves) {
                return true;
            }
        }
        return false;
    }

    void report_missing(Pair pair) {
        const std::uint32_t nodes =
            pair.first != none ? subtree_size(first_, pair.first) : subtree_size(second_, pair.second);
        visit_({Difference::Kind::node, pair.first, pair.second, {}, {}, {}, nodes});
    }

    void compare_boards() {
        const auto states_size = [](Game game) {
            return game.node_count() != 0 && game.find(0, Identifier("SZ")) != none;
        };
        if (first_.board() == second_.board() || states_size(first_) || states_size(second_)) {
            return;  // SZ tells it
        }
        const auto text = [](BoardSize size) { return fmt::format("{}x{}", size.columns, size.rows); };
        visit_({Difference::Kind::board, none, none, "board", {text(first_.board())}, {text(second_.board())}, 0});
    }

    // Facts of properties differ as properties do; the others have to be compared here, field by field.
    void compare_facts() {
        std::array<Values, TENGEN_FIELD_COUNT> a;
        std::array<Values, TENGEN_FIELD_COUNT> b;
        std::array<bool, TENGEN_FIELD_COUNT> own_text{};
        const auto collect = [&](Game game, std::array<Values, TENGEN_FIELD_COUNT>& to) {
            for (std::uint32_t i = 0; i < game.columns().fact_count; ++i) {
                const tengen_fact& fact = game.columns().facts[i];
                own_text[fact.field] = own_text[fact.field] || fact.property == none;
                std::string text(fact_text(game, fact));
                if (fact.state == TENGEN_FACT_UNKNOWN) {
                    text += "(unknown)";
                }
                if (fact.certainty != TENGEN_CERTAIN) {
                    text += fact.certainty == TENGEN_GUESS ? " (guess)" : " (uncertain)";
                }
                to[fact.field].push_back(std::move(text));
            }
        };
        collect(first_, a);
        collect(second_, b);
        for (std::uint32_t field = 0; field < TENGEN_FIELD_COUNT; ++field) {
            if (own_text[field] && a[field] != b[field]) {
                visit_({Difference::Kind::fact, none, none, std::string(field_name(field)), std::move(a[field]),
                        std::move(b[field]), 0});
            }
        }
    }

    void compare_extensions() {
        std::map<std::string, std::pair<Values, Values>> fields;
        const auto collect = [&](Game game, auto member) {
            for (std::uint32_t i = 0; i < game.columns().extension_field_count; ++i) {
                const tengen_extension_field& field = game.columns().extension_fields[i];
                (fields[std::string(game.stored(field.key))].*member).emplace_back(game.stored(field.text));
            }
        };
        collect(first_, &std::pair<Values, Values>::first);
        collect(second_, &std::pair<Values, Values>::second);
        for (auto& [key, texts] : fields) {
            if (texts.first != texts.second) {
                visit_(
                    {Difference::Kind::extension, none, none, key, std::move(texts.first), std::move(texts.second), 0});
            }
        }
    }

    void compare_streams() {
        const auto text = [](Game game, std::uint32_t i) {
            const tengen_stream& stream = game.columns().streams[i];
            std::string line = fmt::format("node {}, source '{}'", stream.node, game.stored(stream.source));
            if (stream.duration.size != 0) {
                line += fmt::format(", {} seconds", game.stored(stream.duration));
            }
            for (std::uint32_t m = 0; m < stream.medium_count; ++m) {
                const tengen_medium& medium = game.columns().media[stream.first_medium + m];
                line += fmt::format(", '{}' {}", game.stored(medium.source), game.stored(medium.type));
            }
            return line;
        };
        const std::uint32_t count = std::max(first_.columns().stream_count, second_.columns().stream_count);
        for (std::uint32_t i = 0; i < count; ++i) {
            Values a;
            Values b;
            if (i < first_.columns().stream_count) {
                a.push_back(text(first_, i));
            }
            if (i < second_.columns().stream_count) {
                b.push_back(text(second_, i));
            }
            if (a != b) {
                visit_({Difference::Kind::stream, none, none, std::to_string(i), std::move(a), std::move(b), 0});
            }
        }
    }

    Game first_;
    Game second_;
    const std::function<void(const Difference&)>& visit_;
    std::vector<Pair> open_;
};

// A record without properties (a card, a reference) against one with them: as cards say it. What a card has no place
// for is in the other record alone.
void compare_as_cards(Game first, Game second, const std::function<void(const Difference&)>& visit) {
    const bool is_first = first.columns().property_count != 0;
    const Game record = is_first ? first : second;
    passes::CardFitting fitting;
    std::vector<passes::Loss> losses;
    const std::optional<OwnedGame> fitted = fitting.fit(record, losses);
    const Game card = fitted ? fitted->view() : record;
    Comparison(is_first ? card : first, is_first ? second : card, visit).run();

    std::vector<bool> is_said(record.columns().property_count);
    for (std::uint32_t i = 0; i < record.columns().fact_count; ++i) {
        if (const std::uint32_t property = record.columns().facts[i].property; property != none) {
            is_said[property] = true;
        }
    }
    std::set<std::string, std::less<>> others{"AP", "GC", "GM", "ST", "SZ"};  // about the file, or comments of the card
    for (std::uint32_t p = record.first_property(0); p < record.end_property(0); ++p) {
        if (is_said[p]) {
            others.emplace(record.name(p));
        }
    }
    for (NamedValues& values : named_values(record, 0)) {
        if (others.count(values.name) == 0) {
            visit({Difference::Kind::property, 0, 0, values.name, is_first ? std::move(values.values) : Values(),
                   is_first ? Values() : std::move(values.values), 0});
        }
    }
    for (const std::uint32_t node : Children(record, 0)) {
        visit({Difference::Kind::node,
               is_first ? node : none,
               is_first ? none : node,
               {},
               {},
               {},
               subtree_size(record, node)});
    }
}

}  // namespace

std::string_view kind_name(Difference::Kind kind) {
    switch (kind) {
        case Difference::Kind::property:
            return "property";
        case Difference::Kind::node:
            return "node";
        case Difference::Kind::board:
            return "board";
        case Difference::Kind::fact:
            return "fact";
        case Difference::Kind::stamp:
            return "stamp";
        case Difference::Kind::stream:
            return "stream";
        case Difference::Kind::extension:
            return "extension";
    }
    return "property";
}

void compare_games(Game first, Game second, const std::function<void(const Difference&)>& visit) {
    const auto has_properties = [](Game game) { return game.columns().property_count != 0; };
    const auto is_typed = [](Game game) { return game.columns().typed != 0 && game.node_count() != 0; };
    if (has_properties(first) != has_properties(second) && is_typed(first) && is_typed(second)) {
        compare_as_cards(first, second, visit);
    } else {
        Comparison(first, second, visit).run();
    }
}

}  // namespace tengen::cli
