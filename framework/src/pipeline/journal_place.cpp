#include "pipeline/journal_place.h"

#include <array>
#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/descriptor.h"
#include "io/error.h"
#include "pipeline/journal.h"
#include "pipeline/run_parts.h"

namespace tengen::pipeline {

void add_sources(const Plan& plan, OutputPaths& paths) {
    for (const InputStep& step : plan.inputs) {
        if (!step.files_from.empty() && step.files_from != "-") {
            paths.add_source(plan.place(step.files_from), "a list of inputs");
        }
    }
    for (const std::filesystem::path& source : plan.sources) {
        paths.add_source(source.string(), "a file of the pipeline");
    }
}

bool is_foreign_to_journals(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        return false;  // there is nothing, or nothing that could be opened
    }
    if (!S_ISREG(status.st_mode)) {
        return true;
    }
    const io::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    std::array<char, Journal::first_bytes.size()> begin{};
    const ssize_t size = file ? ::pread(file.get(), begin.data(), begin.size(), 0) : -1;
    return size < 0 ||
           !Journal::first_bytes.starts_with(std::string_view(begin.data(), static_cast<std::size_t>(size)));
}

std::vector<ConfigurationFault> journal_faults(const Plan& plan, const Shard& shard, const OutputPaths& paths) {
    const std::filesystem::path path = journal_path(plan, shard);
    std::string problem;
    if (const auto what = paths.reads(path.string())) {
        problem = fmt::format("it is {}", *what);
    } else if (is_foreign_to_journals(path)) {
        problem = "what is there is no journal of tengen, and is left as it is";
    } else {
        return {};
    }
    const auto& [line, column, file] = plan.journal_at;
    return {{"config.bad-value",
             fmt::format("the journal cannot be '{}': {}; give it a path of its own (journal: NAME)",
                         io::display_path(path), problem),
             line, column, file}};
}

}  // namespace tengen::pipeline
