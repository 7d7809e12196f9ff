#include "pipeline/output_archives.h"

#include <set>

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
    std::unique_ptr<io::ArchiveFile>& archive = open_[target];
    if (!archive) {
        archive = std::make_unique<io::ArchiveFile>(target, file_);
    }
    archive->add(std::string_view(path).substr(target.size() + separator.size()), bytes);
}

void OutputArchives::commit() {
    for (const auto& [target, archive] : open_) {
        archive->commit();
    }
    open_.clear();
}

}  // namespace tengen::pipeline
