// Streams that stand in a file of their own, without a root ("RGF text"; the later revision of its author).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tengen::rgf {

/// What a look at the identifiers shows, before anything is parsed.
struct StreamSurvey {
    bool has_gs = false;
    bool has_ts = false;
    bool has_root_property = false;  ///< FF, GM, SZ, CA, AP or ST in the first node
    bool is_bare_list = false;       ///< nodes without parentheses around them

    /// No stream is declared, nothing says what the game is, and something has a time.
    [[nodiscard]] bool is_stream_file() const { return !has_gs && has_ts && !has_root_property; }
};

/// Linear; values are skipped with their escapes.
[[nodiscard]] StreamSurvey survey_streams(std::string_view text);

/// The text of a stream file inside a tree whose root declares the stream.
struct WrappedStreamFile {
    std::string text;         ///< followed by 64 zero bytes that do not count
    std::size_t size = 0;     ///< of the text
    std::size_t prefix = 0;   ///< bytes put in front
    std::size_t skipped = 0;  ///< bytes of the file left out in front of what follows the prefix

    [[nodiscard]] std::string_view view() const { return {text.data(), size}; }
};

[[nodiscard]] WrappedStreamFile wrap_stream_file(std::string_view text);

}  // namespace tengen::rgf
