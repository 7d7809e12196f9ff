#pragma once

#include <string_view>

#include "text/charset.h"
#include "text/decode.h"

/// Private to this folder: how likely a text is, read as one charset and the languages written in it.
///
/// Every model answers with a cost in bits: minus the binary logarithm of the probability of those bytes. Costs of the
/// same bytes under different models can be compared, also where a pair of bytes is one character for one of them and
/// two for another.
namespace tengen::text {

enum class Script {
    simplified_chinese,
    traditional_chinese,
    japanese,
    korean,
    western,
    central_european,
    russian,
};

/// The cost of one line. `text` is the line decoded with a charset of `coding`; when the decoding stopped early, `line`
/// has been cut there as well.
double line_cost(Script script, Coding coding, std::string_view line, std::string_view text);

}  // namespace tengen::text
