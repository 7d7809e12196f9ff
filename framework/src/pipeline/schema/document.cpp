#include "pipeline/schema/document.h"

#include <algorithm>
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <yaml-cpp/anchor.h>
#include <yaml-cpp/emitterstyle.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

namespace tengen::pipeline::schema {

namespace {

constexpr std::size_t most_nodes = 100'000;
// Nodes are copied and destroyed level by level, and aliases can stack what is deep already.
constexpr std::size_t most_levels = 100;

struct Extent {
    std::size_t nodes = 0;
    std::size_t levels = 0;
};

Extent measure(const Node& root) {
    Extent extent;
    std::vector<std::pair<const Node*, std::size_t>> todo{{&root, 1}};
    while (!todo.empty()) {
        const auto [node, level] = todo.back();
        todo.pop_back();
        ++extent.nodes;
        extent.levels = std::max(extent.levels, level);
        for (const Node& item : node->items) {
            todo.emplace_back(&item, level + 1);
        }
        for (const auto& [key, value] : node->members) {
            todo.emplace_back(&key, level + 1);
            todo.emplace_back(&value, level + 1);
        }
    }
    return extent;
}

// Whether the quoted scalar that begins at `at` ends. (yaml-cpp takes the end of the file for its end, sometimes.)
bool is_closed(std::string_view text, std::size_t at) {
    if (at >= text.size() || (text[at] != '\'' && text[at] != '"')) {
        return true;  // an anchor stands in front of it, or the positions count something else: no opinion
    }
    const char quote = text[at];
    for (++at; at < text.size(); ++at) {
        if (text[at] == '\\' && quote == '"') {
            ++at;
        } else if (text[at] == quote) {
            if (quote == '"' || at + 1 >= text.size() || text[at + 1] != quote) {
                return true;
            }
            ++at;  // '' stands for the character
        }
    }
    return false;
}

// Thrown and caught in this file: going on would only cost memory.
class TooDeep : public std::exception {};

// Builds the tree from the events of one document.
class Builder final : public YAML::EventHandler {
public:
    Builder(std::string_view text, std::vector<ConfigurationFault>& faults) : text_(text), faults_(faults) {}

    [[nodiscard]] Node take() { return std::move(root_); }

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(make(Node::Kind::null, mark), anchor); }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const auto found = anchors_.find(anchor);
        if (found == anchors_.end()) {
            fault(mark, "the alias stands inside the node it names");
            add(make(Node::Kind::null, mark), 0);
            return;
        }
        const Extent extent = measure(found->second);
        nodes_ += extent.nodes;
        if (open_.size() + extent.levels > most_levels) {
            too_deep(mark);
        }
        if (nodes_ > most_nodes) {
            if (!too_many_) {
                fault(mark, fmt::format("the aliases unfold into more than {} nodes", most_nodes));
            }
            too_many_ = true;
            add(make(Node::Kind::null, mark), 0);
            return;
        }
        add(found->second, 0);
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        Node node = make(Node::Kind::scalar, mark);
        node.text = value;
        node.quoted = tag == "!";
        if (node.quoted && mark.pos >= 0 && !is_closed(text_, static_cast<std::size_t>(mark.pos))) {
            fault(mark, "the quoted text does not end");
        }
        if (tag != "!" && tag != "?" && !tag.empty() && tag != "tag:yaml.org,2002:str") {
            fault(mark, fmt::format("the tag {} has no meaning here", tag));
        }
        if (tag == "?" && (value == "~" || value == "null" || value == "Null" || value == "NULL" || value.empty())) {
            node.kind = Node::Kind::null;
        }
        add(std::move(node), anchor);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        start(make(Node::Kind::sequence, mark), mark, tag, anchor);
    }
    void OnSequenceEnd() override { end(); }

    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        start(make(Node::Kind::map, mark), mark, tag, anchor);
    }
    void OnMapEnd() override { end(); }

private:
    struct Open {
        Node node;
        YAML::anchor_t anchor = 0;
        std::optional<Node> key;
        std::set<std::string, std::less<>> keys;
    };

    static Node make(Node::Kind kind, const YAML::Mark& mark) {
        Node node;
        node.kind = kind;
        node.line = static_cast<std::uint64_t>(mark.line) + 1;
        node.column = static_cast<std::uint64_t>(mark.column) + 1;
        return node;
    }

    void fault(const YAML::Mark& mark, std::string message) {
        faults_.push_back({"config.bad-yaml", std::move(message), static_cast<std::uint64_t>(mark.line) + 1,
                           static_cast<std::uint64_t>(mark.column) + 1});
    }
    void fault(const Node& node, std::string message) {
        faults_.push_back({"config.bad-yaml", std::move(message), node.line, node.column});
    }

    [[noreturn]] void too_deep(const YAML::Mark& mark) {
        fault(mark, fmt::format("nested deeper than {} levels", most_levels));
        throw TooDeep();
    }

    void start(Node node, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
        if (open_.size() >= most_levels) {
            too_deep(mark);
        }
        if (tag != "?" && tag != "!" && !tag.empty() && tag.rfind("tag:yaml.org,2002:", 0) != 0) {
            fault(mark, fmt::format("the tag {} has no meaning here", tag));
        }
        open_.push_back({std::move(node), anchor, std::nullopt, {}});
    }

    void end() {
        Open closed = std::move(open_.back());
        open_.pop_back();
        add(std::move(closed.node), closed.anchor);
    }

    void add(Node node, YAML::anchor_t anchor) {
        ++nodes_;
        if (anchor != 0) {
            anchors_[anchor] = node;
        }
        if (open_.empty()) {
            root_ = std::move(node);
            return;
        }
        Open& parent = open_.back();
        if (parent.node.kind == Node::Kind::sequence) {
            parent.node.items.push_back(std::move(node));
        } else if (!parent.key) {
            check_key(parent, node);
            parent.key = std::move(node);
        } else {
            if (node.kind == Node::Kind::null) {  // nothing has no place of its own
                node.line = parent.key->line;
                node.column = parent.key->column;
            }
            parent.node.members.push_back({std::move(*parent.key), std::move(node)});
            parent.key.reset();
        }
    }

    void check_key(Open& parent, const Node& key) {
        if (key.kind != Node::Kind::scalar) {
            fault(key, "a key is text");
        } else if (key.text == "<<" && !key.quoted) {
            fault(key, "merge keys (<<) are not taken: write the keys out, so that each has one place");
        } else if (!parent.keys.insert(key.text).second) {
            fault(key, fmt::format("the key '{}' occurs twice", key.text));
        }
    }

    std::string_view text_;
    std::vector<ConfigurationFault>& faults_;
    std::vector<Open> open_;
    std::map<YAML::anchor_t, Node> anchors_;
    Node root_;
    std::size_t nodes_ = 0;
    bool too_many_ = false;
};

}  // namespace

std::string_view kind_name(Node::Kind kind) noexcept {
    switch (kind) {
        case Node::Kind::null:
            return "nothing";
        case Node::Kind::scalar:
            return "a single value";
        case Node::Kind::sequence:
            return "a list";
        case Node::Kind::map:
            return "a mapping";
    }
    return "nothing";
}

Node parse_document(std::string_view text, std::vector<ConfigurationFault>& faults) {
    std::istringstream stream{std::string(text)};
    Builder builder(text, faults);
    try {
        YAML::Parser parser(stream);
        if (!parser.HandleNextDocument(builder)) {
            faults.push_back({"config.bad-yaml", "the file is empty", 1, 1});
            return {};
        }
        std::vector<ConfigurationFault> ignored;
        Builder second(text, ignored);
        Node root = builder.take();
        if (parser.HandleNextDocument(second)) {
            const Node other = second.take();
            faults.push_back({"config.bad-yaml", "a second document (---) in the file", other.line, other.column});
        }
        return root;
    } catch (const TooDeep&) {
        return {};  // the fault is there already
    } catch (const YAML::Exception& error) {
        faults.push_back({"config.bad-yaml", error.msg, static_cast<std::uint64_t>(error.mark.line) + 1,
                          static_cast<std::uint64_t>(error.mark.column) + 1});
        return {};
    }
}

namespace {

bool is_name(std::string_view name) {
    if (name.empty() || (name.front() >= '0' && name.front() <= '9')) {
        return false;
    }
    for (const char c : name) {
        if (!((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) {
            return false;
        }
    }
    return true;
}

void substitute(Node& node, const char* (*look_up)(const char*), std::vector<ConfigurationFault>& faults) {
    const std::string& text = node.text;
    if (text.find('$') == std::string::npos) {
        return;
    }
    const auto fault = [&](std::string message) {
        node.inserted.clear();  // the text stays as it is
        faults.push_back(
            {"config.bad-value", std::move(message), node.line, node.column, node.file ? *node.file : std::string()});
    };
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] != '$') {
            result += text[at++];
            continue;
        }
        if (at + 1 < text.size() && text[at + 1] == '$') {
            result += '$';
            at += 2;
            continue;
        }
        const std::size_t close = at + 1 < text.size() && text[at + 1] == '{' ? text.find('}', at) : std::string::npos;
        if (close == std::string::npos) {
            fault("'$' begins ${NAME}; write $$ for the character itself");
            return;
        }
        const std::string inside = text.substr(at + 2, close - at - 2);
        const std::size_t colon = inside.find(':');
        const std::string name = inside.substr(0, colon);
        const char mode = colon != std::string::npos && colon + 1 < inside.size() ? inside[colon + 1] : '\0';
        if (!is_name(name) || (colon != std::string::npos && mode != '-' && mode != '?')) {
            fault(fmt::format("'${{{}}}' is none of ${{NAME}}, ${{NAME:-default}}, ${{NAME:?message}}", inside));
            return;
        }
        const char* value = look_up(name.c_str());
        const bool set = value != nullptr && (*value != '\0' || colon == std::string::npos);
        if (set) {
            node.inserted.emplace_back(result.size(), result.size() + std::string_view(value).size());
            result += value;
        } else if (mode == '-') {
            result += inside.substr(colon + 2);
        } else if (mode == '?') {
            fault(fmt::format("the environment variable {} is not set: {}", name, inside.substr(colon + 2)));
            return;
        } else {
            fault(fmt::format("the environment variable {} is not set", name));
            return;
        }
        at = close + 1;
    }
    node.text = std::move(result);
}

}  // namespace

void substitute_environment(Node& root, const char* (*look_up)(const char*), std::vector<ConfigurationFault>& faults) {
    std::vector<Node*> todo{&root};
    while (!todo.empty()) {
        Node* node = todo.back();
        todo.pop_back();
        if (node->kind == Node::Kind::scalar) {
            substitute(*node, look_up, faults);
        }
        for (Node& item : node->items) {
            todo.push_back(&item);
        }
        for (auto& [key, value] : node->members) {
            todo.push_back(&value);
        }
    }
}

void drop_follow_ups(const Node& root, const std::vector<ConfigurationFault>& unset,
                     std::vector<ConfigurationFault>& faults) {
    using Place = std::tuple<std::string, std::uint64_t, std::uint64_t>;
    const auto place_of = [](const Node& node) {
        return Place(node.file ? *node.file : std::string(), node.line, node.column);
    };
    std::set<Place> unknown;
    for (const ConfigurationFault& fault : unset) {
        unknown.emplace(fault.file, fault.line, fault.column);
    }
    if (unknown.empty()) {
        return;
    }
    std::set<Place> doubtful = unknown;
    std::vector<const Node*> todo{&root};
    while (!todo.empty()) {
        const Node* node = todo.back();
        todo.pop_back();
        const auto see = [&](const Node& child) {
            if (child.kind == Node::Kind::scalar && unknown.contains(place_of(child))) {
                doubtful.insert(place_of(*node));
            }
            todo.push_back(&child);
        };
        for (const Node& item : node->items) {
            see(item);
        }
        for (const auto& [key, value] : node->members) {
            see(value);
        }
    }
    std::erase_if(faults, [&](const ConfigurationFault& fault) {
        return doubtful.contains(Place(fault.file, fault.line, fault.column));
    });
}

}  // namespace tengen::pipeline::schema
