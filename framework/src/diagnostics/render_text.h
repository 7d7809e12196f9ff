#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "diagnostics/diagnostic.h"
#include "diagnostics/summary.h"

// Reports for people. Whatever an input contains, the text is valid UTF-8 without control characters (but the colour
// sequences asked for). Functions append to `out`, which the caller may hand on and empty at any time. Pure functions.

namespace tengen::diagnostics {

struct TextStyle {
    bool color = false;
    std::size_t width = 100;  // columns for the source line; longer lines are cut to a window around the place
};

// input:line:column: severity: message [id]
//   12 | …the source line…
//      |   ^
// Without a line, game and node (counted from 0, as in every report) stand where line and column would. A member of a
// container follows its input behind "!". The source line needs `source` (the bytes that the offset counts in) and an
// offset with line and column; without one of them it is left out. Nothing is appended for severity off.
void append_text(std::string& out, const Diagnostic& diagnostic, std::string_view source = {},
                 const TextStyle& style = {});

// input: 3 games (sgf), 1 rejected; 1 error, 2 warnings, 0 infos
void append_text(std::string& out, const InputSummary& summary);

}  // namespace tengen::diagnostics
