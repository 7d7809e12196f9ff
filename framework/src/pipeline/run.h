// Carrying out a pipeline.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pipeline/plan.h"
#include "pipeline/report.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

/// Where the games of a run went; read = written + quarantined for every output.
struct Books {
    struct Output {
        std::string path;  ///< the template
        std::string format;
        std::uint64_t written = 0;
        std::uint64_t quarantined = 0;  ///< rejected games, and those this output refused
        std::uint64_t files = 0;
    };
    std::uint64_t inputs = 0;
    std::uint64_t unreadable_inputs = 0;  ///< without any game: not a record, damaged, missing
    std::uint64_t quarantined_inputs = 0;
    std::uint64_t read = 0;
    std::vector<Output> outputs;

    [[nodiscard]] bool balance() const;
};

struct RunResult {
    Books books;
    bool rejected = false;         ///< a game was refused or an input could not be read
    bool exceeded_losses = false;  ///< an output refused a game because too much would be lost
};

/// Read every input once and write every output. Findings go to `report` in the order of the inputs. An input with a
/// game that was refused, with an error, or without any game, is copied to the quarantine with a file of reasons beside
/// it; its other games are written. All inputs are listed before anything is written. An output that cannot be written,
/// or that would land on an input, ends the run: io::IoError passes through, complete files stay, no partial file is
/// left. Throws ConfigurationError before anything is read if a writer is missing or refuses an option.
///
/// `ready` is called once, when what can be known to fail beforehand did not: then the files of the report may be
/// opened (they are known not to be inputs) and attached to `report`, which has not been told anything before.
[[nodiscard]] RunResult run(const Plan& plan, plugins::Registry& registry, DiagnosticReceiver& report,
                            const std::function<void()>& ready = {});

}  // namespace tengen::pipeline
