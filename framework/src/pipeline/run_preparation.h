// What a run has to know before it reads its inputs for good: the cards, and which games occur more than once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/duplicate_verdicts.h"
#include "pipeline/game_sweep.h"
#include "pipeline/input_job.h"
#include "pipeline/plan.h"
#include "pipeline/recorded_report.h"
#include "plugins/charset_services.h"
#include "plugins/registry.h"

namespace tengen::pipeline {

/// Whether one of the inputs is standard input.
[[nodiscard]] bool has_stream(const std::vector<ListedInput>& inputs);

/// Cards are read first, then, with them, all inputs of the run: once for joining, once more for duplicates.
class RunPreparation {
public:
    /// Lists the cards. All references must outlive the object. Throws ConfigurationError if one cannot be found.
    RunPreparation(const Plan& plan, plugins::Registry& registry, plugins::CharsetServices& charsets);

    [[nodiscard]] bool is_needed() const { return plan_.join.has_value() || plan_.duplicates.has_value(); }
    [[nodiscard]] const std::vector<ListedInput>& cards() const { return listed_cards_; }
    /// How often the inputs are read before they are read for good.
    [[nodiscard]] std::size_t sweeps(bool is_read_once) const {
        return (plan_.join && !is_read_once ? 1U : 0U) + (plan_.duplicates ? 1U : 0U);
    }

    /// Reads all inputs with these settings (by input step) and shows their games.
    using Sweep = std::function<void(const std::vector<Settings>&, const SweepVisit&)>;
    /// Read cards and inputs; the settings get the cards. Throws what the sweep throws, and ConfigurationError where
    /// there is no card, or duplicates are looked for in inputs that can be read only once.
    void run(std::vector<Settings>& settings, bool is_read_once, const Sweep& sweep);

    /// Pass on what was found in the cards. True if a card was refused.
    bool report_cards(DiagnosticReceiver& report) const;
    /// Null where duplicates do not matter.
    [[nodiscard]] const DuplicateVerdicts* verdicts() const { return verdicts_.get(); }
    /// Of everything that outputs depend on; 0 if there is nothing.
    [[nodiscard]] std::uint64_t digest() const;

private:
    struct CardInput {
        std::vector<diagnostics::Diagnostic> diagnostics;
        diagnostics::InputSummary summary;
    };
    void read_cards();

    const Plan& plan_;
    plugins::Registry& registry_;
    plugins::CharsetServices& charsets_;
    std::vector<ListedInput> listed_cards_;
    std::vector<CardInput> card_inputs_;
    std::shared_ptr<passes::CardStack> cards_;
    std::unique_ptr<DuplicateVerdicts> verdicts_;
};

}  // namespace tengen::pipeline
