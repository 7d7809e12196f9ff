#include "pipeline/plan_reader.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "io/archive_file.h"
#include "io/glob.h"
#include "pipeline/media_container.h"
#include "pipeline/plan_formats.h"
#include "pipeline/plan_passes.h"
#include "pipeline/plan_paths.h"
#include "pipeline/schema/keys.h"
#include "pipeline/schema/pipeline_keys.h"
#include "pipeline/stream_keys.h"

namespace tengen::pipeline {

namespace {

using schema::Map;
using schema::Node;

constexpr std::int64_t most_threads = 1024;

class PlanReader {
public:
    PlanReader(plugins::Registry& registry, std::vector<ConfigurationFault>& faults)
        : registry_(registry), formats_(registry, faults), faults_(faults) {}

    void read(const Node& root, Plan& plan) {
        const Map map(root, "a pipeline", schema::pipeline_keys(), faults_);
        if (root.kind != Node::Kind::map) {
            return;
        }
        if (const auto folder = map.text("folder")) {
            plan.folder = (plan.folder / *folder).lexically_normal();
            if (!plan.folder.has_filename()) {  // "a/b/"
                plan.folder = plan.folder.parent_path();
            }
        }
        read_policy(map, plan);
        if (const auto size = map.integer("max-size")) {
            plan.settings.max_size = static_cast<std::uint64_t>(*size);
        }
        if (const Node* inputs = map.find("input")) {
            read_list(*inputs, "input", [&](const Node& item) { read_input(item, plan); });
        }
        if (const Node* outputs = map.find("output")) {
            read_list(*outputs, "output", [&](const Node& item) { read_output(item, plan); });
        }
        if (const auto folder = map.text("quarantine")) {
            plan.quarantine = *folder;
        }
        if (const Node* report = map.find("report")) {
            const Map files(*report, "'report'", schema::report_keys(), faults_);
            plan.report_jsonl = files.text("jsonl").value_or(std::string());
            plan.report_sarif = files.text("sarif").value_or(std::string());
            plan.report_html = files.text("html").value_or(std::string());
        }
        if (const Node* passes = map.find("passes")) {
            const PassReader reader([](const Node& path, InputStep& step) { set_path(path, step); },
                                    [&](const Node& node, InputStep& step) { read_reader(node, step, plan); }, faults_);
            read_list(*passes, "passes", [&](const Node& item) { reader.read(item, plan); });
        }
        if (const Node* threads = map.find("threads"); threads != nullptr && threads->text != "auto") {
            const auto number = schema::to_integer(*threads);
            if (!number || *number < 1 || *number > most_threads) {
                fault(*threads, "config.bad-value",
                      fmt::format("'threads' takes auto or a whole number from 1 to {}, not '{}'", most_threads,
                                  threads->text));
            } else {
                plan.threads = static_cast<unsigned>(*number);
            }
        }
        if (const auto sync = map.choice("sync")) {
            plan.sync = static_cast<io::Sync>(*sync);
        }
        if (const Node* tests = map.find("tests")) {
            read_list(*tests, "tests", [&](const Node& item) { read_test(item, plan); });
        }
        if (const Node* journal = map.find("journal")) {
            plan.journal = journal->text;
            plan.journal_at = {journal->line, journal->column, journal->file ? *journal->file : std::string()};
        }
        plan.overwrite = map.boolean("overwrite").value_or(false);
        find_shared_paths(map, plan, faults_);
    }

private:
    void fault(const Node& at, std::string id, std::string message) {
        schema::add_fault(faults_, at, std::move(id), std::move(message));
    }

    void read_policy(const Map& map, Plan& plan) {
        const auto level = diagnostics::parse_level(map.text("level").value_or("strict"));
        diagnostics::FixMode fix = diagnostics::FixMode::automatic;
        if (const auto mode = map.text("fix")) {
            fix = diagnostics::parse_fix_mode(*mode).value_or(fix);
        }
        plan.settings.policy =
            diagnostics::Policy(level.value_or(diagnostics::Level::strict), fix, map.boolean("werror").value_or(false));
        plan.settings.allowed_loss = default_allowed_loss(plan.settings.policy.level());
        const Node* severities = map.find("severity");
        if (severities == nullptr) {
            return;
        }
        for (const auto& [id, value] : severities->members) {
            const auto severity =
                value.kind == Node::Kind::scalar ? diagnostics::parse_severity(value.text) : std::nullopt;
            const auto names = schema::severity_names();
            if (!severity || std::find(names.begin(), names.end(), value.text) == names.end()) {
                fault(value, "config.bad-value",
                      fmt::format("the severity of {} is one of {}", id.text, fmt::join(names, ", ")));
            } else if (const auto error = plan.settings.policy.override_severity(id.text, *severity)) {
                fault(id, "config.bad-value", error->message);
            }
        }
    }

    void read_test(const Node& item, Plan& plan) {
        const Map map(item, "a test", schema::test_keys(), faults_);
        PlanTest test;
        test.line = item.line;
        test.name = map.text("name").value_or(std::string());
        test.input = map.text("input").value_or(std::string());
        test.file = map.text("file").value_or("game.sgf");
        test.output = map.text("output");
        if (const Node* ids = map.find("diagnostics")) {
            test.diagnostics.emplace();
            for (const Node& id : ids->items) {
                test.diagnostics->push_back(id.text);
                // Plugins may have ids of their own; one that is nearly a known one is misspelt.
                diagnostics::Policy ids_known;
                const auto unknown = ids_known.override_severity(id.text, diagnostics::Severity::info);
                if (unknown && unknown->reason == diagnostics::PolicyError::Reason::unknown_id &&
                    !unknown->nearest.empty()) {
                    fault(id, "config.bad-value", unknown->message);
                }
            }
        }
        if (!test.output && !test.diagnostics && item.kind == Node::Kind::map) {
            fault(item, "config.bad-value", "a test says which output or which diagnostics it expects");
        }
        plan.tests.push_back(std::move(test));
    }

    template <class Read>
    void read_list(const Node& list, std::string_view name, Read&& read) {
        if (list.items.empty()) {
            fault(list, "config.bad-value", fmt::format("'{}' is an empty list", name));
        }
        for (const Node& item : list.items) {
            read(item);
        }
    }

    // What came from the environment is a name, whatever it looks like.
    static void set_path(const Node& node, InputStep& step) {
        step.path = escape_inserted(node, [](char c, std::string& to) {
            if (std::string_view("*?[]{},\\").find(c) != std::string_view::npos) {
                to += '\\';
            }
            to += c;
        });
        if (step.path != node.text && !io::is_pattern(step.path)) {
            step.path = node.text;
            step.is_literal = true;
        }
    }

    template <class Escape>
    static std::string escape_inserted(const Node& node, Escape&& escape) {
        std::string result;
        std::size_t at = 0;
        for (const auto& [begin, end] : node.inserted) {
            result += node.text.substr(at, begin - at);
            for (at = begin; at < end; ++at) {
                escape(node.text[at], result);
            }
        }
        return result + node.text.substr(at);
    }

    void read_input(const Node& item, Plan& plan) {
        InputStep step;
        step.line = item.line;
        step.column = item.column;
        if (item.kind == Node::Kind::scalar) {  // the short form: only a path
            static_cast<void>(schema::check_path(item, "input", faults_));
            set_path(item, step);
            plan.inputs.push_back(std::move(step));
            return;
        }
        const Map map(item, "an input", schema::input_keys(), faults_);
        if (const Node* path = map.find("path")) {
            set_path(*path, step);
        }
        step.files_from = map.text("files-from").value_or(std::string());
        step.ignore_case = map.boolean("ignore-case").value_or(false);
        if (item.kind == Node::Kind::map && step.path.empty() == step.files_from.empty()) {
            fault(item, "config.bad-value",
                  step.path.empty() ? "an input lacks the key 'path' (a file, folder or pattern)"
                                    : "an input has either 'path' or 'files-from'");
        }
        read_patterns(map, "only", step.only);
        if (!step.only.empty() && !step.files_from.empty()) {
            fault(*map.find("only"), "config.bad-value", "'only' chooses from a folder; 'files-from' names each file");
        }
        read_patterns(map, "exclude", step.exclude);
        if (const Node* reader = map.find("reader")) {
            read_reader(*reader, step, plan);
        }
        plan.inputs.push_back(std::move(step));
    }

    void read_patterns(const Map& map, std::string_view key, std::vector<std::string>& patterns) {
        const Node* list = map.find(key);
        if (list == nullptr) {
            return;
        }
        read_list(*list, key, [&](const Node& pattern) {
            if (pattern.kind == Node::Kind::scalar && !pattern.text.empty()) {
                static_cast<void>(schema::check_path(pattern, key, faults_));
                patterns.push_back(pattern.text);
            } else {
                fault(pattern, "config.bad-value", "a pattern is text");
            }
        });
    }

    void read_reader(const Node& node, InputStep& step, const Plan& plan) {
        if (const auto format = formats_.read(node, true, plan)) {
            step.format = format->format;
            step.options = format->options;
        }
    }

    void read_output(const Node& item, Plan& plan) {
        const Map map(item, "an output", schema::output_keys(), faults_);
        OutputStep step;
        step.line = item.line;
        step.column = item.column;
        if (const Node* path = map.find("path")) {
            std::string problem;
            const std::string text = escape_inserted(*path, [](char c, std::string& to) {
                to += c;
                if (c == '{' || c == '}') {
                    to += c;
                }
            });
            if (auto parsed = PathTemplate::parse(text, problem)) {
                if (is_media_container(path->text, {})) {
                    fault(*path, "config.bad-value", "path: a pipeline writes no containers; tengen convert does");
                }
                step.path = std::move(*parsed);
            } else {
                fault(*path, "config.bad-value", "path: " + problem);
            }
        }
        if (const auto archive = map.text("archive")) {
            step.archive = *archive;
            if (!io::ArchiveFile::has_format(*archive)) {
                fault(*map.find("archive"), "config.bad-value",
                      fmt::format("an archive is a .zip, .tar or .tar.gz file, not '{}'", *archive));
            } else if (step.path.spread() == Spread::one) {
                fault(item, "config.bad-value", "the files of an archive have fields in their names: {stem}-{n}.sgf");
            }
        }
        if (const Node* writer = map.find("writer")) {
            if (const auto format = formats_.read(*writer, false, plan)) {
                step.format = format->format;
                step.options = format->options;
            }
        }
        step.allowed_loss = plan.settings.allowed_loss;
        if (const auto allowed = map.choice("allow_loss")) {
            step.allowed_loss = static_cast<AllowedLoss>(*allowed);
        }
        if (const auto collision = map.choice("collision")) {
            step.collision = static_cast<Collision>(*collision);
        }
        step.boards = map.boolean("boards").value_or(false);
        step.events = map.boolean("events").value_or(false);
        if (const Node* streams = map.find("streams")) {
            step.streams = read_stream_settings(*streams, faults_);
            for (const auto& [key, value] : streams->members) {
                step.stream_options.emplace_back(key.text, value.text);
            }
            const auto handle = step.format.empty() ? std::nullopt : registry_.find_writer(step.format);
            if (handle && has_idle_layout(step.streams, *handle->writer)) {
                fault(*streams, "config.bad-value",
                      fmt::format("'layout' is about trees, and {} holds recordings: it needs 'at'", step.format));
            }
        }
        plan.outputs.push_back(std::move(step));
    }

    plugins::Registry& registry_;
    FormatReader formats_;
    std::vector<ConfigurationFault>& faults_;
};

}  // namespace

void read_plan(const Node& root, plugins::Registry& registry, std::vector<ConfigurationFault>& faults, Plan& plan) {
    PlanReader(registry, faults).read(root, plan);
}

}  // namespace tengen::pipeline
