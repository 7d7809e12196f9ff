#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tengen::diagnostics {

// Appends the text as a JSON string with its quotes. The result is valid UTF-8 whatever the bytes: each ill-formed
// sequence becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);

// The same without the quotes.
void append_json_escaped(std::string& out, std::string_view text);

void append_json_number(std::string& out, std::uint64_t number);

}  // namespace tengen::diagnostics
