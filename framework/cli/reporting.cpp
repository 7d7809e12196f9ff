#include "reporting.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "command.h"
#include "complaint.h"
#include "io/atomic_file.h"
#include "io/error.h"
#include "io/sink.h"

namespace tengen::cli {

void add_report_options(options::options_description& description) {
    description.add_options()  //
        ("report", options::value<std::string>()->value_name("FILE"),
         "write all diagnostics to FILE, one JSON object a line (SARIF if it ends in .sarif)")           //
        ("quiet,q", options::bool_switch(), "say nothing on standard error but why the command failed")  //
        ("verbose,v", options::bool_switch(), "also show diagnostics that are only informative");
}

void refuse_no_report(const std::filesystem::path& path) {
    std::error_code error;
    if (path == "-" || !std::filesystem::is_regular_file(path, error) || std::filesystem::is_empty(path, error)) {
        return;
    }
    std::string begin(512, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    begin.resize(static_cast<std::size_t>(file.gcount()));
    const bool is_report =
        begin.starts_with(R"({"id":")") || begin.starts_with(R"({"summary":)") ||
        (begin.starts_with('{') && begin.find("sarif") != std::string::npos) ||
        (begin.starts_with("<!DOCTYPE html>") && begin.find("<title>Report of ") != std::string::npos);
    if (!is_report) {
        throw io::IoError(
            "io.output-exists",
            fmt::format("'{}' exists and is no report: it is not replaced (remove it, or name another file)",
                        io::display_path(path)),
            path);
    }
}

void attach_report_file(pipeline::ReportFan& fan, const options::variables_map& values, diagnostics::Level level) {
    if (!has(values, "report")) {
        return;
    }
    const std::filesystem::path path = text_of(values, "report");
    refuse_no_report(path);
    io::FileOptions file;
    file.overwrite = true;
    auto sink = io::open_output(path, file);
    if (path.extension() == ".sarif") {
        fan.attach(std::make_unique<pipeline::SarifReport>(std::move(sink), level));
    } else {
        fan.attach(std::make_unique<pipeline::JsonLinesReport>(std::move(sink)));
    }
}

void attach_terminal(pipeline::ReportFan& fan, const options::variables_map& values, ProgressLine* progress) {
    pipeline::TextReport::Style style;
    style.from = values["quiet"].as<bool>()     ? diagnostics::Severity::fatal
                 : values["verbose"].as<bool>() ? diagnostics::Severity::info
                                                : diagnostics::Severity::warning;
    style.summaries = false;
    style.text.color = isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
    std::unique_ptr<io::Sink> sink = std::make_unique<io::DescriptorSink>(STDERR_FILENO, "standard error");
    if (progress != nullptr) {
        sink = std::make_unique<BesideProgress>(std::move(sink), *progress);
    }
    fan.attach(std::make_unique<pipeline::TextReport>(std::move(sink), style));
}

bool is_folder(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

std::filesystem::path plain_path(const std::filesystem::path& path) {
    return path == "-" ? path : std::filesystem::absolute(path).lexically_normal();
}

pipeline::ConfigurationError to_fault(const io::IoError& error, const char* overwrite) {
    if (error.broken_pipe()) {
        throw error;
    }
    const bool exists = error.id() == "io.output-exists" && error.error_number() == EEXIST;
    return pipeline::ConfigurationError(
        {error.id(),
         exists ? fmt::format("{} ({} replaces outputs)", error.what(), overwrite) : std::string(error.what())});
}

int report_configuration(pipeline::DiagnosticReceiver& report, const pipeline::ConfigurationError& error,
                         const std::string& file, const char* command) {
    for (const pipeline::ConfigurationFault& fault : error.faults()) {
        diagnostics::Diagnostic diagnostic;
        diagnostic.id = fault.id;
        diagnostic.severity = diagnostics::Severity::fatal;
        diagnostic.message = fault.message;
        const std::string& name = fault.file.empty() ? file : fault.file;
        diagnostic.input = name;
        if (fault.line != 0) {
            diagnostic.line = fault.line;
            diagnostic.column = fault.column;
        }
        report.add_fault(diagnostic);
        // The id belongs to the first line; the others are details.
        const std::string::size_type end = std::min(fault.message.find('\n'), fault.message.size());
        const std::string first = fault.message.substr(0, end);
        const std::string rest = fault.message.substr(end);
        if (fault.line != 0) {
            complain("{}:{}:{}: {} [{}]{}\n", name, fault.line, fault.column, first, fault.id, rest);
        } else if (!fault.file.empty()) {
            complain("tengen {}: {}: {} [{}]{}\n", command, name, first, fault.id, rest);
        } else {
            complain("tengen {}: {} [{}]{}\n", command, first, fault.id, rest);
        }
    }
    report.finish();
    return exit_usage;
}

void report_plugins(pipeline::DiagnosticReceiver& report, plugins::Registry& registry,
                    const diagnostics::Policy& policy) {
    for (const plugins::PluginFinding& finding : registry.take_findings()) {
        diagnostics::Diagnostic diagnostic;
        diagnostic.id = finding.id;
        diagnostic.severity = policy.severity(finding.id);
        if (diagnostic.severity == diagnostics::Severity::off) {
            continue;
        }
        diagnostic.message = finding.message;
        diagnostic.input = finding.file.string();
        report.add(diagnostic, {});
    }
}

}  // namespace tengen::cli
