#include "pipeline/schema/keys.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "diagnostics/did_you_mean.h"

namespace tengen::pipeline::schema {

std::optional<std::int64_t> to_integer(const Node& node) {
    if (node.kind != Node::Kind::scalar || node.quoted) {
        return std::nullopt;
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(node.text.data(), node.text.data() + node.text.size(), number);
    if (error != std::errc() || end != node.text.data() + node.text.size()) {
        return std::nullopt;
    }
    return number;
}

std::optional<bool> to_boolean(const Node& node) {
    if (node.kind != Node::Kind::scalar || node.quoted) {
        return std::nullopt;
    }
    if (node.text == "true") {
        return true;
    }
    if (node.text == "false") {
        return false;
    }
    return std::nullopt;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> names) {
    const auto best = diagnostics::nearest_name(word, names);
    return best ? fmt::format(", did you mean '{}'?", *best) : std::string();
}

bool check_path(const Node& value, std::string_view key, std::vector<ConfigurationFault>& faults) {
    const std::size_t nul = value.text.find('\0');
    if (value.kind != Node::Kind::scalar || nul == std::string::npos) {
        return true;
    }
    add_fault(faults, value, "config.bad-value",
              fmt::format("'{}': a path cannot hold the byte NUL, which stands behind '{}'", key,
                          std::string_view(value.text).substr(0, nul)));
    return false;
}

Map::Map(const Node& node, std::string_view what, std::span<const Key> keys, std::vector<ConfigurationFault>& faults)
    : node_(node), keys_(keys), faults_(faults) {
    if (node.kind != Node::Kind::map) {
        add_fault(faults, node, "config.bad-value", fmt::format("{} is a mapping, not {}", what, kind_name(node.kind)));
        return;
    }
    std::vector<std::string_view> names;
    for (const Key& key : keys) {
        names.push_back(key.name);
    }
    for (const auto& [name, value] : node.members) {
        const auto key = std::find_if(keys.begin(), keys.end(),
                                      [&name = name](const Key& known) { return known.name == name.text; });
        if (key == keys.end()) {
            const std::string near = did_you_mean(name.text, names);
            add_fault(faults, name, "config.unknown-key",
                      near.empty()
                          ? fmt::format("{} has no key '{}'; it has {}", what, name.text, fmt::join(names, ", "))
                          : fmt::format("{} has no key '{}'{}", what, name.text, near));
        } else if (fits(*key, value)) {
            values_.emplace_back(key->name, &value);
        }
    }
    for (const Key& key : keys) {
        const bool there = std::any_of(node.members.begin(), node.members.end(),
                                       [&key](const auto& member) { return member.key.text == key.name; });
        if (key.required && !there) {
            add_fault(faults, node, "config.bad-value",
                      fmt::format("{} lacks the key '{}' ({})", what, key.name, key.help));
        }
    }
}

namespace {
bool has_range(const Key& key) {
    return key.minimum != 0 || key.maximum != 0;
}
}  // namespace

bool Map::fits(const Key& key, const Node& value) const {
    const auto wrong = [&](std::string_view wanted) {
        const std::string came =
            value.kind == Node::Kind::scalar ? fmt::format("'{}'", value.text) : std::string(kind_name(value.kind));
        add_fault(faults_, value, "config.bad-value", fmt::format("'{}' takes {}, not {}", key.name, wanted, came));
        return false;
    };
    switch (key.kind) {
        case ValueKind::text:
            return value.kind == Node::Kind::scalar || wrong("text");
        case ValueKind::path:
            static_cast<void>(check_path(value, key.name, faults_));  // it is there, though it is wrong
            return value.kind == Node::Kind::scalar || wrong("text");
        case ValueKind::texts: {
            const auto is_text = [](const Node& item) { return item.kind == Node::Kind::scalar && !item.text.empty(); };
            const bool is_list = value.kind == Node::Kind::sequence && !value.items.empty() &&
                                 std::all_of(value.items.begin(), value.items.end(), is_text);
            return is_list || is_text(value) || wrong("a text or a list of texts");
        }
        case ValueKind::integer: {
            const std::optional<std::int64_t> number = to_integer(value);
            if (!number || (has_range(key) && (*number < key.minimum || *number > key.maximum))) {
                return wrong(!has_range(key) ? std::string("a whole number")
                             : key.minimum == key.maximum
                                 ? std::to_string(key.minimum)
                                 : fmt::format("a whole number from {} to {}", key.minimum, key.maximum));
            }
            return true;
        }
        case ValueKind::boolean:
            return to_boolean(value).has_value() || wrong("true or false");
        case ValueKind::list:
            return value.kind == Node::Kind::sequence || wrong("a list");
        case ValueKind::map:
            return value.kind == Node::Kind::map || wrong("a mapping");
        case ValueKind::choice: {
            if (value.kind == Node::Kind::scalar &&
                std::find(key.choices.begin(), key.choices.end(), value.text) != key.choices.end()) {
                return true;
            }
            return wrong(fmt::format("one of {}", fmt::join(key.choices, ", ")));
        }
        case ValueKind::any:
            return true;
    }
    return false;
}

const Node* Map::find(std::string_view key) const {
    for (const auto& [name, value] : values_) {
        if (name == key) {
            return value;
        }
    }
    return nullptr;
}

std::optional<std::string> Map::text(std::string_view key) const {
    const Node* value = find(key);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value->text);
}

std::optional<std::int64_t> Map::integer(std::string_view key) const {
    const Node* value = find(key);
    return value == nullptr ? std::nullopt : to_integer(*value);
}

std::optional<bool> Map::boolean(std::string_view key) const {
    const Node* value = find(key);
    return value == nullptr ? std::nullopt : to_boolean(*value);
}

std::optional<std::size_t> Map::choice(std::string_view key) const {
    const Node* value = find(key);
    if (value == nullptr) {
        return std::nullopt;
    }
    for (const Key& known : keys_) {
        if (known.name == key) {
            const auto place = std::find(known.choices.begin(), known.choices.end(), value->text);
            return static_cast<std::size_t>(place - known.choices.begin());
        }
    }
    return std::nullopt;
}

}  // namespace tengen::pipeline::schema
