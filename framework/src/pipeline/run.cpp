#include "pipeline/run.h"

#include <cerrno>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "diagnostics/json_text.h"
#include "io/atomic_file.h"
#include "io/error.h"
#include "io/source.h"
#include "pipeline/game_output.h"
#include "pipeline/input_place.h"
#include "pipeline/input_reader.h"
#include "pipeline/output_paths.h"
#include "pipeline/quarantine.h"

namespace tengen::pipeline {

namespace {

namespace fs = std::filesystem;

std::vector<plugins::OptionValue> to_plugin_options(const OptionValues& values) {
    std::vector<plugins::OptionValue> options;
    for (const auto& [name, value] : values) {
        options.push_back({name, value});
    }
    return options;
}

// Everything about the input at hand that names of outputs depend on.
struct InputPlace {
    std::string name;
    std::string folder;  // below the place where the pattern began
};

// One output of the plan: opens files as games come, and counts.
class OutputWriter {
public:
    OutputWriter(const OutputStep& step, const Plan& plan, plugins::WriterHandle writer,
                 plugins::CharsetServices& charsets, DiagnosticReceiver& report, OutputPaths& paths)
        : step_(step), plan_(plan), writer_(writer), charsets_(charsets), report_(report), paths_(paths) {
        books_.path = step.path.text();
        books_.format = step.format;
    }

    // What can be known to fail before anything is read.
    void check() const {
        if (step_.path.spread() != Spread::one) {
            return;
        }
        const fs::path path = path_of({});
        paths_.refuse_input(path);
        if (!plan_.overwrite && fs::exists(fs::symlink_status(path))) {
            throw io::IoError("io.output-exists", fmt::format("'{}' exists already", io::display_path(path)), path,
                              EEXIST);
        }
    }

    void put(const ReadGame& game, const InputPlace& place) {
        if (!output_) {
            open(game, place);
        }
        if (!output_) {  // a name that is taken, and numbers are not wanted
            ++books_.quarantined;
            refused_ = true;
            return;
        }
        // After a failure there will be no file: the games that follow are refused at once, so that their inputs are
        // kept in the quarantine.
        if (!output_->failed() && output_->put(game, place.name) && !output_->failed()) {
            ++pending_;
        } else {
            ++books_.quarantined;
            refused_ = true;
        }
        if (step_.path.spread() == Spread::per_game) {
            close();
        }
    }

    void reject(std::uint64_t games) { books_.quarantined += games; }

    void end_input() {
        if (step_.path.spread() == Spread::per_input) {
            close();
        }
    }
    void end() { close(); }

    // Whether this output refused a game since the last call.
    [[nodiscard]] bool take_refused() { return std::exchange(refused_, false); }
    [[nodiscard]] bool exceeded_losses() const { return exceeded_; }
    [[nodiscard]] const Books::Output& books() const { return books_; }

private:
    void open(const ReadGame& game, const InputPlace& place) {
        TemplateValues values;
        values.input = place.name;
        values.folder = place.folder;
        values.member = game.member;
        values.number = game.index + 1;
        values.game = game.game;
        const std::optional<fs::path> path = paths_.claim(path_of(values), step_.collision);
        if (!path) {
            diagnostics::Diagnostic diagnostic;
            diagnostic.id = "io.output-exists";
            diagnostic.severity = diagnostics::Severity::error;
            diagnostic.message =
                fmt::format("another game was written under the name {} in this run", step_.path.expand(values));
            diagnostic.game = game.index;
            diagnostic.input = place.name;
            diagnostic.file = game.member;
            if (game.summary != nullptr) {
                game.summary->count(diagnostic);
            }
            report_.add(diagnostic, {});
            return;
        }
        io::FileOptions file;
        file.overwrite = plan_.overwrite;
        file.create_folders = true;
        OutputSettings settings;
        settings.writer_options = to_plugin_options(step_.options);
        settings.allowed_loss = step_.allowed_loss;
        settings.on_excess = OnExcess::refuse_game;
        output_.emplace(writer_, charsets_, plan_.settings.policy, std::move(settings), report_,
                        std::make_unique<io::AtomicFile>(*path, file));
    }

    [[nodiscard]] fs::path path_of(const TemplateValues& values) const {
        return plan_.resolve(step_.path.expand(values)).lexically_normal();
    }

    void close() {
        if (!output_) {
            return;
        }
        if (output_->games() != 0 && output_->finish()) {
            books_.written += pending_;
            ++books_.files;
        } else {
            books_.quarantined += pending_;
            refused_ = refused_ || pending_ != 0;
        }
        exceeded_ = exceeded_ || output_->exceeded_losses();
        pending_ = 0;
        output_.reset();
    }

    const OutputStep& step_;
    const Plan& plan_;
    plugins::WriterHandle writer_;
    plugins::CharsetServices& charsets_;
    DiagnosticReceiver& report_;
    OutputPaths& paths_;
    std::optional<GameOutput> output_;
    std::uint64_t pending_ = 0;  // games in the open file
    Books::Output books_;
    bool refused_ = false;
    bool exceeded_ = false;
};

// Hands each game to all outputs.
class OutputFan final : public GameConsumer {
public:
    explicit OutputFan(std::vector<std::unique_ptr<OutputWriter>>& outputs) : outputs_(outputs) {}

    void begin(InputPlace place) {
        place_ = std::move(place);
        taken_ = 0;
    }

    void take(const ReadGame& game) override {
        ++taken_;
        for (const auto& output : outputs_) {
            if (game.rejected) {
                output->reject(1);
            } else {
                output->put(game, place_);
            }
        }
    }

    // `games` were counted in the input; some may never have arrived. True if an output refused one of them.
    [[nodiscard]] bool end(std::uint64_t games) {
        bool refused = false;
        for (const auto& output : outputs_) {
            output->reject(games - taken_);
            output->end_input();
            refused = output->take_refused() || refused;
        }
        return refused;
    }

private:
    std::vector<std::unique_ptr<OutputWriter>>& outputs_;
    InputPlace place_;
    std::uint64_t taken_ = 0;
};

class Runner {
public:
    Runner(const Plan& plan, plugins::Registry& registry, DiagnosticReceiver& report)
        : plan_(plan), registry_(registry), quarantine_(plan.resolve(plan.quarantine), paths_) {
        fan_.attach(report);
        fan_.attach(reasons_);
        open_outputs();
    }

    RunResult run(const std::function<void()>& ready) {
        // Everything is listed before anything is written: an output is never mistaken for an input, and an input is
        // known before something could be written over it.
        for (const InputStep& step : plan_.inputs) {
            list(step);
        }
        for (const auto& path : {plan_.report_jsonl, plan_.report_sarif}) {
            if (!path.empty()) {
                static_cast<void>(paths_.claim_exactly(plan_.resolve(path).lexically_normal()));
            }
        }
        for (const auto& output : outputs_) {
            output->check();
        }
        if (ready) {
            ready();
        }
        for (std::size_t i = 0; i < plan_.inputs.size(); ++i) {
            run_step(plan_.inputs[i], listed_[i]);
        }
        for (const auto& output : outputs_) {
            output->end();
            result_.rejected = output->take_refused() || result_.rejected;
            result_.exceeded_losses = result_.exceeded_losses || output->exceeded_losses();
            result_.books.outputs.push_back(output->books());
        }
        fan_.add_books(books_json());
        return result_;
    }

private:
    void open_outputs() {
        std::vector<ConfigurationFault> faults;
        for (const OutputStep& step : plan_.outputs) {
            const auto writer = registry_.find_writer(step.format);
            if (!writer) {
                const plugins::MissingPlugin missing = registry_.missing_writer(step.format);
                faults.push_back({"plugin.missing", missing.message(), step.line, step.column});
                continue;
            }
            outputs_.push_back(std::make_unique<OutputWriter>(step, plan_, *writer, charsets_, fan_, paths_));
        }
        if (!faults.empty()) {
            throw ConfigurationError(std::move(faults));
        }
    }

    void list(const InputStep& step) {
        io::SourceOptions options;
        options.base = plan_.folder;
        io::Sources sources(std::move(options));
        sources.add(step.path);
        std::vector<io::Sources::Item>& items = listed_.emplace_back();
        while (std::optional<io::Sources::Item> item = sources.next()) {
            if (const auto* entry = std::get_if<io::SourceEntry>(&*item)) {
                paths_.add_input(entry->path);
            }
            items.push_back(std::move(*item));
        }
    }

    void run_step(const InputStep& step, const std::vector<io::Sources::Item>& items) {
        Settings settings = plan_.settings;
        settings.from = step.format;
        if (!step.format.empty()) {
            settings.reader_options[step.format] = step.options;
        }
        InputReader reader(registry_, charsets_, settings, fan_);
        io::ReadOptions read;
        read.max_size = settings.max_size;
        OutputFan games(outputs_);
        for (const io::Sources::Item& item : items) {
            reasons_.clear();
            if (const auto* missing = std::get_if<io::Finding>(&item)) {
                keep(reader.refuse(*missing), missing->input, step, std::nullopt);
                continue;
            }
            const auto& entry = std::get<io::SourceEntry>(item);
            auto opened = io::open(entry, read);
            if (const auto* unreadable = std::get_if<io::Finding>(&opened)) {
                keep(reader.refuse(*unreadable), entry.name, step, std::nullopt);
                continue;
            }
            io::Input& input = std::get<io::Input>(opened);
            games.begin({input.name, folder_below(input.name, step.path)});
            const diagnostics::InputSummary summary = reader.read(input, games);
            const bool refused = games.end(summary.games);
            result_.books.read += summary.games;
            if (refused || summary.games == 0 || summary.rejected != 0 || summary.fatal != 0 || summary.errors != 0) {
                keep(summary, input.name, step, input.bytes.view());
            } else {
                ++result_.books.inputs;
            }
        }
    }

    // An input of which something was refused. There are no bytes if it could not be read.
    void keep(const diagnostics::InputSummary& summary, const std::string& name, const InputStep& step,
              std::optional<std::string_view> bytes) {
        result_.rejected = true;
        ++result_.books.inputs;
        if (summary.games == 0) {
            ++result_.books.unreadable_inputs;
        }
        ++result_.books.quarantined_inputs;
        const std::size_t slash = name.find_last_of('/');
        quarantine_.keep(folder_below(name, step.path), slash == std::string::npos ? name : name.substr(slash + 1),
                         bytes, reasons_.lines());
    }

    [[nodiscard]] std::string books_json() const {
        const Books& books = result_.books;
        std::string text =
            fmt::format(R"({{"inputs":{},"unreadable_inputs":{},"quarantined_inputs":{},"read":{},"outputs":[)",
                        books.inputs, books.unreadable_inputs, books.quarantined_inputs, books.read);
        for (std::size_t i = 0; i < books.outputs.size(); ++i) {
            const Books::Output& output = books.outputs[i];
            text += i == 0 ? R"({"path":)" : R"(,{"path":)";
            diagnostics::append_json_string(text, output.path);
            text += R"(,"format":)";
            diagnostics::append_json_string(text, output.format);
            text += fmt::format(R"(,"written":{},"quarantined":{},"filtered":0,"files":{}}})", output.written,
                                output.quarantined, output.files);
        }
        return text + "]}";
    }

    const Plan& plan_;
    plugins::Registry& registry_;
    plugins::CharsetServices charsets_;
    ReportFan fan_;
    ReasonCollector reasons_;
    OutputPaths paths_;
    Quarantine quarantine_;
    std::vector<std::vector<io::Sources::Item>> listed_;  // by input step
    std::vector<std::unique_ptr<OutputWriter>> outputs_;
    RunResult result_;
};

}  // namespace

bool Books::balance() const {
    for (const Output& output : outputs) {
        if (output.written + output.quarantined != read) {
            return false;
        }
    }
    return true;
}

RunResult run(const Plan& plan, plugins::Registry& registry, DiagnosticReceiver& report,
              const std::function<void()>& ready) {
    return Runner(plan, registry, report).run(ready);
}

}  // namespace tengen::pipeline
