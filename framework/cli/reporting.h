// How commands say what they found: on standard error for people, in a file for programs.
#pragma once

#include <filesystem>
#include <string>

#include "io/error.h"
#include "options.h"
#include "pipeline/configuration_error.h"
#include "pipeline/report.h"
#include "plugins/registry.h"
#include "progress_line.h"

namespace tengen::cli {

/// --report, --quiet, --verbose
void add_report_options(options::options_description& description);

/// A report replaces an old one, and nothing else: throws io::IoError if there is a file that does not look like one.
void refuse_no_report(const std::filesystem::path& path);

/// A report file as --report names it (JSON lines, or SARIF for *.sarif), replacing an old one; none without --report.
/// Whether it would replace an input is for the caller to ask first.
void attach_report_file(pipeline::ReportFan& fan, const options::variables_map& values, diagnostics::Level level);

/// Text on standard error: warnings and worse, with --verbose infos too, with --quiet only what is fatal. `progress` is
/// the line that stands there meanwhile, or null.
void attach_terminal(pipeline::ReportFan& fan, const options::variables_map& values, ProgressLine* progress = nullptr);

/// The name of a path in messages and comparisons: "-" as it is, everything else absolute and without detours.
[[nodiscard]] std::filesystem::path plain_path(const std::filesystem::path& path);

/// Whether a folder is there. A name that cannot even be looked up is none; whoever then writes there learns why.
[[nodiscard]] bool is_folder(const std::filesystem::path& path);

/// An error of the file system as a fault of the command; `overwrite` is the option that replaces outputs. Throws the
/// error again if it is only the reader of our output that went away.
[[nodiscard]] pipeline::ConfigurationError to_fault(const io::IoError& error, const char* overwrite);

/// Put the faults of a configuration into a report and onto standard error. The answer is exit_usage.
int report_configuration(pipeline::DiagnosticReceiver& report, const pipeline::ConfigurationError& error,
                         const std::string& file, const char* command);

/// What came to light about plugins since the last call.
void report_plugins(pipeline::DiagnosticReceiver& report, plugins::Registry& registry,
                    const diagnostics::Policy& policy);

}  // namespace tengen::cli
