#include "streams/recorder.h"

#include <algorithm>

#include <tengen/model/builder.h>
#include <tengen/model/decimal.h>
#include <tengen/model/fact.h>
#include <tengen/model/stamp_time.h>
#include <tengen/model/stream_source.h>

#include "streams/typed_value.h"

namespace tengen::streams {

namespace {

/// An entry as RP writes it.
std::string escaped_entry(std::string_view entry) {
    std::string text;
    for (const char c : entry) {
        if (c == '\\' || c == ',' || c == ']') {
            text += '\\';
        }
        text += c;
    }
    return text;
}

}  // namespace

Recorder::Recorder(std::string_view source, const std::vector<Property>& root, BoardSize board)
    : board_(board), source_(source) {
    nodes_.push_back({none, {}, {}, {}});
    for (const Property& property : root) {
        nodes_[0].items.push_back({std::string(property.name), property.values, false, {}});
    }
    nodes_[0].items.push_back({"GS", {std::string(source)}, false, {}});
}

std::uint32_t Recorder::add_node(std::uint32_t parent, std::string_view time) {
    if (parent >= nodes_.size()) {
        throw RecordingError("the parent of a new node is not there");
    }
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    std::string admitted = admit(index, time);
    nodes_.push_back({parent, std::move(admitted), {}, {}});
    nodes_[parent].children.push_back(index);
    return index;
}

void Recorder::put(std::uint32_t node, const Property& property, std::string_view time) {
    add_item(node, {std::string(property.name), property.values, false, {}}, time);
}

void Recorder::remove(std::uint32_t node, std::string_view name, const std::vector<std::string>& entries,
                      std::string_view time) {
    std::string text(name);
    text += ':';
    for (std::size_t i = 0; i < entries.size(); ++i) {
        text += i == 0 ? "" : ",";
        text += escaped_entry(entries[i]);
    }
    add_item(node, {"RP", {text}, true, {}}, time);
}

void Recorder::cut_comment(std::uint32_t node, std::uint32_t characters, std::string_view time) {
    add_item(node, {"RC", {std::to_string(characters)}, false, {}}, time);
}

void Recorder::trigger(std::uint32_t node, std::string_view name, std::string_view time) {
    add_item(node, {"VT", {std::string(name)}, false, {}}, time);
}

void Recorder::copy_below(std::uint32_t node, Game game, std::uint32_t from) {
    if (node >= nodes_.size() || !last_time_.empty()) {
        throw RecordingError("a tree can be taken over only before the first edit with a time");
    }
    std::vector<std::uint32_t> numbers(game.node_count(), none);
    numbers[from] = node;
    for (std::uint32_t n = from + 1; n < game.node_count() && game.parent(n) != none && game.parent(n) >= from; ++n) {
        numbers[n] = add_node(numbers[game.parent(n)], {});
        for (std::uint32_t p = game.first_property(n); p < game.end_property(n); ++p) {
            Item item{game.name(p), {}, false, {}};
            for (const tengen_value value : game.values(p)) {
                item.values.push_back(text_of_value(game, value));
            }
            nodes_[numbers[n]].items.push_back(std::move(item));
        }
    }
}

std::vector<std::uint32_t> Recorder::children_with(std::uint32_t node, std::string_view name,
                                                   std::string_view value) const {
    std::vector<std::uint32_t> found;
    for (const std::uint32_t child : nodes_[node].children) {
        for (const Item& item : nodes_[child].items) {
            if (item.name == name && item.values.size() == 1 && item.values.front() == value) {
                found.push_back(child);
                break;
            }
        }
    }
    return found;
}

void Recorder::add_item(std::uint32_t node, Item item, std::string_view time) {
    if (node >= nodes_.size()) {
        throw RecordingError("the node is not there");
    }
    item.time = admit(node, time);
    nodes_[node].items.push_back(std::move(item));
}

// Times never go back, and a time belongs to one node.
std::string Recorder::admit(std::uint32_t node, std::string_view time) {
    if (time.empty()) {
        if (!last_time_.empty()) {
            throw RecordingError("an edit without a time behind one with a time");
        }
        return {};
    }
    const std::optional<StampTime> parsed = StampTime::parse(time);
    if (!parsed || parsed->is_negative()) {
        throw RecordingError("a time is a number of seconds of at least 0");
    }
    std::string admitted(time);
    if (!last_time_.empty()) {
        const StampTime last = StampTime::parse(last_time_).value_or(StampTime());
        if (*parsed < last) {
            throw RecordingError("an edit is earlier than the one before it");
        }
        if (*parsed == last && node != last_node_) {
            admitted = add_reals(last.plain(), "0.001");
        }
    }
    last_time_ = admitted;
    last_node_ = node;
    return admitted;
}

OwnedGame Recorder::finish() const {
    const std::shared_ptr<GamePool> pool = GamePool::create();
    std::unique_ptr<GameStorage> storage = pool->acquire();
    storage->header.board_columns = board_.columns;
    storage->header.board_rows = board_.rows;
    GameBuilder builder(*storage);
    builder.keep_stamps();
    const auto add_stamp = [&](const std::string& time) -> std::uint32_t {
        if (time.empty()) {
            return 0;
        }
        tengen_stamp stamp{};
        stamp.kind = TENGEN_STAMP_AT;
        stamp.time = storage->store(time);
        storage->stamps.push_back(stamp);
        return storage->stamps.size();
    };
    std::vector<std::uint32_t> indices(nodes_.size(), none);
    std::vector<std::uint32_t> open{0};
    while (!open.empty()) {
        const std::uint32_t number = open.back();
        open.pop_back();
        const Node& node = nodes_[number];
        builder.add_node(node.parent == none ? none : indices[node.parent]);
        indices[number] = builder.last_node();
        storage->node_stamps.back() = add_stamp(node.time);
        for (const Item& item : node.items) {
            builder.add_named_property(item.name);
            const ValueType type = item.is_raw ? ValueType::unknown : value_type_of(item.name);
            for (const std::string& value : item.values) {
                builder.add_value(typed_value(*storage, type, value, board_));
            }
            if (item.values.empty()) {
                builder.add_value(typed_value(*storage, type, {}, board_));
            }
            storage->property_stamps.back() = add_stamp(item.time);
        }
        open.insert(open.end(), node.children.rbegin(), node.children.rend());
    }
    tengen_stream stream{};
    stream.source = storage->store(source_);
    stream.source_kind = source_kind_of(source_);
    storage->streams.push_back(stream);
    collect_facts(*storage);
    OwnedGame result;
    pool->publish(std::move(storage), *result.receive());
    return result;
}

}  // namespace tengen::streams
