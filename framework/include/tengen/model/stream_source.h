// What the source of a recorded stream is ("RGF text, GS"). Sources come from strangers: nothing here opens anything.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <tengen/abi/game.h>

namespace tengen {

namespace stream_source_detail {

[[nodiscard]] inline std::string folded(std::string_view text) {
    std::string small(text);
    for (char& c : small) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return small;
}

/// What stands before the first colon, if it has the form of a scheme: "https", "c".
[[nodiscard]] inline std::string_view scheme_of(std::string_view source) {
    const std::size_t colon = source.find(':');
    if (colon == 0 || colon == std::string_view::npos) {
        return {};
    }
    const std::string_view scheme = source.substr(0, colon);
    const auto is_letter = [](char c) { return static_cast<unsigned char>((c | 0x20) - 'a') < 26; };
    const auto is_inner = [&](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    };
    return is_letter(scheme.front()) && std::all_of(scheme.begin(), scheme.end(), is_inner) ? scheme
                                                                                            : std::string_view();
}

/// Names that mean a device on some system, whatever their extension.
[[nodiscard]] inline bool is_device(std::string_view name) {
    std::string stem = folded(name.substr(0, name.find('.')));
    stem.erase(stem.find_last_not_of(' ') + 1);
    constexpr std::array<std::string_view, 6> devices{"con", "prn", "aux", "nul", "conin$", "conout$"};
    if (std::find(devices.begin(), devices.end(), stem) != devices.end()) {
        return true;
    }
    return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) && stem[3] >= '0' && stem[3] <= '9';
}

}  // namespace stream_source_detail

/// A name that can only mean a file in the folder at hand, on every system.
[[nodiscard]] inline bool is_plain_file_name(std::string_view name) {
    using namespace stream_source_detail;
    if (name.empty() || name.find_first_of("/\\") != std::string_view::npos ||
        name.find("..") != std::string_view::npos || name.find(':') != std::string_view::npos || name.front() == '~' ||
        name.back() == '.' || name.back() == ' ') {
        return false;
    }
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    return std::none_of(name.begin(), name.end(), is_control) && !is_device(name);
}

/// By its text alone: nothing is the clock, an address of the web is only kept, a plain name is a file in the folder of
/// the record or in its container. Everything else is unsafe and acts like the clock.
[[nodiscard]] inline tengen_source_kind source_kind_of(std::string_view source) {
    if (source.empty()) {
        return TENGEN_SOURCE_CLOCK;
    }
    const std::string scheme = stream_source_detail::folded(stream_source_detail::scheme_of(source));
    constexpr std::array<std::string_view, 5> web{"http", "https", "ftp", "rtmp", "rtsp"};
    if (std::find(web.begin(), web.end(), scheme) != web.end()) {
        return TENGEN_SOURCE_WEB;
    }
    return is_plain_file_name(source) ? TENGEN_SOURCE_FILE : TENGEN_SOURCE_UNSAFE;
}

/// A text and what stands behind its last colon: "talk.rgf:30", "talk.ogg:audio".
struct SourceAndSuffix {
    std::string_view source;
    std::string_view suffix;
};

[[nodiscard]] inline std::optional<SourceAndSuffix> split_at_last_colon(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    return SourceAndSuffix{text.substr(0, colon), text.substr(colon + 1)};
}

/// Types that the later revision puts behind a medium: audio, video, audio/..., video/..., youtube, vimeo.
[[nodiscard]] inline bool is_medium_type(std::string_view text) {
    return text == "audio" || text == "video" || text.starts_with("audio/") || text.starts_with("video/") ||
           text == "youtube" || text == "vimeo";
}

}  // namespace tengen
