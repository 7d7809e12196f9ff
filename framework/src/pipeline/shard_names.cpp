#include "pipeline/shard_names.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "io/bytes.h"
#include "io/container.h"
#include "io/error.h"
#include "pipeline/input_place.h"
#include "pipeline/run_parts.h"

namespace tengen::pipeline {

namespace {

// Two inputs that are the same for `key_of`.
template <class KeyOf>
std::optional<std::pair<std::string, std::string>> find_pair(const std::vector<ListedInput>& inputs, KeyOf&& key_of) {
    std::unordered_map<std::string, const ListedInput*> seen;
    for (const ListedInput& input : inputs) {
        const auto [first, is_new] = seen.emplace(key_of(input), &input);
        if (!is_new) {
            return std::pair(name_of(*first->second), name_of(input));
        }
    }
    return std::nullopt;
}

bool is_container(const ListedInput& input) {
    const auto* entry = std::get_if<io::SourceEntry>(&input.item);
    if (entry == nullptr || entry->kind != io::SourceEntry::Kind::file) {
        return false;
    }
    try {
        return io::recognise(io::read_file(entry->path).view()) != io::ContainerKind::none;
    } catch (const io::IoError&) {
        return false;  // it has no members that could be read
    }
}

// An archive, and an input in a folder that is called as the members' one: a.zip and a/x.sgf.
std::optional<std::pair<std::string, std::string>> find_archive_above(const std::vector<ListedInput>& inputs) {
    std::string fault;
    const auto whole = PathTemplate::parse("{path}", fault);
    const auto path_of = [&](const ListedInput& input) {
        TemplateValues values;
        values.input = name_of(input);
        values.folder = input.folder;
        return whole->expand(values);
    };
    std::unordered_map<std::string, const ListedInput*> by_path;
    for (const ListedInput& input : inputs) {
        by_path.emplace(path_of(input), &input);
    }
    std::unordered_map<const ListedInput*, bool> containers;  // those that were looked at
    for (const ListedInput& input : inputs) {
        const std::string path = path_of(input);
        for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
            const auto above = by_path.find(path.substr(0, slash));
            if (above == by_path.end()) {
                continue;
            }
            const auto [seen, is_new] = containers.try_emplace(above->second, false);
            seen->second = is_new ? is_container(*above->second) : seen->second;
            if (seen->second) {
                return std::pair(name_of(*above->second), name_of(input));
            }
        }
    }
    return std::nullopt;
}

std::string fault_of(const OutputStep& step, const std::vector<ListedInput>& inputs) {
    const PathTemplate& path = step.path;
    if (path.spread() == Spread::one) {
        return fmt::format("the shards of a run cannot share the file {}: give it a field {{shard}}", path.text());
    }
    if (step.collision != Collision::number) {
        return {};
    }
    constexpr std::string_view way_out =
        "the numbers behind names would depend on the shards; change the path, give it a field {shard}, or say "
        "collision: error";
    if (path.spread() == Spread::per_game &&
        !(path.has_field("n") && (path.has_field("stem") || path.has_field("path")))) {
        return fmt::format("games of several inputs may want one name of {}, and {}", path.text(), way_out);
    }
    const auto pair = find_pair(inputs, [&](const ListedInput& input) {
        TemplateValues values;
        values.input = name_of(input);
        values.folder = input.folder;
        return path.expand(values);
    });
    if (pair) {
        return fmt::format("{} and {} want one name of {}, and {}", pair->first, pair->second, path.text(), way_out);
    }
    if (path.has_field("path")) {
        if (const auto mixed = find_archive_above(inputs)) {
            return fmt::format("a member of {} may want the name of {} in {}, and {}", mixed->first, mixed->second,
                               path.text(), way_out);
        }
    }
    return {};
}

}  // namespace

std::vector<ConfigurationFault> shard_faults(const Plan& plan, const std::vector<ListedInput>& inputs) {
    std::vector<ConfigurationFault> faults;
    for (const OutputStep& step : plan.outputs) {
        if (step.path.has_field("shard")) {
            continue;
        }
        if (std::string message = fault_of(step, inputs); !message.empty()) {
            faults.push_back({"config.bad-value", std::move(message), step.line, step.column});
        }
    }
    if (!plan.quarantine.empty()) {
        const auto pair = find_pair(inputs, [](const ListedInput& input) {
            const std::string& name = name_of(input);
            const std::size_t slash = name.find_last_of('/');
            return harmless_folder(input.folder) + '/' + (slash == std::string::npos ? name : name.substr(slash + 1));
        });
        if (pair) {
            faults.push_back({"config.bad-value",
                              fmt::format("{} and {} have one name in the quarantine, which shards cannot number; give "
                                          "each shard a quarantine of its own (--set quarantine=NAME)",
                                          pair->first, pair->second)});
        }
    }
    return faults;
}

}  // namespace tengen::pipeline
