// Which paths a run may write: never one of its inputs, and never one path twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <boost/unordered/unordered_flat_set.hpp>

#include "io/file_id.h"
#include "io/source.h"
#include "pipeline/collision.h"
#include "pipeline/digest.h"

namespace tengen::pipeline {

/// Knows the inputs by device and inode, so that links and other spellings of a path do not deceive it, and the outputs
/// by their names. One thread at a time.
class OutputPaths {
public:
    /// A file that is read, as it was when it was listed.
    void add_input(const io::SourceEntry& entry);

    /// Another file that is read: "the pipeline file" or the like.
    void add_source(const std::string& path, std::string what);

    /// What is read at this place, if anything: "an input", or as add_source was told.
    [[nodiscard]] std::optional<std::string> reads(const std::string& path) const;

    /// Throws io::IoError (io.output-exists) if there is an input, or another file that is read, at this place.
    void refuse_input(const std::string& path) const;

    /// Take a path that nobody has taken in this run: the wanted one, or one with a number; nothing if it is taken and
    /// numbers are not wanted. Throws as refuse_input, unless the file is one that `cannot_replace` anything anyway,
    /// which saves looking.
    [[nodiscard]] std::optional<std::string> claim(const std::string& wanted, Collision collision,
                                                   bool cannot_replace = false);

    /// Undo claim(wanted), which gave `path`, and after which nothing was claimed that is not given back.
    void give_back(const std::string& path, const std::string& wanted);

    [[nodiscard]] bool is_taken(const std::string& path) const { return taken_.count(digest_of(path)) != 0; }

    /// Whether a path was taken with this content before.
    [[nodiscard]] bool has_content(const std::string& path, const Digest& digest) const;
    void set_content(const std::string& path, const Digest& digest) { contents_[digest_of(path)] = digest; }

    /// Take this very path; false if it is taken. Throws as refuse_input.
    [[nodiscard]] bool claim_exactly(const std::string& path);

    /// The folders of all paths that were taken.
    [[nodiscard]] const std::unordered_set<std::string>& folders() const { return folders_; }

private:
    struct DigestHash {
        std::size_t operator()(const Digest& digest) const noexcept { return static_cast<std::size_t>(digest.low); }
    };
    [[nodiscard]] static std::optional<io::FileId> file_at(const std::string& path);
    [[nodiscard]] bool take(const std::string& path);

    boost::unordered_flat_set<io::FileId, io::FileIdHash> inputs_;
    std::unordered_map<io::FileId, std::string, io::FileIdHash> sources_;
    // By digests of paths, since there may be millions of them.
    boost::unordered_flat_set<Digest, DigestHash> taken_;
    std::unordered_map<Digest, std::uint64_t, DigestHash> numbers_;  // the last one given, by wanted path
    std::unordered_map<Digest, Digest, DigestHash> contents_;        // where they matter
    std::unordered_set<std::string> folders_;
    std::string last_folder_;
};

/// "dir/game.sgf" and 2 make "dir/game-2.sgf".
[[nodiscard]] std::string numbered(const std::string& path, std::uint64_t number);

}  // namespace tengen::pipeline
