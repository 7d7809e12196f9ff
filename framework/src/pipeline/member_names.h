// Names of container members in undeclared charsets.
#pragma once

#include <string>
#include <string_view>

namespace tengen::pipeline {

/// Decode `raw` with the charset that fits `sample` (all such names of an archive) best; ISO-8859-1 if none does.
[[nodiscard]] std::string decode_member_name(std::string_view raw, std::string_view sample);

}  // namespace tengen::pipeline
