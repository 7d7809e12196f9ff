#include "pipeline/quarantine.h"

#include "diagnostics/render_jsonl.h"
#include "io/atomic_file.h"
#include "io/output_name.h"
#include "pipeline/input_place.h"

namespace tengen::pipeline {

namespace {
constexpr std::size_t most_bytes = std::size_t{1} << 20;
constexpr std::size_t longest_name = 200;  // leaves room for the number and for ".reasons.jsonl"

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

void Quarantine::keep(std::string_view below, std::string_view name, std::optional<std::string_view> bytes,
                      std::string_view reasons) {
    if (!is_kept()) {
        return;
    }
    const std::filesystem::path folder = folder_ / harmless_folder(below);
    io::OutputNameOptions options;
    options.max_bytes = longest_name;
    const std::filesystem::path wanted = folder / io::output_name(name, options);
    std::filesystem::path data = wanted;
    std::filesystem::path beside;
    for (std::uint64_t number = 2;; ++number) {
        beside = data;
        beside += ".reasons.jsonl";
        if (paths_.claim_exactly(data) && paths_.claim_exactly(beside)) {
            break;
        }
        data = numbered(wanted, number);
    }
    if (bytes) {
        write_file(data, *bytes);
    }
    write_file(beside, reasons);
}

}  // namespace tengen::pipeline
