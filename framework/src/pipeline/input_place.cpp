#include "pipeline/input_place.h"

#include "io/output_name.h"

namespace tengen::pipeline {

namespace {

// The folders in front of the first wildcard: where a pattern begins.
std::string_view fixed_part(std::string_view pattern) {
    const std::size_t wildcard = pattern.find_first_of("*?[{\\");
    if (wildcard != std::string_view::npos) {
        const std::size_t slash = pattern.substr(0, wildcard).find_last_of('/');
        pattern = slash == std::string_view::npos ? std::string_view() : pattern.substr(0, slash);
    }
    while (!pattern.empty() && pattern.back() == '/') {
        pattern.remove_suffix(1);
    }
    return pattern;
}

}  // namespace

std::string folder_below(std::string_view name, std::string_view pattern) {
    std::string_view rest = name;
    // A file or folder whose name only looks like a pattern was named in full.
    const bool is_plain = name.starts_with(pattern) && (name.size() == pattern.size() || name[pattern.size()] == '/');
    const std::string_view fixed = is_plain ? pattern : fixed_part(pattern);
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
