// Names of files on the disk that are no UTF-8.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <variant>
#include <vector>

#include "io/source.h"
#include "pipeline/member_names.h"

namespace tengen::pipeline {

/// Makes UTF-8 of names in other charsets, part by part: a folder may be named in another one than its files. All names
/// are seen before any is decoded, since few of them say by themselves what they are in. One thread at a time.
class FileNames {
public:
    FileNames() : decode_(member_name_decoder()) {}

    void see(const io::SourceEntry& entry);

    /// Give the entries, which were seen, names in UTF-8, each another one than every other file has, and so the
    /// folders beside them. Inputs have `item` (io::Sources::Item) and `folder`.
    template <class Listed>
    void decode_all(std::vector<Listed>& inputs) {
        if (sample_.empty()) {
            return;
        }
        // A name in UTF-8 belongs to the file that has it on the disk.
        for (const Listed& input : inputs) {
            const auto* entry = std::get_if<io::SourceEntry>(&input.item);
            if (entry != nullptr && entry->raw_name.empty()) {
                taken_.insert(entry->name);
            }
        }
        for (Listed& input : inputs) {
            if (auto* entry = std::get_if<io::SourceEntry>(&input.item)) {
                decode(*entry);
                input.folder = decoded(input.folder);
            }
        }
    }

private:
    void decode(io::SourceEntry& entry);
    /// A name, or a part of it, in UTF-8.
    [[nodiscard]] std::string decoded(std::string_view raw) const;

    MemberNameDecoder decode_;
    std::string sample_;
    std::unordered_set<std::string> taken_;
};

/// What is said about an input whose name is no UTF-8.
[[nodiscard]] std::string name_message(std::string_view name, std::string_view raw);

}  // namespace tengen::pipeline
