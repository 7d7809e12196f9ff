// tengen convert: records into another format.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "command.h"
#include "complaint.h"
#include "conversion.h"
#include "inputs.h"
#include "io/atomic_file.h"
#include "io/error.h"
#include "io/source.h"
#include "options.h"
#include "output_container.h"
#include "pipeline/card_join.h"
#include "pipeline/duplicate_watch.h"
#include "pipeline/format_choice.h"
#include "pipeline/game_output.h"
#include "pipeline/input_reader.h"
#include "pipeline/output_paths.h"
#include "pipeline/path_template.h"
#include "pipeline/reader_options.h"
#include "reporting.h"
#include "stream_options.h"

namespace tengen::cli {

namespace {

namespace fs = std::filesystem;

// Where converted games go: one collection, or one file for each input below a folder.
class Outputs final : public pipeline::GameConsumer {
public:
    struct Target {
        std::string output;  ///< "-", a file, or a folder
        bool folder = false;
        bool overwrite = false;
        std::optional<io::Packing> packing;  ///< given: each output is a container
        std::vector<std::string> media;      ///< files that go into it
    };

    Outputs(plugins::WriterHandle writer, std::string format, plugins::CharsetServices& charsets,
            const pipeline::Settings& settings, pipeline::DiagnosticReceiver& report, Target target,
            pipeline::OutputPaths& paths)
        : writer_(writer),
          format_(std::move(format)),
          charsets_(charsets),
          settings_(settings),
          report_(report),
          target_(std::move(target)),
          paths_(paths) {
        if (target_.folder) {
            std::string fault;
            const std::string extension = !target_.packing ? std::string(writer_.writer->extension)
                                          : *target_.packing == io::Packing::gzip ? "rgz"
                                                                                  : "rgt";
            names_ = pipeline::PathTemplate::parse("{folder}/{stem}." + extension, fault).value();
        } else {
            open(target_.output);
        }
    }

    void begin_input(const io::Input& input, std::string folder) {
        input_ = input.name;
        input_folder_ = std::move(folder);
        bytes_ = &input;
    }

    void take(const pipeline::ReadGame& game) override {
        if (game.rejected) {
            return;
        }
        if (!output_) {
            pipeline::TemplateValues values;
            values.input = input_;
            values.folder = input_folder_;
            open((fs::path(target_.output) / names_.expand(values)).lexically_normal());
        }
        if (!container_) {
            output_->put(game, input_);
            return;
        }
        // What goes along is no loss, the first game tells of the rest.
        pipeline::ReadGame packed = game;
        packed.media = {};
        std::vector<std::string> left_out;
        container_->see(game, input_);
        if (bytes_ != nullptr) {
            left_out = container_->take_members(*bytes_, game.member);
            packed.left_out = left_out;
            bytes_ = nullptr;
        }
        output_->put(packed, input_);
    }

    void end_input() {
        if (target_.folder) {
            close();
        }
    }

    void close() {
        if (!output_) {
            return;
        }
        const bool has_games = output_->games() != 0;
        if (has_games && container_ && !container_->is_fit(path_, writer_.writer->extension, report_)) {
            failed_ = true;
            missing_.push_back({path_, "the container lacks something"});
        } else if (has_games && !output_->finish()) {
            missing_.push_back({path_, output_->failed()
                                           ? "there was a fatal finding"
                                           : "more would be lost than is allowed (--allow-loss; -v names the losses)"});
        }
        exceeded_ = exceeded_ || output_->exceeded_losses();
        failed_ = failed_ || output_->failed();
        output_.reset();
        container_.reset();
    }

    [[nodiscard]] bool exceeded_losses() const { return exceeded_; }
    [[nodiscard]] bool failed() const { return failed_; }

    struct Missing {
        fs::path path;
        std::string reason;
    };
    /// Outputs that do not appear although there were games for them.
    [[nodiscard]] const std::vector<Missing>& missing() const { return missing_; }

private:
    void open(const fs::path& wanted) {
        path_ = wanted;
        if (wanted != "-") {
            path_ = paths_.claim(wanted, pipeline::Collision::number).value();
        }
        pipeline::OutputSettings settings;
        settings.writer_options = pipeline::writer_options(settings_, *writer_.writer, format_);
        settings.allowed_loss = settings_.allowed_loss;
        settings.positions = settings_.positions;
        settings.names = settings_.names;
        settings.streams = settings_.streams;
        io::FileOptions file;
        file.overwrite = target_.overwrite;
        file.create_folders = true;
        std::unique_ptr<io::Sink> sink;
        if (target_.packing) {
            container_.emplace(*target_.packing, target_.media, settings_);
            sink = container_->open(io::open_output(path_, file));
        } else {
            sink = io::open_output(path_, file);
        }
        output_.emplace(writer_, charsets_, settings_.policy, std::move(settings), report_, std::move(sink),
                        path_ == "-" ? "standard output" : io::display_path(path_));
    }

    plugins::WriterHandle writer_;
    std::string format_;
    plugins::CharsetServices& charsets_;
    const pipeline::Settings& settings_;
    pipeline::DiagnosticReceiver& report_;
    Target target_;
    pipeline::OutputPaths& paths_;
    pipeline::PathTemplate names_;
    std::string input_;
    std::string input_folder_;
    const io::Input* bytes_ = nullptr;  // of the input, until its first game was taken
    fs::path path_;                     // of the open output
    std::optional<OutputContainer> container_;
    std::optional<pipeline::GameOutput> output_;
    std::vector<Missing> missing_;
    bool exceeded_ = false;
    bool failed_ = false;
};

// Whether the output is a container: --to, or what its name says.
std::optional<io::Packing> target_packing(const options::variables_map& values) {
    if (const std::optional<io::Packing> packing = packing_of(text_of(values, "to"))) {
        return packing;
    }
    return packing_of(pipeline::extension_of(text_of(values, "output")));
}

// --to, or what the name of the output says. Of what is in a container: RGF, unless --to says SGF.
std::string target_format(const options::variables_map& values, plugins::Registry& registry, bool in_container) {
    std::string wanted = text_of(values, "to");
    if (in_container) {
        if (wanted.empty() || wanted == "rgf" || packing_of(wanted)) {
            return "rgf";
        }
        if (wanted != "sgf") {
            throw UsageError(fmt::format("a container holds RGF or SGF, not '{}'", wanted));
        }
    }
    if (!wanted.empty()) {
        return wanted;
    }
    const std::string output = text_of(values, "output");
    const std::string_view extension = pipeline::extension_of(output);
    std::vector<std::string> formats = registry.writers_of_extension(extension);
    const std::vector<std::string> readers = registry.readers_of_extension(extension);
    // Names that are read as a format can be written as it, too.
    for (const std::string& format : readers) {
        if (registry.find_writer(format)) {
            formats.push_back(format);
        }
    }
    if (extension.empty() || formats.empty()) {
        throw UsageError(output == "-" ? std::string("name the format of the output with --to")
                                       : fmt::format("the name '{}' does not say a format; name it with --to", output));
    }
    // An extension that a format writes, but would not be known by.
    if (readers.empty() && registry.find_reader(formats.front())) {
        throw UsageError(
            fmt::format("the name '{}' may be that of any text; name the format with --to ({} is written "
                        "into such files)",
                        output, formats.front()));
    }
    return formats.front();
}

// What the name of the output says beside its format.
void follow_name(const options::variables_map& values, pipeline::Settings& settings) {
    const std::string extension = std::string(pipeline::extension_of(text_of(values, "output")));
    if (extension == "ndjson" || extension == "jsonl") {
        settings.common_writer_options.emplace_back("lines", "true");
    }
}

// What became of the inputs, or of the lists of cards.
struct Tally {
    std::uint64_t games = 0;
    std::uint64_t rejected = 0;
    std::uint64_t unreadable = 0;  // inputs without any game
    bool is_refused = false;       // something, anywhere

    void add(const diagnostics::InputSummary& summary) {
        games += summary.games;
        rejected += summary.rejected;
        unreadable += summary.games == 0 && summary.fatal + summary.errors + summary.warnings != 0 ? 1 : 0;
        is_refused = is_refused || summary.is_refused();
    }
    [[nodiscard]] bool is_whole() const { return !is_refused && unreadable == 0; }
};

std::string counted(std::uint64_t number, std::string_view one) {
    return fmt::format("{} {}{}", number, one, number == 1 ? "" : "s");
}

// What a person wants to know who sees the command fail.
void explain_failure(const std::vector<Outputs::Missing>& missing, const Tally& games, const Tally& cards,
                     diagnostics::Level level, const char* command) {
    const std::string_view way_out =
        level == diagnostics::Level::strict ? " (--level lenient repairs what can be repaired)" : "";
    for (const Outputs::Missing& each : missing) {
        complain("tengen {}: '{}' was not written: {}\n", command, io::display_path(each.path), each.reason);
    }
    if (cards.unreadable != 0) {
        complain("tengen {}: {} without any card\n", command, counted(cards.unreadable, "list"));
    }
    if (cards.rejected != 0) {
        complain("tengen {}: {} of {} rejected; no game was joined with {}{}\n", command, cards.rejected,
                 counted(cards.games, "card"), cards.rejected == 1 ? "it" : "them", way_out);
    }
    if (games.rejected != 0) {
        complain("tengen {}: {} of {} rejected{}\n", command, games.rejected, counted(games.games, "game"), way_out);
    }
    if (games.unreadable != 0) {
        complain("tengen {}: {} without any game\n", command, counted(games.unreadable, "input"));
    }
}

void tell_join(const pipeline::Totals& totals, std::size_t cards) {
    const auto count = [&](const char* id) {
        const auto row = totals.by_id().find(id);
        return row == totals.by_id().end() ? std::uint64_t{0} : row->second.count;
    };
    complain("tengen join: {} card{}; {} games joined, {} facts differ; {} ambiguous, {} too weak\n", cards,
             cards == 1 ? "" : "s", count("library.joined"), count("library.facts-differ"),
             count("library.ambiguous-match"), count("library.weak-match"));
}

struct Job {
    const std::vector<ListedInput>& inputs;
    const std::vector<ListedInput>& cards;
    int min_score;
    pipeline::OutputPaths& paths;
    const char* command;
    bool has_standard_input;  // which can be read only once
    const pipeline::Totals& totals;
    ProgressLine& progress;
};

// Null if there is no card in them.
std::shared_ptr<passes::CardStack> read_cards(const Job& job, pipeline::Settings settings, plugins::Registry& registry,
                                              plugins::CharsetServices& charsets, pipeline::DiagnosticReceiver& report,
                                              Tally& tally) {
    settings.passes.completeness.reset();  // the games have to be complete
    pipeline::CardCollector collector;
    pipeline::InputReader reader(registry, charsets, settings, report);
    visit_inputs(
        job.cards, settings,
        [&](io::Input& input, const ListedInput&) {
            collector.begin_input(input.name, input.bytes.view());
            tally.add(reader.read(input, collector));
        },
        [&](const io::Finding& finding) { tally.add(reader.refuse(finding)); }, &job.progress);
    return collector.cards()->size() != 0 ? collector.cards() : nullptr;
}

// What is wrong with the games is said when they are read for good.
void see_games(const Job& job, const pipeline::Settings& settings, plugins::Registry& registry,
               plugins::CharsetServices& charsets, passes::CardStack& cards) {
    pipeline::NoReport nobody;
    pipeline::InputReader reader(registry, charsets, settings, nobody);
    pipeline::GameWitness witness(cards);
    visit_inputs(
        job.inputs, settings,
        [&](io::Input& input, const ListedInput&) { static_cast<void>(reader.read(input, witness)); },
        [](const io::Finding&) {}, &job.progress);
}

int carry_out(const options::variables_map& values, pipeline::Settings settings, plugins::Registry& registry,
              pipeline::ReportFan& report, const Job& job) {
    if (job.inputs.empty()) {
        throw UsageError("no input; name files, folders or patterns, or - for standard input");
    }
    for (const std::string& part : list_of(values, "with")) {
        if (part == "events") {
            settings.streams.events = true;
            continue;
        }
        if (part != "boards") {
            throw UsageError(fmt::format("--with takes boards or events, not '{}'", part));
        }
        settings.positions = true;
    }
    follow_name(values, settings);
    const std::optional<io::Packing> packing = target_packing(values);
    const std::string format = target_format(values, registry, packing.has_value());
    const std::optional<plugins::WriterHandle> writer = registry.find_writer(format);
    if (!writer) {
        const plugins::MissingPlugin missing = registry.missing_writer(format);
        throw UsageError(missing.message() + "\n" + missing.details(), "plugin.missing");
    }

    if (pipeline::has_idle_layout(settings.streams, *writer->writer)) {
        throw UsageError(fmt::format("--layout is about trees, and {} holds recordings: it needs --at", format));
    }

    Outputs::Target target;
    target.output = text_of(values, "output");
    target.folder = target.output != "-" && (target.output.ends_with('/') || is_folder(target.output));
    target.overwrite = values["force"].as<bool>();
    target.packing = packing;
    target.media = list_of(values, "media");
    if (!target.media.empty() && !packing) {
        throw UsageError("--media goes into a container: an output *.rgt or *.rgz");
    }
    if (!target.media.empty() && target.folder) {
        throw UsageError("--media goes into one container, not into every file of a folder");
    }
    plugins::CharsetServices charsets;
    Tally card_tally;
    if (!job.cards.empty()) {
        const auto cards = read_cards(job, settings, registry, charsets, report, card_tally);
        if (!cards) {
            report.finish();
            explain_failure({}, {}, card_tally, settings.policy.level(), job.command);
            complain("tengen {}: there is no card to join games with; nothing was written\n", job.command);
            return exit_rejected;
        }
        if (!job.has_standard_input) {
            see_games(job, settings, registry, charsets, *cards);
        }
        settings.passes.cards = cards;
        settings.passes.min_score = job.min_score;
    }
    Outputs outputs(*writer, format, charsets, settings, report, std::move(target), job.paths);
    pipeline::DuplicateWatch watch(settings.policy, report, outputs);
    pipeline::GameConsumer& games = settings.duplicates ? static_cast<pipeline::GameConsumer&>(watch) : outputs;
    Tally tally;
    pipeline::InputReader reader(registry, charsets, settings, report);
    visit_inputs(
        job.inputs, settings,
        [&](io::Input& input, const ListedInput& listed) {
            outputs.begin_input(input, listed.folder);
            watch.begin_input(input.name);
            tally.add(reader.read(input, games));
            outputs.end_input();
        },
        [&](const io::Finding& finding) { tally.add(reader.refuse(finding)); }, &job.progress);
    job.progress.clear();
    outputs.close();
    report_plugins(report, registry, settings.policy);
    report.finish();
    const bool is_whole = tally.is_whole() && card_tally.is_whole() && !outputs.failed();
    const int code = outputs.exceeded_losses() ? exit_losses : is_whole ? exit_done : exit_rejected;
    if (code != exit_done) {
        explain_failure(outputs.missing(), tally, card_tally, settings.policy.level(), job.command);
    }
    if (settings.passes.cards && !values["quiet"].as<bool>()) {
        tell_join(job.totals, settings.passes.cards->size());
    }
    return code;
}

// "convert IN OUT": two names, and nothing that says what becomes of them.
void find_output_among_inputs(options::variables_map& values) {
    std::vector<std::string> inputs = list_of(values, "input");
    if (inputs.size() == 2 && !has(values, "to") && !has(values, "output")) {
        values.at("output").value() = inputs.back();
        inputs.pop_back();
        values.at("input").value() = inputs;
    }
}

}  // namespace

void add_conversion_options(options::options_description& description) {
    description.add_options()  //
        ("to,t", options::value<std::string>()->value_name("F"),
         "format of the output (default: what the name of the output says)")  //
        ("output,o", options::value<std::string>()->value_name("FILE")->default_value("-"),
         "a file for all games, an existing folder or a name that ends in / for one file an input, - for standard "
         "output")                                                         //
        ("force,f", options::bool_switch(), "replace outputs that exist")  //
        ("with", options::value<std::vector<std::string>>()->value_name("PART"),
         "boards: the board after every node, events: recorded streams in the order of time; for formats that show it");
    add_reading_options(description);
    add_writing_options(description);
    add_stream_options(description);
    add_container_options(description);
    add_report_options(description);
    add_plugin_options(description);
}

int run_conversion(const options::variables_map& values, const ConversionInputs& named, const char* command) {
    const std::vector<ListedInput> inputs = list_inputs(named.games);
    const std::vector<ListedInput> cards = list_inputs(named.cards);
    pipeline::OutputPaths paths;
    add_inputs(paths, inputs);
    add_inputs(paths, cards);
    if (has(values, "report")) {
        const fs::path file = plain_path(text_of(values, "report"));
        paths.refuse_input(file);
        if (file == plain_path(text_of(values, "output"))) {
            throw UsageError("--report and --output name one file");
        }
    }
    pipeline::Totals totals;
    // Games on a terminal are no place for it.
    ProgressLine progress(!values["quiet"].as<bool>() &&
                          (text_of(values, "output") != "-" || ::isatty(STDOUT_FILENO) == 0));
    const bool has_standard_input = std::find(named.games.begin(), named.games.end(), "-") != named.games.end();
    const bool is_read_twice = !cards.empty() && !has_standard_input;
    progress.expect(cards.size() + inputs.size() * (is_read_twice ? 2 : 1));
    pipeline::ReportFan report;
    report.attach(totals);
    const auto level = diagnostics::parse_level(text_of(values, "level"));
    attach_report_file(report, values, level.value_or(diagnostics::Level::strict));
    try {
        pipeline::Settings settings = settings_of(values);
        settings.streams = stream_settings_of(values);
        plugins::Registry registry = registry_of(values);
        attach_terminal(report, values, &progress);
        return carry_out(values, settings, registry, report,
                         {inputs, cards, named.min_score, paths, command, has_standard_input, totals, progress});
    } catch (const UsageError& error) {
        progress.clear();
        return report_configuration(report, pipeline::ConfigurationError({error.id(), error.what()}), {}, command);
    } catch (const pipeline::ConfigurationError& error) {
        progress.clear();
        return report_configuration(report, error, {}, command);
    } catch (const io::IoError& error) {
        progress.clear();
        return report_configuration(report, to_fault(error, "--force"), {}, command);
    }
}

int run_convert(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    add_conversion_options(visible);
    ParsedOptions parsed = parse_options(
        arguments, visible, "convert [OPTIONS] INPUT... --to FORMAT -o OUTPUT, or convert [OPTIONS] INPUT OUTPUT",
        "Reads records (files, folders, patterns, archives, - for standard input) and writes them in another format.\n"
        "Rejected games are left out; an output appears only when it is complete. Exit code 0: all converted, 1: a\n"
        "game was rejected or an input could not be read, 2: usage, configuration, plugin or file system, 3: the\n"
        "output would lose more than --allow-loss allows, nothing was written.");
    if (parsed.help) {
        return exit_done;
    }
    find_output_among_inputs(parsed.values);
    return run_conversion(parsed.values, {list_of(parsed.values, "input"), {}, 0}, "convert");
}

}  // namespace tengen::cli
