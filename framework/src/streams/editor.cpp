#include "streams/editor.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <utility>

#include <tengen/model/builder.h>
#include <tengen/model/fact.h>
#include <tengen/model/vocabulary.h>

namespace tengen::streams {

Editor::Editor(Game game) {
    const tengen_game& from = game.columns();
    const auto text = std::make_shared<const std::string>(from.text_size == 0 ? "" : from.text, from.text_size);
    GameBuilder(pool_).begin_from(game, text);
    pool_.header.text = text->data();
    pool_.original_values.clear();
    for (std::uint32_t i = 0; i < from.fact_count; ++i) {
        if (from.facts[i].property == none) {
            pool_.facts.push_back(from.facts[i]);
        }
    }
    for (std::uint32_t i = 0; i < from.stream_count; ++i) {
        streams_.push_back({from.streams[i].node, from.streams[i]});
    }
    take_nodes(game, none);
    for (const Stream& stream : streams_) {
        nodes_[stream.node].has_stream = true;
    }
}

// The nodes of a game, behind those that are here. Without a parent it is the game that the pool began with: its values
// and stamps are in there already.
void Editor::take_nodes(Game game, Node parent) {
    const bool is_own = parent == none;
    const tengen_game& from = game.columns();
    const auto first = static_cast<Node>(nodes_.size());
    const std::uint32_t first_stamp = is_own ? 0 : pool_.stamps.size();
    for (std::uint32_t i = 0; i < from.stamp_count && !is_own; ++i) {
        tengen_stamp stamp = from.stamps[i];
        stamp.time = copied(game, stamp.time);
        stamp.counter = copied(game, stamp.counter);
        pool_.stamps.push_back(stamp);
    }
    const auto stamp_of = [&](const std::uint32_t* stamps, std::uint32_t index) {
        return stamps == nullptr || stamps[index] == 0 ? 0 : stamps[index] + first_stamp;
    };
    const auto taken = [&](const tengen_value* values, std::uint32_t count) {
        std::vector<tengen_value> result(values, values + count);
        for (tengen_value& value : result) {
            value = is_own ? value : copied(game, value);
        }
        return result;
    };
    nodes_.resize(first + game.node_count());
    std::uint32_t next_original = 0;  // they are in the order of the properties
    for (std::uint32_t n = 0; n < game.node_count(); ++n) {
        NodeRecord& record = nodes_[first + n];
        record.parent = n == 0 ? parent : first + game.parent(n);
        record.stamp = stamp_of(from.node_stamps, n);
        if (n != 0) {
            nodes_[record.parent].children.push_back(first + n);
        }
        for (std::uint32_t p = game.first_property(n); p < game.end_property(n); ++p) {
            while (next_original < from.original_count && from.originals[next_original].property < p) {
                ++next_original;
            }
            const PropertyDefinition* definition = find_property(game.identifier(p));
            if (!is_own && n == 0 && definition != nullptr && definition->property_class == PropertyClass::root) {
                continue;  // what it says holds for a whole tree
            }
            const auto values = game.values(p);
            Property property{is_own ? from.properties[p].identifier : pool_.intern(game.name(p)),
                              stamp_of(from.property_stamps, p),
                              taken(values.data(), static_cast<std::uint32_t>(values.size())),
                              {}};
            if (next_original < from.original_count && from.originals[next_original].property == p) {
                const tengen_original& original = from.originals[next_original];
                property.originals = taken(from.original_values + original.first_value, original.value_count);
            }
            record.properties.push_back(std::move(property));
        }
    }
}

Game Editor::pool() {
    pool_.describe(pool_columns_);
    return Game(pool_columns_);
}

// ---- looking ----

bool Editor::has(Node node) const {
    if (node >= nodes_.size()) {
        return false;
    }
    while (nodes_[node].is_linked && node != root) {
        node = nodes_[node].parent;
    }
    return nodes_[node].is_linked;
}

std::optional<Editor::Node> Editor::find(std::string_view position) const {
    if (position.empty() || position.front() != '/') {
        return std::nullopt;
    }
    Node node = root;
    position.remove_prefix(1);
    while (!position.empty()) {
        const std::size_t slash = std::min(position.find('/'), position.size());
        std::size_t number = 0;
        const auto [end, error] = std::from_chars(position.data(), position.data() + slash, number);
        if (error != std::errc() || end != position.data() + slash || number >= nodes_[node].children.size()) {
            return std::nullopt;
        }
        node = nodes_[node].children[number];
        position.remove_prefix(std::min(slash + 1, position.size()));
    }
    return node;
}

void Editor::admit(Node node) const {
    if (!has(node)) {
        throw EditError("the node is not there");
    }
    for (Node above = node; above != none; above = nodes_[above].parent) {
        if (nodes_[above].has_stream) {
            throw EditError("the node is part of a recording");
        }
    }
}

// ---- edits of the tree ----

void Editor::link(Node node, std::size_t place) {
    std::vector<Node>& siblings = nodes_[nodes_[node].parent].children;
    place = std::min(place, siblings.size());
    siblings.insert(siblings.begin() + static_cast<std::ptrdiff_t>(place), node);
    nodes_[node].is_linked = true;
}

std::size_t Editor::unlink(Node node) {
    std::vector<Node>& siblings = nodes_[nodes_[node].parent].children;
    const auto found = std::find(siblings.begin(), siblings.end(), node);
    const auto place = static_cast<std::size_t>(found - siblings.begin());
    siblings.erase(found);
    nodes_[node].is_linked = false;
    return place;
}

Editor::Node Editor::add_node(Node parent, std::size_t place) {
    admit(parent);
    const auto node = static_cast<Node>(nodes_.size());
    nodes_.emplace_back().parent = parent;
    link(node, place);
    done({node, true, 0, {}});
    return node;
}

void Editor::remove_node(Node node) {
    if (node == root) {
        throw EditError("the root cannot be removed");
    }
    if (!has(node)) {
        throw EditError("the node is not there");
    }
    admit(nodes_[node].parent);
    const std::size_t place = unlink(node);
    done({node, true, place, {}});
}

Editor::Node Editor::insert(Game tree, Node parent, std::size_t place) {
    admit(parent);
    const Game base = pool();
    if (tree.is_go() != base.is_go() || (tree.is_go() && !(tree.board() == base.board()))) {
        throw EditError("the trees are of different games or boards");
    }
    const auto first = static_cast<Node>(nodes_.size());
    take_nodes(tree, parent);
    const tengen_game& from = tree.columns();
    for (std::uint32_t i = 0; i < from.stream_count; ++i) {
        Stream stream{first + from.streams[i].node, from.streams[i]};
        stream.stream.source = copied(tree, stream.stream.source);
        stream.stream.duration = copied(tree, stream.stream.duration);
        stream.stream.first_medium = pool_.media.size();
        for (std::uint32_t m = 0; m < stream.stream.medium_count; ++m) {
            tengen_medium medium = from.media[from.streams[i].first_medium + m];
            medium.source = copied(tree, medium.source);
            medium.type = copied(tree, medium.type);
            pool_.media.push_back(medium);
        }
        nodes_[stream.node].has_stream = true;
        streams_.push_back(stream);
    }
    link(first, place);
    done({first, true, 0, {}});
    return first;
}

tengen_slice Editor::copied(Game game, tengen_slice slice) {
    return pool_.store(game.stored(slice));
}

tengen_value Editor::copied(Game game, tengen_value value) {
    const ValueKind kind = kind_of(value);
    if (kind == ValueKind::pair) {
        const tengen_pair pair = game.pair(value);
        const tengen_value first = copied(game, pair.first);
        return pool_.pair_value(0, first, copied(game, pair.second));
    }
    const auto store = [&](ValueKind as) { return pool_.store_value(0, as, game.text(value)); };
    return is_text(kind)      ? store(ValueKind::text_stored)
           : is_raw(kind)     ? store(ValueKind::raw_stored)
           : is_invalid(kind) ? store(ValueKind::invalid_stored)
           : is_bytes(kind)   ? store(ValueKind::bytes_stored)
                              : tengen_value{0, value.bits};
}

// ---- back and forth ----

void Editor::done(Change change) {
    past_.push_back(std::move(change));
    future_.clear();
}

void Editor::swap(Change& change) {
    if (!change.is_place) {
        std::swap(change.properties, nodes_[change.node].properties);
    } else if (nodes_[change.node].is_linked) {
        change.place = unlink(change.node);
    } else {
        link(change.node, change.place);
    }
}

bool Editor::undo() {
    if (past_.empty()) {
        return false;
    }
    swap(past_.back());
    future_.push_back(std::move(past_.back()));
    past_.pop_back();
    return true;
}

bool Editor::redo() {
    if (future_.empty()) {
        return false;
    }
    swap(future_.back());
    past_.push_back(std::move(future_.back()));
    future_.pop_back();
    return true;
}

// ---- the result ----

OwnedGame Editor::finish() {
    const std::shared_ptr<GamePool> storages = GamePool::create();
    std::unique_ptr<GameStorage> storage = storages->acquire();
    GameBuilder builder(*storage);
    builder.begin_from(pool(), pool_.keep_alive);
    if (!streams_.empty()) {
        builder.keep_stamps();
    }
    storage->media.clear();
    std::vector<std::uint32_t> numbers(nodes_.size(), none);
    std::vector<Node> open{root};
    while (!open.empty()) {
        const Node node = open.back();
        open.pop_back();
        const NodeRecord& record = nodes_[node];
        builder.add_node(node == root ? none : numbers[record.parent]);
        numbers[node] = builder.last_node();
        if (!storage->node_stamps.empty()) {
            storage->node_stamps.back() = record.stamp;
        }
        for (const Property& property : record.properties) {
            builder.add_property(property.code);
            for (const tengen_value value : property.values) {
                builder.add_value(value);
            }
            if (!storage->property_stamps.empty()) {
                storage->property_stamps.back() = property.stamp;
            }
            if (!property.originals.empty()) {
                const auto count = static_cast<std::uint32_t>(property.originals.size());
                storage->originals.push_back({builder.last_property(), storage->original_values.size(), count});
                storage->original_values.append(property.originals.data(), count);
            }
        }
        open.insert(open.end(), record.children.rbegin(), record.children.rend());
    }
    std::vector<Stream> streams;
    for (const Stream& stream : streams_) {
        if (numbers[stream.node] != none) {
            streams.push_back(stream);
            streams.back().stream.node = numbers[stream.node];
        }
    }
    std::sort(streams.begin(), streams.end(),
              [](const Stream& a, const Stream& b) { return a.stream.node < b.stream.node; });
    for (Stream& stream : streams) {
        const std::uint32_t first = storage->media.size();
        if (stream.stream.medium_count != 0) {
            storage->media.append(pool_.media.data() + stream.stream.first_medium, stream.stream.medium_count);
        }
        stream.stream.first_medium = first;
        storage->streams.push_back(stream.stream);
    }
    for (std::uint32_t i = 0; i < pool_.facts.size(); ++i) {
        storage->facts.push_back(pool_.facts[i]);
    }
    collect_facts(*storage);
    OwnedGame result;
    storages->publish(std::move(storage), *result.receive());
    return result;
}

}  // namespace tengen::streams
