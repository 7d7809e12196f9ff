#include "pipeline/input_overlap.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "pipeline/input_place.h"

namespace tengen::pipeline {

namespace {

// Without a slash at its end.
std::string placed(const Plan& plan, std::string_view path) {
    std::string place = plan.place(std::string(path));
    while (place.size() > 1 && place.back() == '/') {
        place.pop_back();
    }
    return place;
}

bool is_below(std::string_view path, std::string_view folder) {
    return folder == "/" ? path.size() > 1
                         : path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/';
}

// Folders that belong to the outputs, whatever their files are called.
std::vector<std::string> own_folders(const Plan& plan) {
    std::vector<std::string> folders;
    const auto add = [&](std::string_view path) {
        std::string folder = placed(plan, path);
        if (std::find(folders.begin(), folders.end(), folder) == folders.end()) {
            folders.push_back(std::move(folder));
        }
    };
    for (const OutputStep& step : plan.outputs) {
        const std::string_view text = step.archive.empty() ? step.path.text() : std::string_view(step.archive);
        const std::string_view fixed = text.substr(0, text.find('{'));
        if (const std::size_t slash = fixed.find_last_of('/'); slash != std::string_view::npos) {
            add(fixed.substr(0, slash + 1));
        }
    }
    if (!plan.quarantine.empty()) {
        add(plan.quarantine.native());
    }
    return folders;
}

}  // namespace

std::vector<ConfigurationFault> overlap_faults(const Plan& plan, const std::vector<ListedInput>& inputs) {
    struct Overlap {
        std::size_t step;
        std::string folder;
        std::string first{};
        std::size_t files = 0;
    };
    std::vector<Overlap> overlaps;
    const std::vector<std::string> folders = own_folders(plan);
    for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
        const InputStep& step = plan.inputs[i];
        if (step.path.empty() || step.path == "-") {
            continue;  // files of a list were named one by one
        }
        const std::string begin = placed(plan, step.is_literal ? step.path : fixed_part(step.path));
        for (const std::string& folder : folders) {
            if (is_below(folder, begin)) {
                overlaps.push_back({i, folder});
            }
        }
    }
    if (overlaps.empty()) {
        return {};
    }
    for (const ListedInput& input : inputs) {
        const auto* entry = std::get_if<io::SourceEntry>(&input.item);
        if (entry == nullptr || entry->kind != io::SourceEntry::Kind::file) {
            continue;
        }
        const std::string place = plan.place(entry->name);
        for (Overlap& overlap : overlaps) {
            if (overlap.step == input.step && is_below(place, overlap.folder) && overlap.files++ == 0) {
                overlap.first = entry->name;
            }
        }
    }
    std::vector<ConfigurationFault> faults;
    for (const Overlap& overlap : overlaps) {
        if (overlap.files == 0) {
            continue;
        }
        const InputStep& step = plan.inputs[overlap.step];
        const std::string folder = step.path.starts_with('/')
                                       ? overlap.folder
                                       : std::filesystem::path(overlap.folder).lexically_relative(plan.folder).string();
        faults.push_back(
            {"config.bad-value",
             fmt::format(
                 "{}{} would be read again: the folder of an output lies in the input {}; leave it out (exclude: "
                 "['{}/**']), or write elsewhere",
                 overlap.first, overlap.files == 1 ? "" : fmt::format(" and {} more", overlap.files - 1), step.path,
                 folder),
             step.line, step.column});
    }
    return faults;
}

}  // namespace tengen::pipeline
