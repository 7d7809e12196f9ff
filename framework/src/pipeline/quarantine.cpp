#include "pipeline/quarantine.h"

#include <fmt/format.h>

#include "diagnostics/render_jsonl.h"
#include "io/atomic_file.h"
#include "io/output_name.h"

namespace tengen::pipeline {

namespace {
constexpr std::size_t most_bytes = std::size_t{1} << 20;

void write_file(const std::filesystem::path& path, std::string_view bytes) {
    io::FileOptions options;
    options.overwrite = true;
    options.create_folders = true;
    io::AtomicFile file(path, options);
    file.write(bytes);
    file.commit();
}
}  // namespace

void ReasonCollector::add(const diagnostics::Diagnostic& diagnostic, std::string_view) {
    if (diagnostic.severity < diagnostics::Severity::error) {
        return;
    }
    if (lines_.size() >= most_bytes) {
        ++left_out_;
        return;
    }
    diagnostics::append_json_line(lines_, diagnostic);
}

void ReasonCollector::add(const diagnostics::InputSummary& summary) {
    diagnostics::InputSummary shown = summary;
    shown.omitted += left_out_;
    diagnostics::append_json_line(lines_, shown);
}

void ReasonCollector::add_line(std::string_view line) {
    if (lines_.size() >= most_bytes) {
        ++left_out_;
        return;
    }
    lines_ += line;
}

void ReasonCollector::clear() {
    lines_.clear();
    left_out_ = 0;
}

void Quarantine::keep(std::string_view below, std::string_view name, std::string_view bytes, std::string_view reasons) {
    if (!is_kept()) {
        return;
    }
    const std::string folder = below.empty() ? std::string() : std::string(below) + "/";
    const std::string wanted = io::output_name(name);
    std::string unique = wanted;
    for (int number = 2; !names_.insert(folder + unique).second; ++number) {
        const std::size_t dot = wanted.find_last_of('.');
        unique = dot == std::string::npos || dot == 0
                     ? fmt::format("{}-{}", wanted, number)
                     : fmt::format("{}-{}{}", wanted.substr(0, dot), number, wanted.substr(dot));
    }
    write_file(folder_ / folder / unique, bytes);
    write_file(folder_ / folder / (unique + ".reasons.jsonl"), reasons);
}

}  // namespace tengen::pipeline
