// Base64 (RFC 4648, section 4): how bytes that are no text stand in a JSON document.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tengen::json {

/// Appended to `to`, with padding, without line breaks.
void append_base64(std::string_view bytes, std::string& to);

/// nullopt unless the text is exactly what append_base64 makes of some bytes.
[[nodiscard]] std::optional<std::string> decode_base64(std::string_view text);

}  // namespace tengen::json
