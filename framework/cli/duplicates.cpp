// tengen duplicates: which games occur more than once.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "command.h"
#include "diagnostics/json_text.h"
#include "diagnostics/visible_text.h"
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

using Group = std::vector<passes::DuplicateMember>;

std::string_view word_of(passes::DuplicateKind kind) {
    switch (kind) {
        case passes::DuplicateKind::same:
            return "same";
        case passes::DuplicateKind::beginning:
            return "beginning";
        case passes::DuplicateKind::similar:
            return "similar";
    }
    return "same";
}

std::string text_of_group(const Group& group) {
    std::string text;
    for (const passes::DuplicateMember& member : group) {
        text += member.is_kept ? "* " : "  ";
        diagnostics::append_visible(text, member.source);
        text += fmt::format(":{}  ", member.index + 1);
        if (member.is_kept) {
            text += fmt::format("{} moves, {} facts", member.moves, member.facts);
        } else {
            text += word_of(member.kind);
        }
        if (!member.note.empty()) {
            text += ": " + member.note;
        }
        text += '\n';
    }
    return text;
}

std::string json_of_group(const Group& group) {
    std::string text = R"({"games":[)";
    for (const passes::DuplicateMember& member : group) {
        text += &member == &group.front() ? R"({"input":)" : R"(,{"input":)";
        diagnostics::append_json_string(text, member.source);
        text += fmt::format(R"(,"game":{},"kept":{},"kind":"{}","moves":{},"facts":{},"nodes":{})", member.index,
                            member.is_kept, member.is_kept ? "kept" : word_of(member.kind), member.moves, member.facts,
                            member.nodes);
        if (!member.note.empty()) {
            text += R"(,"note":)";
            diagnostics::append_json_string(text, member.note);
        }
        text += '}';
    }
    return text + "]}\n";
}

}  // namespace

int run_duplicates(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    add_reading_options(visible);
    add_report_options(visible);
    add_plugin_options(visible);
    visible.add_options()  //
        ("format", options::value<std::string>()->value_name("F")->default_value("text"),
         "text, or json (one group a line)")  //
        ("output,o", options::value<std::string>()->value_name("FILE")->default_value("-"),
         "where the groups go (default: standard output)")  //
        ("keep", options::value<std::string>()->value_name("RULE")->default_value("best"),
         "which game of a group is marked as the one to keep: best (most moves, then most facts, then most nodes, then "
         "the first) or first");
    const ParsedOptions parsed = parse_options(
        arguments, visible, "duplicates [OPTIONS] INPUT...",
        "Lists the games that occur more than once in the inputs: with equal moves, whichever way the board is turned\n"
        "and with the colours exchanged, as the beginning of another game, or with a few other moves. Nothing is\n"
        "changed. Exit code 0: all inputs were read, 1: a game was rejected or an input could not be read.");
    if (parsed.help) {
        return exit_done;
    }
    const std::vector<std::string> named = list_of(parsed.values, "input");
    if (named.empty()) {
        throw UsageError("no input; name files, folders or patterns, or - for standard input");
    }
    const std::string format = text_of(parsed.values, "format");
    if (format != "text" && format != "json") {
        throw UsageError(fmt::format("--format takes text or json, not '{}'", format));
    }
    const std::string keep = text_of(parsed.values, "keep");
    if (keep != "best" && keep != "first") {
        throw UsageError(fmt::format("--keep takes best or first, not '{}'", keep));
    }
    const pipeline::Settings settings = settings_of(parsed.values);
    plugins::Registry registry = registry_of(parsed.values);
    plugins::CharsetServices charsets;
    const std::vector<ListedInput> inputs = list_inputs(named);
    pipeline::OutputPaths paths;
    add_inputs(paths, inputs);
    const std::string output = text_of(parsed.values, "output");
    paths.refuse_input(output);
    io::FileOptions file;
    file.overwrite = true;
    const std::unique_ptr<io::Sink> sink = io::open_output(output, file);

    pipeline::ReportFan report;
    attach_report_file(report, parsed.values, settings.policy.level());
    ProgressLine progress(!parsed.values["quiet"].as<bool>());
    progress.expect(inputs.size());
    attach_terminal(report, parsed.values, &progress);
    pipeline::NoGames nothing;
    pipeline::DuplicateWatch watch(settings.policy, report, nothing);
    pipeline::InputReader reader(registry, charsets, settings, report);
    bool rejected = false;
    try {
        const auto note = [&](const diagnostics::InputSummary& summary) {
            rejected = rejected || summary.is_refused();
        };
        visit_inputs(
            inputs, settings,
            [&](io::Input& input, const ListedInput&) {
                watch.begin_input(input.name);
                note(reader.read(input, watch));
            },
            [&](const io::Finding& finding) { note(reader.refuse(finding)); }, &progress);
    } catch (const pipeline::ConfigurationError& error) {
        progress.clear();
        return report_configuration(report, error, {}, "duplicates");
    }
    progress.clear();
    report.finish();

    const bool is_json = format == "json";
    const std::vector<Group> groups = watch.finder().groups(keep == "first" ? passes::Keep::first : passes::Keep::best);
    std::uint64_t further = 0;
    for (const Group& group : groups) {
        sink->write(is_json ? json_of_group(group) : text_of_group(group) + '\n');
        further += group.size() - 1;
    }
    if (!is_json) {
        sink->write(fmt::format("{} game{}, {} group{}, {} not to keep\n", watch.finder().games(),
                                watch.finder().games() == 1 ? "" : "s", groups.size(), groups.size() == 1 ? "" : "s",
                                further));
    }
    sink->commit();
    return rejected ? exit_rejected : exit_done;
}

}  // namespace tengen::cli
