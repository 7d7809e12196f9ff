#include "pipeline/shard_names.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

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
    if (path.spread() == Spread::per_game && !(path.has_field("n") && path.has_field("stem"))) {
        return fmt::format("games of several inputs may want one name of {}, and {}", path.text(), way_out);
    }
    const auto pair = find_pair(inputs, [&](const ListedInput& input) {
        TemplateValues values;
        values.input = name_of(input);
        values.folder = input.folder;
        return path.expand(values);
    });
    return pair ? fmt::format("{} and {} want one name of {}, and {}", pair->first, pair->second, path.text(), way_out)
                : std::string();
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
