// Which reader an input gets: content decides, the extension breaks ties.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/bytes.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

struct FormatFinding {
    std::string id;
    std::string message;
};

struct FormatChoice {
    std::string format;  ///< empty if no reader fits
    std::vector<FormatFinding> findings;
};

/// `bytes` are the input, `name` its name; `forced` is a format the user named, or empty. A look at the first 4 KiB is
/// enough, but for recordings, which may begin anywhere in what looks like SGF; pages of a big file are given back
/// behind that search. `is_main_member`: it is the main file of a container of a recording, which may be called .sgf
/// ("RGF text"). A format nobody reads is not an error here: find_reader tells.
[[nodiscard]] FormatChoice choose_format(plugins::Registry& registry, io::Bytes& bytes, std::string_view name,
                                         std::string_view forced, bool is_main_member = false);

/// The part of a file name behind its last dot; empty if there is none.
[[nodiscard]] std::string_view extension_of(std::string_view name);

}  // namespace tengen::pipeline
