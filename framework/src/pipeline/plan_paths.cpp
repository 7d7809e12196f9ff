#include "pipeline/plan_paths.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "io/error.h"
#include "pipeline/output_archives.h"

namespace tengen::pipeline {

namespace {

using schema::Map;
using schema::Node;

// Without detours, and without a slash at the end.
std::string placed(const Plan& plan, const std::filesystem::path& path) {
    std::string place = plan.resolve(path).lexically_normal().string();
    while (place.size() > 1 && place.back() == '/') {
        place.pop_back();
    }
    return place;
}

bool is_in(std::string_view path, std::string_view folder) {
    return path == folder || folder == "/" || (path.starts_with(folder) && path[folder.size()] == '/');
}

std::string place_of(const Node& node) {
    if (node.line == 0) {
        return node.file ? *node.file : std::string();
    }
    return node.file ? fmt::format("{}:{}:{}", *node.file, node.line, node.column)
                     : fmt::format("{}:{}", node.line, node.column);
}

class SharedPaths {
public:
    SharedPaths(const Plan& plan, std::vector<ConfigurationFault>& faults) : plan_(plan), faults_(faults) {}

    void own(const std::filesystem::path& path, std::string_view owner, const Node& at) {
        if (!path.empty()) {
            own_place(placed(plan_, path), path.string(), owner, at);
        }
    }

    void own(const OutputStep& step, const Node& at) {
        const std::string& text = step.path.text();
        if (text.empty()) {
            return;
        }
        if (step.archive.empty()) {
            own_place(placed(plan_, step.path.key()), text, "an output", at);
            note_folder(text.substr(0, text.find('{')), "an output", at);
            return;
        }
        // Outputs may share an archive.
        const std::string archive = placed(plan_, step.archive);
        if (archives_.insert(archive).second) {
            own_place(archive, step.archive, "an archive", at);
        }
        note_folder(step.archive, "an archive", at);
        const std::string member = std::filesystem::path(step.path.key()).lexically_normal().string();
        own_place(archive + std::string(OutputArchives::separator) + member, text, "an output", at);
    }

    // Everything else must have been noted.
    void own_quarantine(const Node& at) {
        own(plan_.quarantine, "the quarantine", at);
        const std::string quarantine = placed(plan_, plan_.quarantine);
        for (const Folder& folder : folders_) {
            if (is_in(folder.place, quarantine)) {
                fault(at, fmt::format("the files of the quarantine and of {} ({}) would be in one folder; give the "
                                      "quarantine a folder of its own",
                                      folder.owner, place_of(*folder.at)));
                return;
            }
        }
    }

private:
    struct Owner {
        std::string_view what;
        const Node* at;
    };
    struct Folder {
        std::string place;
        std::string_view owner;
        const Node* at;
    };

    void own_place(std::string place, std::string_view shown, std::string_view owner, const Node& at) {
        const auto [first, is_new] = owners_.emplace(std::move(place), Owner{owner, &at});
        if (!is_new) {
            const bool is_template = shown.find('{') != std::string_view::npos;
            fault(at, fmt::format("{} ({}) and {} have one path: {}{}", first->second.what, place_of(*first->second.at),
                                  owner, io::display_path(shown),
                                  is_template ? "; give one of them another name or folder" : ""));
        }
    }

    // `path` is a file, or begins one whose end is not known.
    void note_folder(std::string_view path, std::string_view owner, const Node& at) {
        const std::size_t slash = path.find_last_of('/');
        const std::string_view folder = slash == std::string_view::npos ? "." : path.substr(0, slash + 1);
        folders_.push_back({placed(plan_, folder), owner, &at});
    }

    void fault(const Node& at, std::string message) {
        schema::add_fault(faults_, at, "config.bad-value", std::move(message));
    }

    const Plan& plan_;
    std::vector<ConfigurationFault>& faults_;
    std::map<std::string, Owner> owners_;
    std::set<std::string> archives_;
    std::vector<Folder> folders_;
};

}  // namespace

void find_shared_paths(const Map& map, const Plan& plan, std::vector<ConfigurationFault>& faults) {
    SharedPaths paths(plan, faults);
    if (const Node* report = map.find("report")) {
        paths.own(plan.report_jsonl, "the report", *report);
        paths.own(plan.report_sarif, "the SARIF report", *report);
        paths.own(plan.report_html, "the HTML report", *report);
    }
    if (const Node* outputs = map.find("output")) {
        for (std::size_t i = 0; i < plan.outputs.size() && i < outputs->items.size(); ++i) {
            paths.own(plan.outputs[i], outputs->items[i]);
        }
    }
    if (const Node* quarantine = map.find("quarantine"); quarantine != nullptr && !plan.quarantine.empty()) {
        paths.own_quarantine(*quarantine);
    }
    if (const Node* journal = map.find("journal")) {
        paths.own(plan.journal, "the journal", *journal);
    }
}

}  // namespace tengen::pipeline
