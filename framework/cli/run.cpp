// tengen run and tengen validate: pipelines.
#include "pipeline/run.h"

#include <charconv>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "books_text.h"
#include "command.h"
#include "complaint.h"
#include "interruption.h"
#include "io/atomic_file.h"
#include "io/error.h"
#include "io/sink.h"
#include "options.h"
#include "pipeline/board_picture.h"
#include "pipeline/html_report.h"
#include "pipeline/option_check.h"
#include "pipeline/plan.h"
#include "pipeline_file.h"
#include "plugins/charset_services.h"
#include "progress_line.h"
#include "reporting.h"

namespace tengen::cli {

namespace {

namespace fs = std::filesystem;

void attach_reports(pipeline::ReportFan& report, const pipeline::Plan& plan, pipeline::BoardPictures& pictures,
                    io::FileOptions file) {
    file.overwrite = true;
    file.create_folders = true;
    for (const fs::path& path : {plan.report_jsonl, plan.report_sarif, plan.report_html}) {
        if (!path.empty()) {
            refuse_no_report(plan.resolve(path));
        }
    }
    if (!plan.report_jsonl.empty()) {
        report.attach(
            std::make_unique<pipeline::JsonLinesReport>(io::open_output(plan.resolve(plan.report_jsonl), file)));
    }
    if (!plan.report_sarif.empty()) {
        report.attach(std::make_unique<pipeline::SarifReport>(io::open_output(plan.resolve(plan.report_sarif), file),
                                                              plan.settings.policy.level()));
    }
    if (!plan.report_html.empty()) {
        report.attach(std::make_unique<pipeline::HtmlReport>(
            io::open_output(plan.resolve(plan.report_html), file), "Report of " + plan.name,
            [&pictures](const diagnostics::Diagnostic& diagnostic, const std::string& format) {
                return pictures.draw(diagnostic, format);
            }));
    }
}

// Remembers the first inputs with something that refuses a game, for people who asked for no report.
class FirstRefusals final : public pipeline::DiagnosticReceiver {
public:
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view) override {
        if (diagnostic.severity < diagnostics::Severity::error || diagnostic.input == last_) {
            return;
        }
        last_ = diagnostic.input;
        if (lines_.size() == most) {
            has_more_ = true;
            return;
        }
        lines_.push_back(fmt::format("  {}{}: {} [{}]\n", diagnostic.input,
                                     diagnostic.file.empty() ? "" : fmt::format(" ({})", diagnostic.file),
                                     diagnostic.message, diagnostic.id));
    }
    void add(const diagnostics::InputSummary&) override {}

    [[nodiscard]] std::string text() const {
        std::string text;
        for (const std::string& line : lines_) {
            text += line;
        }
        return text + (has_more_ ? "  and more; a report has them all (--set report.html=report.html)\n" : "");
    }

private:
    static constexpr std::size_t most = 10;
    std::string last_;
    std::vector<std::string> lines_;
    bool has_more_ = false;
};

// Remembers why outputs that take the games of all inputs do not appear.
class LostOutputs final : public pipeline::DiagnosticReceiver {
public:
    void expect(const pipeline::Plan& plan, std::uint32_t shard) {
        pipeline::TemplateValues values;
        values.shard = shard;
        for (const pipeline::OutputStep& step : plan.outputs) {
            if (step.path.spread() == pipeline::Spread::one) {
                names_.insert(plan.place(step.path.expand(values)));
            }
        }
    }
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view) override {
        if (diagnostic.severity == diagnostics::Severity::fatal && names_.contains(diagnostic.input)) {
            text_ += fmt::format("tengen run: '{}' was not written: {} [{}]\n", diagnostic.input, diagnostic.message,
                                 diagnostic.id);
        }
    }
    void add(const diagnostics::InputSummary&) override {}

    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::set<std::string> names_;
    std::string text_;
};

bool has_report(const pipeline::Plan& plan) {
    return !plan.report_jsonl.empty() || !plan.report_sarif.empty() || !plan.report_html.empty();
}

std::uint32_t number_of(std::string_view text) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

pipeline::Shard shard_of(const std::string& text) {
    const std::size_t slash = text.find('/');
    pipeline::Shard shard;
    shard.number = number_of(std::string_view(text).substr(0, slash));
    shard.count = slash == std::string::npos ? 0 : number_of(std::string_view(text).substr(slash + 1));
    if (shard.number == 0 || shard.number > shard.count) {
        throw UsageError(fmt::format("--shard takes NUMBER/COUNT, 1/3 to 3/3 for example, not '{}'", text));
    }
    return shard;
}

// Options that stand for keys of a pipeline: what is right is the same for both.
std::vector<pipeline::schema::Setting> keys_of(const options::variables_map& values) {
    std::vector<pipeline::schema::Setting> settings;
    if (values["overwrite"].as<bool>()) {
        settings.push_back({"overwrite=true", "--overwrite"});
    }
    if (has(values, "threads")) {
        settings.push_back({"threads=" + text_of(values, "threads"), "--threads " + text_of(values, "threads")});
    }
    return settings;
}

// What the command line says about the run beside the pipeline.
void change(pipeline::Plan& plan, const options::variables_map& values) {
    if (has(values, "files-from")) {
        const std::string list = text_of(values, "files-from");
        pipeline::InputStep step = plan.inputs.front();
        step.path.clear();
        step.files_from = list == "-" ? list : fs::absolute(list).string();
        plan.inputs = {std::move(step)};
    }
}

pipeline::RunOptions run_options(const options::variables_map& values) {
    pipeline::RunOptions run;
    run.dry = values["dry-run"].as<bool>();
    run.resume = values["resume"].as<bool>();
    if (has(values, "shard")) {
        run.shard = shard_of(text_of(values, "shard"));
    }
    return run;
}

// Reports of shards have names of their own.
void name_reports(pipeline::Plan& plan, const pipeline::Shard& shard) {
    if (shard.is_whole()) {
        return;
    }
    for (fs::path* path : {&plan.report_jsonl, &plan.report_sarif, &plan.report_html}) {
        if (!path->empty()) {
            *path = pipeline::numbered(path->string(), shard.number);
        }
    }
}

bool writes_to_standard_output(const pipeline::Plan& plan) {
    for (const pipeline::OutputStep& step : plan.outputs) {
        if (step.path.text() == "-") {
            return true;
        }
    }
    return false;
}

}  // namespace

int run_pipeline(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    visible.add_options()                                                                                //
        ("overwrite", options::bool_switch(), "replace outputs that exist, whatever the pipeline says")  //
        ("dry-run,n", options::bool_switch(), "read and check everything, write nothing")                //
        ("resume", options::bool_switch(), "go on where an interrupted run ended")                       //
        ("threads", options::value<std::string>()->value_name("N"),
         "how many threads work (auto: as many as the machine has)")  //
        ("shard", options::value<std::string>()->value_name("I/N"),
         "only the I-th of N parts of the inputs; tengen report merge puts the reports together")  //
        ("files-from", options::value<std::string>()->value_name("FILE"),
         "read the paths in FILE (one a line or separated by NUL, - is standard input) instead of the inputs")  //
        ("quiet,q", options::bool_switch(), "do not print the books");
    add_pipeline_options(visible);
    add_plugin_options(visible);
    const ParsedOptions parsed = parse_options(
        arguments, visible, "run [OPTIONS] PIPELINE",
        "Carries out a pipeline: reads its inputs, checks and repairs them, writes its outputs, and prints the books.\n"
        "Exit code 0: done, 1: a game was refused or an input unreadable, 2: configuration, plugin or file system,\n"
        "3: an output refused games because more would be lost than it allows, 130 or 143: interrupted.",
        {"pipeline"});
    if (parsed.help) {
        return exit_done;
    }
    const std::string file = one_pipeline(parsed.values);
    const bool is_quiet = parsed.values["quiet"].as<bool>();
    pipeline::ReportFan report;
    pipeline::Totals totals;
    report.attach(totals);
    FirstRefusals refusals;
    report.attach(refusals);
    LostOutputs lost;
    report.attach(lost);
    try {
        plugins::Registry registry = registry_of(parsed.values);
        pipeline::Plan plan = read_plan(file, parsed.values, registry, keys_of(parsed.values));
        change(plan, parsed.values);
        pipeline::RunOptions run = run_options(parsed.values);
        name_reports(plan, run.shard);
        lost.expect(plan, run.shard.number);
        const Interruption interruption;
        ProgressLine progress(!is_quiet);
        pipeline::BoardPictures pictures(registry, plan);
        run.stop = &interruption.flag();
        run.progress = [&](std::uint64_t done, std::uint64_t all) { progress.show(done, all); };
        run.games = [&](std::uint64_t games) { progress.show_games(games); };
        run.ready = [&](const io::FileOptions& options) {
            if (!run.dry) {
                attach_reports(report, plan, pictures, options);
            }
        };
        const pipeline::RunResult result = pipeline::run(plan, registry, report, run);
        progress.clear();
        for (const std::string& note : result.notes) {
            complain("{}:{}\n", file, note);
        }
        if (result.interrupted) {
            complain("tengen run: interrupted; {} input{} done, --resume goes on\n", result.books.inputs,
                     result.books.inputs == 1 ? "" : "s");
            return 128 + interruption.signal();
        }
        if (!result.books.balance()) {
            complain("tengen run: the books do not balance\n");
            return exit_fault;
        }
        if (is_quiet || has_report(plan)) {  // else it is among the first refusals
            complain("{}", lost.text());
        }
        if (!is_quiet) {
            const std::string text = books_text(result, totals, plan, run.dry) +
                                     (run.dry || !has_report(plan) ? refusals.text() : std::string());
            if (writes_to_standard_output(plan)) {
                complain("{}", text);
            } else {
                io::DescriptorSink out = io::standard_output();
                out.write(text);
                out.commit();
            }
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
    add_pipeline_options(visible);
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
        const pipeline::Plan plan = read_plan(file, parsed.values, registry);
        plugins::CharsetServices charsets;
        if (auto faults = pipeline::option_faults(plan, registry, charsets); !faults.empty()) {
            throw pipeline::ConfigurationError(std::move(faults));
        }
        fmt::print("{}: {} input{}, {} output{}, level {}\n", file, plan.inputs.size(),
                   plan.inputs.size() == 1 ? "" : "s", plan.outputs.size(), plan.outputs.size() == 1 ? "" : "s",
                   diagnostics::to_text(plan.settings.policy.level()));
        return exit_done;
    } catch (const pipeline::ConfigurationError& error) {
        return report_configuration(report, error, file, "validate");
    }
}

}  // namespace tengen::cli
