// Text inside the values of BibTeX.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tengen::library {

/// With the signs escaped that TeX gives a meaning to; letters of all scripts stand as they are (UTF-8). Line breaks
/// and runs of blanks, which BibTeX does not keep, must not be in it.
[[nodiscard]] std::string to_tex(std::string_view text);

/// What TeX would print: braces gone, accents and special letters composed (\"o, \'{e}, \v{s}, \ss, \o), "--" and "---"
/// as dashes, blanks single. Unknown commands stay as they are. Linear, without recursion.
[[nodiscard]] std::string from_tex(std::string_view text);

/// Split at "; " outside of braces.
[[nodiscard]] std::vector<std::string_view> split_notes(std::string_view text);

}  // namespace tengen::library
