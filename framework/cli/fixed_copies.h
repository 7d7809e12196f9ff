// Corrected copies of records, as check writes them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inputs.h"
#include "options.h"
#include "pipeline/report.h"
#include "pipeline/settings.h"
#include "plugins/host_services.h"
#include "plugins/registry.h"

namespace tengen::cli {

/// Whether the repairs that are wanted can change a record in which this was found. Some faults have more readings than
/// one, and are left as they are.
[[nodiscard]] bool is_repairable(std::string_view id, const pipeline::Settings& settings);

/// Writes records again in the format they were read in, repaired. Inputs are never written to.
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

    /// A copy of each input in which something was repaired, with all its games that were not rejected. Losses go to
    /// `report`. False if a copy is missing, or lacks a game. Copies are made in memory. Throws io::IoError and
    /// ConfigurationError.
    [[nodiscard]] bool write(const std::vector<ListedInput>& inputs, const pipeline::Settings& settings,
                             plugins::Registry& registry, plugins::CharsetServices& charsets,
                             pipeline::DiagnosticReceiver& report) const;

private:
    [[nodiscard]] std::filesystem::path place_for(const ListedInput& input, std::string_view extension) const;

    std::string target_;  // or empty
    bool is_folder_ = false;
    bool overwrite_ = false;
    bool hears_all_ = true;
};

}  // namespace tengen::cli
