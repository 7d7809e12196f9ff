// tengen events: what happens in recorded streams, in the order of time.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "command.h"
#include "complaint.h"
#include "diagnostics/visible_text.h"
#include "event_list.h"
#include "inputs.h"
#include "io/atomic_file.h"
#include "io/sink.h"
#include "options.h"
#include "pipeline/input_reader.h"
#include "reporting.h"
#include "streams/materialised.h"
#include "streams/size_limit.h"

namespace tengen::cli {

namespace {

// Writes the streams of every game.
class EventLists final : public pipeline::GameConsumer {
public:
    EventLists(io::Sink& sink, bool json, const diagnostics::Policy& policy, pipeline::DiagnosticReceiver& report)
        : sink_(sink), json_(json), policy_(policy), report_(report) {}

    void begin_input(std::string name) {
        input_ = std::move(name);
        games_ = streams_ = 0;
    }
    [[nodiscard]] bool has_games_without_streams() const { return games_ != 0 && streams_ == 0; }

    void take(const pipeline::ReadGame& read) override {
        ++games_;
        streams_ += read.game.columns().stream_count;
        if (!streams::can_be_played(read.game)) {
            return;  // the reader has said so
        }
        if (!streams::can_be_listed(read.game)) {
            refuse(read);
            return;
        }
        for (std::uint32_t stream = 0; stream < read.game.columns().stream_count; ++stream) {
            if (streams::is_placeholder(read.game, stream)) {
                continue;
            }
            if (json_) {
                write_event_lines(read, stream, input_, sink_);
            } else {
                if (!is_first_) {
                    sink_.write("\n");
                }
                write_event_table(read, stream, input_, sink_);
            }
            is_first_ = false;
        }
    }

    [[nodiscard]] bool has_refused() const { return has_refused_; }

private:
    void refuse(const pipeline::ReadGame& read) {
        diagnostics::Diagnostic diagnostic;
        diagnostic.id = "rgf.too-long-positions";
        diagnostic.severity = policy_.severity(diagnostic.id);
        diagnostic.message = streams::too_long_positions(read.game);
        diagnostic.input = input_;
        diagnostic.file = read.member;
        diagnostic.game = read.index;
        report_.add(diagnostic, {});
        has_refused_ = true;
    }

    io::Sink& sink_;
    bool json_;
    const diagnostics::Policy& policy_;
    pipeline::DiagnosticReceiver& report_;
    bool has_refused_ = false;
    std::string input_;
    std::uint64_t games_ = 0;  // of the input
    std::uint64_t streams_ = 0;
    bool is_first_ = true;
};

}  // namespace

int run_events(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    visible.add_options()("format", options::value<std::string>()->value_name("F")->default_value("text"),
                          "text, or json: one object a line and event");
    add_reading_options(visible);
    add_report_options(visible);
    add_plugin_options(visible);
    const ParsedOptions parsed = parse_options(
        arguments, visible, "events [OPTIONS] INPUT...",
        "Lists what happens in the recorded streams of records: nodes that come into being (;) and properties that\n"
        "take effect, in the order of time, with the place in the tree (/: the node that begins the stream, /1/0: the\n"
        "first child of its second child). Rejected games are listed all the same.");
    if (parsed.help) {
        return exit_done;
    }
    const std::vector<std::string> inputs = list_of(parsed.values, "input");
    if (inputs.empty()) {
        throw UsageError("no input; name files, folders or patterns, or - for standard input");
    }
    const std::string format = text_of(parsed.values, "format");
    if (format != "text" && format != "json") {
        throw UsageError(fmt::format("--format takes text or json, not '{}'", format));
    }
    const pipeline::Settings settings = settings_of(parsed.values);
    plugins::Registry registry = registry_of(parsed.values);
    plugins::CharsetServices charsets;
    pipeline::ReportFan report;
    attach_report_file(report, parsed.values, settings.policy.level());
    attach_terminal(report, parsed.values);
    const std::unique_ptr<io::Sink> sink = io::open_output("-", {});
    EventLists lists(*sink, format == "json", settings.policy, report);
    pipeline::InputReader reader(registry, charsets, settings, report);
    const bool is_quiet = parsed.values["quiet"].as<bool>();
    bool rejected = false;
    const auto note = [&](const diagnostics::InputSummary& summary) { rejected = rejected || summary.is_refused(); };
    try {
        visit_inputs(
            inputs, settings,
            [&](io::Input& input) {
                lists.begin_input(input.name);
                note(reader.read(input, lists));
                if (lists.has_games_without_streams() && !is_quiet) {
                    std::string text = "tengen events: ";
                    diagnostics::append_visible(text, input.name);
                    text +=
                        " has no recorded stream; tengen show shows its games, tengen convert --import-times\n"
                        "makes recordings of games with clocks\n";
                    complain("{}", text);
                }
            },
            [&](const io::Finding& finding) { note(reader.refuse(finding)); });
    } catch (const pipeline::ConfigurationError& error) {
        return report_configuration(report, error, {}, "events");
    }
    report.finish();
    sink->commit();
    return rejected || lists.has_refused() ? exit_rejected : exit_done;
}

}  // namespace tengen::cli
