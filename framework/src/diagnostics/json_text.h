#pragma once

#include <string>
#include <string_view>

namespace tengen::diagnostics {

// Appends the text as a JSON string with its quotes. The result is valid UTF-8 whatever the bytes: each ill-formed
// sequence becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);

}  // namespace tengen::diagnostics
