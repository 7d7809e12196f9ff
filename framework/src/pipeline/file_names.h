// Names of files on the disk that are no UTF-8.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "io/source.h"
#include "pipeline/member_names.h"

namespace tengen::pipeline {

/// Makes UTF-8 of names in other charsets, part by part: a folder may be named in another one than its files. All names
/// are seen before any is decoded, since few of them say by themselves what they are in. One thread at a time.
class FileNames {
public:
    FileNames() : decode_(member_name_decoder()) {}

    void see(const io::SourceEntry& entry);
    [[nodiscard]] bool has_others() const { return !sample_.empty(); }

    /// Before any is decoded, if there are others: a name in UTF-8 belongs to the file that has it on the disk.
    void take(const io::SourceEntry& entry);
    /// Give an entry that was seen its name in UTF-8: another one than every other file has.
    void decode(io::SourceEntry& entry);
    /// A name, or a part of it, in UTF-8.
    [[nodiscard]] std::string decoded(std::string_view raw) const;

private:
    MemberNameDecoder decode_;
    std::string sample_;
    std::unordered_set<std::string> taken_;
};

/// What is said about an input whose name is no UTF-8.
[[nodiscard]] std::string name_message(std::string_view name, std::string_view raw);

}  // namespace tengen::pipeline
