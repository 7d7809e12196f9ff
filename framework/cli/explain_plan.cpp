#include "explain_plan.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "command.h"
#include "diagnostics/json_text.h"
#include "io/error.h"
#include "io/sink.h"
#include "pipeline/published_losses.h"
#include "pipeline/run.h"
#include "pipeline_file.h"
#include "reporting.h"

namespace tengen::cli {

namespace {

struct ShownOption {
    std::string name;
    std::string value;
    std::string origin = "default";
};

struct ShownInput {
    std::string path;
    std::string format;
    std::string plugin;
    std::vector<ShownOption> options;
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;
    std::uint64_t faults = 0;  ///< paths that are missing or cannot be read
};

struct ShownOutput {
    std::string path;
    std::string archive;
    std::string spread;
    std::string format;
    std::string plugin;
    std::string losses;
    std::vector<std::string> cannot;  ///< features the format has no place for
    std::vector<ShownOption> options;
    std::optional<std::uint64_t> collisions;  ///< names wanted by several inputs; known where inputs alone decide
};

// A pass that needs more than the game at hand.
struct ShownPass {
    std::string name;
    std::vector<ShownOption> options;
};

struct ShownPlan {
    std::string file;
    std::string level;
    std::string threads;
    std::string quarantine;
    std::vector<std::string> reports;
    std::vector<ShownInput> inputs;
    std::vector<ShownOutput> outputs;
    std::vector<ShownPass> passes;
    std::map<std::string, std::string> origins;  ///< of values that do not stand in the file
};

std::vector<ShownOption> options_of(const std::vector<plugins::OptionInfo>& table, const pipeline::OptionValues& given,
                                    const pipeline::Plan& plan, const std::string& key) {
    std::vector<ShownOption> shown;
    for (const plugins::OptionInfo& option : table) {
        ShownOption each{option.name, option.default_value};
        for (const auto& [name, value] : given) {
            if (name == option.name) {
                const auto origin = plan.origins.find(key + name);
                each.value = value;
                each.origin = origin != plan.origins.end() ? origin->second : "pipeline";
            }
        }
        shown.push_back(std::move(each));
    }
    return shown;
}

std::string_view spread_text(pipeline::Spread spread) {
    switch (spread) {
        case pipeline::Spread::one:
            return "one file";
        case pipeline::Spread::per_input:
            return "one file an input";
        case pipeline::Spread::per_record:
            return "one file an input or member";
        case pipeline::Spread::per_game:
            return "one file a game";
    }
    return "";
}

std::string_view loss_text(pipeline::AllowedLoss allowed) {
    switch (allowed) {
        case pipeline::AllowedLoss::none:
            return "none";
        case pipeline::AllowedLoss::normalised:
            return "normalised";
        case pipeline::AllowedLoss::demoted:
            return "demoted";
        case pipeline::AllowedLoss::all:
            return "all";
        case pipeline::AllowedLoss::published:
            return "demoted, and what the format cannot hold";
    }
    return "";
}

std::uint64_t collisions_of(const pipeline::OutputStep& step, const std::vector<pipeline::ListedInput>& inputs) {
    std::map<std::string, std::uint64_t> names;
    std::uint64_t collisions = 0;
    for (const pipeline::ListedInput& input : inputs) {
        if (const auto* entry = std::get_if<io::SourceEntry>(&input.item)) {
            pipeline::TemplateValues values;
            values.input = entry->name;
            values.folder = input.folder;
            collisions += names[step.path.expand(values)]++ != 0 ? 1 : 0;
        }
    }
    return collisions;
}

const char* origin_of(bool is_default) {
    return is_default ? "default" : "pipeline";
}

std::vector<ShownPass> passes_of(const pipeline::Plan& plan) {
    std::vector<ShownPass> passes;
    if (plan.join) {
        ShownPass& join = passes.emplace_back();
        join.name = "join";
        for (const pipeline::InputStep& step : plan.join->cards) {
            std::uint64_t files = 0;
            for (const pipeline::ListedInput& listed : pipeline::list_inputs({step}, plan.folder)) {
                files += std::holds_alternative<io::SourceEntry>(listed.item) ? 1 : 0;
            }
            join.options.push_back(
                {"cards", fmt::format("{} ({} file{})", step.path, files, files == 1 ? "" : "s"), "pipeline"});
        }
        const int score = plan.settings.passes.min_score;
        join.options.push_back({"min_score", std::to_string(score), origin_of(score == passes::default_min_score)});
    }
    if (plan.duplicates) {
        constexpr std::array<const char*, 4> drops{"none", "same", "beginnings", "all"};
        ShownPass& duplicates = passes.emplace_back();
        duplicates.name = "duplicates";
        const bool is_best = plan.duplicates->keep == passes::Keep::best;
        duplicates.options.push_back({"keep", is_best ? "best" : "first", origin_of(is_best)});
        const auto drop = static_cast<std::size_t>(plan.duplicates->drop);
        duplicates.options.push_back({"drop", drops[drop], origin_of(drop == 0)});
    }
    return passes;
}

ShownPlan plan_of(const std::string& file, const pipeline::Plan& plan, plugins::Registry& registry) {
    ShownPlan shown;
    shown.file = file;
    shown.level = diagnostics::to_text(plan.settings.policy.level());
    shown.threads = plan.threads == 0 ? "auto" : std::to_string(plan.threads);
    shown.quarantine = plan.quarantine.string();
    shown.passes = passes_of(plan);
    shown.origins = plan.origins;
    for (const auto& path : {plan.report_jsonl, plan.report_sarif, plan.report_html}) {
        if (!path.empty()) {
            shown.reports.push_back(path.string());
        }
    }
    std::map<std::string, std::string> reader_files;
    for (const plugins::OfferedReader& reader : registry.readers()) {
        reader_files[reader.info.format] = reader.file.string();
    }
    std::map<std::string, std::string> writer_files;
    for (const plugins::OfferedWriter& writer : registry.writers()) {
        writer_files[writer.info.format] = writer.file.string();
    }
    for (const pipeline::InputStep& step : plan.inputs) {
        ShownInput input;
        input.path = step.files_from.empty() ? step.path : "paths in " + step.files_from;
        input.format = step.format;
        if (const auto info = registry.reader_info(step.format)) {
            input.plugin = reader_files[step.format];
            input.options = options_of(info->options, step.options, plan,
                                       fmt::format("input.{}.reader.{}.", shown.inputs.size(), step.format));
        }
        shown.inputs.push_back(std::move(input));
    }
    const std::vector<pipeline::ListedInput> listed = pipeline::list_inputs(plan);
    for (const pipeline::ListedInput& each : listed) {
        ShownInput& input = shown.inputs[each.step];
        if (const auto* entry = std::get_if<io::SourceEntry>(&each.item)) {
            ++input.files;
            input.bytes += entry->size;
        } else {
            ++input.faults;
        }
    }
    for (const pipeline::OutputStep& step : plan.outputs) {
        ShownOutput output;
        output.path = step.path.text();
        output.archive = step.archive;
        output.spread = spread_text(step.path.spread());
        output.format = step.format;
        output.losses = loss_text(step.allowed_loss);
        if (const auto info = registry.writer_info(step.format)) {
            output.plugin = writer_files[step.format];
            output.options = options_of(info->options, step.options, plan,
                                        fmt::format("output.{}.writer.{}.", shown.outputs.size(), step.format));
            for (const auto& [key, value] : step.stream_options) {
                const auto origin = plan.origins.find(fmt::format("output.{}.streams.{}", shown.outputs.size(), key));
                output.options.push_back(
                    {"streams." + key, value, origin != plan.origins.end() ? origin->second : "pipeline"});
            }
            for (std::uint32_t i = 0; i < TENGEN_FEATURE_COUNT; ++i) {
                const auto feature = static_cast<tengen_feature>(i);
                if (info->level(feature) == plugins::CapabilityLevel::cannot) {
                    output.cannot.emplace_back(plugins::feature_name(feature));
                }
            }
        }
        if (step.path.spread() == pipeline::Spread::per_input || step.path.spread() == pipeline::Spread::per_record) {
            output.collisions = collisions_of(step, listed);
        }
        shown.outputs.push_back(std::move(output));
    }
    return shown;
}

// ---- text ----

void append_options(std::string& text, const std::vector<ShownOption>& options) {
    for (const ShownOption& option : options) {
        text += fmt::format("      {} = {}  ({})\n", option.name, option.value.empty() ? "(empty)" : option.value,
                            option.origin);
    }
}

std::string to_text(const ShownPlan& plan) {
    std::string text = fmt::format("{}: level {}, threads {}\n", plan.file, plan.level, plan.threads);
    for (const ShownInput& input : plan.inputs) {
        text += fmt::format("  input {}: {} file{}, {} bytes\n", input.path, input.files, input.files == 1 ? "" : "s",
                            input.bytes);
        if (input.faults != 0) {
            text += fmt::format("    {} of its paths cannot be read or match{} nothing\n", input.faults,
                                input.faults == 1 ? "es" : "");
        }
        text += input.format.empty() ? "    format: the content decides\n"
                                     : fmt::format("    format: {} ({})\n", input.format, input.plugin);
        append_options(text, input.options);
    }
    for (const ShownPass& pass : plan.passes) {
        text += fmt::format("  pass {}: all inputs are read once before\n", pass.name);
        append_options(text, pass.options);
    }
    for (const ShownOutput& output : plan.outputs) {
        text += fmt::format("  output {}{}: {}\n", output.path,
                            output.archive.empty() ? "" : fmt::format(" in {}", output.archive), output.spread);
        text += fmt::format("    format: {} ({})\n", output.format, output.plugin);
        append_options(text, output.options);
        text += fmt::format("    losses allowed: {}\n", output.losses);
        if (!output.cannot.empty()) {
            text += fmt::format("    cannot hold: {}\n", fmt::join(output.cannot, ", "));
        }
        if (output.collisions && *output.collisions != 0) {
            text += fmt::format("    {} input{} will find the name taken\n", *output.collisions,
                                *output.collisions == 1 ? "" : "s");
        }
    }
    text += plan.quarantine.empty() ? "  quarantine: none\n" : fmt::format("  quarantine: {}\n", plan.quarantine);
    for (const std::string& report : plan.reports) {
        text += fmt::format("  report: {}\n", report);
    }
    for (const auto& [key, origin] : plan.origins) {
        text += fmt::format("  {} comes from {}\n", key, origin == "environment" ? "the environment" : origin);
    }
    return text;
}

// ---- JSON ----

void append_json(std::string& out, std::string_view name, std::string_view value) {
    out += fmt::format("\"{}\":", name);
    diagnostics::append_json_string(out, value);
}

void append_json(std::string& out, const std::vector<ShownOption>& options) {
    out += "\"options\":[";
    for (std::size_t i = 0; i < options.size(); ++i) {
        out += i == 0 ? "{" : ",{";
        append_json(out, "name", options[i].name);
        out += ',';
        append_json(out, "value", options[i].value);
        out += ',';
        append_json(out, "origin", options[i].origin);
        out += '}';
    }
    out += ']';
}

void append_json(std::string& out, std::string_view name, const std::vector<std::string>& texts) {
    out += fmt::format("\"{}\":[", name);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        out += i == 0 ? "" : ",";
        diagnostics::append_json_string(out, texts[i]);
    }
    out += ']';
}

std::string to_json(const ShownPlan& plan) {
    std::string out = "{";
    append_json(out, "pipeline", plan.file);
    out += ',';
    append_json(out, "level", plan.level);
    out += ',';
    append_json(out, "threads", plan.threads);
    out += ",\"inputs\":[";
    for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
        const ShownInput& input = plan.inputs[i];
        out += i == 0 ? "{" : ",{";
        append_json(out, "path", input.path);
        out += ',';
        append_json(out, "format", input.format);
        out += ',';
        append_json(out, "plugin", input.plugin);
        out += fmt::format(",\"files\":{},\"bytes\":{},\"faults\":{},", input.files, input.bytes, input.faults);
        append_json(out, input.options);
        out += '}';
    }
    out += "],\"passes\":[";
    for (std::size_t i = 0; i < plan.passes.size(); ++i) {
        out += i == 0 ? "{" : ",{";
        append_json(out, "name", plan.passes[i].name);
        out += ',';
        append_json(out, plan.passes[i].options);
        out += '}';
    }
    out += "],\"outputs\":[";
    for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
        const ShownOutput& output = plan.outputs[i];
        out += i == 0 ? "{" : ",{";
        append_json(out, "path", output.path);
        out += ',';
        append_json(out, "archive", output.archive);
        out += ',';
        append_json(out, "spread", output.spread);
        out += ',';
        append_json(out, "format", output.format);
        out += ',';
        append_json(out, "plugin", output.plugin);
        out += ',';
        append_json(out, "losses", output.losses);
        out += ',';
        append_json(out, "cannot", output.cannot);
        out += ',';
        append_json(out, output.options);
        if (output.collisions) {
            out += fmt::format(",\"collisions\":{}", *output.collisions);
        }
        out += '}';
    }
    out += "],";
    append_json(out, "quarantine", plan.quarantine);
    out += ',';
    append_json(out, "reports", plan.reports);
    out += ",\"origins\":{";
    std::string_view comma;
    for (const auto& [key, origin] : plan.origins) {
        out += comma;
        diagnostics::append_json_string(out, key);
        out += ':';
        diagnostics::append_json_string(out, origin);
        comma = ",";
    }
    return out + "}}\n";
}

// ---- Graphviz ----

std::string dot_text(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += c == '\n' ? ' ' : c;
    }
    return out + '"';
}

std::string to_dot(const ShownPlan& plan) {
    std::string out = "digraph pipeline {\n  rankdir=LR;\n  node [shape=box];\n";
    out += fmt::format("  passes [label={}];\n", dot_text("passes, level " + plan.level));
    for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
        const ShownInput& input = plan.inputs[i];
        out += fmt::format("  in{} [label={}];\n  in{} -> passes [label={}];\n", i,
                           dot_text(fmt::format("{} ({} files)", input.path, input.files)), i,
                           dot_text(input.format.empty() ? "any format" : input.format));
    }
    for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
        const ShownOutput& output = plan.outputs[i];
        out += fmt::format("  out{} [label={}];\n  passes -> out{} [label={}];\n", i,
                           dot_text(fmt::format("{} ({})", output.path, output.spread)), i, dot_text(output.format));
    }
    if (!plan.quarantine.empty()) {
        out += fmt::format("  quarantine [label={}, style=dashed];\n  passes -> quarantine [style=dashed];\n",
                           dot_text("quarantine " + plan.quarantine));
    }
    return out + "}\n";
}

}  // namespace

bool is_pipeline_file(const std::string& argument) {
    // Ids have no slash, and their last part is no extension of YAML.
    return argument.ends_with(".yaml") || argument.ends_with(".yml") || argument.find('/') != std::string::npos;
}

int explain_pipeline(const std::string& file, const std::string& format, const options::variables_map& values) {
    if (format != "text" && format != "json" && format != "dot") {
        throw UsageError(fmt::format("--format takes text, json or dot, not '{}'", format));
    }
    pipeline::ReportFan report;
    try {
        plugins::Registry registry = registry_of(values);
        const pipeline::Plan plan = read_plan(file, values, registry);
        const ShownPlan shown = plan_of(file, plan, registry);
        io::DescriptorSink out = io::standard_output();
        out.write(format == "json" ? to_json(shown) : format == "dot" ? to_dot(shown) : to_text(shown));
        out.commit();
        return exit_done;
    } catch (const pipeline::ConfigurationError& error) {
        return report_configuration(report, error, file, "explain");
    }
}

}  // namespace tengen::cli
