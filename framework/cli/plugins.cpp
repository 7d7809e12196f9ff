// tengen plugins: which plugin files there are, why some are not used, and whether one keeps the rules.
#include <cstdint>
#include <string>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "command.h"
#include "io/sink.h"
#include "options.h"
#include "plugins/check.h"

namespace tengen::cli {

namespace {

namespace json = boost::json;

std::string offers_of(const plugins::PluginInfo& plugin) {
    std::string text;
    for (const plugins::ReaderInfo& reader : plugin.manifest.readers) {
        text += fmt::format("{}reads {}", text.empty() ? "" : ", ", reader.format);
    }
    for (const plugins::WriterInfo& writer : plugin.manifest.writers) {
        text += fmt::format("{}writes {}", text.empty() ? "" : ", ", writer.format);
    }
    return text;
}

std::string as_text(const std::vector<plugins::PluginInfo>& list, const plugins::Registry& registry, bool all) {
    std::string text;
    for (const plugins::PluginInfo& plugin : list) {
        text += fmt::format("{:<9} {}\n", plugins::to_text(plugin.state), plugin.file.string());
        if (!plugin.manifest.id.empty()) {
            text +=
                fmt::format("          {} {}: {}\n", plugin.manifest.id, plugin.manifest.version, offers_of(plugin));
        }
        if (!plugin.reason.empty()) {
            text += fmt::format("          {}\n", plugin.reason);
        }
    }
    if (all) {
        text += "places, in the order of the search:\n";
        for (const plugins::SearchPlace& place : registry.places()) {
            text += fmt::format("  {} ({}){}{}\n", place.path.string(), plugins::to_text(place.origin),
                                place.problem.empty() ? "" : ": ", place.problem);
        }
    }
    return text;
}

std::string as_json(const std::vector<plugins::PluginInfo>& list) {
    json::array rows;
    for (const plugins::PluginInfo& plugin : list) {
        json::object row{{"file", plugin.file.string()},
                         {"origin", plugins::to_text(plugin.origin)},
                         {"state", plugins::to_text(plugin.state)}};
        if (!plugin.reason.empty()) {
            row["reason"] = plugin.reason;
        }
        if (!plugin.manifest.id.empty()) {
            row["id"] = plugin.manifest.id;
            row["version"] = plugin.manifest.version;
            json::array reads;
            for (const plugins::ReaderInfo& reader : plugin.manifest.readers) {
                reads.emplace_back(reader.format);
            }
            json::array writes;
            for (const plugins::WriterInfo& writer : plugin.manifest.writers) {
                writes.emplace_back(writer.format);
            }
            row["reads"] = std::move(reads);
            row["writes"] = std::move(writes);
        }
        rows.push_back(std::move(row));
    }
    return json::serialize(json::object{{"plugins", std::move(rows)}}) + "\n";
}

int list_plugins(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    visible.add_options()  //
        ("all,a", options::bool_switch(),
         "also shadowed and rejected files with the reasons, and the places searched")  //
        ("format", options::value<std::string>()->value_name("F")->default_value("text"), "text or json");
    add_plugin_options(visible);
    const ParsedOptions parsed = parse_options(arguments, visible, "plugins list [OPTIONS]",
                                               "Lists plugin files in the order of the search.", {"argument"});
    if (parsed.help) {
        return exit_done;
    }
    if (!list_of(parsed.values, "argument").empty()) {
        throw UsageError("plugins list takes no argument");
    }
    const bool all = parsed.values["all"].as<bool>();
    const std::string how = text_of(parsed.values, "format");
    if (how != "text" && how != "json") {
        throw UsageError(fmt::format("--format takes text or json, not '{}'", how));
    }
    plugins::Registry registry = registry_of(parsed.values);
    const std::vector<plugins::PluginInfo> list = registry.plugins(all, all);
    io::DescriptorSink out = io::standard_output();
    out.write(how == "json" ? as_json(list) : as_text(list, registry, all));
    out.commit();
    return exit_done;
}

int check_plugins(const std::vector<std::string>& arguments) {
    plugins::CheckOptions check;
    options::options_description visible("options");
    visible.add_options()  //
        ("sample", options::value<std::vector<std::string>>()->value_name("FILE"),
         "an input for the readers, beside those made from built-in games; may be repeated")  //
        ("mutations", options::value<std::uint32_t>(&check.mutations)->value_name("N")->default_value(check.mutations),
         "how many damaged copies of each input are read")  //
        ("seed", options::value<std::uint64_t>(&check.seed)->value_name("N")->default_value(check.seed),
         "where the random numbers of the damage begin")  //
        ("seconds", options::value<std::uint32_t>(&check.seconds)->value_name("N")->default_value(check.seconds),
         "how long a step may take");
    const ParsedOptions parsed =
        parse_options(arguments, visible, "plugins check [OPTIONS] FILE...",
                      "Checks whether plugin files keep the rules of the plugin interface, in child processes.\n"
                      "Exit code 0: all of them do, 2: one does not.",
                      {"file"});
    if (parsed.help) {
        return exit_done;
    }
    const std::vector<std::string> files = list_of(parsed.values, "file");
    if (files.empty()) {
        throw UsageError("plugins check needs a plugin file");
    }
    for (const std::string& sample : list_of(parsed.values, "sample")) {
        check.samples.emplace_back(sample);
    }
    io::DescriptorSink out = io::standard_output();
    bool passed = true;
    for (const std::string& file : files) {
        out.write(fmt::format("{}\n", file));
        const plugins::CheckReport report = plugins::check_plugin(file, check);
        for (const plugins::CheckStep& step : report.steps) {
            out.write(fmt::format("  {:<4} {}: {}{}{}\n", step.passed ? "ok" : "FAIL", step.subject, step.name,
                                  step.detail.empty() ? "" : ": ", step.detail));
        }
        passed = passed && report.passed();
    }
    out.commit();
    return passed ? exit_done : exit_usage;
}

}  // namespace

int run_plugins(const std::vector<std::string>& arguments) {
    const std::string action = arguments.empty() ? std::string() : arguments.front();
    const std::vector<std::string> rest(arguments.empty() ? arguments.begin() : arguments.begin() + 1, arguments.end());
    if (action == "list") {
        return list_plugins(rest);
    }
    if (action == "check") {
        return check_plugins(rest);
    }
    if (action == "--help" || action == "-h") {
        fmt::print("usage: tengen plugins list [OPTIONS]\n       tengen plugins check [OPTIONS] FILE...\n");
        return exit_done;
    }
    throw UsageError(action.empty() ? std::string("an action is missing: list or check")
                                    : fmt::format("no action '{}': list or check", action));
}

}  // namespace tengen::cli
