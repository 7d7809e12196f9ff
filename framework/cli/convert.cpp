// tengen convert: records into another format.
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "command.h"
#include "diagnostics/did_you_mean.h"
#include "inputs.h"
#include "io/atomic_file.h"
#include "io/error.h"
#include "io/output_name.h"
#include "io/source.h"
#include "options.h"
#include "pipeline/format_choice.h"
#include "pipeline/game_output.h"
#include "pipeline/input_reader.h"
#include "pipeline/reader_options.h"
#include "reporting.h"

namespace tengen::cli {

namespace {

namespace fs = std::filesystem;

// Where converted games go: one collection, or one file for each input below a folder.
class Outputs final : public pipeline::GameConsumer {
public:
    Outputs(plugins::WriterHandle writer, std::string format, plugins::CharsetServices& charsets,
            const pipeline::Settings& settings, pipeline::DiagnosticReceiver& report, fs::path target, bool folder,
            io::FileOptions file)
        : writer_(writer),
          format_(std::move(format)),
          charsets_(charsets),
          settings_(settings),
          report_(report),
          target_(std::move(target)),
          folder_(folder),
          file_(file) {
        if (!folder_) {
            open(target_);
        }
    }

    void begin_input(const std::string& name) { input_ = name; }

    void take(const pipeline::ReadGame& game) override {
        if (game.rejected) {
            return;
        }
        if (!output_) {
            open(target_ / output_file_name());
        }
        output_->put(game, input_);
    }

    void end_input() {
        if (folder_) {
            close();
        }
    }

    void close() {
        if (!output_) {
            return;
        }
        if (output_->games() != 0) {
            output_->finish();
        }
        exceeded_ = exceeded_ || output_->exceeded_losses();
        failed_ = failed_ || output_->failed();
        output_.reset();
    }

    [[nodiscard]] bool exceeded_losses() const { return exceeded_; }
    [[nodiscard]] bool failed() const { return failed_; }

private:
    void open(const fs::path& path) {
        pipeline::OutputSettings settings;
        settings.writer_options = pipeline::writer_options(settings_, *writer_.writer, format_);
        settings.allowed_loss = settings_.allowed_loss;
        settings.positions = settings_.positions;
        output_.emplace(writer_, charsets_, settings_.policy, std::move(settings), report_,
                        io::open_output(path, file_));
    }

    [[nodiscard]] std::string output_file_name() const {
        std::string stem = fs::path(input_).filename().string();
        // "game.sgf.gz" is a packed "game.sgf".
        for (const char* packed : {".gz", ".xz", ".zst", ".bz2"}) {
            if (stem.size() > std::char_traits<char>::length(packed) && stem.ends_with(packed)) {
                stem.resize(stem.size() - std::char_traits<char>::length(packed));
                break;
            }
        }
        const std::string_view extension = pipeline::extension_of(stem);
        if (!extension.empty()) {
            stem.resize(stem.size() - extension.size() - 1);
        }
        return io::output_name(stem + "." + writer_.writer->extension);
    }

    plugins::WriterHandle writer_;
    std::string format_;
    plugins::CharsetServices& charsets_;
    const pipeline::Settings& settings_;
    pipeline::DiagnosticReceiver& report_;
    fs::path target_;
    bool folder_;
    io::FileOptions file_;
    std::string input_;
    std::optional<pipeline::GameOutput> output_;
    bool exceeded_ = false;
    bool failed_ = false;
};

// --to, or what the name of the output says.
std::string target_format(const options::variables_map& values, plugins::Registry& registry) {
    if (has(values, "to")) {
        return text_of(values, "to");
    }
    const std::string output = text_of(values, "output");
    const std::string_view extension = pipeline::extension_of(output);
    const std::vector<std::string> formats = registry.writers_of_extension(extension);
    if (extension.empty() || formats.empty()) {
        throw UsageError("--to names the format of the output; its file name does not say it");
    }
    return formats.front();
}

int carry_out(const options::variables_map& values, pipeline::Settings settings, plugins::Registry& registry,
              pipeline::ReportFan& report) {
    const std::vector<std::string> inputs = list_of(values, "input");
    if (inputs.empty()) {
        throw UsageError("no input; name files, folders or patterns, or - for standard input");
    }
    for (const std::string& part : list_of(values, "with")) {
        if (part != "boards") {
            throw UsageError(fmt::format("--with takes boards, not '{}'", part));
        }
        settings.positions = true;
    }
    const std::string format = target_format(values, registry);
    const std::optional<plugins::WriterHandle> writer = registry.find_writer(format);
    if (!writer) {
        const plugins::MissingPlugin missing = registry.missing_writer(format);
        throw UsageError(missing.message() + "\n" + missing.details(), "plugin.missing");
    }

    const std::string output = text_of(values, "output");
    const bool folder = output != "-" && (output.ends_with('/') || fs::is_directory(output));
    io::FileOptions file;
    file.overwrite = values["force"].as<bool>();
    file.create_folders = true;
    plugins::CharsetServices charsets;
    Outputs outputs(*writer, format, charsets, settings, report, output, folder, file);
    pipeline::InputReader reader(registry, charsets, settings, report);
    bool rejected = false;
    const auto note = [&](const diagnostics::InputSummary& summary) {
        rejected = rejected || summary.rejected != 0 || summary.fatal != 0 || summary.errors != 0;
    };
    visit_inputs(
        inputs, settings,
        [&](io::Input& input) {
            outputs.begin_input(input.name);
            note(reader.read(input, outputs));
            outputs.end_input();
        },
        [&](const io::Finding& finding) { note(reader.refuse(finding)); });
    outputs.close();
    report.finish();
    if (outputs.exceeded_losses()) {
        return exit_losses;
    }
    return rejected || outputs.failed() ? exit_rejected : exit_done;
}

}  // namespace

int run_convert(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    visible.add_options()  //
        ("to,t", options::value<std::string>()->value_name("F"),
         "format of the output (default: what the name of the output says)")  //
        ("output,o", options::value<std::string>()->value_name("FILE")->default_value("-"),
         "a file for all games, an existing folder or a name that ends in / for one file an input, - for standard "
         "output")                                                         //
        ("force,f", options::bool_switch(), "replace outputs that exist")  //
        ("with", options::value<std::vector<std::string>>()->value_name("PART"),
         "boards: the board after every node, for formats that show it");
    add_reading_options(visible);
    add_writing_options(visible);
    add_report_options(visible);
    add_plugin_options(visible);
    const ParsedOptions parsed = parse_options(
        arguments, visible, "convert [OPTIONS] INPUT... --to FORMAT -o OUTPUT",
        "Reads records (files, folders, patterns, archives, - for standard input) and writes them in another format.\n"
        "Rejected games are left out; an output appears only when it is complete. Exit code 0: all converted, 1: a\n"
        "game was rejected or an input could not be read, 2: usage, configuration, plugin or file system, 3: the\n"
        "output would lose more than --allow-loss allows, nothing was written.");
    if (parsed.help) {
        return exit_done;
    }
    pipeline::ReportFan report;
    const auto level = diagnostics::parse_level(text_of(parsed.values, "level"));
    attach_report_file(report, parsed.values, level.value_or(diagnostics::Level::strict));
    try {
        const pipeline::Settings settings = settings_of(parsed.values);
        plugins::Registry registry = registry_of(parsed.values);
        attach_terminal(report, parsed.values);
        return carry_out(parsed.values, settings, registry, report);
    } catch (const UsageError& error) {
        return report_configuration(report, pipeline::ConfigurationError({error.id(), error.what()}), {}, "convert");
    } catch (const pipeline::ConfigurationError& error) {
        return report_configuration(report, error, {}, "convert");
    } catch (const io::IoError& error) {
        return report_configuration(report, pipeline::ConfigurationError({error.id(), error.what()}), {}, "convert");
    }
}

}  // namespace tengen::cli
