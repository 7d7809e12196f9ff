// tengen events: what happens in recorded streams, in the order of time.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "command.h"
#include "diagnostics/visible_text.h"
#include "inputs.h"
#include "io/atomic_file.h"
#include "io/sink.h"
#include "options.h"
#include "passes/value_text.h"
#include "pipeline/input_reader.h"
#include "reporting.h"
#include "streams/materialised.h"
#include "streams/stream_state.h"
#include "streams/timeline.h"

namespace tengen::cli {

namespace {

std::string time_of(Game game, std::uint32_t stamp) {
    if (stamp == 0) {
        return "initial";
    }
    const tengen_stamp& it = game.columns().stamps[stamp - 1];
    if (it.kind != TENGEN_STAMP_AT) {
        return it.kind == TENGEN_STAMP_FINAL ? "final" : "initial";
    }
    std::string text(game.stored(it.time));
    if (it.counter.size != 0) {
        text += ':';
        text += game.stored(it.counter);
    }
    return text;
}

// Writes the streams of every game, as a table for people.
class EventLists final : public pipeline::GameConsumer {
public:
    explicit EventLists(io::Sink& sink) : sink_(sink) {}

    void begin_input(std::string name) { input_ = std::move(name); }

    void take(const pipeline::ReadGame& read) override {
        for (std::uint32_t stream = 0; stream < read.game.columns().stream_count; ++stream) {
            if (!streams::is_placeholder(read.game, stream)) {
                write(read, stream);
            }
        }
    }

private:
    void write(const pipeline::ReadGame& read, std::uint32_t number) {
        const Game game = read.game;
        const streams::Timeline timeline(game, number);
        streams::StreamState state(timeline);
        while (state.moments() < timeline.moments().size()) {
            state.apply_next();
        }
        std::size_t width = 4;
        for (const streams::Event& event : timeline.events()) {
            width = std::max(width, time_of(game, event.stamp).size());
        }
        const std::string_view source = game.stored(game.columns().streams[number].source);
        std::string out = lists_++ == 0 ? "" : "\n";
        out += fmt::format("{}, game {}, stream {}: ", input_, read.index, number);
        if (source.empty()) {
            out += "the clock";
        } else {
            diagnostics::append_visible(out, source);
        }
        out += fmt::format("\n{:>{}}  where and what\n", "time", width);
        for (std::uint32_t e = 0; e < timeline.events().size(); ++e) {
            const streams::Event& event = timeline.events()[e];
            out += fmt::format("{:>{}}  {} ", time_of(game, event.stamp), width, timeline.position(event.node));
            if (event.property == none) {
                out += ';';
            } else {
                diagnostics::append_visible(out, passes::quoted_property(game, event.property));
            }
            const streams::StreamState::Outcome& outcome = state.outcome(e);
            if (outcome.skipped) {
                out += "  (skipped: the node was removed)";
            } else if (outcome.cursor != event.node && event.stamp != 0) {
                out += "  -> " + timeline.position(outcome.cursor);
            }
            out += '\n';
        }
        sink_.write(out);
    }

    io::Sink& sink_;
    std::string input_;
    std::uint64_t lists_ = 0;
};

}  // namespace

int run_events(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    add_reading_options(visible);
    add_report_options(visible);
    add_plugin_options(visible);
    const ParsedOptions parsed = parse_options(
        arguments, visible, "events [OPTIONS] INPUT...",
        "Lists what happens in the recorded streams of records: nodes that come into being (;) and properties that\n"
        "take effect, in the order of time, with the place in the tree (/: the node that begins the stream, /1/0: the\n"
        "first child of its second child). Rejected games are listed all the same. For programs:\n"
        "tengen convert --to json --with events.");
    if (parsed.help) {
        return exit_done;
    }
    const std::vector<std::string> inputs = list_of(parsed.values, "input");
    if (inputs.empty()) {
        throw UsageError("no input; name files, folders or patterns, or - for standard input");
    }
    const pipeline::Settings settings = settings_of(parsed.values);
    plugins::Registry registry = registry_of(parsed.values);
    plugins::CharsetServices charsets;
    pipeline::ReportFan report;
    attach_report_file(report, parsed.values, settings.policy.level());
    attach_terminal(report, parsed.values);
    const std::unique_ptr<io::Sink> sink = io::open_output("-", {});
    EventLists lists(*sink);
    pipeline::InputReader reader(registry, charsets, settings, report);
    bool rejected = false;
    const auto note = [&](const diagnostics::InputSummary& summary) {
        rejected = rejected || summary.rejected != 0 || summary.fatal != 0 || summary.errors != 0;
    };
    try {
        visit_inputs(
            inputs, settings,
            [&](io::Input& input) {
                lists.begin_input(input.name);
                note(reader.read(input, lists));
            },
            [&](const io::Finding& finding) { note(reader.refuse(finding)); });
    } catch (const pipeline::ConfigurationError& error) {
        return report_configuration(report, error, {}, "events");
    }
    report.finish();
    sink->commit();
    return rejected ? exit_rejected : exit_done;
}

}  // namespace tengen::cli
