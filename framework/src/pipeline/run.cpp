#include "pipeline/run.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "diagnostics/json_text.h"
#include "io/atomic_file.h"
#include "io/source.h"
#include "pipeline/game_output.h"
#include "pipeline/input_reader.h"
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
                 plugins::CharsetServices& charsets, DiagnosticReceiver& report, std::set<std::string>& names)
        : step_(step), plan_(plan), writer_(writer), charsets_(charsets), report_(report), names_(names) {
        books_.path = step.path.text();
        books_.format = step.format;
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
        if (output_->put(game, place.name)) {
            ++pending_;
        } else {
            ++books_.quarantined;
            refused_ = exceeded_ = true;
        }
        if (step_.path.spread() == Spread::per_game) {
            close();
        }
    }

    void reject() { ++books_.quarantined; }

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
        const std::optional<fs::path> path = unique(plan_.resolve(step_.path.expand(values)).lexically_normal());
        if (!path) {
            diagnostics::Diagnostic diagnostic;
            diagnostic.id = "io.output-exists";
            diagnostic.severity = diagnostics::Severity::error;
            diagnostic.message =
                fmt::format("another game was written under the name {} in this run", step_.path.expand(values));
            diagnostic.game = game.index;
            diagnostic.input = place.name;
            diagnostic.file = game.member;
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

    // A path nobody wrote in this run: the wanted one, or one with a number.
    std::optional<fs::path> unique(const fs::path& wanted) {
        if (names_.insert(wanted.string()).second) {
            return wanted;
        }
        if (step_.collision == Collision::error) {
            return std::nullopt;
        }
        std::uint64_t& number = numbers_[wanted.string()];
        for (number = number == 0 ? 2 : number + 1;; ++number) {
            const fs::path next = wanted.parent_path() /
                                  fmt::format("{}-{}{}", wanted.stem().string(), number, wanted.extension().string());
            if (names_.insert(next.string()).second) {
                return next;
            }
        }
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
            exceeded_ = exceeded_ || output_->exceeded_losses();
        }
        pending_ = 0;
        output_.reset();
    }

    const OutputStep& step_;
    const Plan& plan_;
    plugins::WriterHandle writer_;
    plugins::CharsetServices& charsets_;
    DiagnosticReceiver& report_;
    std::set<std::string>& names_;
    std::map<std::string, std::uint64_t> numbers_;
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

    void begin(InputPlace place) { place_ = std::move(place); }

    void take(const ReadGame& game) override {
        for (const auto& output : outputs_) {
            if (game.rejected) {
                output->reject();
            } else {
                output->put(game, place_);
            }
        }
    }

private:
    std::vector<std::unique_ptr<OutputWriter>>& outputs_;
    InputPlace place_;
};

// The folders in front of the first wildcard: where a pattern begins.
std::string_view fixed_part(std::string_view pattern) {
    const std::size_t wildcard = pattern.find_first_of("*?[{");
    if (wildcard == std::string_view::npos) {
        return pattern;
    }
    const std::size_t slash = pattern.substr(0, wildcard).find_last_of('/');
    return slash == std::string_view::npos ? std::string_view() : pattern.substr(0, slash);
}

std::string folder_below(std::string_view name, std::string_view pattern) {
    const std::string_view fixed = fixed_part(pattern);
    std::string_view rest = name;
    if (!fixed.empty() && rest.substr(0, fixed.size()) == fixed && rest.size() > fixed.size() &&
        rest[fixed.size()] == '/') {
        rest.remove_prefix(fixed.size() + 1);
    } else if (rest == fixed) {
        return {};
    }
    const std::size_t slash = rest.find_last_of('/');
    return slash == std::string_view::npos ? std::string() : std::string(rest.substr(0, slash));
}

class Runner {
public:
    Runner(const Plan& plan, plugins::Registry& registry, DiagnosticReceiver& report)
        : plan_(plan), registry_(registry), quarantine_(plan.resolve(plan.quarantine)) {
        fan_.attach(report);
        fan_.attach(reasons_);
        open_outputs();
    }

    RunResult run() {
        for (const InputStep& step : plan_.inputs) {
            run_step(step);
        }
        for (const auto& output : outputs_) {
            output->end();
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
            outputs_.push_back(std::make_unique<OutputWriter>(step, plan_, *writer, charsets_, fan_, names_));
        }
        if (!faults.empty()) {
            throw ConfigurationError(std::move(faults));
        }
    }

    void run_step(const InputStep& step) {
        Settings settings = plan_.settings;
        settings.from = step.format;
        if (!step.format.empty()) {
            settings.reader_options[step.format] = step.options;
        }
        InputReader reader(registry_, charsets_, settings, fan_);
        io::SourceOptions options;
        options.base = plan_.folder;
        io::Sources sources(std::move(options));
        sources.add(step.path);
        io::ReadOptions read;
        read.max_size = settings.max_size;
        OutputFan games(outputs_);
        while (std::optional<io::Sources::Item> item = sources.next()) {
            reasons_.clear();
            if (const auto* missing = std::get_if<io::Finding>(&*item)) {
                refuse(reader.refuse(*missing), missing->input, step, {});
                continue;
            }
            const auto& entry = std::get<io::SourceEntry>(*item);
            auto opened = io::open(entry, read);
            if (const auto* unreadable = std::get_if<io::Finding>(&opened)) {
                refuse(reader.refuse(*unreadable), entry.name, step, {});
                continue;
            }
            io::Input& input = std::get<io::Input>(opened);
            games.begin({input.name, folder_below(input.name, step.path)});
            const diagnostics::InputSummary summary = reader.read(input, games);
            bool refused = false;
            for (const auto& output : outputs_) {
                output->end_input();
                refused = output->take_refused() || refused;
            }
            ++result_.books.inputs;
            result_.books.read += summary.games;
            if (summary.rejected != 0 || summary.games == 0 || summary.fatal != 0 || refused) {
                keep(summary, input.name, step, input.bytes.view());
            }
        }
    }

    // An input that gave no bytes.
    void refuse(const diagnostics::InputSummary& summary, const std::string& name, const InputStep& step,
                std::string_view bytes) {
        ++result_.books.inputs;
        keep(summary, name, step, bytes);
    }

    void keep(const diagnostics::InputSummary& summary, const std::string& name, const InputStep& step,
              std::string_view bytes) {
        result_.rejected = result_.rejected || summary.rejected != 0 || summary.fatal != 0 || summary.games == 0;
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
    Quarantine quarantine_;
    std::set<std::string> names_;  // of all files of the run: two outputs never share one
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

RunResult run(const Plan& plan, plugins::Registry& registry, DiagnosticReceiver& report) {
    return Runner(plan, registry, report).run();
}

}  // namespace tengen::pipeline
