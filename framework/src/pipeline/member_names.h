// Names of container members in undeclared charsets.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tengen::pipeline {

/// Decodes `raw` with the charset that fits `sample` (all such names of an archive) best, unless the name speaks
/// clearly for another one: archives are put together from several places. ISO-8859-1 if nothing fits.
using MemberNameDecoder = std::function<std::string(std::string_view raw, std::string_view sample)>;

/// One for the names of one container after the other; copies share what they remember. One thread at a time.
[[nodiscard]] MemberNameDecoder member_name_decoder();

}  // namespace tengen::pipeline
