#include "pipeline_file.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "command.h"
#include "io/bytes.h"

namespace tengen::cli {

namespace {

const char* environment(const char* name) {
    const char* value = std::getenv(name);
    if (std::string_view(name) != "PWD") {
        return value;
    }
    // Shells keep it up to date; whoever starts programs in another folder without a shell does not.
    static const std::string here = [value] {
        std::error_code error;
        const bool is_right = value != nullptr && std::filesystem::equivalent(value, ".", error);
        return is_right ? std::string(value) : std::filesystem::current_path().string();
    }();
    return here.c_str();
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

pipeline::Plan read_plan(const std::string& file, const options::variables_map& values, plugins::Registry& registry,
                         const std::vector<pipeline::schema::Setting>& more) {
    const io::Bytes text = io::read_file(file);
    const std::filesystem::path path = std::filesystem::absolute(file);
    std::vector<pipeline::schema::Setting> settings;
    for (std::string& setting : list_of(values, "set")) {
        settings.push_back({std::move(setting), {}});
    }
    settings.insert(settings.end(), more.begin(), more.end());
    pipeline::Plan plan = pipeline::parse_plan(text.view(), path.parent_path(), registry, environment, settings);
    plan.name = path.stem().string();
    plan.sources.push_back(path);
    return plan;
}

}  // namespace tengen::cli
