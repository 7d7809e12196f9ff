// A report as one page for people: nothing to load, nothing to run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/sink.h"
#include "pipeline/report.h"

namespace tengen::pipeline {

/// Totals, findings and losses by id with a few examples of each, formats, charsets, and the inputs that were refused.
/// Memory does not grow with the number of findings. The page appears with finish(), if there are books.
class HtmlReport final : public DiagnosticReceiver {
public:
    /// Draws what an example is about, as <svg>, or nothing; `format` is the one its input was read as. Asked in
    /// finish().
    using Illustrate =
        std::function<std::optional<std::string>(const diagnostics::Diagnostic&, const std::string& format)>;

    HtmlReport(std::unique_ptr<io::Sink> sink, std::string title, Illustrate illustrate = {});

    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override;
    void add(const diagnostics::InputSummary& summary) override;
    void add_books(const Books& books) override { books_ = books; }
    void finish() override;

private:
    struct Example {
        diagnostics::Diagnostic diagnostic;
        std::string format;  // known when the summary of the input comes
    };
    struct Row {
        diagnostics::Severity severity = diagnostics::Severity::off;
        std::uint64_t count = 0;
        bool is_loss = false;
        std::vector<Example> examples;
        std::size_t placed = 0;  // examples whose format is known
    };
    struct Refused {
        std::string input;
        std::uint64_t games = 0;
        std::uint64_t rejected = 0;
        std::vector<std::string> reasons;
    };

    void write_books(std::string& page) const;
    void write_rows(std::string& page, bool losses) const;
    void write_formats(std::string& page) const;
    void write_refused(std::string& page) const;

    std::unique_ptr<io::Sink> sink_;
    std::string title_;
    Illustrate illustrate_;
    std::map<std::string, Row, std::less<>> rows_;
    std::vector<Row*> new_rows_;                                  // with examples of the input at hand
    std::map<std::string, std::uint64_t, std::less<>> formats_;   // inputs
    std::map<std::string, std::uint64_t, std::less<>> charsets_;  // what is said about charsets, and how often
    std::vector<std::string> reasons_;                            // of the input at hand
    std::size_t reasons_more_ = 0;
    std::vector<Refused> refused_;
    std::uint64_t refused_more_ = 0;
    std::optional<Books> books_;
};

}  // namespace tengen::pipeline
