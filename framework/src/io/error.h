// The exception of this folder: something the operating system refused.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "io/finding.h"

namespace tengen::io {

// Ids: io.open-failed, io.too-large, io.write-failed, io.output-exists; of a container that cannot be written also
// those of judge_members.
// what() is one line of UTF-8 that names the path and, after a failed system call, its reason in English whatever the
// locale of the process.
class IoError : public std::runtime_error {
public:
    IoError(std::string_view id, const std::string& message, std::filesystem::path path = {}, int error_number = 0);

    // "cannot ACTION 'PATH': REASON"
    static IoError from_errno(std::string_view id, std::string_view action, const std::filesystem::path& path,
                              int error_number);

    const std::string& id() const noexcept { return id_; }
    const std::filesystem::path& path() const noexcept { return path_; }
    // The errno value, 0 if no system call was involved.
    int error_number() const noexcept { return error_number_; }
    // The reader of a pipe has gone away: a program may end quietly.
    bool broken_pipe() const noexcept;

    Finding finding() const;

private:
    std::string id_;
    std::filesystem::path path_;
    int error_number_;
};

// The reason behind an errno value, untranslated.
std::string error_text(int error_number);

// A path for people: valid UTF-8 as it is, anything else read as ISO-8859-1.
std::string display_path(const std::filesystem::path& path);

}  // namespace tengen::io
