#include "temporary_file.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include <unistd.h>

namespace tengen::catalogue {

TemporaryFile::TemporaryFile() : path_((std::filesystem::temp_directory_path() / "tengen-catalogue-XXXXXX").string()) {
    const int descriptor = ::mkstemp(path_.data());
    if (descriptor == -1) {
        throw std::system_error(errno, std::generic_category(), "a temporary file cannot be made: " + path_);
    }
    ::close(descriptor);
}

TemporaryFile::~TemporaryFile() {
    ::unlink(path_.c_str());
    ::unlink((path_ + "-journal").c_str());
}

void TemporaryFile::read(const std::function<void(std::string_view)>& piece) const {
    std::ifstream file(path_, std::ios::binary);
    std::vector<char> buffer(std::size_t{1} << 20);
    while (file.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || file.gcount() > 0) {
        piece({buffer.data(), static_cast<std::size_t>(file.gcount())});
    }
    if (!file.eof()) {
        throw std::runtime_error("a temporary file cannot be read: " + path_);
    }
}

}  // namespace tengen::catalogue
