// Where diagnostics go: any number of renderings of one ordered stream, with totals.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "diagnostics/render_sarif.h"
#include "diagnostics/render_text.h"
#include "diagnostics/summary.h"
#include "io/sink.h"
#include "pipeline/books.h"

namespace tengen::pipeline {

/// Receives what is worth saying, in the order of the inputs. One thread at a time.
class DiagnosticReceiver {
public:
    DiagnosticReceiver() = default;
    DiagnosticReceiver(const DiagnosticReceiver&) = delete;
    DiagnosticReceiver& operator=(const DiagnosticReceiver&) = delete;
    virtual ~DiagnosticReceiver() = default;

    /// `source` holds the bytes that the diagnostic's offset counts in, if they are at hand.
    virtual void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) = 0;
    /// Once an input, behind its diagnostics.
    virtual void add(const diagnostics::InputSummary& summary) = 0;
    /// What kept the command itself from being carried out. It is also said on standard error, whatever else is.
    virtual void add_fault(const diagnostics::Diagnostic& fault) { add(fault, {}); }
    /// The books of a run, behind everything else.
    virtual void add_books(const Books&) {}
    /// Nothing follows.
    virtual void finish() {}
};

/// Hears nothing: for those who read what somebody else reports on.
class NoReport final : public DiagnosticReceiver {
public:
    void add(const diagnostics::Diagnostic&, std::string_view) override {}
    void add(const diagnostics::InputSummary&) override {}
};

/// One JSON line for each diagnostic and each summary.
class JsonLinesReport final : public DiagnosticReceiver {
public:
    explicit JsonLinesReport(std::unique_ptr<io::Sink> sink) : sink_(std::move(sink)) {}
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override;
    void add(const diagnostics::InputSummary& summary) override;
    void add_books(const Books& books) override;
    void finish() override;

private:
    void flush_if_full();

    std::unique_ptr<io::Sink> sink_;
    std::string buffer_;
};

/// Text for people.
class TextReport final : public DiagnosticReceiver {
public:
    struct Style {
        diagnostics::TextStyle text{};
        diagnostics::Severity from = diagnostics::Severity::info;  ///< less is left out
        bool summaries = true;
    };
    TextReport(std::unique_ptr<io::Sink> sink, Style style) : sink_(std::move(sink)), style_(style) {}
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override;
    void add(const diagnostics::InputSummary& summary) override;
    void add_fault(const diagnostics::Diagnostic&) override {}  // people have read it already
    void finish() override;

private:
    std::unique_ptr<io::Sink> sink_;
    Style style_;
    std::string buffer_;
};

/// A SARIF 2.1.0 log.
class SarifReport final : public DiagnosticReceiver {
public:
    SarifReport(std::unique_ptr<io::Sink> sink, diagnostics::Level level);
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override;
    void add(const diagnostics::InputSummary& summary) override;
    void finish() override;

private:
    std::unique_ptr<io::Sink> sink_;
    diagnostics::SarifWriter writer_;
};

/// Counts findings by id and severity.
class Totals final : public DiagnosticReceiver {
public:
    struct Row {
        diagnostics::Severity severity = diagnostics::Severity::off;  ///< the highest that occurred
        std::uint64_t count = 0;
    };
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override;
    void add(const diagnostics::InputSummary& summary) override;

    [[nodiscard]] const std::map<std::string, Row, std::less<>>& by_id() const { return rows_; }
    [[nodiscard]] const diagnostics::InputSummary& sum() const { return sum_; }
    [[nodiscard]] std::uint64_t inputs() const { return inputs_; }

private:
    std::map<std::string, Row, std::less<>> rows_;
    diagnostics::InputSummary sum_;
    std::uint64_t inputs_ = 0;
};

/// Hands everything to several receivers in turn.
class ReportFan final : public DiagnosticReceiver {
public:
    void attach(std::unique_ptr<DiagnosticReceiver> receiver) { owned_.push_back(std::move(receiver)); }
    /// The receiver must outlive this object.
    void attach(DiagnosticReceiver& receiver) { borrowed_.push_back(&receiver); }

    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override;
    void add(const diagnostics::InputSummary& summary) override;
    void add_fault(const diagnostics::Diagnostic& fault) override;
    void add_books(const Books& books) override;
    void finish() override;

private:
    template <class Call>
    void each(Call&& call) {
        for (const auto& receiver : owned_) {
            call(*receiver);
        }
        for (DiagnosticReceiver* receiver : borrowed_) {
            call(*receiver);
        }
    }

    std::vector<std::unique_ptr<DiagnosticReceiver>> owned_;
    std::vector<DiagnosticReceiver*> borrowed_;
};

}  // namespace tengen::pipeline
