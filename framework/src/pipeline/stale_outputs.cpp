#include "pipeline/stale_outputs.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/bytes.h"
#include "io/error.h"
#include "pipeline/configuration_error.h"
#include "pipeline/digest.h"
#include "pipeline/input_place.h"
#include "pipeline/journal_lines.h"
#include "pipeline/run_parts.h"

namespace tengen::pipeline {

namespace {

namespace fs = std::filesystem;

std::vector<WrittenFile> files_of(const Journal::Record& record, const Plan& plan) {
    InputJob job;
    job.tallies.assign(plan.outputs.size(), {});
    if (!take_outcome(job, record.line)) {
        return {};
    }
    job.input.name = record.input;
    return files_of(job, plan);
}

bool is_there(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0;
}

bool is_as_written(const WrittenFile& file) {
    return pipeline::is_as_written(file.path, file.size, file.digest);
}

std::vector<ConfigurationFault> removal_faults(const std::vector<WrittenFile>& files, const OutputPaths& paths) {
    constexpr std::size_t most_named = 10;
    std::vector<ConfigurationFault> faults;
    std::size_t more = 0;
    for (const WrittenFile& file : files) {
        const auto read = paths.reads(file.path);
        if (!read && is_as_written(file)) {
            continue;
        }
        if (faults.size() == most_named) {
            ++more;
            continue;
        }
        faults.push_back({"io.output-exists",
                          fmt::format("'{}' was written of the input '{}', which is not as it was then, and {}; remove "
                                      "or rename it, and go on with --resume --overwrite",
                                      io::display_path(file.path), file.input,
                                      read ? "is now " + *read : std::string("has changed since"))});
    }
    if (more != 0) {
        faults.push_back({"io.output-exists", fmt::format("the same is true of {} more files", more)});
    }
    return faults;
}

bool is_in_inputs(std::string_view folder, const Plan& plan) {
    return std::any_of(plan.inputs.begin(), plan.inputs.end(), [&](const InputStep& step) {
        const std::string base = fs::path(plan.place(fixed_part(step.path))).lexically_normal().string();
        return !step.path.empty() && folder.starts_with(base) &&
               (folder.size() == base.size() || base.ends_with('/') || folder[base.size()] == '/');
    });
}

// The folders above a file that are empty now, as far as the template names them by fields, and no input was there.
void remove_empty_folders(const WrittenFile& file, const Plan& plan) {
    const std::string fixed = fixed_folder(plan, plan.outputs[file.output]).string();
    std::string folder = fs::path(file.path).lexically_normal().parent_path().string();
    // Another process may fill or remove one meanwhile: whatever rmdir says, no file is lost.
    while (folder.size() > fixed.size() && folder.starts_with(fixed) && !is_in_inputs(folder, plan) &&
           ::rmdir(folder.c_str()) == 0) {
        folder.resize(folder.find_last_of('/'));
    }
}

}  // namespace

std::vector<WrittenFile> files_of(const InputJob& job, const Plan& plan) {
    std::vector<WrittenFile> files;
    for (std::size_t i = 0; i < job.draft_count; ++i) {
        const FileDraft& draft = job.drafts[i];
        const bool has_file = draft.state == FileDraft::State::claimed || draft.state == FileDraft::State::identical;
        if (has_file && !draft.path.empty() && plan.outputs[draft.output].archive.empty()) {
            files.push_back({draft.path, job.input.name, draft.output, draft.size, draft.digest});
        }
    }
    return files;
}

void remove_written(const WrittenFile& file, const Plan& plan) {
    if (!is_as_written(file)) {
        return;
    }
    if (::unlink(file.path.c_str()) != 0 && errno != ENOENT) {
        throw io::IoError::from_errno("io.write-failed", "remove", file.path, errno);
    }
    remove_empty_folders(file, plan);
}

std::set<std::string, std::less<>> settle_stale_outputs(Journal& journal, const Plan& plan,
                                                        const std::vector<ListedInput>& inputs,
                                                        const OutputPaths& paths) {
    if (!plan.overwrite) {
        if (std::vector<ConfigurationFault> faults = journal.stale_inputs(inputs); !faults.empty()) {
            throw ConfigurationError(std::move(faults));
        }
        return {};
    }
    std::set<std::string, std::less<>> gone;
    std::vector<WrittenFile> files;
    bool has_stale = false;
    journal.visit(inputs, Journal::Kind::stale, [&](const Journal::Record& record) {
        has_stale = true;
        if (record.is_gone) {
            gone.insert(record.input);
        }
        for (WrittenFile& file : files_of(record, plan)) {
            if (is_there(file.path)) {
                files.push_back(std::move(file));
            }
        }
    });
    if (!has_stale) {
        return gone;
    }
    if (!files.empty()) {
        std::unordered_set<std::string> shared;
        for (const WrittenFile& file : files) {
            shared.insert(file.path);
        }
        std::unordered_set<std::string> kept;
        journal.visit(inputs, Journal::Kind::valid, [&](const Journal::Record& record) {
            for (WrittenFile& file : files_of(record, plan)) {
                if (shared.contains(file.path)) {
                    kept.insert(std::move(file.path));
                }
            }
        });
        std::erase_if(files, [&](const WrittenFile& file) { return kept.contains(file.path); });
    }
    if (std::vector<ConfigurationFault> faults = removal_faults(files, paths); !faults.empty()) {
        throw ConfigurationError(std::move(faults));
    }
    for (const WrittenFile& file : files) {
        remove_written(file, plan);
    }
    journal.forget_stale(inputs);  // afterwards: else nobody would know of a file that is still there
    return gone;
}

}  // namespace tengen::pipeline
