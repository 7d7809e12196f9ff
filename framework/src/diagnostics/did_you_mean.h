#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

// "Did you mean …": the known names nearest to a word that is none of them. Used for ids of diagnostics, options, keys
// of pipelines, formats and passes. Pure functions; letters are compared without regard to ASCII case.

namespace tengen::diagnostics {

// Insertions, deletions, replacements and swaps of neighbours that turn `left` into `right`, counted in bytes (optimal
// string alignment). Any result above `limit` is given as limit + 1, which keeps the work small for names far apart.
std::size_t edit_distance(std::string_view left, std::string_view right, std::size_t limit);

// Collects the best of the offered names. Names must outlive the object. A name is near if at most a third of its
// letters (one at least) is wrong; of equally near names the one offered first is better.
class NearestNames {
public:
    explicit NearestNames(std::string_view word, std::size_t limit = 3);

    void offer(std::string_view name);
    std::vector<std::string_view> best() const;

private:
    struct Candidate {
        std::string_view name;
        std::size_t distance;
    };

    std::string_view word_;
    std::size_t limit_;
    std::vector<Candidate> candidates_;  // best first, at most limit_
};

// The nearest of the names (any range of something that converts to a string view), or nothing if none is near.
template <typename Names>
std::optional<std::string_view> nearest_name(std::string_view word, const Names& names) {
    NearestNames nearest(word, 1);
    for (const auto& name : names) {
        nearest.offer(name);
    }
    const std::vector<std::string_view> best = nearest.best();
    return best.empty() ? std::nullopt : std::optional<std::string_view>(best.front());
}

}  // namespace tengen::diagnostics
