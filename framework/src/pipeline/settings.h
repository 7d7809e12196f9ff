// What a run is asked to do with every input and every game.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/policy.h"
#include "io/container.h"
#include "passes/property_fitting.h"
#include "passes/standard.h"
#include "pipeline/stream_settings.h"

namespace tengen::pipeline {

class Filter;
class NamePatterns;

/// Option values of one reader or writer, in the order given.
using OptionValues = std::vector<std::pair<std::string, std::string>>;

/// The most that may be lost in an output; more ends it with exit code 3.
enum class AllowedLoss : std::uint8_t {
    none,
    normalised,  ///< another spelling or order, nothing gone
    demoted,     ///< also what is kept as free text, approximated, defaulted or derived
    all,
    published  ///< as demoted, and whatever the row of the target says that it cannot hold
};

[[nodiscard]] constexpr AllowedLoss default_allowed_loss(diagnostics::Level level) {
    return level == diagnostics::Level::strict ? AllowedLoss::published : AllowedLoss::all;
}

/// Plain data; copied freely, read by any number of threads.
struct Settings {
    diagnostics::Policy policy{};
    /// Format of the inputs; empty: recognised by content.
    std::string from;
    /// By format name. Options a reader or writer does not publish are an error there.
    std::map<std::string, OptionValues, std::less<>> reader_options;
    std::map<std::string, OptionValues, std::less<>> writer_options;
    /// Options for whichever reader or writer has them (--charset-in and the like).
    OptionValues common_reader_options;
    OptionValues common_writer_options;
    AllowedLoss allowed_loss = AllowedLoss::published;
    /// The most bytes of one input.
    std::uint64_t max_size = std::uint64_t{1} << 30;
    io::ContainerLimits container_limits{};
    /// Which of the standard passes run.
    passes::PassOptions passes{};
    /// How names of keyword cards are written to properties.
    passes::NameStyle names = passes::NameStyle::as_written;
    /// Compute the board after every node for writers that show it.
    bool positions = false;
    StreamSettings streams{};
    /// Look for files that belong to a record beside it (the media and stream files that recordings name).
    bool companion_files = true;
    /// Look for games that occurred before in the same run.
    bool duplicates = false;
    /// Games it does not accept go to no output.
    std::shared_ptr<const Filter> filter{};
    /// Members of containers that are left out, as files of these names are; null: none.
    std::shared_ptr<const NamePatterns> excluded_members{};
};

}  // namespace tengen::pipeline
