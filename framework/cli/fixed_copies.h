// Corrected copies of records, as check writes them.
#pragma once

#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inputs.h"
#include "io/source.h"
#include "options.h"
#include "pipeline/output_paths.h"
#include "pipeline/report.h"
#include "pipeline/settings.h"
#include "plugins/host_services.h"
#include "plugins/registry.h"

namespace tengen::cli {

/// Whether the repairs that are wanted can change a record in which this was found. Some faults have more readings than
/// one, and are left as they are.
[[nodiscard]] bool is_repairable(std::string_view id, const pipeline::Settings& settings);

/// Which corrected copies of records are wanted.
class FixedCopies {
public:
    /// Nothing unless --fix safe or --fix guess asks for copies and the level repairs anything. Says on standard error
    /// if strict stands in the way; throws UsageError for a target without --fix.
    [[nodiscard]] static std::optional<FixedCopies> wanted(const options::variables_map& values,
                                                           const pipeline::Settings& settings);

    /// Throws UsageError if these inputs cannot be copied: standard input without a place for the copy, several inputs
    /// into one file.
    void refuse(const std::vector<ListedInput>& inputs) const;

    /// Whether every finding is heard of that is repaired: not if the user changed severities, which may be off.
    [[nodiscard]] bool hears_all() const { return hears_all_; }

    /// Where a copy is to go.
    [[nodiscard]] std::filesystem::path place_for(const ListedInput& input, std::string_view extension) const;
    [[nodiscard]] bool is_one_file() const { return !target_.empty() && !is_folder_; }
    [[nodiscard]] bool overwrites() const { return overwrite_; }

private:
    std::string target_;  // or empty
    bool is_folder_ = false;
    bool overwrite_ = false;
    bool hears_all_ = true;
};

/// Writes records again in the format they were read in, repaired. Inputs are never written to. All references must
/// outlive the object.
class FixedCopyWriter {
public:
    FixedCopyWriter(const FixedCopies& wanted, const std::vector<ListedInput>& inputs,
                    const pipeline::Settings& settings, plugins::Registry& registry,
                    plugins::CharsetServices& charsets);

    /// A copy of an input in which something may be repaired, with all its games that were not rejected; none if
    /// nothing was. What is lost in it goes to `report`, and is counted in `summary`. Copies are made in memory. After
    /// an error (see finish) nothing is done any more.
    void write(io::Input& input, const ListedInput& listed, pipeline::DiagnosticReceiver& report,
               diagnostics::InputSummary& summary);

    /// Say on standard error what was written. False if a copy is missing, or lacks a game. Throws what ended the
    /// writing: io::IoError, ConfigurationError.
    [[nodiscard]] bool finish();

private:
    void copy(io::Input& input, const ListedInput& listed, pipeline::DiagnosticReceiver& report,
              diagnostics::InputSummary& summary);

    const FixedCopies& wanted_;
    const pipeline::Settings& settings_;
    plugins::Registry& registry_;
    plugins::CharsetServices& charsets_;
    pipeline::OutputPaths paths_;
    bool is_whole_ = true;
    std::string said_;
    std::exception_ptr failed_;
};

}  // namespace tengen::cli
