// What must be the same for a run to go on where another one ended.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace tengen::pipeline {

struct JournalKey {
    std::map<std::string, std::uint64_t> pipeline;  ///< digests of its parts, by their keys
    std::uint64_t prepared = 0;                     ///< of cards and duplicates
    std::uint64_t plugins = 0;
    std::string shard;  ///< "1/1"
    std::string version;
    std::string folder;  ///< where the pipeline stands: the paths in a journal are absolute
};

/// The first line of a journal, without its end.
[[nodiscard]] std::string header_of(const JournalKey& key);

/// What is not as the first line of a journal says, and what to do about it: the end of a message that begins with the
/// name of the journal.
[[nodiscard]] std::string difference_of(std::string_view header, const JournalKey& key);

}  // namespace tengen::pipeline
