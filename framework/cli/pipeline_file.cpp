#include "pipeline_file.h"

#include <cstdlib>
#include <filesystem>

#include "command.h"
#include "io/bytes.h"

namespace tengen::cli {

namespace {

const char* environment(const char* name) {
    return std::getenv(name);
}

}  // namespace

void add_pipeline_options(options::options_description& description) {
    description.add_options()  //
        ("set", options::value<std::vector<std::string>>()->value_name("KEY=VALUE"),
         "set a key of the pipeline: level=lenient, output.0.path=x.sgf, report.html=r.html");
}

std::string one_pipeline(const options::variables_map& values) {
    const std::vector<std::string> files = list_of(values, "pipeline");
    if (files.size() != 1) {
        throw UsageError(files.empty() ? "the pipeline file is missing" : "one pipeline file at a time");
    }
    return files.front();
}

pipeline::Plan read_plan(const std::string& file, const options::variables_map& values, plugins::Registry& registry) {
    const io::Bytes text = io::read_file(file);
    const std::filesystem::path path = std::filesystem::absolute(file);
    pipeline::Plan plan =
        pipeline::parse_plan(text.view(), path.parent_path(), registry, environment,
                             values.count("set") != 0 ? list_of(values, "set") : std::vector<std::string>());
    plan.name = path.stem().string();
    return plan;
}

}  // namespace tengen::cli
