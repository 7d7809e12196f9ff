// Reading what a report says: the inverse of its JSON lines.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "diagnostics/diagnostic.h"
#include "diagnostics/summary.h"
#include "pipeline/books.h"

namespace tengen::pipeline {

using ReportLine = std::variant<diagnostics::Diagnostic, diagnostics::InputSummary, Books>;

/// One line of a report, without its line break; nothing if it is none. Pure; any thread.
[[nodiscard]] std::optional<ReportLine> parse_report_line(std::string_view line);

}  // namespace tengen::pipeline
