#include "pipeline/file_delivery.h"

#include <cerrno>
#include <utility>

#include "io/bytes.h"
#include "io/error.h"

namespace tengen::pipeline {

namespace {

io::FileOptions without_looking(io::FileOptions options) {
    options.look_first = false;
    return options;
}

bool is_taken(const io::IoError& error) {
    return error.id() == "io.output-exists" && error.error_number() == EEXIST;
}

// Links are not followed: a run writes none.
bool has_content(const std::filesystem::path& path, std::string_view bytes) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(path, error)) ||
        std::filesystem::file_size(path, error) != bytes.size()) {
        return false;
    }
    return io::read_file(path).view() == bytes;
}

}  // namespace

void deliver(const std::string& path, std::string_view bytes, const io::FileOptions& options, bool accept_identical) {
    try {
        io::write_file(path, bytes, options);
    } catch (const io::IoError& error) {
        if (!accept_identical || !is_taken(error) || !has_content(path, bytes)) {
            throw;
        }
    }
}

ResumedFile::ResumedFile(const std::string& path, io::FileOptions options)
    : file_(path, without_looking(std::move(options))) {}

void ResumedFile::commit() {
    try {
        file_.commit();
    } catch (const io::IoError& error) {
        if (!is_taken(error) || !has_content(file_.target(), io::read_file(file_.temporary()).view())) {
            throw;
        }
    }
}

}  // namespace tengen::pipeline
