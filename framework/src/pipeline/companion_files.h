// Files that belong to a record: those beside it, or those in its container. Names come from records, so only plain
// ones are looked for, and never elsewhere.
#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "io/bytes.h"
#include "plugins/companion_provider.h"

namespace tengen::pipeline {

/// One thread at a time.
class CompanionFiles final : public plugins::CompanionProvider {
public:
    /// No files at all (standard input).
    CompanionFiles() = default;
    /// Those in the folder of `record`, a path that must outlive the object. Files above `max_size` bytes are not read.
    CompanionFiles(std::string_view record, std::uint64_t max_size)
        : record_(record), has_folder_(!record.empty()), max_size_(max_size) {}

    /// A member of the container; bytes that were not read are not known.
    void add_member(std::string name, std::optional<io::Bytes> bytes);

    [[nodiscard]] bool has(std::string_view name) const;
    std::optional<std::string_view> read(std::string_view name) override;

private:
    [[nodiscard]] std::filesystem::path path_of(std::string_view name) const;

    std::string_view record_;
    bool has_folder_ = false;
    std::uint64_t max_size_ = 0;
    std::map<std::string, std::optional<io::Bytes>, std::less<>> members_;
    std::list<io::Bytes> read_;
};

}  // namespace tengen::pipeline
