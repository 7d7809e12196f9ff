#include "diagnostics/did_you_mean.h"

#include <algorithm>
#include <utility>

namespace tengen::diagnostics {

namespace {

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

std::size_t difference(std::size_t left, std::size_t right) {
    return left > right ? left - right : right - left;
}

}  // namespace

std::size_t edit_distance(std::string_view left, std::string_view right, std::size_t limit) {
    if (difference(left.size(), right.size()) > limit) {
        return limit + 1;
    }
    // Three rows of the usual matrix are enough: a swap looks back two rows.
    std::vector<std::size_t> before_last(right.size() + 1);
    std::vector<std::size_t> last(right.size() + 1);
    std::vector<std::size_t> current(right.size() + 1);
    for (std::size_t j = 0; j <= right.size(); ++j) {
        current[j] = j;
    }
    for (std::size_t i = 1; i <= left.size(); ++i) {
        std::swap(before_last, last);
        std::swap(last, current);
        current[0] = i;
        std::size_t smallest = i;
        for (std::size_t j = 1; j <= right.size(); ++j) {
            const char a = lower(left[i - 1]);
            const char b = lower(right[j - 1]);
            std::size_t cost = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + (a == b ? 0U : 1U)});
            if (i > 1 && j > 1 && a == lower(right[j - 2]) && lower(left[i - 2]) == b) {
                cost = std::min(cost, before_last[j - 2] + 1);
            }
            current[j] = cost;
            smallest = std::min(smallest, cost);
        }
        // A swap may still profit from the row before, so both must be beyond the limit.
        if (smallest > limit && *std::min_element(last.begin(), last.end()) > limit) {
            return limit + 1;
        }
    }
    return std::min(current[right.size()], limit + 1);
}

NearestNames::NearestNames(std::string_view word, std::size_t limit) : word_(word), limit_(limit) {}

void NearestNames::offer(std::string_view name) {
    const std::size_t allowed = std::max<std::size_t>(1, name.size() / 3);
    const std::size_t distance = edit_distance(word_, name, allowed);
    // Replacing every letter of a short word is no likeness.
    if (distance > allowed || distance >= std::max(word_.size(), name.size())) {
        return;
    }
    const auto place = std::upper_bound(candidates_.begin(), candidates_.end(), distance,
                                        [](std::size_t d, const Candidate& c) { return d < c.distance; });
    candidates_.insert(place, Candidate{name, distance});
    if (candidates_.size() > limit_) {
        candidates_.pop_back();
    }
}

std::vector<std::string_view> NearestNames::best() const {
    std::vector<std::string_view> names;
    names.reserve(candidates_.size());
    for (const Candidate& candidate : candidates_) {
        names.push_back(candidate.name);
    }
    return names;
}

}  // namespace tengen::diagnostics
