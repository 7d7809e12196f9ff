#include "pipeline/schema/include.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "io/bytes.h"
#include "io/error.h"
#include "pipeline/schema/keys.h"

namespace tengen::pipeline::schema {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_levels = 10;
constexpr std::size_t most_files = 100;

// Mark a tree with the file it comes from.
// `has_lines`: places in it mean something to a reader.
void set_file(Node& root, const std::shared_ptr<const std::string>& file, bool has_lines = true) {
    std::vector<Node*> todo{&root};
    while (!todo.empty()) {
        Node* node = todo.back();
        todo.pop_back();
        node->file = file;
        if (!has_lines) {
            node->line = node->column = 0;
        }
        for (Node& item : node->items) {
            todo.push_back(&item);
        }
        for (Member& member : node->members) {
            todo.push_back(&member.key);
            todo.push_back(&member.value);
        }
    }
}

class Includer {
public:
    Includer(const char* (*look_up)(const char*), std::vector<ConfigurationFault>& faults)
        : look_up_(look_up), faults_(faults) {}

    [[nodiscard]] std::vector<fs::path> take_files() { return std::move(paths_); }

    void expand(Node& root, const fs::path& folder, std::size_t level) {
        std::vector<Pending> todo{{&root, folder, level}};
        while (!todo.empty()) {
            const Pending pending = todo.back();
            todo.pop_back();
            Node& node = *pending.node;
            const auto found = std::find_if(node.members.begin(), node.members.end(),
                                            [](const Member& member) { return member.key.text == "include"; });
            if (found != node.members.end()) {
                const Node include = std::move(found->value);
                node.members.erase(found);
                take_all(node, include, pending);
            }
            for (Node& item : node.items) {
                todo.push_back({&item, pending.folder, pending.level});
            }
            for (Member& member : node.members) {
                todo.push_back({&member.value, pending.folder, pending.level});
            }
        }
    }

private:
    struct Pending {
        Node* node;
        fs::path folder;
        std::size_t level;
    };

    void take_all(Node& node, const Node& include, const Pending& where) {
        if (include.kind == Node::Kind::scalar) {
            take(node, include, where);
            return;
        }
        if (include.kind != Node::Kind::sequence) {
            add_fault(faults_, include, "config.bad-value", "'include' takes a file or a list of files");
            return;
        }
        for (const Node& each : include.items) {
            if (each.kind == Node::Kind::scalar) {
                take(node, each, where);
            } else {
                add_fault(faults_, each, "config.bad-value", "'include' takes a file or a list of files");
            }
        }
    }

    void take(Node& node, Node include, const Pending& where) {
        substitute_environment(include, look_up_, faults_);
        if (where.level >= most_levels || ++files_ > most_files) {
            add_fault(faults_, include, "config.bad-value",
                      fmt::format("files include each other {} levels deep", most_levels));
            return;
        }
        if (!check_path(include, "include", faults_)) {
            return;
        }
        const fs::path path = where.folder / include.text;
        std::vector<ConfigurationFault> faults;
        Node root;
        try {
            root = parse_document(io::read_file(path).view(), faults);
        } catch (const io::IoError& error) {
            add_fault(faults_, include, error.id(), error.what());
            return;
        }
        paths_.push_back(path);
        const auto name = std::make_shared<const std::string>(include.text);
        for (ConfigurationFault& fault : faults) {
            fault.file = *name;
            faults_.push_back(std::move(fault));
        }
        if (!faults.empty()) {
            return;
        }
        set_file(root, name);
        if (root.kind != Node::Kind::map) {
            add_fault(faults_, root, "config.bad-value", "an included file is a mapping");
            return;
        }
        // Its own includes first: they stand below everything the file says itself.
        expand(root, path.parent_path(), where.level + 1);
        for (Member& member : root.members) {
            const bool is_there = std::any_of(node.members.begin(), node.members.end(),
                                              [&](const Member& own) { return own.key.text == member.key.text; });
            if (!is_there) {
                node.members.push_back(std::move(member));
            }
        }
    }

    const char* (*look_up_)(const char*);
    std::vector<ConfigurationFault>& faults_;
    std::size_t files_ = 0;
    std::vector<fs::path> paths_;
};

}  // namespace

std::vector<fs::path> expand_includes(Node& root, const fs::path& folder, const char* (*look_up)(const char*),
                                      std::vector<ConfigurationFault>& faults) {
    Includer includer(look_up, faults);
    includer.expand(root, folder, 0);
    return includer.take_files();
}

void apply_settings(Node& root, const std::vector<Setting>& settings, std::vector<ConfigurationFault>& faults) {
    for (const auto& [setting, option] : settings) {
        const auto origin =
            std::make_shared<const std::string>(option.empty() ? fmt::format("--set {}", setting) : option);
        Node nowhere;
        nowhere.file = origin;
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0) {
            add_fault(faults, nowhere, "config.bad-value", "write KEY=VALUE");
            continue;
        }
        std::vector<ConfigurationFault> wrong;
        const std::string text = setting.substr(equals + 1);
        Node value;
        if (text.empty()) {
            value.kind = Node::Kind::scalar;
        } else {
            value = parse_document(text, wrong);
        }
        if (!wrong.empty()) {
            add_fault(faults, nowhere, "config.bad-value",
                      wrong.front().message +
                          "; the value is YAML: a text with signs that mean something there (such as "
                          "'*.sgf') stands in quotes inside those of the shell, KEY='\"TEXT\"'");
            continue;
        }
        set_file(value, origin, false);
        Node* node = &root;
        std::string_view path = std::string_view(setting).substr(0, equals);
        bool is_found = true;
        bool is_below_severity = false;  // where the keys are ids, which have dots
        while (!path.empty() && is_found) {
            const std::string_view key = is_below_severity ? path : path.substr(0, path.find('.'));
            is_below_severity = key == "severity";
            path.remove_prefix(std::min(path.size(), key.size() + 1));
            if (node->kind == Node::Kind::sequence) {
                std::size_t index = 0;
                const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
                is_found = error == std::errc() && end == key.data() + key.size() && index < node->items.size();
                if (is_found) {
                    node = &node->items[index];
                } else {
                    add_fault(faults, nowhere, "config.bad-value",
                              fmt::format("'{}' is no place in a list of {}", key, node->items.size()));
                }
                continue;
            }
            if (node->kind != Node::Kind::map) {  // "input: [a.sgf]" and the like: a mapping takes the place
                *node = Node{};
                node->kind = Node::Kind::map;
                node->file = origin;
            }
            const auto found = std::find_if(node->members.begin(), node->members.end(),
                                            [&](const Member& member) { return member.key.text == key; });
            if (found != node->members.end()) {
                node = &found->value;
                continue;
            }
            Member added;
            added.key.kind = Node::Kind::scalar;
            added.key.text = key;
            added.key.file = origin;
            node->members.push_back(std::move(added));
            node = &node->members.back().value;
        }
        if (is_found) {
            *node = std::move(value);
        }
    }
}

}  // namespace tengen::pipeline::schema
