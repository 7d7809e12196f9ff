// How commands say what they found: on standard error for people, in a file for programs.
#pragma once

#include <string>

#include "options.h"
#include "pipeline/configuration_error.h"
#include "pipeline/report.h"

namespace tengen::cli {

/// --report, --quiet, --verbose
void add_report_options(options::options_description& description);

/// A report file as --report names it (JSON lines, or SARIF for *.sarif), replacing an old one; none without --report.
void attach_report_file(pipeline::ReportFan& fan, const options::variables_map& values, diagnostics::Level level);

/// Text on standard error: warnings and worse, with --verbose infos too, nothing with --quiet.
void attach_terminal(pipeline::ReportFan& fan, const options::variables_map& values);

/// Put the faults of a configuration into a report and onto standard error. The answer is exit_usage.
int report_configuration(pipeline::DiagnosticReceiver& report, const pipeline::ConfigurationError& error,
                         const std::string& file, const char* command);

}  // namespace tengen::cli
