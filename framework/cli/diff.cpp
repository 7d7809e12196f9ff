// tengen diff: what differs between two records, as models.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <tengen/model/equality.h>

#include "command.h"
#include "diagnostics/json_text.h"
#include "diagnostics/visible_text.h"
#include "game_comparison.h"
#include "game_copy.h"
#include "inputs.h"
#include "io/sink.h"
#include "options.h"
#include "pipeline/input_reader.h"
#include "reporting.h"

namespace tengen::cli {

namespace {

enum DiffExitCode : int { exit_equal = 0, exit_different = 1, exit_trouble = 2 };

// Takes differences and counts them.
class DifferenceList {
public:
    DifferenceList() = default;
    DifferenceList(const DifferenceList&) = delete;
    DifferenceList& operator=(const DifferenceList&) = delete;
    virtual ~DifferenceList() = default;

    void add(std::uint32_t game, const Difference& difference) {
        ++count_;
        put(game, difference);
    }
    // A game that one of the inputs has beyond those of the other.
    void add_extra_game(std::uint32_t game, bool in_first) {
        ++count_;
        put_extra_game(game, in_first);
    }
    virtual void finish() = 0;

    [[nodiscard]] std::uint64_t count() const { return count_; }

protected:
    virtual void put(std::uint32_t game, const Difference& difference) = 0;
    virtual void put_extra_game(std::uint32_t game, bool in_first) = 0;

private:
    std::uint64_t count_ = 0;
};

// One line for each difference: where, what, and "first | second".
class DifferenceText final : public DifferenceList {
public:
    DifferenceText(io::Sink& sink, std::string_view first, std::string_view second)
        : sink_(sink), names_{std::string(first), std::string(second)} {}

    void finish() override {}

private:
    void put(std::uint32_t game, const Difference& difference) override {
        std::string line = fmt::format("game {}", game);
        if (difference.first_node != none || difference.second_node != none) {
            line += ", node ";
            if (difference.first_node == difference.second_node || difference.second_node == none) {
                line += std::to_string(difference.first_node);
            } else if (difference.first_node == none) {
                line += std::to_string(difference.second_node);
            } else {
                line += fmt::format("{}|{}", difference.first_node, difference.second_node);
            }
        }
        line += ": ";
        if (difference.kind == Difference::Kind::node) {
            line += only_in(difference.first_node != none);
            if (difference.nodes > 1) {
                line +=
                    fmt::format(", with {} node{} below it", difference.nodes - 1, difference.nodes == 2 ? "" : "s");
            }
        } else {
            if (difference.kind != Difference::Kind::property && difference.kind != Difference::Kind::stamp &&
                difference.kind != Difference::Kind::board) {
                line += fmt::format("{} ", kind_name(difference.kind));
            }
            diagnostics::append_visible(line, difference.name);
            line += ' ';
            if (difference.second.empty()) {
                line += only_in(true) + ": " + shown(difference.first);
            } else if (difference.first.empty()) {
                line += only_in(false) + ": " + shown(difference.second);
            } else {
                line += shown(difference.first) + " | " + shown(difference.second);
            }
        }
        sink_.write(line + '\n');
    }

    void put_extra_game(std::uint32_t game, bool in_first) override {
        sink_.write(fmt::format("game {}: {}\n", game, only_in(in_first)));
    }

    [[nodiscard]] std::string only_in(bool first) const {
        std::string text = "only in ";
        diagnostics::append_visible(text, names_[first ? 0 : 1]);
        return text;
    }

    static std::string shown(const std::vector<std::string>& values) {
        std::string text;
        for (const std::string& value : values) {
            text += '[';
            diagnostics::append_visible(text, value);
            text += ']';
        }
        return text;
    }

    io::Sink& sink_;
    std::string names_[2];
};

// {"first":...,"second":...,"differences":[...],"equal":...}
class DifferenceJson final : public DifferenceList {
public:
    DifferenceJson(io::Sink& sink, std::string_view first, std::string_view second) : sink_(sink) {
        std::string text = "{\"first\":";
        diagnostics::append_json_string(text, first);
        text += ",\"second\":";
        diagnostics::append_json_string(text, second);
        sink_.write(text + ",\"differences\":[");
    }

    void finish() override { sink_.write(fmt::format("{}],\"equal\":{}}}\n", count() == 0 ? "" : "\n", count() == 0)); }

private:
    void put(std::uint32_t game, const Difference& difference) override {
        std::string text =
            fmt::format("{}\n{{\"game\":{},\"what\":\"{}\"", count() == 1 ? "" : ",", game, kind_name(difference.kind));
        if (!difference.name.empty()) {
            text += ",\"name\":";
            diagnostics::append_json_string(text, difference.name);
        }
        put_side(text, "first", difference.first_node, difference.first);
        put_side(text, "second", difference.second_node, difference.second);
        if (difference.kind == Difference::Kind::node) {
            text += fmt::format(",\"nodes\":{}", difference.nodes);
        }
        sink_.write(text + '}');
    }

    void put_extra_game(std::uint32_t game, bool in_first) override {
        sink_.write(fmt::format("{}\n{{\"game\":{},\"what\":\"game\",\"only_in\":\"{}\"}}", count() == 1 ? "" : ",",
                                game, in_first ? "first" : "second"));
    }

    static void put_side(std::string& text, std::string_view side, std::uint32_t node,
                         const std::vector<std::string>& values) {
        text += fmt::format(",\"{}\":{{", side);
        if (node != none) {
            text += fmt::format("\"node\":{}{}", node, values.empty() ? "" : ",");
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            text += i == 0 ? "\"values\":[" : ",";
            diagnostics::append_json_string(text, values[i]);
        }
        text += values.empty() ? "}" : "]}";
    }

    io::Sink& sink_;
};

// Only what keeps an input from being read is worth saying here; `tengen check` is for the rest.
class FatalFindings final : public pipeline::DiagnosticReceiver {
public:
    explicit FatalFindings(pipeline::DiagnosticReceiver& next) : next_(next) {}
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view source) override {
        if (diagnostic.severity == diagnostics::Severity::fatal) {
            any_ = true;
            next_.add(diagnostic, source);
        }
    }
    void add(const diagnostics::InputSummary& summary) override { next_.add(summary); }
    void finish() override { next_.finish(); }
    [[nodiscard]] bool any() const { return any_; }

private:
    pipeline::DiagnosticReceiver& next_;
    bool any_ = false;
};

// Keeps the games of the first input.
class FirstGames final : public pipeline::GameConsumer {
public:
    void take(const pipeline::ReadGame& read) override { games_.push_back(std::make_unique<GameCopy>(read.game)); }
    [[nodiscard]] std::vector<std::unique_ptr<GameCopy>>& games() { return games_; }

private:
    std::vector<std::unique_ptr<GameCopy>> games_;
};

// Compares the games of the second input with those of the first one as they come.
class SecondGames final : public pipeline::GameConsumer {
public:
    SecondGames(std::vector<std::unique_ptr<GameCopy>>& first, DifferenceList& differences)
        : first_(first), differences_(differences) {}

    void take(const pipeline::ReadGame& read) override {
        const std::uint32_t number = count_++;
        if (number >= first_.size()) {
            differences_.add_extra_game(number, false);
            return;
        }
        const std::unique_ptr<GameCopy> other = std::move(first_[number]);
        EqualityOptions options;
        options.charset = false;
        options.originals = false;
        if (first_difference(other->game(), read.game, options)) {
            // It may be one of those that do not count here.
            compare_games(other->game(), read.game,
                          [&](const Difference& difference) { differences_.add(number, difference); });
        }
    }

    void finish() {
        for (; count_ < first_.size(); ++count_) {
            differences_.add_extra_game(count_, true);
        }
    }

private:
    std::vector<std::unique_ptr<GameCopy>>& first_;
    DifferenceList& differences_;
    std::uint32_t count_ = 0;
};

}  // namespace

int run_diff(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    visible.add_options()                                                                                  //
        ("format", options::value<std::string>()->value_name("F")->default_value("text"), "text or json")  //
        ("quiet,q", options::bool_switch(), "print nothing; the exit code tells");
    add_reading_options(visible);
    add_plugin_options(visible);
    const ParsedOptions parsed = parse_options(
        arguments, visible, "diff [OPTIONS] FIRST SECOND",
        "Compares two records, whatever their formats, game by game and node by node: what they say counts, not how\n"
        "it is written (charset, layout, order of properties, compressed lists). Rejected games are compared as well.\n"
        "Exit code 0: equal, 1: different, 2: usage, or one of them could not be read.");
    if (parsed.help) {
        return exit_equal;
    }
    const std::vector<std::string> inputs = list_of(parsed.values, "input");
    if (inputs.size() != 2) {
        throw UsageError("diff takes two inputs");
    }
    const std::string format = text_of(parsed.values, "format");
    if (format != "text" && format != "json") {
        throw UsageError(fmt::format("--format takes text or json, not '{}'", format));
    }
    const pipeline::Settings settings = settings_of(parsed.values);
    plugins::Registry registry = registry_of(parsed.values);
    plugins::CharsetServices charsets;
    pipeline::TextReport::Style style;
    style.summaries = false;
    pipeline::TextReport terminal(std::make_unique<io::DescriptorSink>(STDERR_FILENO, "standard error"), style);
    FatalFindings report(terminal);
    pipeline::InputReader reader(registry, charsets, settings, report);
    const auto read = [&](const std::string& name, pipeline::GameConsumer& games) {
        visit_inputs(
            {name}, settings, [&](io::Input& input) { static_cast<void>(reader.read(input, games)); },
            [&](const io::Finding& finding) { static_cast<void>(reader.refuse(finding)); });
    };

    io::DescriptorSink out = io::standard_output();
    io::MemorySink nowhere;
    try {
        FirstGames first;
        read(inputs[0], first);
        if (report.any()) {
            report.finish();
            return exit_trouble;
        }
        const bool quiet = parsed.values["quiet"].as<bool>();
        io::Sink& sink = quiet ? static_cast<io::Sink&>(nowhere) : out;
        std::unique_ptr<DifferenceList> differences;
        if (format == "json") {
            differences = std::make_unique<DifferenceJson>(sink, inputs[0], inputs[1]);
        } else {
            differences = std::make_unique<DifferenceText>(sink, inputs[0], inputs[1]);
        }
        SecondGames second(first.games(), *differences);
        read(inputs[1], second);
        report.finish();
        if (report.any()) {
            return exit_trouble;
        }
        second.finish();
        differences->finish();
        out.commit();
        return differences->count() == 0 ? exit_equal : exit_different;
    } catch (const pipeline::ConfigurationError& error) {
        static_cast<void>(report_configuration(report, error, {}, "diff"));
        return exit_trouble;
    }
}

}  // namespace tengen::cli
