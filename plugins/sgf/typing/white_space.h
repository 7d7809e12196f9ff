// White space inside of values that are no texts.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "sgf/syntax/scan.h"

namespace tengen::sgf {

[[nodiscard]] inline bool has_space(std::string_view text) {
    return std::any_of(text.begin(), text.end(), is_space);
}

[[nodiscard]] inline std::string without_space(std::string_view text) {
    std::string result;
    std::copy_if(text.begin(), text.end(), std::back_inserter(result), [](char c) { return !is_space(c); });
    return result;
}

}  // namespace tengen::sgf
