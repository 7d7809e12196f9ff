#include "pipeline/plan.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "pipeline/schema/document.h"
#include "pipeline/schema/keys.h"
#include "plugins/session.h"

namespace tengen::pipeline {

namespace {

using schema::Key;
using schema::Map;
using schema::Node;
using schema::ValueKind;

constexpr std::array<std::string_view, 3> level_names{"strict", "lenient", "archive"};
constexpr std::array<std::string_view, 3> fix_names{"none", "safe", "guess"};
constexpr std::array<std::string_view, 4> severity_names{"error", "warning", "info", "off"};
constexpr std::array<std::string_view, 4> loss_names{"none", "normalised", "demoted", "all"};
constexpr std::array<std::string_view, 2> collision_names{"number", "error"};

const std::array pipeline_keys{
    Key{"version", ValueKind::integer, "1", true, {}, 1, 1},
    Key{"level", ValueKind::choice, "how much is forgiven", false, level_names},
    Key{"fix", ValueKind::choice, "which repairs are made; without it, those of the level", false, fix_names},
    Key{"severity", ValueKind::map, "severities of single diagnostics"},
    Key{"werror", ValueKind::boolean, "warnings count as errors"},
    Key{"max-size", ValueKind::integer, "the most bytes of one input", false, {}, 1, std::int64_t{1} << 40},
    Key{"input", ValueKind::list, "what is read", true},
    Key{"output", ValueKind::list, "what is written", true},
    Key{"quarantine", ValueKind::text, "a folder for inputs that were refused"},
    Key{"report", ValueKind::map, "files for the report"},
    Key{"overwrite", ValueKind::boolean, "whether existing outputs are replaced"},
};

const std::array input_keys{
    Key{"path", ValueKind::text, "a file, folder or pattern", true},
    Key{"reader", ValueKind::map, "the format, with options of its reader"},
};

const std::array output_keys{
    Key{"path", ValueKind::text, "the file, may have fields", true},
    Key{"writer", ValueKind::map, "the format, with options of its writer", true},
    Key{"allow_loss", ValueKind::choice, "the most that may be lost", false, loss_names},
    Key{"collision", ValueKind::choice, "what happens when two games get one name", false, collision_names},
};

const std::array report_keys{
    Key{"jsonl", ValueKind::text, "all diagnostics and the books as JSON lines"},
    Key{"sarif", ValueKind::text, "all diagnostics as SARIF"},
};

// A format with its options: "{sgf: {charset: auto}}".
struct FormatStep {
    std::string format;
    OptionValues options;
};

class PlanReader {
public:
    PlanReader(plugins::Registry& registry, std::vector<ConfigurationFault>& faults)
        : registry_(registry), faults_(faults) {}

    void read(const Node& root, Plan& plan) {
        const Map map(root, "a pipeline", pipeline_keys, faults_);
        if (root.kind != Node::Kind::map) {
            return;
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
            const Map files(*report, "'report'", report_keys, faults_);
            plan.report_jsonl = files.text("jsonl").value_or(std::string());
            plan.report_sarif = files.text("sarif").value_or(std::string());
        }
        plan.overwrite = map.boolean("overwrite").value_or(false);
        find_shared_paths(map, plan);
    }

private:
    void fault(const Node& at, std::string id, std::string message) {
        schema::add_fault(faults_, at, std::move(id), std::move(message));
    }

    // Files whose names are known before anything runs are all different.
    void find_shared_paths(const Map& map, const Plan& plan) {
        std::map<std::string, std::string_view> owners;
        const auto own = [&](const std::filesystem::path& path, std::string_view owner, const Node& at) {
            if (path.empty()) {
                return;
            }
            const auto [first, is_new] = owners.emplace(plan.resolve(path).lexically_normal().string(), owner);
            if (!is_new) {
                fault(at, "config.bad-value",
                      fmt::format("{} and {} have one path: {}", first->second, owner, path.string()));
            }
        };
        const Node* report = map.find("report");
        if (report != nullptr) {
            own(plan.report_jsonl, "the report", *report);
            own(plan.report_sarif, "the SARIF report", *report);
        }
        for (const OutputStep& step : plan.outputs) {
            if (step.path.spread() == Spread::one && !step.path.text().empty()) {
                Node at;
                at.line = step.line;
                at.column = step.column;
                own(step.path.expand({}), "an output", at);
            }
        }
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
            if (!severity ||
                std::find(severity_names.begin(), severity_names.end(), value.text) == severity_names.end()) {
                fault(value, "config.bad-value",
                      fmt::format("the severity of {} is one of {}", id.text, fmt::join(severity_names, ", ")));
            } else if (const auto error = plan.settings.policy.override_severity(id.text, *severity)) {
                fault(id, "config.bad-value", error->message);
            }
        }
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

    void read_input(const Node& item, Plan& plan) {
        InputStep step;
        step.line = item.line;
        step.column = item.column;
        if (item.kind == Node::Kind::scalar) {  // the short form: only a path
            step.path = item.text;
            plan.inputs.push_back(std::move(step));
            return;
        }
        const Map map(item, "an input", input_keys, faults_);
        step.path = map.text("path").value_or(std::string());
        if (const Node* reader = map.find("reader")) {
            if (const auto format = read_format(*reader, true)) {
                step.format = format->format;
                step.options = format->options;
            }
        }
        plan.inputs.push_back(std::move(step));
    }

    void read_output(const Node& item, Plan& plan) {
        const Map map(item, "an output", output_keys, faults_);
        OutputStep step;
        step.line = item.line;
        step.column = item.column;
        if (const Node* path = map.find("path")) {
            std::string problem;
            if (auto parsed = PathTemplate::parse(path->text, problem)) {
                step.path = std::move(*parsed);
            } else {
                fault(*path, "config.bad-value", "path: " + problem);
            }
        }
        if (const Node* writer = map.find("writer")) {
            if (const auto format = read_format(*writer, false)) {
                step.format = format->format;
                step.options = format->options;
            }
        }
        step.allowed_loss = plan.settings.allowed_loss;
        if (const auto allowed = map.text("allow_loss")) {
            const auto place = std::find(loss_names.begin(), loss_names.end(), *allowed);
            step.allowed_loss = static_cast<AllowedLoss>(place - loss_names.begin());
        }
        step.collision = map.text("collision").value_or("number") == "error" ? Collision::error : Collision::number;
        plan.outputs.push_back(std::move(step));
    }

    std::optional<FormatStep> read_format(const Node& node, bool reading) {
        const std::string_view what = reading ? "reader" : "writer";
        if (node.members.size() != 1) {
            fault(node, "config.bad-value", fmt::format("'{}' names one format: {{sgf: {{}}}}", what));
            return std::nullopt;
        }
        const auto& [name, value] = node.members.front();
        FormatStep step;
        step.format = name.text;
        const auto table = options_of(name, reading);
        if (!table) {
            return std::nullopt;
        }
        if (value.kind != Node::Kind::map && value.kind != Node::Kind::null) {
            fault(value, "config.bad-value",
                  fmt::format("the options of {} are a mapping, not {}", name.text, kind_name(value.kind)));
            return std::nullopt;
        }
        for (const auto& [option, setting] : value.members) {
            if (setting.kind != Node::Kind::scalar) {
                fault(setting, "config.bad-value", fmt::format("the option '{}' has a single value", option.text));
                continue;
            }
            const plugins::OptionValue given{option.text, setting.text};
            const std::string problem = plugins::check_options(*table, std::span(&given, 1));
            if (!problem.empty()) {
                const bool unknown = std::none_of(table->begin(), table->end(), [&option = option](const auto& known) {
                    return known.name == option.text;
                });
                fault(unknown ? option : setting, unknown ? "config.unknown-key" : "config.bad-value",
                      fmt::format("{} {}: {}", what, name.text, problem));
                continue;
            }
            step.options.emplace_back(option.text, setting.text);
        }
        return step;
    }

    std::optional<std::vector<plugins::OptionInfo>> options_of(const Node& name, bool reading) {
        if (reading) {
            if (auto info = registry_.reader_info(name.text)) {
                return std::move(info->options);
            }
            fault(name, "config.unknown-name", registry_.missing_reader(name.text).message());
        } else {
            if (auto info = registry_.writer_info(name.text)) {
                return std::move(info->options);
            }
            fault(name, "config.unknown-name", registry_.missing_writer(name.text).message());
        }
        return std::nullopt;
    }

    plugins::Registry& registry_;
    std::vector<ConfigurationFault>& faults_;
};

}  // namespace

Plan parse_plan(std::string_view yaml, const std::filesystem::path& folder, plugins::Registry& registry,
                const char* (*look_up)(const char* name)) {
    std::vector<ConfigurationFault> faults;
    Node root = schema::parse_document(yaml, faults);
    Plan plan;
    plan.folder = folder;
    // After a fault of the YAML itself the tree may be anything; messages about its content would be noise.
    if (faults.empty()) {
        schema::substitute_environment(root, look_up, faults);
        PlanReader(registry, faults).read(root, plan);
    }
    if (!faults.empty()) {
        std::stable_sort(faults.begin(), faults.end(), [](const auto& a, const auto& b) {
            return std::pair(a.line, a.column) < std::pair(b.line, b.column);
        });
        throw ConfigurationError(std::move(faults));
    }
    return plan;
}

}  // namespace tengen::pipeline
