#include "pipeline/input_place.h"

#include "io/output_name.h"

namespace tengen::pipeline {

std::string fixed_part(std::string_view pattern) {
    std::string fixed;
    bool is_pattern = false;
    for (std::size_t at = 0; at < pattern.size() && !is_pattern; ++at) {
        const char c = pattern[at];
        is_pattern = c == '*' || c == '?' || c == '[' || c == '{';
        if (c == '\\' && at + 1 < pattern.size()) {
            fixed += pattern[++at];
        } else if (!is_pattern) {
            fixed += c;
        }
    }
    if (is_pattern) {
        const std::size_t slash = fixed.find_last_of('/');
        fixed.resize(slash == std::string::npos ? 0 : slash);
    }
    while (!fixed.empty() && fixed.back() == '/') {
        fixed.pop_back();
    }
    return fixed;
}

std::string folder_below(std::string_view name, std::string_view pattern) {
    std::string_view rest = name;
    // A file or folder whose name only looks like a pattern was named in full.
    const bool is_plain = name.starts_with(pattern) && (name.size() == pattern.size() || name[pattern.size()] == '/');
    const std::string fixed = is_plain ? std::string(pattern) : fixed_part(pattern);
    if (rest == fixed) {
        return {};
    }
    if (!fixed.empty() && rest.starts_with(fixed) && rest[fixed.size()] == '/') {
        rest.remove_prefix(fixed.size() + 1);
    }
    const std::size_t slash = rest.find_last_of('/');
    return slash == std::string_view::npos ? std::string() : std::string(rest.substr(0, slash));
}

std::string harmless_folder(std::string_view folder) {
    std::string safe;
    while (!folder.empty()) {
        const std::size_t slash = folder.find('/');
        const std::string_view part = folder.substr(0, slash);
        if (!part.empty() && part != ".") {
            safe += (safe.empty() ? "" : "/") + io::output_name(part);
        }
        folder = slash == std::string_view::npos ? std::string_view() : folder.substr(slash + 1);
    }
    return safe;
}

}  // namespace tengen::pipeline
