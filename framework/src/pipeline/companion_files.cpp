#include "pipeline/companion_files.h"

#include <system_error>
#include <utility>

#include <tengen/model/stream_source.h>

#include "io/error.h"

namespace tengen::pipeline {

void CompanionFiles::add_member(std::string name, std::optional<io::Bytes> bytes) {
    members_.try_emplace(std::move(name), std::move(bytes));
}

std::filesystem::path CompanionFiles::path_of(std::string_view name) const {
    return std::filesystem::path(record_).parent_path() /
           std::filesystem::path(std::u8string(name.begin(), name.end()));
}

bool CompanionFiles::has(std::string_view name) const {
    if (!is_plain_file_name(name)) {
        return false;
    }
    if (!has_folder_) {
        return members_.contains(name);
    }
    std::error_code error;
    return std::filesystem::is_regular_file(path_of(name), error);
}

std::optional<std::string_view> CompanionFiles::read(std::string_view name) {
    if (!has(name)) {
        return std::nullopt;
    }
    if (!has_folder_) {
        const auto& bytes = members_.find(name)->second;
        return bytes ? std::optional(bytes->view()) : std::nullopt;
    }
    io::ReadOptions options;
    options.max_size = max_size_;
    try {
        read_.push_back(io::read_file(path_of(name), options));
    } catch (const io::IoError&) {
        return std::nullopt;  // as if it were not there
    }
    return read_.back().view();
}

}  // namespace tengen::pipeline
