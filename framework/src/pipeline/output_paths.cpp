#include "pipeline/output_paths.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "io/error.h"

namespace tengen::pipeline {

namespace {

using Identity = std::pair<std::uint64_t, std::uint64_t>;

std::optional<Identity> identity_of(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return std::nullopt;  // a device or a pipe may be both without harm
    }
    return Identity(status.st_dev, status.st_ino);
}

}  // namespace

std::filesystem::path numbered(const std::filesystem::path& path, std::uint64_t number) {
    return path.parent_path() / fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string());
}

void OutputPaths::add_input(const std::filesystem::path& path) {
    if (const auto identity = identity_of(path)) {
        inputs_.insert(*identity);
    }
}

void OutputPaths::refuse_input(const std::filesystem::path& path) const {
    if (inputs_.empty()) {
        return;
    }
    const auto identity = identity_of(path);
    if (identity && inputs_.count(*identity) != 0) {
        throw io::IoError("io.output-exists",
                          fmt::format("'{}' is an input; nothing is written over what is read", io::display_path(path)),
                          path);
    }
}

bool OutputPaths::claim_exactly(const std::filesystem::path& path) {
    refuse_input(path);
    return taken_.insert(path.string()).second;
}

std::optional<std::filesystem::path> OutputPaths::claim(const std::filesystem::path& wanted, Collision collision) {
    if (claim_exactly(wanted)) {
        return wanted;
    }
    if (collision == Collision::error) {
        return std::nullopt;
    }
    std::uint64_t& number = numbers_[wanted.string()];
    for (number = number == 0 ? 2 : number + 1;; ++number) {
        std::filesystem::path next = numbered(wanted, number);
        if (claim_exactly(next)) {
            return next;
        }
    }
}

}  // namespace tengen::pipeline
