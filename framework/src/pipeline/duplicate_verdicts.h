// What becomes of games that occur more than once among the inputs of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tengen/model/game.h>

#include "diagnostics/policy.h"
#include "passes/duplicates.h"
#include "pipeline/input_reader.h"
#include "pipeline/plan.h"
#include "pipeline/report.h"

namespace tengen::pipeline {

/// What an output has to do with a game.
enum class DuplicateFate : std::uint8_t {
    kept,
    dropped,
    refused  ///< the finding counts as an error
};

/// Filled game by game, in their order, by one thread; after judge() any number of threads may ask.
class DuplicateVerdicts {
public:
    struct Verdict {
        std::size_t input = 0;  ///< among all inputs of the run
        std::uint32_t game = 0;
        std::string_view id;  ///< of the diagnostic
        std::string message;
        bool is_dropped = false;
    };

    explicit DuplicateVerdicts(const DuplicatesStep& step) : step_(step) {}

    void add(std::size_t input, std::string_view name, std::uint32_t index, Game game);
    /// All games were added. What was kept of them is let go.
    void judge();

    /// Nothing where the game is the only record, or the one that is kept.
    [[nodiscard]] const Verdict* find(std::size_t input, std::uint32_t game) const;
    /// Say what is known of a game, to `report` and in the game's summary. `input` is its place among all inputs.
    [[nodiscard]] DuplicateFate apply(std::size_t input, std::string_view name, const ReadGame& game,
                                      const diagnostics::Policy& policy, DiagnosticReceiver& report) const;
    /// Everything that is decided, by input and game.
    [[nodiscard]] const std::vector<Verdict>& all() const { return verdicts_; }

private:
    [[nodiscard]] bool drops(const passes::DuplicateMember& member) const;

    DuplicatesStep step_;
    std::unique_ptr<passes::DuplicateFinder> finder_ = std::make_unique<passes::DuplicateFinder>();
    std::vector<std::pair<std::size_t, std::uint32_t>> places_;  // of the games, as they were added
    std::vector<Verdict> verdicts_;                              // by place
};

}  // namespace tengen::pipeline
