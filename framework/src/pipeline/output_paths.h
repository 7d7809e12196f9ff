// Which paths a run may write: never one of its inputs, and never one path twice.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace tengen::pipeline {

enum class Collision : std::uint8_t {
    number,  ///< a number goes behind the name: "game-2.sgf"
    error    ///< the later game is refused
};

/// Knows the inputs by device and inode, so that links and other spellings of a path do not deceive it, and the outputs
/// by their names. One thread at a time.
class OutputPaths {
public:
    /// A file that is read. What does not exist counts for nothing.
    void add_input(const std::filesystem::path& path);

    /// Throws io::IoError (io.output-exists) if there is an input at this place.
    void refuse_input(const std::filesystem::path& path) const;

    /// Take a path that nobody has taken in this run: the wanted one, or one with a number; nothing if numbers are not
    /// wanted. Throws as refuse_input.
    [[nodiscard]] std::optional<std::filesystem::path> claim(const std::filesystem::path& wanted, Collision collision);

    /// Take this very path; false if it is taken. Throws as refuse_input.
    [[nodiscard]] bool claim_exactly(const std::filesystem::path& path);

private:
    std::set<std::pair<std::uint64_t, std::uint64_t>> inputs_;
    std::set<std::string> taken_;
    std::map<std::string, std::uint64_t> numbers_;  // the last one given, by wanted path
};

/// "dir/game.sgf" and 2 make "dir/game-2.sgf".
[[nodiscard]] std::filesystem::path numbered(const std::filesystem::path& path, std::uint64_t number);

}  // namespace tengen::pipeline
