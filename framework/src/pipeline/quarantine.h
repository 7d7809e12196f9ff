// Inputs that were refused: their bytes as they were, and the reasons.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "io/atomic_file.h"
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
    /// Where one input goes.
    struct Place {
        std::string data;
        std::string reasons;
    };

    /// An empty folder: nothing is kept. `paths` must outlive the object: no file of the quarantine lands on an input
    /// or an output.
    Quarantine(std::filesystem::path folder, OutputPaths& paths) : folder_(std::move(folder)), paths_(paths) {}

    [[nodiscard]] bool is_kept() const { return !folder_.empty(); }

    /// Take names for an input. `below` is its folder inside the quarantine, `name` its file name; two inputs of one
    /// name get different ones. Throws io::IoError if there is an input.
    [[nodiscard]] Place claim(std::string_view below, std::string_view name);

    /// Write the files, replacing those of earlier runs. Without bytes (an input that could not be read) there are only
    /// the reasons. Throws io::IoError. Any thread.
    static void write(const Place& place, std::optional<std::string_view> bytes, std::string_view reasons,
                      const io::FileOptions& options = {});

    /// Both, if anything is kept.
    void keep(std::string_view below, std::string_view name, std::optional<std::string_view> bytes,
              std::string_view reasons) {
        if (is_kept()) {
            write(claim(below, name), bytes, reasons);
        }
    }

private:
    std::filesystem::path folder_;
    OutputPaths& paths_;
};

}  // namespace tengen::pipeline
