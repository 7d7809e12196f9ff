#include "streams/removal.h"

namespace tengen::streams {

namespace {

constexpr bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// The first unescaped `separator` at or behind `from`, or npos.
std::size_t find_separator(std::string_view text, char separator, std::size_t from, bool is_escaped) {
    for (std::size_t i = from; i < text.size(); ++i) {
        if (is_escaped && text[i] == '\\') {
            ++i;
        } else if (text[i] == separator) {
            return i;
        }
    }
    return std::string_view::npos;
}

/// One line of text: backslash and line break vanish together, any other white space is a blank.
std::string unescaped(std::string_view text, bool is_escaped) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (is_escaped && text[i] == '\\') {
            if (++i == text.size()) {
                break;
            }
            if (text[i] == '\n' || text[i] == '\r') {
                const bool is_pair =
                    i + 1 < text.size() && (text[i + 1] == '\n' || text[i + 1] == '\r') && text[i + 1] != text[i];
                i += is_pair ? 1 : 0;
                continue;
            }
        }
        result += is_blank(text[i]) ? ' ' : text[i];
    }
    return result;
}

std::string trimmed(std::string text) {
    while (!text.empty() && is_blank(text.back())) {
        text.pop_back();
    }
    std::size_t first = 0;
    while (first < text.size() && is_blank(text[first])) {
        ++first;
    }
    return text.substr(first);
}

}  // namespace

Removal parse_removal(std::string_view text, bool is_escaped) {
    Removal removal;
    std::size_t colon = find_separator(text, ':', 0, is_escaped);
    if (colon == std::string_view::npos) {
        colon = find_separator(text, ',', 0, is_escaped);
        removal.has_comma_for_colon = colon != std::string_view::npos;
    }
    removal.property = trimmed(unescaped(text.substr(0, colon), is_escaped));
    if (colon == std::string_view::npos || colon + 1 == text.size()) {
        return removal;
    }
    std::size_t from = colon + 1;
    for (;;) {
        const std::size_t comma = find_separator(text, ',', from, is_escaped);
        const std::size_t size = comma == std::string_view::npos ? comma : comma - from;
        removal.entries.push_back(unescaped(text.substr(from, size), is_escaped));
        if (comma == std::string_view::npos) {
            return removal;
        }
        from = comma + 1;
    }
}

}  // namespace tengen::streams
