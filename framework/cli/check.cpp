// tengen check: say what is wrong with records.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "command.h"
#include "fixed_copies.h"
#include "inputs.h"
#include "io/atomic_file.h"
#include "io/sink.h"
#include "io/source.h"
#include "options.h"
#include "pipeline/duplicate_watch.h"
#include "pipeline/input_reader.h"
#include "reporting.h"

namespace tengen::cli {

namespace {

// Counts findings that may be repaired.
class RepairCount final : public pipeline::DiagnosticReceiver {
public:
    explicit RepairCount(const pipeline::Settings& settings) : settings_(settings) {}
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view) override {
        count_ += is_repairable(diagnostic.id, settings_) ? 1 : 0;
    }
    void add(const diagnostics::InputSummary&) override {}
    [[nodiscard]] std::uint64_t take() { return std::exchange(count_, 0); }

private:
    const pipeline::Settings& settings_;
    std::uint64_t count_ = 0;
};

// Keeps the summary of an input back until everything about it was said.
class SummaryLast final : public pipeline::DiagnosticReceiver {
public:
    explicit SummaryLast(pipeline::DiagnosticReceiver& report) : report_(report) {}
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override {
        report_.add(diagnostic, source);
    }
    void add(const diagnostics::InputSummary& summary) override { summary_ = summary; }
    void pass_on(const diagnostics::InputSummary& summary) {
        if (std::exchange(summary_, std::nullopt)) {
            report_.add(summary);
        }
    }

private:
    pipeline::DiagnosticReceiver& report_;
    std::optional<diagnostics::InputSummary> summary_;
};

void print_totals(const pipeline::Totals& totals, io::Sink& sink) {
    std::string text;
    for (const auto& [id, row] : totals.by_id()) {
        text += fmt::format("{:>8}  {:<7}  {}\n", row.count, diagnostics::to_text(row.severity), id);
    }
    const diagnostics::InputSummary& sum = totals.sum();
    text += fmt::format("{} input{}, {} game{}, {} rejected\n", totals.inputs(), totals.inputs() == 1 ? "" : "s",
                        sum.games, sum.games == 1 ? "" : "s", sum.rejected);
    sink.write(text);
}

}  // namespace

int run_check(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    add_reading_options(visible);
    add_plugin_options(visible);
    visible.add_options()  //
        ("format", options::value<std::string>()->value_name("F")->default_value("text"),
         "text, json (one object a line) or sarif")  //
        ("output,o", options::value<std::string>()->value_name("FILE")->default_value("-"),
         "where the findings go (default: standard output)")  //
        ("fixed", options::value<std::string>()->value_name("PATH"),
         "where --fix safe and --fix guess write the corrected copies: a file for one input, an existing folder or a\n"
         "name that ends in / (default: NAME.fixed.EXT beside the input)")          //
        ("force,f", options::bool_switch(), "replace corrected copies that exist")  //
        ("summary", options::bool_switch(), "only the number of findings by id")    //
        ("quiet,q", options::bool_switch(), "leave out what is only informative");
    const ParsedOptions parsed = parse_options(
        arguments, visible, "check [OPTIONS] INPUT...",
        "Reads records (files, folders, patterns, archives, - for standard input) and says what is wrong with them,\n"
        "with the place and a stable id for each finding (tengen explain ID). With --fix safe or --fix guess, at "
        "lenient\n"
        "or archive, a corrected copy of each record that was repaired is written; inputs stay as they are. Exit code\n"
        "0: nothing was rejected, 1: a game was rejected or an input could not be read.");
    if (parsed.help) {
        return exit_done;
    }
    const std::vector<std::string> arguments_given = list_of(parsed.values, "input");
    if (arguments_given.empty()) {
        throw UsageError("no input; name files, folders or patterns, or - for standard input");
    }
    const std::string format = text_of(parsed.values, "format");
    if (format != "text" && format != "json" && format != "sarif") {
        throw UsageError(fmt::format("--format takes text, json or sarif, not '{}'", format));
    }
    const pipeline::Settings settings = settings_of(parsed.values);
    const std::optional<FixedCopies> copies = FixedCopies::wanted(parsed.values, settings);
    plugins::Registry registry = registry_of(parsed.values);
    plugins::CharsetServices charsets;

    const std::vector<ListedInput> inputs = list_inputs(arguments_given);
    pipeline::OutputPaths paths;
    add_inputs(paths, inputs);
    if (copies) {
        copies->refuse(inputs);
    }
    const std::string output = text_of(parsed.values, "output");
    paths.refuse_input(output);
    io::FileOptions file;
    file.overwrite = true;
    ProgressLine progress(true);
    progress.expect(inputs.size());
    std::unique_ptr<io::Sink> sink = std::make_unique<BesideProgress>(io::open_output(output, file), progress);
    pipeline::ReportFan report;
    pipeline::Totals totals;
    report.attach(totals);
    RepairCount repairs(settings);
    report.attach(repairs);
    std::unique_ptr<io::Sink> totals_sink;
    if (parsed.values["summary"].as<bool>()) {
        totals_sink = std::move(sink);
    } else if (format == "json") {
        report.attach(std::make_unique<pipeline::JsonLinesReport>(std::move(sink)));
    } else if (format == "sarif") {
        report.attach(std::make_unique<pipeline::SarifReport>(std::move(sink), settings.policy.level()));
    } else {
        pipeline::TextReport::Style style;
        style.from = parsed.values["quiet"].as<bool>() ? diagnostics::Severity::warning : diagnostics::Severity::info;
        report.attach(std::make_unique<pipeline::TextReport>(std::move(sink), style));
    }

    SummaryLast summary_last(report);
    pipeline::InputReader reader(registry, charsets, settings, summary_last);
    pipeline::NoGames nothing;
    pipeline::DuplicateWatch watch(settings.policy, report, nothing);
    pipeline::GameConsumer& games = settings.duplicates ? static_cast<pipeline::GameConsumer&>(watch) : nothing;
    bool rejected = false;
    bool copied = true;
    std::optional<FixedCopyWriter> copier;
    if (copies) {
        copier.emplace(*copies, inputs, settings, registry, charsets);
    }
    try {
        const auto note = [&](const diagnostics::InputSummary& summary) {
            rejected = rejected || summary.is_refused();
            const bool may_be_repaired = repairs.take() != 0 || (copies && !copies->hears_all());
            return may_be_repaired && summary.games > summary.rejected;
        };
        visit_inputs(
            inputs, settings,
            [&](io::Input& input, const ListedInput& listed) {
                watch.begin_input(input.name);
                diagnostics::InputSummary summary = reader.read(input, games);
                if (note(summary) && copier) {
                    copier->write(input, listed, report, summary);
                }
                summary_last.pass_on(summary);
            },
            [&](const io::Finding& finding) {
                const diagnostics::InputSummary summary = reader.refuse(finding);
                note(summary);
                summary_last.pass_on(summary);
            },
            &progress);
        progress.clear();
        copied = !copier || copier->finish();
    } catch (const pipeline::ConfigurationError& error) {
        progress.clear();
        return report_configuration(report, error, {}, "check");
    } catch (const io::IoError& error) {
        progress.clear();
        return report_configuration(report, to_fault(error, "--force"), {}, "check");
    }
    report_plugins(report, registry, settings.policy);
    report.finish();
    if (totals_sink) {
        print_totals(totals, *totals_sink);
        totals_sink->commit();
    }
    return rejected || !copied ? exit_rejected : exit_done;
}

}  // namespace tengen::cli
