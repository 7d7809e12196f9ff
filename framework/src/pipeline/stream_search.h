// Where recordings begin in SGF text, without reading it ("RGF text, GS").
#pragma once

#include <cstddef>
#include <string_view>

namespace tengen::pipeline {

/// Call visit(source) for everything that looks like a GS property, until it says true; whether it did. Texts that
/// mention one look the same: who must know reads the record. Only those that begin in [from, to) count.
template <class Visit>
bool any_stream_source(std::string_view text, Visit&& visit, std::size_t from = 0,
                       std::size_t to = std::string_view::npos) {
    constexpr std::string_view name = "GS";
    constexpr std::string_view spaces = " \t\r\n";
    const std::string_view names = text.substr(0, to == std::string_view::npos ? to : to + name.size() - 1);
    for (std::size_t at = names.find(name, from); at != std::string_view::npos; at = names.find(name, at + 1)) {
        const std::size_t open = text.find_first_not_of(spaces, at + name.size());
        const bool is_longer = at > 0 && text[at - 1] >= 'A' && text[at - 1] <= 'Z';
        if (is_longer || open == std::string_view::npos || text[open] != '[') {
            continue;
        }
        const std::size_t end = text.find(']', open);
        if (visit(text.substr(open + 1, end == std::string_view::npos ? end : end - open - 1))) {
            return true;
        }
    }
    return false;
}

}  // namespace tengen::pipeline
