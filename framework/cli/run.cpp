// tengen run and tengen validate: pipelines.
#include "pipeline/run.h"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "command.h"
#include "io/atomic_file.h"
#include "io/bytes.h"
#include "io/error.h"
#include "io/sink.h"
#include "options.h"
#include "pipeline/plan.h"
#include "reporting.h"

namespace tengen::cli {

namespace {

namespace fs = std::filesystem;

const char* environment(const char* name) {
    return std::getenv(name);
}

std::string one_pipeline(const options::variables_map& values) {
    const std::vector<std::string> files = list_of(values, "pipeline");
    if (files.size() != 1) {
        throw UsageError(files.empty() ? "the pipeline file is missing" : "one pipeline file at a time");
    }
    return files.front();
}

pipeline::Plan read_plan(const std::string& file, plugins::Registry& registry) {
    const io::Bytes text = io::read_file(file);
    return pipeline::parse_plan(text.view(), fs::absolute(file).parent_path(), registry, environment);
}

void attach_reports(pipeline::ReportFan& report, const pipeline::Plan& plan) {
    io::FileOptions file;
    file.overwrite = true;
    file.create_folders = true;
    if (!plan.report_jsonl.empty()) {
        report.attach(
            std::make_unique<pipeline::JsonLinesReport>(io::open_output(plan.resolve(plan.report_jsonl), file)));
    }
    if (!plan.report_sarif.empty()) {
        report.attach(std::make_unique<pipeline::SarifReport>(io::open_output(plan.resolve(plan.report_sarif), file),
                                                              plan.settings.policy.level()));
    }
}

std::string books_text(const pipeline::RunResult& result, const pipeline::Totals& totals, const pipeline::Plan& plan) {
    const pipeline::Books& books = result.books;
    std::string text =
        fmt::format("{} input{}, {} of them without any game\n{} game{} read\n", books.inputs,
                    books.inputs == 1 ? "" : "s", books.unreadable_inputs, books.read, books.read == 1 ? "" : "s");
    for (const pipeline::Books::Output& output : books.outputs) {
        text += fmt::format("  {} ({}): {} read = {} written + {} quarantined + 0 filtered; {} file{}\n", output.path,
                            output.format, books.read, output.written, output.quarantined, output.files,
                            output.files == 1 ? "" : "s");
    }
    if (!totals.by_id().empty()) {
        text += "findings by id (tengen explain ID):\n";
        for (const auto& [id, row] : totals.by_id()) {
            text += fmt::format("{:>8}  {:<7}  {}\n", row.count, diagnostics::to_text(row.severity), id);
        }
    }
    if (!plan.quarantine.empty()) {
        text += fmt::format("quarantine: {} input{} in {}\n", books.quarantined_inputs,
                            books.quarantined_inputs == 1 ? "" : "s", plan.quarantine.string());
    } else if (books.quarantined_inputs != 0) {
        text +=
            fmt::format("refused, in whole or in part: {} input{}; no quarantine keeps {}\n", books.quarantined_inputs,
                        books.quarantined_inputs == 1 ? "" : "s", books.quarantined_inputs == 1 ? "it" : "them");
    }
    if (!plan.report_jsonl.empty()) {
        text += fmt::format("report: {}\n", plan.report_jsonl.string());
    }
    return text;
}

}  // namespace

int run_pipeline(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    visible.add_options()                                                                                //
        ("overwrite", options::bool_switch(), "replace outputs that exist, whatever the pipeline says")  //
        ("quiet,q", options::bool_switch(), "do not print the books");
    add_plugin_options(visible);
    const ParsedOptions parsed = parse_options(
        arguments, visible, "run [OPTIONS] PIPELINE",
        "Carries out a pipeline: reads its inputs, checks and repairs them, writes its outputs, and prints the books.\n"
        "Exit code 0: done, 1: a game was refused or an input unreadable, 2: configuration, plugin or file system,\n"
        "3: an output refused games because more would be lost than it allows.",
        {"pipeline"});
    if (parsed.help) {
        return exit_done;
    }
    const std::string file = one_pipeline(parsed.values);
    pipeline::ReportFan report;
    pipeline::Totals totals;
    report.attach(totals);
    try {
        plugins::Registry registry = registry_of(parsed.values);
        pipeline::Plan plan = read_plan(file, registry);
        plan.overwrite = plan.overwrite || parsed.values["overwrite"].as<bool>();
        const pipeline::RunResult result = pipeline::run(plan, registry, report, [&] { attach_reports(report, plan); });
        report.finish();
        if (!result.books.balance()) {
            fmt::print(stderr, "tengen run: the books do not balance\n");
            return exit_fault;
        }
        if (!parsed.values["quiet"].as<bool>()) {
            io::DescriptorSink out = io::standard_output();
            out.write(books_text(result, totals, plan));
            out.commit();
        }
        return result.exceeded_losses ? exit_losses : result.rejected ? exit_rejected : exit_done;
    } catch (const pipeline::ConfigurationError& error) {
        return report_configuration(report, error, file, "run");
    } catch (const io::IoError& error) {
        return report_configuration(report, to_fault(error, "--overwrite"), {}, "run");
    }
}

int run_validate(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    add_plugin_options(visible);
    const ParsedOptions parsed =
        parse_options(arguments, visible, "validate [OPTIONS] PIPELINE",
                      "Checks a pipeline without reading any input: syntax, keys, values, formats and their options.\n"
                      "All faults are shown at once. Exit code 0: it can be run, 2: it cannot.",
                      {"pipeline"});
    if (parsed.help) {
        return exit_done;
    }
    const std::string file = one_pipeline(parsed.values);
    pipeline::ReportFan report;
    try {
        plugins::Registry registry = registry_of(parsed.values);
        const pipeline::Plan plan = read_plan(file, registry);
        fmt::print("{}: {} input{}, {} output{}, level {}\n", file, plan.inputs.size(),
                   plan.inputs.size() == 1 ? "" : "s", plan.outputs.size(), plan.outputs.size() == 1 ? "" : "s",
                   diagnostics::to_text(plan.settings.policy.level()));
        return exit_done;
    } catch (const pipeline::ConfigurationError& error) {
        return report_configuration(report, error, file, "validate");
    }
}

}  // namespace tengen::cli
