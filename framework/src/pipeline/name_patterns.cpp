#include "pipeline/name_patterns.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace tengen::pipeline {

namespace {

bool has_path(const io::PatternSet& patterns, std::string_view name) {
    io::PatternSet::States states = patterns.start();
    while (name.find('/') != std::string_view::npos && !states.empty()) {
        const std::string_view part = name.substr(0, name.find('/'));
        name.remove_prefix(part.size() + 1);
        if (!part.empty() && part != ".") {
            states = patterns.enter(states, part, true);
        }
    }
    return !states.empty() && patterns.matches(states, name, true);
}

}  // namespace

NamePatterns::NamePatterns(const std::vector<std::string>& patterns, bool fold) : fold_(fold) {
    for (const std::string& pattern : patterns) {
        Pattern& added = patterns_.emplace_back(Pattern{{}, io::PatternSet(fold)});
        for (const std::string& each : io::expand_braces(pattern).value_or(std::vector{pattern})) {
            if (each.find('/') == std::string::npos) {
                added.names.push_back(each);
            } else {
                added.paths.add(each);
            }
        }
    }
}

bool NamePatterns::has(std::string_view name, std::string_view folder, std::vector<bool>* used) const {
    const std::size_t slash = name.find_last_of('/');
    const std::string_view base = slash == std::string_view::npos ? name : name.substr(slash + 1);
    bool found = false;
    for (std::size_t i = 0; i < patterns_.size() && (!found || used != nullptr); ++i) {
        if (matches(patterns_[i], name, folder, base)) {
            found = true;
            if (used != nullptr) {
                (*used)[i] = true;
            }
        }
    }
    return found;
}

bool NamePatterns::has_member(std::string_view container, std::string_view member) const {
    const std::size_t slash = member.find_last_of('/');
    return has(fmt::format("{}/{}", container, member),
               slash == std::string_view::npos ? std::string_view() : member.substr(0, slash));
}

bool NamePatterns::matches(const Pattern& pattern, std::string_view name, std::string_view folder,
                           std::string_view base) const {
    if (std::any_of(pattern.names.begin(), pattern.names.end(),
                    [&](const std::string& each) { return io::match_name(each, base, true, fold_); })) {
        return true;
    }
    return !pattern.paths.empty() &&
           (has_path(pattern.paths, name) || has_path(pattern.paths, fmt::format("{}/{}", folder, base)));
}

}  // namespace tengen::pipeline
