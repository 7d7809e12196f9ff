// Carrying out a pipeline.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "pipeline/books.h"
#include "pipeline/input_job.h"
#include "pipeline/plan.h"
#include "pipeline/report.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

/// A part of the inputs, for several processes that share the work: every input is in exactly one of them, which
/// depends on its name alone.
struct Shard {
    std::uint32_t number = 1;  ///< from 1
    std::uint32_t count = 1;

    [[nodiscard]] bool is_whole() const { return count == 1; }
    [[nodiscard]] bool has(std::string_view input) const;
};

struct RunOptions {
    Shard shard{};
    /// Go on where an interrupted run ended: inputs in its journal are not read again. Outputs that exist are taken for
    /// its work if they are what would be written.
    bool resume = false;
    /// Read and check everything, write nothing.
    bool dry = false;
    /// Set from elsewhere, also from a signal handler: the run ends behind the inputs at hand.
    const std::atomic<bool>* stop = nullptr;
    /// Called once, when what can be known to fail beforehand did not: then the files of the report may be opened (they
    /// are known not to be inputs) and attached to `report`, which has not been told anything before. The options are
    /// those of the run's own files.
    std::function<void(const io::FileOptions&)> ready{};
    /// Called behind every input, in one thread at a time: how many are done, of how many; an input that is read twice
    /// counts twice.
    std::function<void(std::uint64_t done, std::uint64_t all)> progress{};
    /// The same now and then within a big input: how many games were read so far.
    std::function<void(std::uint64_t games)> games{};
};

struct RunResult {
    Books books;
    bool rejected = false;           ///< a game was refused or an input could not be read
    bool exceeded_losses = false;    ///< an output refused a game because too much would be lost
    bool interrupted = false;        ///< there is a journal, and no report
    std::uint64_t replayed = 0;      ///< inputs that an earlier run had done
    std::vector<std::string> notes;  ///< about the pipeline: line, column and what is to be said
};

/// Everything the input steps stand for, in order. A file comes once, whatever the number of steps and of names: for
/// the first step that lists it, but under a name that is no symbolic link if a step that reads it in the same way has
/// one. What a step leaves out (`only`, `exclude`) does not count for it. `notes`: patterns of `exclude` that match
/// nothing, each with line and column of its input.
[[nodiscard]] std::vector<ListedInput> list_inputs(const Plan& plan, std::vector<std::string>* notes = nullptr);
[[nodiscard]] std::vector<ListedInput> list_inputs(const std::vector<InputStep>& steps,
                                                   const std::filesystem::path& folder,
                                                   std::vector<std::string>* notes = nullptr);

/// What is to be said about files that several inputs of the plan list and would read in different ways: each begins
/// with line and column of the input that does not get them.
[[nodiscard]] std::vector<std::string> doubly_listed(const Plan& plan, const std::vector<ListedInput>& inputs);

/// A fault for every input of the plan that stands for nothing at all: a path that is missing, a pattern that no name
/// matches, a folder without a name that `only` takes. An empty folder is no fault.
[[nodiscard]] std::vector<ConfigurationFault> missing_inputs(const Plan& plan, const std::vector<ListedInput>& inputs);

/// Read every input once and write every output, with plan.threads threads; outputs and findings do not depend on their
/// number. Findings go to `report` in the order of the inputs. An input with a game that was refused, with an error, or
/// without any game, is copied to the quarantine with a file of reasons beside it; its other games are written. All
/// inputs are listed before anything is written. An output that cannot be written, or that would land on an input, ends
/// the run: io::IoError passes through, complete files stay, no partial file is left, the journal says what is done.
/// Throws ConfigurationError before anything is read if a writer is missing or refuses an option, or an input is
/// missing. The report is finished, unless something was thrown or the run was interrupted.
///
/// Where games are joined with cards, or looked at for duplicates, all inputs (also those of other shards) are read
/// before, without a word; ConfigurationError if there is no card, or an input that can be read only once.
///
/// Memory: inputs up to a megabyte are kept while they are worked on, a few for every thread; bigger ones, containers
/// and standard input are streamed, one at a time.
[[nodiscard]] RunResult run(const Plan& plan, plugins::Registry& registry, DiagnosticReceiver& report,
                            const RunOptions& options = {});

}  // namespace tengen::pipeline
