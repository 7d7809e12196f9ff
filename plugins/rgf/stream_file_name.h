// The names of stream files ("RGF text", later revision, GS).
#pragma once

#include <optional>
#include <string_view>

#include <tengen/model/stamp_time.h>
#include <tengen/model/stream_source.h>

namespace tengen::rgf {

/// "talk.rgf:30": a stream in a file of its own and how long it is. The parts are slices of the text.
[[nodiscard]] inline std::optional<SourceAndSuffix> stream_file_of(std::string_view source) {
    const std::optional<SourceAndSuffix> parts = split_at_last_colon(source);
    if (!parts || parts->source.size() <= 4 || !StampTime::parse(parts->suffix)) {
        return std::nullopt;
    }
    const std::string_view extension = parts->source.substr(parts->source.size() - 4);
    return stream_source_detail::folded(extension) == ".rgf" ? parts : std::nullopt;
}

}  // namespace tengen::rgf
