// What is worth saying about one input, kept until its turn comes.
#pragma once

#include <utility>
#include <vector>

#include "pipeline/report.h"

namespace tengen::pipeline {

/// Keeps diagnostics in their order; the bytes they point into are not kept. One thread at a time.
class RecordedReport final : public DiagnosticReceiver {
public:
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view) override {
        diagnostics_.push_back(diagnostic);
    }
    void add(const diagnostics::InputSummary& summary) override { summary_ = summary; }

    [[nodiscard]] const std::vector<diagnostics::Diagnostic>& diagnostics() const { return diagnostics_; }
    /// The last one that came.
    [[nodiscard]] diagnostics::InputSummary& summary() { return summary_; }
    void clear() {
        diagnostics_.clear();
        summary_ = {};
    }

private:
    std::vector<diagnostics::Diagnostic> diagnostics_;
    diagnostics::InputSummary summary_;
};

}  // namespace tengen::pipeline
