#include "extension_members.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <tuple>

#include "json_text.h"

namespace tengen::json {

namespace {

constexpr std::uint64_t position_of(std::uint32_t node, std::uint32_t property) {
    return std::uint64_t{node} << 32 | property;  // none is the largest number: the node comes behind its properties
}

/// The parts of a JSON pointer, front to back.
class PointerParts {
public:
    explicit PointerParts(std::string_view pointer) : rest_(pointer) {}

    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    /// True if the next part has that name; it is taken then.
    bool take(std::string_view name) {
        if (rest_.size() <= name.size() || rest_[0] != '/' || rest_.substr(1, name.size()) != name ||
            (rest_.size() > name.size() + 1 && rest_[name.size() + 1] != '/')) {
            return false;
        }
        rest_.remove_prefix(name.size() + 1);
        return true;
    }
    /// An index, without leading zeros.
    std::optional<std::uint32_t> take_index() {
        if (rest_.size() < 2 || rest_[0] != '/' || (rest_[1] == '0' && rest_.size() > 2 && rest_[2] != '/')) {
            return std::nullopt;
        }
        std::uint32_t index = 0;
        const char* end = rest_.data() + rest_.size();
        const auto [stopped, error] = std::from_chars(rest_.data() + 1, end, index);
        if (error != std::errc() || index == none || (stopped != end && *stopped != '/')) {
            return std::nullopt;
        }
        rest_.remove_prefix(static_cast<std::size_t>(stopped - rest_.data()));
        return index;
    }

private:
    std::string_view rest_;
};

}  // namespace

std::string extension_place(std::string_view list, std::uint32_t number) {
    std::string place = "#/";
    place += list;
    place += '/';
    place += std::to_string(number);
    return place;
}

bool find_extension_place(std::string_view place, ExtensionPlace& found) {
    found = {Object::game, none, none};
    if (place == "document" || place == "collection") {
        found.object = place == "document" ? Object::document : Object::collection;
        return true;
    }
    if (place.empty() || place.front() != '#') {
        return false;
    }
    PointerParts parts(place.substr(1));
    if (parts.take("board")) {
        found.object = Object::board;
    } else if (parts.take("dialect")) {
        found.object = Object::dialect;
    } else if (parts.take("charset")) {
        found.object = Object::charset;
    } else if (parts.take("info")) {
        if (!parts.take_index()) {
            return false;
        }
        found.object = Object::fact;
    } else if (parts.take("streams")) {
        if (!parts.take_index()) {
            return false;
        }
        found.object = parts.take("source") ? Object::source : Object::stream;
    } else if (parts.take("nodes")) {
        const std::optional<std::uint32_t> node = parts.take_index();
        if (!node) {
            return false;
        }
        found.object = Object::node;
        found.node = *node;
        if (parts.take("p")) {
            const std::optional<std::uint32_t> property = parts.take_index();
            if (!property) {
                return false;
            }
            found.object = Object::property;
            found.property = *property;
        }
    }
    return parts.at_end();
}

ExtensionMembers::ExtensionMembers(Game game, const OutputBuffer& out)
    : game_(game), done_(game.columns().extension_field_count) {
    for (std::uint32_t i = 0; i < done_.size(); ++i) {
        const std::string_view place = game.stored(field(i).place);
        const std::string_view key = game.stored(field(i).key);
        ExtensionPlace found;
        if (key.empty() || !find_extension_place(place, found) || !out.is_utf8(key)) {
            continue;
        }
        if (find_member(found.object, key) != Member::none) {
            continue;
        }
        if (!is_compact_json(game.stored(field(i).text))) {
            continue;
        }
        if (found.node == none) {
            at_places_.push_back({place, key, i});
        } else {
            at_nodes_.push_back({position_of(found.node, found.property), key, i});
        }
    }
    std::sort(at_places_.begin(), at_places_.end(), [](const AtPlace& a, const AtPlace& b) {
        return std::tie(a.place, a.field) < std::tie(b.place, b.field);
    });
    std::sort(at_nodes_.begin(), at_nodes_.end(), [](const AtNode& a, const AtNode& b) {
        return std::tie(a.position, a.field) < std::tie(b.position, b.field);
    });
}

std::vector<std::uint32_t> ExtensionMembers::singles_at(std::string_view place) const {
    const auto first = std::lower_bound(at_places_.begin(), at_places_.end(), place,
                                        [](const AtPlace& a, std::string_view b) { return a.place < b; });
    std::vector<std::string_view> keys;
    for (auto at = first; at != at_places_.end() && at->place == place; ++at) {
        keys.push_back(at->key);
    }
    std::sort(keys.begin(), keys.end());
    std::vector<std::uint32_t> fields;
    for (auto at = first; at != at_places_.end() && at->place == place; ++at) {
        const auto same = std::equal_range(keys.begin(), keys.end(), at->key);
        if (same.second - same.first == 1) {
            fields.push_back(at->field);
        }
    }
    return fields;
}

void ExtensionMembers::put(std::string_view place, OutputBuffer& out) {
    for (const std::uint32_t field : singles_at(place)) {
        put_member(field, out);
    }
}

void ExtensionMembers::put_at_node(std::uint32_t node, std::uint32_t property, OutputBuffer& out) {
    const std::uint64_t position = position_of(node, property);
    while (next_node_ < at_nodes_.size() && at_nodes_[next_node_].position < position) {
        ++next_node_;  // named a property that its node does not have
    }
    const std::size_t first = next_node_;
    std::vector<std::string_view> keys;
    while (next_node_ < at_nodes_.size() && at_nodes_[next_node_].position == position) {
        keys.push_back(at_nodes_[next_node_++].key);
    }
    std::sort(keys.begin(), keys.end());
    for (std::size_t i = first; i < next_node_; ++i) {
        const auto same = std::equal_range(keys.begin(), keys.end(), at_nodes_[i].key);
        if (same.second - same.first == 1) {
            put_member(at_nodes_[i].field, out);
        }
    }
}

void ExtensionMembers::put_member(std::uint32_t index, OutputBuffer& out) {
    out.put(',');
    out.put_text(game_.stored(field(index).key));
    out.put(':');
    out.put(game_.stored(field(index).text));
    done_[index] = true;
}

std::vector<std::uint32_t> ExtensionMembers::others() const {
    std::vector<std::uint32_t> indices;
    for (std::uint32_t i = 0; i < done_.size(); ++i) {
        if (!done_[i]) {
            indices.push_back(i);
        }
    }
    return indices;
}

}  // namespace tengen::json
