#include "stream_source.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>

namespace tengen::json {

namespace {

std::string in_small_letters(std::string_view text) {
    std::string small(text);
    std::transform(small.begin(), small.end(), small.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return small;
}

/// The letters in front of the first colon, if there are only such: "http", "c".
std::string_view scheme_of(std::string_view source) {
    const std::size_t colon = source.find(':');
    if (colon == std::string_view::npos || colon == 0) {
        return {};
    }
    for (std::size_t i = 0; i < colon; ++i) {
        const char c = source[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool inner = i > 0 && ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.');
        if (!letter && !inner) {
            return {};
        }
    }
    return source.substr(0, colon);
}

bool is_web(std::string_view source) {
    const std::string scheme = in_small_letters(scheme_of(source));
    constexpr std::string_view schemes[] = {"http", "https", "ftp", "rtmp", "rtsp"};
    return std::find(std::begin(schemes), std::end(schemes), scheme) != std::end(schemes);
}

/// Names that mean a device on some system, with or without an extension.
bool is_device(std::string_view source) {
    const std::string name = in_small_letters(source.substr(0, source.find('.')));
    constexpr std::string_view devices[] = {"con", "prn", "aux", "nul"};
    if (std::find(std::begin(devices), std::end(devices), name) != std::end(devices)) {
        return true;
    }
    return name.size() == 4 && (name.starts_with("com") || name.starts_with("lpt")) && name[3] >= '0' && name[3] <= '9';
}

bool is_plain_name(std::string_view source) {
    const bool has_control = std::any_of(source.begin(), source.end(),
                                         [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
    return !has_control && source.find_first_of("/\\") == std::string_view::npos &&
           source.find("..") == std::string_view::npos && source.front() != '~' && source.back() != '.' &&
           source.back() != ' ' && scheme_of(source).empty() && !is_device(source);
}

}  // namespace

tengen_source_kind source_kind_of(std::string_view source) {
    if (source.empty()) {
        return TENGEN_SOURCE_CLOCK;
    }
    if (is_web(source)) {
        return TENGEN_SOURCE_WEB;
    }
    return is_plain_name(source) ? TENGEN_SOURCE_FILE : TENGEN_SOURCE_UNSAFE;
}

tengen_source_kind checked_source_kind(std::string_view source, std::uint32_t stated) {
    const tengen_source_kind shown = source_kind_of(source);
    if (stated == TENGEN_SOURCE_UNSAFE || stated == TENGEN_SOURCE_CLOCK) {
        return static_cast<tengen_source_kind>(stated);  // nothing is opened for either
    }
    if (stated == TENGEN_SOURCE_WEB) {
        return shown == TENGEN_SOURCE_FILE ? TENGEN_SOURCE_UNSAFE : shown;
    }
    return shown;
}

}  // namespace tengen::json
