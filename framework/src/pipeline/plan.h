// A pipeline as it was written down: what is read, how it is checked, where it goes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/atomic_file.h"
#include "passes/duplicates.h"
#include "pipeline/collision.h"
#include "pipeline/configuration_error.h"
#include "pipeline/path_template.h"
#include "pipeline/schema/include.h"
#include "pipeline/settings.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

struct InputStep {
    std::string path;               ///< file, folder or pattern, relative to the pipeline file; "-": standard input
    bool is_literal = false;        ///< the path is no pattern, whatever it looks like
    std::string files_from;         ///< a file that lists paths, instead of a path
    std::vector<std::string> only;  ///< patterns; of what `path` does not name itself, only names they match are read
    std::vector<std::string> exclude;  ///< patterns; a name they match is left out
    bool ignore_case = false;          ///< patterns take capital and small letters alike
    std::string format;                ///< empty: recognised by content
    OptionValues options;
    std::uint64_t line = 0;
    std::uint64_t column = 0;
};

struct OutputStep {
    PathTemplate path;
    std::string archive;  ///< holds the files; empty: they are files of their own
    std::string format;
    OptionValues options;
    AllowedLoss allowed_loss = AllowedLoss::all;
    bool boards = false;  ///< give the writer the board after every node
    bool events = false;  ///< give the writer the events of recorded streams in the order of time
    Collision collision = Collision::number;
    StreamSettings streams{};
    OptionValues stream_options;  ///< what the pipeline says about streams, as it is written
    std::uint64_t line = 0;
    std::uint64_t column = 0;
};

/// Games are joined with cards.
struct JoinStep {
    std::vector<InputStep> cards;
    std::uint64_t line = 0;
    std::uint64_t column = 0;
};

/// Which further records of a game are left out.
enum class DropDuplicates : std::uint8_t {
    none,        ///< they are only named
    same,        ///< those with the same moves
    beginnings,  ///< also those whose moves are the first moves of another one
    all          ///< also those that differ by a few moves
};

/// Games that occur more than once among all inputs are named, and some of them left out.
struct DuplicatesStep {
    passes::Keep keep = passes::Keep::best;
    DropDuplicates drop = DropDuplicates::none;
    std::uint64_t line = 0;
    std::uint64_t column = 0;
};

/// A record, and what is to become of it.
struct PlanTest {
    std::string name;
    std::string input;
    std::string file;
    std::optional<std::string> output;                    ///< of the first output
    std::optional<std::vector<std::string>> diagnostics;  ///< all ids
    std::uint64_t line = 0;
};

/// Where a value stands, as in ConfigurationFault.
struct ValuePlace {
    std::uint64_t line = 0;
    std::uint64_t column = 0;
    std::string file{};
};

/// Paths are absolute or relative to `folder`.
struct Plan {
    std::filesystem::path folder;   ///< that of the pipeline file, or another one the pipeline names
    std::string name = "pipeline";  ///< of the pipeline file, without extension
    Settings settings{};
    std::vector<InputStep> inputs;
    std::vector<OutputStep> outputs;
    std::optional<JoinStep> join;
    std::optional<DuplicatesStep> duplicates;
    std::vector<PlanTest> tests;
    std::filesystem::path quarantine;  ///< empty: none
    std::filesystem::path report_jsonl;
    std::filesystem::path report_sarif;
    std::filesystem::path report_html;
    std::filesystem::path journal;  ///< what was done already; empty: beside the first output
    ValuePlace journal_at;
    /// The files the pipeline was read from, absolute: the pipeline file, if there is one, and those it includes.
    std::vector<std::filesystem::path> sources;
    bool overwrite = false;
    unsigned threads = 0;  ///< 0: as many as the machine has
    io::Sync sync = io::Sync::none;
    /// Of everything that outputs depend on: digests by the keys of the pipeline, down to those of single inputs,
    /// outputs and passes.
    std::map<std::string, std::uint64_t> fingerprints;
    /// Where values come from that do not stand in the pipeline file itself, by their keys ("output.0.path"): the
    /// option of the command line, the file that is included, "environment".
    std::map<std::string, std::string> origins;

    /// With the format and the options that the step names.
    [[nodiscard]] Settings settings_for(const InputStep& step) const;

    /// An output's path, made absolute and without detours.
    [[nodiscard]] std::string place(std::string path) const;

    [[nodiscard]] std::filesystem::path resolve(const std::filesystem::path& path) const {
        return path.empty() || path.is_absolute() ? path : folder / path;
    }
};

/// Read a pipeline from YAML text. Throws ConfigurationError with all faults at once; nothing but the text, the files
/// it includes, the environment (through `look_up`), `settings` (which count before all else) and what plugins publish
/// is looked at.
[[nodiscard]] Plan parse_plan(std::string_view yaml, const std::filesystem::path& folder, plugins::Registry& registry,
                              const char* (*look_up)(const char* name),
                              const std::vector<schema::Setting>& settings = {});

}  // namespace tengen::pipeline
