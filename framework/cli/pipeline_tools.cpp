// tengen test and tengen schema: help for those who write pipelines.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "command.h"
#include "io/sink.h"
#include "options.h"
#include "pipeline/plan_tests.h"
#include "pipeline/schema/json_schema.h"
#include "pipeline_file.h"
#include "reporting.h"

namespace tengen::cli {

int run_test(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    add_pipeline_options(visible);
    add_plugin_options(visible);
    const ParsedOptions parsed = parse_options(
        arguments, visible, "test [OPTIONS] PIPELINE",
        "Carries out the tests a pipeline brings along: each record is read as the first input would be, and written\n"
        "as the first output would be. Nothing touches the disk. Exit code 0: all passed, 1: one did not, 2: the\n"
        "pipeline cannot be run, or has no tests.",
        {"pipeline"});
    if (parsed.help) {
        return exit_done;
    }
    const std::string file = one_pipeline(parsed.values);
    pipeline::ReportFan report;
    try {
        plugins::Registry registry = registry_of(parsed.values);
        const pipeline::Plan plan = read_plan(file, parsed.values, registry);
        if (plan.tests.empty()) {
            throw UsageError(fmt::format("'{}' has no tests (key 'tests')", file));
        }
        std::size_t passed = 0;
        const std::vector<pipeline::TestOutcome> outcomes = pipeline::run_tests(plan, registry);
        for (const pipeline::TestOutcome& outcome : outcomes) {
            passed += outcome.passed ? 1 : 0;
            fmt::print("{}: {}\n{}", outcome.passed ? "passed" : "failed", outcome.name, outcome.message);
        }
        fmt::print("{} of {} passed\n", passed, outcomes.size());
        return passed == outcomes.size() ? exit_done : exit_rejected;
    } catch (const pipeline::ConfigurationError& error) {
        return report_configuration(report, error, file, "test");
    }
}

int run_schema(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    add_plugin_options(visible);
    const ParsedOptions parsed = parse_options(arguments, visible, "schema [OPTIONS]",
                                               "Prints a JSON Schema of pipelines, with the formats and options of the "
                                               "plugins that are there. Editors use it\n"
                                               "to complete and check pipelines while they are written.");
    if (parsed.help) {
        return exit_done;
    }
    plugins::Registry registry = registry_of(parsed.values);
    io::DescriptorSink out = io::standard_output();
    out.write(pipeline::schema::json_schema(registry));
    out.commit();
    return exit_done;
}

}  // namespace tengen::cli
