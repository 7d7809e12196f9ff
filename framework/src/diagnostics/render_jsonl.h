#pragma once

#include <string>

#include "diagnostics/diagnostic.h"
#include "diagnostics/summary.h"

// Reports as JSON lines. Each function appends one line, valid UTF-8, with its LF; the caller hands `out` on and
// empties it whenever it likes, so memory does not grow with the report. Pure functions.

namespace tengen::diagnostics {

// Members in this order, absent ones left out: id, severity, message, input, file, game, node, offset, line, column,
// and for losses kind, what, to, count, recoverable. Nothing is appended for severity off.
void append_json_line(std::string& out, const Diagnostic& diagnostic);

// {"summary":{…}}: input, format, games, rejected, fatal, errors, warnings, infos, losses, and omitted unless it is 0.
void append_json_line(std::string& out, const InputSummary& summary);

}  // namespace tengen::diagnostics
