// tengen explain: what a diagnostic means, or what a pipeline does.
#include "diagnostics/explain.h"

#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "command.h"
#include "complaint.h"
#include "explain_plan.h"
#include "io/sink.h"
#include "options.h"
#include "pipeline_file.h"

namespace tengen::cli {

int run_explain(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    visible.add_options()  //
        ("format", options::value<std::string>()->value_name("F")->default_value("text"),
         "how a pipeline is shown: text, json, or dot for Graphviz (ids: text alone)");
    add_pipeline_options(visible);
    add_plugin_options(visible);
    const ParsedOptions parsed = parse_options(
        arguments, visible, "explain ID...\n       tengen explain [OPTIONS] PIPELINE",
        "Explains a diagnostic: what it means, how it is judged at each level, what is repaired, where\n"
        "its rule comes from and what to do. The name of an area (sgf, value ...) lists its ids.\n"
        "Of a pipeline (*.yaml) it shows what would be done: inputs, plugins, options and their origins,\n"
        "what outputs cannot hold, names that collide.",
        {"id"});
    if (parsed.help) {
        return exit_done;
    }
    const std::vector<std::string> ids = list_of(parsed.values, "id");
    if (ids.empty()) {
        throw UsageError("the id of a diagnostic is missing, for example: tengen explain sgf.no-value");
    }
    if (ids.size() == 1 && is_pipeline_file(ids.front())) {
        return explain_pipeline(ids.front(), text_of(parsed.values, "format"), parsed.values);
    }
    if (const std::string format = text_of(parsed.values, "format"); format != "text") {
        throw UsageError(fmt::format(
            "--format {} is about pipelines (json or dot), and '{}' is none; diagnostics are explained as text", format,
            ids.front()));
    }
    io::DescriptorSink out = io::standard_output();
    bool known = true;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const diagnostics::Explanation explanation = diagnostics::explain(ids[i]);
        known = known && explanation.known;
        if (!explanation.known) {
            complain("{}", explanation.text);
            continue;
        }
        out.write(i == 0 ? "" : "\n");
        out.write(explanation.text);
    }
    out.commit();
    return known ? exit_done : exit_usage;
}

}  // namespace tengen::cli
