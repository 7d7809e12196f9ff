// Text inside XML.
#pragma once

#include <string>
#include <string_view>

namespace tengen::library {

/// With the signs escaped that XML gives a meaning to. What XML 1.0 cannot hold, control characters and bytes that are
/// no UTF-8, becomes U+FFFD.
[[nodiscard]] std::string to_xml(std::string_view text);

}  // namespace tengen::library
