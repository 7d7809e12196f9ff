#include "pipeline/report.h"

#include <algorithm>

#include "diagnostics/render_jsonl.h"
#include "pipeline/version.h"

namespace tengen::pipeline {

namespace {
constexpr std::size_t buffer_size = 64 * 1024;
}

// ---- JSON lines ----

void JsonLinesReport::add(const diagnostics::Diagnostic& diagnostic, std::string_view) {
    diagnostics::append_json_line(buffer_, diagnostic);
    flush_if_full();
}

void JsonLinesReport::add(const diagnostics::InputSummary& summary) {
    diagnostics::append_json_line(buffer_, summary);
    flush_if_full();
}

void JsonLinesReport::add_books(const Books& books) {
    buffer_ += "{\"summary\":{\"books\":";
    buffer_ += to_json(books);
    buffer_ += "}}\n";
}

void JsonLinesReport::flush_if_full() {
    if (buffer_.size() >= buffer_size) {
        sink_->write(buffer_);
        buffer_.clear();
    }
}

void JsonLinesReport::finish() {
    sink_->write(buffer_);
    buffer_.clear();
    sink_->commit();
}

// ---- text ----

void TextReport::add(const diagnostics::Diagnostic& diagnostic, std::string_view source) {
    if (diagnostic.severity < style_.from) {
        return;
    }
    diagnostics::append_text(buffer_, diagnostic, source, style_.text);
    if (buffer_.size() >= buffer_size) {
        sink_->write(buffer_);
        buffer_.clear();
    }
}

void TextReport::add(const diagnostics::InputSummary& summary) {
    if (style_.summaries) {
        diagnostics::append_text(buffer_, summary);
    }
}

void TextReport::finish() {
    sink_->write(buffer_);
    buffer_.clear();
    sink_->commit();
}

// ---- SARIF ----

SarifReport::SarifReport(std::unique_ptr<io::Sink> sink, diagnostics::Level level)
    : sink_(std::move(sink)), writer_([this](std::string_view text) { sink_->write(text); }, version, level) {
    writer_.begin();
}

void SarifReport::add(const diagnostics::Diagnostic& diagnostic, std::string_view) {
    writer_.add(diagnostic);
}

void SarifReport::add(const diagnostics::InputSummary&) {}

void SarifReport::finish() {
    writer_.end();
    sink_->commit();
}

// ---- totals ----

void Totals::add(const diagnostics::Diagnostic& diagnostic, std::string_view) {
    if (diagnostic.severity == diagnostics::Severity::off) {
        return;
    }
    Row& row = rows_[diagnostic.id];
    row.severity = std::max(row.severity, diagnostic.severity);
    ++row.count;
}

void Totals::add(const diagnostics::InputSummary& summary) {
    ++inputs_;
    sum_.games += summary.games;
    sum_.rejected += summary.rejected;
    sum_.fatal += summary.fatal;
    sum_.errors += summary.errors;
    sum_.warnings += summary.warnings;
    sum_.infos += summary.infos;
    sum_.losses += summary.losses;
    sum_.omitted += summary.omitted;
}

// ---- fan ----

void ReportFan::add(const diagnostics::Diagnostic& diagnostic, std::string_view source) {
    each([&](DiagnosticReceiver& receiver) { receiver.add(diagnostic, source); });
}

void ReportFan::add(const diagnostics::InputSummary& summary) {
    each([&](DiagnosticReceiver& receiver) { receiver.add(summary); });
}

void ReportFan::add_fault(const diagnostics::Diagnostic& fault) {
    each([&](DiagnosticReceiver& receiver) { receiver.add_fault(fault); });
}

void ReportFan::add_books(const Books& books) {
    each([&](DiagnosticReceiver& receiver) { receiver.add_books(books); });
}

void ReportFan::finish() {
    each([](DiagnosticReceiver& receiver) { receiver.finish(); });
}

}  // namespace tengen::pipeline
