#include "io/extraction_folder.h"

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include "io/atomic_file.h"
#include "io/error.h"

namespace tengen::io {

namespace fs = std::filesystem;

namespace {
constexpr int most_attempts = 100;
}  // namespace

ExtractionFolder::ExtractionFolder(fs::path target) : target_(std::move(target)) {
    if (!target_.has_filename()) target_ = target_.parent_path();  // written with a slash at its end
    check_target();
    fs::path parent = target_.parent_path();
    if (parent.empty()) parent = ".";
    remove_left_over(parent);
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        const fs::path candidate = parent / temporary_name(target_.filename().native());
        if (::mkdir(candidate.c_str(), 0777) == 0) {
            temporary_ = candidate;
            return;
        }
        if (errno != EEXIST) break;
    }
    throw IoError::from_errno("io.write-failed", "create a folder in", parent, errno);
}

ExtractionFolder::~ExtractionFolder() {
    if (!temporary_.empty()) {
        std::error_code ignored;
        fs::remove_all(temporary_, ignored);
    }
}

// What a killed process began for the same target.
void ExtractionFolder::remove_left_over(const fs::path& parent) const {
    const std::string pattern = temporary_name(target_.filename().native());
    const std::string_view begin = std::string_view(pattern).substr(0, pattern.rfind('-') + 1);
    for (const fs::path& left : stale_temporaries(parent)) {
        std::error_code ignored;
        if (left.filename().native().starts_with(begin) && fs::is_directory(fs::symlink_status(left, ignored))) {
            fs::remove_all(left, ignored);
        }
    }
}

void ExtractionFolder::check_target() const {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(target_, error);
    if (status.type() == fs::file_type::not_found) return;
    if (error) throw IoError::from_errno("io.write-failed", "look at", target_, error.value());
    if (status.type() != fs::file_type::directory) {
        throw IoError("io.output-exists", fmt::format("'{}' exists already and is no folder", display_path(target_)),
                      target_);
    }
    const bool is_empty = fs::is_empty(target_, error);
    if (error) throw IoError::from_errno("io.write-failed", "read", target_, error.value());
    if (!is_empty) {
        throw IoError("io.output-exists", fmt::format("the folder '{}' is not empty", display_path(target_)), target_);
    }
}

bool ExtractionFolder::write(std::string_view name, std::string_view bytes) {
    const fs::path path = temporary_ / fs::path(std::u8string(name.begin(), name.end()));
    std::error_code error;
    if (fs::exists(fs::symlink_status(path, error))) return false;
    FileOptions options;
    options.create_folders = true;
    write_file(path, bytes, options);
    return true;
}

void ExtractionFolder::commit() {
    // Replaces an empty folder and nothing else.
    std::error_code error;
    fs::rename(temporary_, target_, error);
    if (error) {
        check_target();
        throw IoError::from_errno("io.write-failed", "create", target_, error.value());
    }
    temporary_.clear();
}

}  // namespace tengen::io
