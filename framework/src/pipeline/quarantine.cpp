#include "pipeline/quarantine.h"

#include "diagnostics/render_jsonl.h"
#include "io/output_name.h"
#include "pipeline/input_place.h"

namespace tengen::pipeline {

namespace {
constexpr std::size_t most_bytes = std::size_t{1} << 20;
constexpr std::size_t longest_name = 200;  // leaves room for the number and for ".reasons.jsonl"

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

Quarantine::Place Quarantine::claim(std::string_view below, std::string_view name) {
    const std::filesystem::path folder = folder_ / harmless_folder(below);
    io::OutputNameOptions options;
    options.max_bytes = longest_name;
    const std::string wanted = (folder / io::output_name(name, options)).string();
    Place place{wanted, {}};
    for (std::uint64_t number = 2;; ++number) {
        place.reasons = place.data + ".reasons.jsonl";
        if (paths_.claim_exactly(place.data) && paths_.claim_exactly(place.reasons)) {
            return place;
        }
        place.data = numbered(wanted, number);
    }
}

void Quarantine::write(const Place& place, std::optional<std::string_view> bytes, std::string_view reasons,
                       const io::FileOptions& options) {
    io::FileOptions file = options;
    file.overwrite = true;
    file.create_folders = true;
    if (bytes) {
        io::write_file(place.data, *bytes, file);
    }
    io::write_file(place.reasons, reasons, file);
}

}  // namespace tengen::pipeline
