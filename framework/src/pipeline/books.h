// What became of the games of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tengen::pipeline {

/// What one output did with the games of one input, or of a run.
struct Tally {
    std::uint64_t written = 0;
    std::uint64_t quarantined = 0;  ///< rejected games, and those this output refused
    std::uint64_t filtered = 0;     ///< left out because a filter said so
    std::uint64_t duplicates = 0;   ///< left out because another record of the game is kept
    std::uint64_t files = 0;

    void add(const Tally& other) {
        written += other.written;
        quarantined += other.quarantined;
        filtered += other.filtered;
        duplicates += other.duplicates;
        files += other.files;
    }
};

/// The part of a run that books are about.
struct BooksShard {
    std::uint32_t number = 1;  ///< from 1
    std::uint32_t count = 1;
    std::uint64_t inputs = 0;  ///< of the whole run
    std::string version{};     ///< of tengen
    std::string level{};
    std::string pipeline{};  ///< stands for everything else that outputs depend on, but for the folder
    friend bool operator==(const BooksShard&, const BooksShard&) = default;
};

/// Where the games of a run went; read = written + quarantined + filtered + duplicates for
/// every output.
struct Books {
    struct Output : Tally {
        std::string path;  ///< the template
        std::string format;
    };
    std::uint64_t inputs = 0;
    std::uint64_t unreadable_inputs = 0;  ///< without any game: not a record, damaged, missing
    std::uint64_t quarantined_inputs = 0;
    std::uint64_t read = 0;
    std::vector<Output> outputs;
    std::optional<BooksShard> shard;  ///< nothing: the run was not shared

    [[nodiscard]] bool balance() const;
    /// The books of two parts of one run; nothing happens and false comes back if they have different outputs. Which
    /// part they are about stays as it is.
    [[nodiscard]] bool add(const Books& other);
};

/// One JSON object, as reports have it.
[[nodiscard]] std::string to_json(const Books& books);

}  // namespace tengen::pipeline
