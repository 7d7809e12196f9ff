// Where an input stands below the argument that named it: outputs keep the folders of an archive.
#pragma once

#include <string>
#include <string_view>

namespace tengen::pipeline {

/// The folders in front of the first wildcard, where a pattern begins; all of what is no pattern. No slash at the end.
[[nodiscard]] std::string fixed_part(std::string_view pattern);

/// The folders between the place where `pattern` (a file, a folder or a pattern) begins and the file `name`, which is
/// the pattern as written and the way below it: "games/**/*.sgf" and "games/a/b/x.sgf" make "a/b".
[[nodiscard]] std::string folder_below(std::string_view name, std::string_view pattern);

/// The folders again, each of them a name that is safe to make below another folder: no "..", no root, no control
/// characters.
[[nodiscard]] std::string harmless_folder(std::string_view folder);

}  // namespace tengen::pipeline
