#include "temporary_file.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace tengen::catalogue {

namespace {

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

TemporaryFile::TemporaryFile() : path_((std::filesystem::temp_directory_path() / "tengen-catalogue-XXXXXX").string()) {
    descriptor_ = ::mkostemp(path_.data(), O_CLOEXEC);
    if (descriptor_ == -1) {
        throw std::system_error(errno, std::generic_category(), "a temporary file cannot be made: " + path_);
    }
}

TemporaryFile::~TemporaryFile() {
    forget_name();
    ::close(descriptor_);
}

void TemporaryFile::forget_name() {
    if (!path_.empty()) {
        ::unlink(path_.c_str());
        ::unlink((path_ + "-journal").c_str());
        path_.clear();
    }
}

void TemporaryFile::append(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) {
            fail("a temporary file cannot be written");
        }
        bytes.remove_prefix(count < 0 ? 0 : static_cast<std::size_t>(count));
    }
}

void TemporaryFile::read(const std::function<void(std::string_view)>& piece) const {
    std::vector<char> buffer(std::size_t{1} << 20);
    off_t at = 0;
    for (;;) {
        const ssize_t count = ::pread(descriptor_, buffer.data(), buffer.size(), at);
        if (count < 0 && errno != EINTR) {
            fail("a temporary file cannot be read");
        }
        if (count == 0) {
            return;
        }
        if (count > 0) {
            piece({buffer.data(), static_cast<std::size_t>(count)});
            at += count;
        }
    }
}

}  // namespace tengen::catalogue
