#pragma once

#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace tengen::cli {

/// Says something on standard error. That it cannot be written is no reason to end in another way.
template <class... Values>
void complain(fmt::format_string<Values...> format, Values&&... values) {
    const std::string text = fmt::format(format, std::forward<Values>(values)...);
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

}  // namespace tengen::cli
