// Names of inputs that a pipeline takes or leaves out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/glob.h"

namespace tengen::pipeline {

/// Patterns of `only` or `exclude`. One without a folder counts for file names anywhere; others count for the whole
/// name, and for the way below the folder that was named. Any number of threads.
class NamePatterns {
public:
    /// `fold`: capital and small letters are alike.
    NamePatterns(const std::vector<std::string>& patterns, bool fold);

    /// `name` as it is listed; `folder` is its part below the folder that was named, without the file name. `used` gets
    /// a mark for each of the patterns that match.
    [[nodiscard]] bool has(std::string_view name, std::string_view folder, std::vector<bool>* used = nullptr) const;

    /// The same for a member of a container: its name counts as listed behind that of the container, and below it.
    [[nodiscard]] bool has_member(std::string_view container, std::string_view member) const;

private:
    struct Pattern {
        std::vector<std::string> names;
        io::PatternSet paths;
    };
    [[nodiscard]] bool matches(const Pattern& pattern, std::string_view name, std::string_view folder,
                               std::string_view base) const;

    std::vector<Pattern> patterns_;
    bool fold_;
};

}  // namespace tengen::pipeline
