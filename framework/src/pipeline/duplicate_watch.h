// Games of a run that occurred before.
#pragma once

#include <string>

#include "diagnostics/policy.h"
#include "passes/duplicates.h"
#include "pipeline/input_reader.h"
#include "pipeline/report.h"

namespace tengen::pipeline {

/// Looks at the games on their way to a consumer and reports those that are the same as, the beginning of, or nearly
/// the same as an earlier one, of whatever input. A game whose finding counts as an error goes on as a rejected one.
/// Rejected games are passed on and not looked at. One thread at a time, games in their order.
class DuplicateWatch final : public GameConsumer {
public:
    /// The references must outlive the object.
    DuplicateWatch(const diagnostics::Policy& policy, DiagnosticReceiver& report, GameConsumer& next)
        : policy_(policy), report_(report), next_(next) {}

    /// The name of the input that the games to come are from.
    void begin_input(std::string name) { input_ = std::move(name); }

    void take(const ReadGame& game) override;

    [[nodiscard]] const passes::DuplicateFinder& finder() const { return finder_; }

private:
    const diagnostics::Policy& policy_;
    DiagnosticReceiver& report_;
    GameConsumer& next_;
    passes::DuplicateFinder finder_;
    std::string input_;
};

}  // namespace tengen::pipeline
