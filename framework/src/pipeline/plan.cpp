#include "pipeline/plan.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "pipeline/digest.h"
#include "pipeline/name_patterns.h"
#include "pipeline/plan_reader.h"
#include "pipeline/schema/document.h"
#include "pipeline/schema/include.h"

namespace tengen::pipeline {

namespace {

using schema::kind_name;
using schema::Node;

std::uint64_t digest_of_tree(const Node& root) {
    std::string all;
    const auto write = [&all](std::string_view kind, std::string_view text) {
        all += fmt::format("{}{}:{};", kind, text.size(), text);
    };
    // Node and level above, on a heap: depth is limited, but not by this.
    std::vector<std::pair<const Node*, std::size_t>> todo{{&root, 0}};
    while (!todo.empty()) {
        const auto [node, level] = todo.back();
        todo.pop_back();
        write(fmt::format("{}{}", level, kind_name(node->kind)), node->text);
        for (const Node& item : node->items) {
            todo.emplace_back(&item, level + 1);
        }
        for (const auto& [key, value] : node->members) {
            todo.emplace_back(&key, level + 1);
            todo.emplace_back(&value, level + 1);
        }
    }
    return digest_of(all).low;
}

// Of everything that outputs depend on; not how fast they are made, nor what is said about it.
std::map<std::string, std::uint64_t> fingerprints_of(const Node& root) {
    constexpr std::array<std::string_view, 6> others{"threads", "sync", "journal", "report", "overwrite", "tests"};
    constexpr std::size_t most_levels = 3;  // output.0.path
    struct Part {
        const Node* node;
        std::string name;
        std::size_t level;
    };
    std::map<std::string, std::uint64_t> prints;
    std::vector<Part> todo;
    for (const auto& [key, value] : root.members) {
        if (std::find(others.begin(), others.end(), key.text) == others.end()) {
            todo.push_back({&value, key.text, 1});
        }
    }
    while (!todo.empty()) {
        const Part part = std::move(todo.back());
        todo.pop_back();
        const bool has_parts = !part.node->items.empty() || !part.node->members.empty();
        if (part.level == most_levels || !has_parts) {
            prints.emplace(part.name, digest_of_tree(*part.node));
            continue;
        }
        for (std::size_t i = 0; i < part.node->items.size(); ++i) {
            todo.push_back({&part.node->items[i], fmt::format("{}.{}", part.name, i), part.level + 1});
        }
        for (const auto& [key, value] : part.node->members) {
            todo.push_back({&value, part.name + '.' + key.text, part.level + 1});
        }
    }
    return prints;
}

// Which values do not stand in the pipeline itself.
std::map<std::string, std::string> origins_of(const Node& root) {
    std::map<std::string, std::string> origins;
    std::vector<std::pair<const Node*, std::string>> todo{{&root, {}}};
    while (!todo.empty()) {
        const auto [node, key] = std::move(todo.back());
        todo.pop_back();
        const std::string prefix = key.empty() ? key : key + '.';
        for (std::size_t i = 0; i < node->items.size(); ++i) {
            todo.emplace_back(&node->items[i], prefix + std::to_string(i));
        }
        for (const auto& [name, value] : node->members) {
            todo.emplace_back(&value, prefix + name.text);
        }
        if (node->kind == Node::Kind::scalar && node->file) {
            origins.emplace(key, *node->file);
        } else if (node->kind == Node::Kind::scalar && !node->inserted.empty()) {
            origins.emplace(key, "environment");
        }
    }
    return origins;
}

}  // namespace

Settings Plan::settings_for(const InputStep& step) const {
    Settings own = settings;
    own.from = step.format;
    if (!step.format.empty()) {
        own.reader_options[step.format] = step.options;
    }
    if (!step.exclude.empty()) {
        own.excluded_members = std::make_shared<const NamePatterns>(step.exclude, step.ignore_case);
    }
    return own;
}

std::string Plan::place(std::string path) const {
    if (path == "-") {
        return path;
    }
    std::string whole = path.starts_with('/') ? std::move(path) : folder.native() + '/' + path;
    // Mostly there is nothing to do; std::filesystem takes its time to find that out.
    if (whole.find("/.") == std::string::npos && whole.find("//") == std::string::npos) {
        return whole;
    }
    return std::filesystem::path(whole).lexically_normal().string();
}

Plan parse_plan(std::string_view yaml, const std::filesystem::path& folder, plugins::Registry& registry,
                const char* (*look_up)(const char* name), const std::vector<schema::Setting>& settings) {
    std::vector<ConfigurationFault> faults;
    Node root = schema::parse_document(yaml, faults);
    Plan plan;
    plan.folder = folder;
    // After a fault of the YAML itself the tree may be anything; messages about its content would be noise.
    if (faults.empty()) {
        plan.sources = schema::expand_includes(root, folder, look_up, faults);
        const auto before = static_cast<std::ptrdiff_t>(faults.size());
        schema::substitute_environment(root, look_up, faults);
        const std::vector<ConfigurationFault> unset(faults.begin() + before, faults.end());
        schema::apply_settings(root, settings, faults);
        std::vector<ConfigurationFault> found;
        read_plan(root, registry, found, plan);
        schema::drop_follow_ups(root, unset, found);
        faults.insert(faults.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
        plan.fingerprints = fingerprints_of(root);
        plan.origins = origins_of(root);
    }
    if (!faults.empty()) {
        std::stable_sort(faults.begin(), faults.end(), [](const auto& a, const auto& b) {
            return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
        });
        throw ConfigurationError(std::move(faults));
    }
    return plan;
}

}  // namespace tengen::pipeline
