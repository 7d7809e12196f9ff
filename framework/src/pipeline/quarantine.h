// Inputs that were refused: their bytes as they were, and the reasons.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "pipeline/output_paths.h"
#include "pipeline/report.h"

namespace tengen::pipeline {

/// Collects why the input at hand is refused: its errors and fatal findings as JSON lines. Memory is bounded; what does
/// not fit is counted.
class ReasonCollector final : public DiagnosticReceiver {
public:
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override;
    void add(const diagnostics::InputSummary& summary) override;

    /// A reason that is no finding of the input, as a complete JSON line.
    void add_line(std::string_view line);

    [[nodiscard]] const std::string& lines() const { return lines_; }
    void clear();

private:
    std::string lines_;
    std::size_t left_out_ = 0;
};

/// A folder with the original bytes of refused inputs; "NAME.reasons.jsonl" beside each.
class Quarantine {
public:
    /// An empty folder: nothing is kept. `paths` must outlive the object: no file of the quarantine lands on an input
    /// or an output.
    Quarantine(std::filesystem::path folder, OutputPaths& paths) : folder_(std::move(folder)), paths_(paths) {}

    [[nodiscard]] bool is_kept() const { return !folder_.empty(); }

    /// `below` is the folder of the input inside the quarantine, `name` its file name. Files of earlier runs are
    /// replaced; two inputs of one name get different ones. Without bytes (an input that could not be read) there are
    /// only the reasons. Throws io::IoError.
    void keep(std::string_view below, std::string_view name, std::optional<std::string_view> bytes,
              std::string_view reasons);

private:
    std::filesystem::path folder_;
    OutputPaths& paths_;
};

}  // namespace tengen::pipeline
