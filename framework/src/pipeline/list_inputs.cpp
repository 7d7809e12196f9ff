#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "io/error.h"
#include "io/name_choice.h"
#include "pipeline/file_names.h"
#include "pipeline/input_place.h"
#include "pipeline/name_patterns.h"
#include "pipeline/run.h"

namespace tengen::pipeline {

namespace {

// A file is read once, whatever the number of its names and of the inputs that stand for it.
void leave_out_doubles(std::vector<ListedInput>& listed, const std::vector<InputStep>& steps) {
    std::vector<std::size_t> uses;  // the first step that reads in the same way
    for (const InputStep& step : steps) {
        const auto same = std::find_if(steps.begin(), steps.end(), [&](const InputStep& other) {
            return other.format == step.format && other.options == step.options;
        });
        uses.push_back(static_cast<std::size_t>(same - steps.begin()));
    }
    io::NameChoice choice;
    std::set<std::string> unreadable;
    std::vector<bool> is_double(listed.size());
    for (std::size_t i = 0; i < listed.size(); ++i) {
        const auto* entry = std::get_if<io::SourceEntry>(&listed[i].item);
        if (entry == nullptr) {
            const std::string& name = std::get<io::Finding>(listed[i].item).input;
            is_double[i] = name != steps[listed[i].step].path && !unreadable.insert(name).second;
        }
        const auto found = entry != nullptr ? choice.offer(*entry, i, uses[listed[i].step]) : std::nullopt;
        if (found) {
            is_double[found->left_out] = true;
            ListedInput& kept = listed[found->kept];
            if (uses[kept.step] != uses[listed[i].step]) {
                kept.other_step = listed[i].step;
            }
        }
    }
    std::size_t to = 0;
    for (std::size_t from = 0; from < listed.size(); ++from) {
        if (!is_double[from]) {
            if (to != from) {
                listed[to] = std::move(listed[from]);
            }
            ++to;
        }
    }
    listed.erase(listed.begin() + static_cast<std::ptrdiff_t>(to), listed.end());
}

}  // namespace

std::vector<ListedInput> list_inputs(const Plan& plan, std::vector<std::string>* notes) {
    return list_inputs(plan.inputs, plan.folder, notes);
}

std::vector<ListedInput> list_inputs(const std::vector<InputStep>& steps, const std::filesystem::path& folder,
                                     std::vector<std::string>* notes) {
    std::vector<ListedInput> listed;
    FileNames names;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const InputStep& step = steps[i];
        io::SourceOptions options;
        options.base = folder;
        options.ignore_case = step.ignore_case;
        io::Sources sources(std::move(options));
        if (!step.files_from.empty()) {
            sources.add_list(step.files_from);
        } else if (step.is_literal) {
            sources.add_path(step.path);
        } else {
            sources.add(step.path);
        }
        while (std::optional<io::Sources::Item> item = sources.next()) {
            ListedInput input;
            input.step = i;
            if (const auto* entry = std::get_if<io::SourceEntry>(&*item)) {
                names.see(*entry);
                input.folder = folder_below(entry->raw_name.empty() ? entry->name : entry->raw_name, step.path);
            } else {
                input.folder = folder_below(std::get<io::Finding>(*item).input, step.path);
            }
            input.item = std::move(*item);
            listed.push_back(std::move(input));
        }
    }
    names.decode_all(listed);
    struct Choice {
        NamePatterns only;
        NamePatterns excluded;
        std::vector<bool> used;  // of `excluded`
    };
    std::vector<Choice> choices;
    choices.reserve(steps.size());
    for (const InputStep& step : steps) {
        choices.push_back(
            {{step.only, step.ignore_case}, {step.exclude, step.ignore_case}, std::vector<bool>(step.exclude.size())});
    }
    std::erase_if(listed, [&](const ListedInput& input) {
        const InputStep& step = steps[input.step];
        const auto* entry = std::get_if<io::SourceEntry>(&input.item);
        const std::string& name = entry != nullptr ? entry->name : std::get<io::Finding>(input.item).input;
        const std::string& written = entry != nullptr && !entry->raw_name.empty() ? entry->raw_name : name;
        const bool is_named = !step.files_from.empty() || written == step.path;
        if (entry == nullptr && is_named) {
            return false;  // somebody wants it, and it is missing
        }
        Choice& choice = choices[input.step];
        return choice.excluded.has(name, input.folder, &choice.used) ||
               (!step.only.empty() && !is_named && !choice.only.has(name, input.folder));
    });
    if (notes != nullptr) {
        for (std::size_t i = 0; i < steps.size(); ++i) {
            for (std::size_t k = 0; k < steps[i].exclude.size(); ++k) {
                if (choices[i].used[k]) {
                    continue;
                }
                notes->push_back(fmt::format(
                    "{}:{}: exclude: '{}' leaves no file out; patterns with '/' count for names as they are listed{}, "
                    "others for file names",
                    steps[i].line, steps[i].column, steps[i].exclude[k],
                    steps[i].files_from.empty() ? fmt::format(" and for the way below '{}'", fixed_part(steps[i].path))
                                                : std::string()));
            }
        }
    }
    leave_out_doubles(listed, steps);
    return listed;
}

std::vector<std::string> doubly_listed(const Plan& plan, const std::vector<ListedInput>& inputs) {
    struct Files {
        std::string first;
        std::size_t count = 0;
    };
    std::map<std::pair<std::size_t, std::size_t>, Files> files;  // by the steps
    for (const ListedInput& input : inputs) {
        const auto* entry = std::get_if<io::SourceEntry>(&input.item);
        if (entry != nullptr && input.other_step && files[{input.step, *input.other_step}].count++ == 0) {
            files[{input.step, *input.other_step}].first = entry->name;
        }
    }
    std::vector<std::string> messages;
    for (const auto& [pair, found] : files) {
        const InputStep& other = plan.inputs[pair.second];
        messages.push_back(fmt::format(
            "{}:{}: {}{} read as the input before it says ({}:{}), which has another reader or other options",
            other.line, other.column, found.first,
            found.count == 1 ? std::string(" is") : fmt::format(" and {} more are", found.count - 1),
            plan.inputs[pair.first].line, plan.inputs[pair.first].column));
    }
    return messages;
}

std::vector<ConfigurationFault> missing_inputs(const Plan& plan, const std::vector<ListedInput>& inputs) {
    std::vector<const io::Finding*> findings(plan.inputs.size());
    std::vector<std::size_t> counts(plan.inputs.size());
    for (const ListedInput& input : inputs) {
        ++counts[input.step];
        findings[input.step] = std::get_if<io::Finding>(&input.item);
    }
    std::vector<ConfigurationFault> faults;
    for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
        const InputStep& step = plan.inputs[i];
        if (!step.files_from.empty()) {
            continue;  // what is missing in a list was named one by one
        }
        if (counts[i] <= 1 && list_inputs({step}, plan.folder).size() != counts[i]) {
            continue;  // its files are read for another input
        }
        if (counts[i] == 1 && findings[i] != nullptr) {
            std::string message = "input: " + findings[i]->message;
            const std::string begin = step.is_literal ? std::string() : fixed_part(step.path);
            std::error_code error;
            if (begin != step.path && std::filesystem::is_regular_file(plan.place(begin), error)) {
                message += fmt::format("; '{}' is a file, no folder: name it without what stands behind it",
                                       io::display_path(begin));
            }
            faults.push_back({findings[i]->id, std::move(message), step.line, step.column});
        } else if (counts[i] == 0 && !step.only.empty()) {
            faults.push_back({"io.open-failed",
                              fmt::format("input: there is no file in '{}' with a name that 'only' takes ({})",
                                          io::display_path(step.path), fmt::join(step.only, ", ")),
                              step.line, step.column});
        }
    }
    return faults;
}

}  // namespace tengen::pipeline
