// What RP says ("RGF text, RP"): [PROPERTY][:ENTRY,ENTRY...].
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tengen::streams {

struct Removal {
    std::string property;              ///< empty: the node
    std::vector<std::string> entries;  ///< without escapes; empty: the whole property
    bool has_comma_for_colon = false;  ///< the first comma was read as the colon
};

/// `text` is the value; if `is_escaped`, a backslash makes the character behind it an ordinary one, else there are no
/// escapes in it. The first colon separates, commas separate entries.
[[nodiscard]] Removal parse_removal(std::string_view text, bool is_escaped);

}  // namespace tengen::streams
