#include "pipeline/plan_tests.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/sink.h"
#include "pipeline/game_output.h"
#include "pipeline/input_reader.h"
#include "pipeline/input_worker.h"
#include "pipeline/run_preparation.h"
#include "plugins/charset_services.h"

namespace tengen::pipeline {

namespace {

class IdCollector final : public DiagnosticReceiver {
public:
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view) override { ids.push_back(diagnostic.id); }
    void add(const diagnostics::InputSummary&) override {}

    std::vector<std::string> ids;
};

class ToOutput final : public GameConsumer {
public:
    ToOutput(GameOutput& output, std::string name, const DuplicateVerdicts* duplicates,
             const diagnostics::Policy& policy, DiagnosticReceiver& report)
        : output_(output), name_(std::move(name)), duplicates_(duplicates), policy_(policy), report_(report) {}
    void take(const ReadGame& game) override {
        if (game.rejected || game.filtered) {
            return;
        }
        if (duplicates_ == nullptr || duplicates_->apply(0, name_, game, policy_, report_) == DuplicateFate::kept) {
            output_.put(game, name_);
        }
    }

private:
    GameOutput& output_;
    std::string name_;
    const DuplicateVerdicts* duplicates_;
    const diagnostics::Policy& policy_;
    DiagnosticReceiver& report_;
};

// What a run finds out before it begins.
class ToVisit final : public GameConsumer {
public:
    ToVisit(const SweepVisit& visit, std::string_view name) : visit_(visit), name_(name) {}
    void take(const ReadGame& game) override {
        if (!game.rejected && !game.filtered) {
            visit_(0, name_, game.index, game.game);
        }
    }

private:
    const SweepVisit& visit_;
    std::string_view name_;
};

// Line ends at the end are a matter of taste in YAML.
std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.back() == '\n') {
        text.remove_suffix(1);
    }
    return text;
}

TestOutcome run_test(const Plan& plan, const PlanTest& test, plugins::Registry& registry,
                     const plugins::WriterHandle& writer) {
    plugins::CharsetServices charsets;
    std::vector<Settings> all_settings{plan.settings_for(plan.inputs.front())};
    Settings& settings = all_settings.front();
    settings.companion_files = false;
    IdCollector report;
    io::MemorySink sink;
    GameOutput output(writer, charsets, settings.policy, output_settings(plan, plan.outputs.front()), report);
    output.open(sink, plan.outputs.front().path.text());
    const auto read = [&](const Settings& with, DiagnosticReceiver& to, GameConsumer& consumer) {
        InputReader reader(registry, charsets, with, to);
        io::Input input;
        input.name = test.file;
        input.bytes = io::Bytes::copy_of(test.input);
        static_cast<void>(reader.read(input, consumer));
    };
    RunPreparation preparation(plan, registry, charsets);
    preparation.run(all_settings, false, [&](const std::vector<Settings>& with, const SweepVisit& visit) {
        NoReport nobody;
        ToVisit consumer(visit, test.file);
        read(with.front(), nobody, consumer);
    });
    ToOutput consumer(output, test.file, preparation.verdicts(), settings.policy, report);
    read(settings, report, consumer);
    const bool is_written = output.games() != 0 && output.finish();
    const std::string written = is_written ? sink.take() : std::string();

    TestOutcome outcome;
    outcome.name = test.name;
    outcome.passed = true;
    if (test.output && trimmed(*test.output) != trimmed(written)) {
        outcome.passed = false;
        outcome.message += fmt::format("  expected: {}\n  came:     {}\n", trimmed(*test.output), trimmed(written));
    }
    if (test.diagnostics) {
        std::vector<std::string> wanted = *test.diagnostics;
        std::sort(wanted.begin(), wanted.end());
        std::sort(report.ids.begin(), report.ids.end());
        if (wanted != report.ids) {
            outcome.passed = false;
            outcome.message += fmt::format("  expected diagnostics: {}\n  came:                 {}\n",
                                           fmt::join(wanted, ", "), fmt::join(report.ids, ", "));
        }
    }
    return outcome;
}

}  // namespace

std::vector<TestOutcome> run_tests(const Plan& plan, plugins::Registry& registry) {
    const OutputStep& output = plan.outputs.front();
    const auto writer = registry.find_writer(output.format);
    if (!writer) {
        throw ConfigurationError(
            {"plugin.missing", registry.missing_writer(output.format).message(), output.line, output.column});
    }
    std::vector<TestOutcome> outcomes;
    for (const PlanTest& test : plan.tests) {
        outcomes.push_back(run_test(plan, test, registry, *writer));
    }
    return outcomes;
}

}  // namespace tengen::pipeline
