#include "pipeline/output_archives.h"

#include <cerrno>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "io/bytes.h"
#include "io/error.h"

namespace tengen::pipeline {

OutputArchives::OutputArchives(const Plan& plan) {
    for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
        if (!plan.outputs[i].archive.empty()) {
            paths_[i] = plan.place(plan.outputs[i].archive);
        }
    }
}

std::vector<std::string> OutputArchives::targets() const {
    std::set<std::string> targets;
    for (const auto& [output, path] : paths_) {
        targets.insert(path);
    }
    return {targets.begin(), targets.end()};
}

void OutputArchives::add(std::size_t output, const std::string& path, std::string_view bytes) {
    const std::string& target = paths_.at(output);
    Open& archive = open_[target];
    if (!archive.file) {
        const bool is_compared = is_resumed_ && !file_.overwrite && std::filesystem::exists(target);
        // What is made only to be compared has a name that is swept if the process is killed.
        const std::filesystem::path path(target);
        archive.path =
            is_compared ? (path.parent_path() / io::temporary_name(path.filename().native(), file_.tag)) : path;
        io::FileOptions file = file_;
        file.overwrite = file.overwrite || is_compared;
        archive.file = std::make_unique<io::ArchiveFile>(archive.path, file, target);
    }
    archive.file->add(std::string_view(path).substr(target.size() + separator.size()), bytes);
}

void OutputArchives::commit() {
    for (auto& [target, archive] : open_) {
        archive.file->commit();
        if (archive.path == target) {
            continue;
        }
        const bool is_same = io::read_file(archive.path).view() == io::read_file(target).view();
        std::filesystem::remove(archive.path);
        if (!is_same) {
            throw io::IoError("io.output-exists", fmt::format("'{}' exists already", io::display_path(target)), target,
                              EEXIST);
        }
    }
    open_.clear();
}

}  // namespace tengen::pipeline
