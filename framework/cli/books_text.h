// The books of a run, for people.
#pragma once

#include <string>

#include "pipeline/report.h"
#include "pipeline/run.h"

namespace tengen::cli {

/// Inputs, games, outputs, findings by id, and where everything is.
[[nodiscard]] std::string books_text(const pipeline::RunResult& result, const pipeline::Totals& totals,
                                     const pipeline::Plan& plan, bool dry);

}  // namespace tengen::cli
