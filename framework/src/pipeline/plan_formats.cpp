#include "pipeline/plan_formats.h"

#include <algorithm>
#include <span>
#include <string_view>

#include <fmt/format.h>

namespace tengen::pipeline {

using schema::kind_name;
using schema::Node;

std::optional<FormatStep> FormatReader::read(const Node& node, bool reading, const Plan& plan) {
    const std::string_view what = reading ? "reader" : "writer";
    if (node.members.size() != 1) {
        fault(node, "config.bad-value", fmt::format("'{}' names one format: {{sgf: {{}}}}", what));
        return std::nullopt;
    }
    const auto& [name, value] = node.members.front();
    FormatStep step;
    step.format = name.text;
    const auto table = options_of(name, reading);
    if (!table) {
        return std::nullopt;
    }
    if (value.kind != Node::Kind::map && value.kind != Node::Kind::null) {
        fault(value, "config.bad-value",
              fmt::format("the options of {} are a mapping, not {}", name.text, kind_name(value.kind)));
        return std::nullopt;
    }
    for (const auto& [option, setting] : value.members) {
        if (setting.kind != Node::Kind::scalar) {
            fault(setting, "config.bad-value", fmt::format("the option '{}' has a single value", option.text));
            continue;
        }
        const plugins::OptionValue given{option.text, setting.text};
        const std::string problem = plugins::check_options(*table, std::span(&given, 1));
        const auto info = std::find_if(table->begin(), table->end(),
                                       [&option = option](const auto& known) { return known.name == option.text; });
        if (!problem.empty()) {
            const bool unknown = info == table->end();
            fault(unknown ? option : setting, unknown ? "config.unknown-key" : "config.bad-value",
                  fmt::format("{} {}: {}", what, name.text, problem));
            continue;
        }
        const bool is_path = info->type == plugins::OptionType::path && !setting.text.empty();
        if (is_path && !schema::check_path(setting, option.text, faults_)) {
            continue;
        }
        step.options.emplace_back(option.text, is_path ? plan.place(setting.text) : setting.text);
    }
    return step;
}

std::optional<std::vector<plugins::OptionInfo>> FormatReader::options_of(const Node& name, bool reading) {
    if (reading) {
        if (auto info = registry_.reader_info(name.text)) {
            return std::move(info->options);
        }
        fault(name, "config.unknown-name", registry_.missing_reader(name.text).message());
    } else {
        if (auto info = registry_.writer_info(name.text)) {
            return std::move(info->options);
        }
        fault(name, "config.unknown-name", registry_.missing_writer(name.text).message());
    }
    return std::nullopt;
}

}  // namespace tengen::pipeline
