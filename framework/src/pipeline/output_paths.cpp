#include "pipeline/output_paths.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include "io/error.h"

namespace tengen::pipeline {

std::optional<io::FileId> OutputPaths::file_at(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return std::nullopt;  // a device or a pipe may be both without harm
    }
    return io::FileId{status.st_dev, status.st_ino};
}

std::string numbered(const std::string& path, std::uint64_t number) {
    const std::size_t slash = path.rfind('/');
    const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
    const std::size_t dot = path.rfind('.');
    const std::size_t stem_end = dot == std::string::npos || dot <= name ? path.size() : dot;
    return fmt::format("{}-{}{}", std::string_view(path).substr(0, stem_end), number,
                       std::string_view(path).substr(stem_end));
}

void OutputPaths::add_input(const io::SourceEntry& entry) {
    if (entry.number != 0) {
        inputs_.insert({entry.device, entry.number});
    }
}

void OutputPaths::add_source(const std::string& path, std::string what) {
    if (const auto identity = file_at(path)) {
        sources_.emplace(*identity, std::move(what));
    }
}

std::optional<std::string> OutputPaths::reads(const std::string& path) const {
    if (inputs_.empty() && sources_.empty()) {
        return std::nullopt;
    }
    const auto identity = file_at(path);
    if (!identity) {
        return std::nullopt;
    }
    if (const auto source = sources_.find(*identity); source != sources_.end()) {
        return source->second;
    }
    return inputs_.count(*identity) != 0 ? std::optional<std::string>("an input") : std::nullopt;
}

void OutputPaths::refuse_input(const std::string& path) const {
    if (const auto what = reads(path)) {
        throw io::IoError(
            "io.output-exists",
            fmt::format("'{}' is {}; nothing is written over what is read", io::display_path(path), *what), path);
    }
}

bool OutputPaths::claim_exactly(const std::string& path) {
    refuse_input(path);
    return take(path);
}

bool OutputPaths::take(const std::string& path) {
    const std::string_view folder = std::string_view(path).substr(0, std::min(path.rfind('/'), path.size()));
    if (folder != last_folder_) {
        last_folder_ = folder;
        folders_.insert(last_folder_);
    }
    return taken_.insert(digest_of(path)).second;
}

std::optional<std::string> OutputPaths::claim(const std::string& wanted, Collision collision, bool cannot_replace) {
    const auto try_to_take = [&](const std::string& path) { return cannot_replace ? take(path) : claim_exactly(path); };
    if (try_to_take(wanted)) {
        return wanted;
    }
    if (collision != Collision::number) {
        return std::nullopt;
    }
    std::uint64_t& number = numbers_[digest_of(wanted)];
    for (number = number == 0 ? 2 : number + 1;; ++number) {
        std::string next = numbered(wanted, number);
        if (try_to_take(next)) {
            return next;
        }
    }
}

void OutputPaths::give_back(const std::string& path, const std::string& wanted) {
    taken_.erase(digest_of(path));
    contents_.erase(digest_of(path));
    if (path != wanted) {
        --numbers_[digest_of(wanted)];  // the number of this path
    }
}

bool OutputPaths::has_content(const std::string& path, const Digest& digest) const {
    const auto found = contents_.find(digest_of(path));
    return found != contents_.end() && found->second == digest;
}

}  // namespace tengen::pipeline
