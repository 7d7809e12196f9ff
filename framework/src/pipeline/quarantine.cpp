#include "pipeline/quarantine.h"

#include <system_error>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "diagnostics/json_text.h"
#include "diagnostics/render_jsonl.h"
#include "io/bytes.h"
#include "io/output_name.h"
#include "pipeline/input_place.h"
#include "pipeline/report_lines.h"

namespace tengen::pipeline {

namespace {
constexpr std::size_t most_bytes = std::size_t{1} << 20;
constexpr std::size_t most_loss_bytes = std::size_t{16} << 10;  // of one game
constexpr std::size_t longest_name = 200;                       // leaves room for the number and for ".reasons.jsonl"

constexpr std::string_view reasons_suffix = ".reasons.jsonl";

// The input that a file of reasons is about: its last line says so.
std::string input_of(const std::filesystem::path& reasons) {
    const io::Bytes bytes = io::read_file(reasons);
    std::string_view text = bytes.view();
    while (text.ends_with('\n')) {
        text.remove_suffix(1);
    }
    const std::size_t begin = text.rfind('\n');
    const auto line = parse_report_line(begin == std::string_view::npos ? text : text.substr(begin + 1));
    const auto* summary = line ? std::get_if<diagnostics::InputSummary>(&*line) : nullptr;
    return summary != nullptr ? summary->input : std::string();
}

}  // namespace

void ReasonCollector::add(const diagnostics::Diagnostic& diagnostic, std::string_view) {
    if (diagnostic.severity < diagnostics::Severity::error) {
        if (diagnostic.loss && losses_.size() < most_loss_bytes) {
            diagnostics::append_json_line(losses_, diagnostic);
        }
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

void ReasonCollector::refuse_game(std::string_view output, std::string_view format, std::uint32_t game,
                                  RefusedFor cause) {
    if (cause == RefusedFor::losses) {
        add_line(losses_);
    }
    losses_.clear();
    std::string line = R"({"refused":{"output":)";
    diagnostics::append_json_string(line, output);
    line += R"(,"format":)";
    diagnostics::append_json_string(line, format);
    line += fmt::format(R"(,"game":{},"because":"{}"}}}})", game,
                        cause == RefusedFor::losses ? "losses"
                        : cause == RefusedFor::name ? "name"
                                                    : "errors");
    line += '\n';
    add_line(line);
}

void ReasonCollector::clear() {
    lines_.clear();
    losses_.clear();
    left_out_ = 0;
}

Quarantine::Place Quarantine::claim(std::string_view below, std::string_view name) {
    const std::filesystem::path folder = folder_ / harmless_folder(below);
    io::OutputNameOptions options;
    options.max_bytes = longest_name;
    const std::string wanted = (folder / io::output_name(name, options)).string();
    Place place{wanted, {}};
    for (std::uint64_t number = 2;; ++number) {
        place.reasons = place.data + std::string(reasons_suffix);
        if (paths_.claim_exactly(place.data) && paths_.claim_exactly(place.reasons)) {
            return place;
        }
        place.data = numbered(wanted, number);
    }
}

void Quarantine::remove_old(const std::set<std::string, std::less<>>& inputs) const {
    namespace fs = std::filesystem;
    std::error_code error;
    std::vector<std::string> old;
    for (fs::recursive_directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error)) {
        std::string name = entry->path().string();
        if (name.ends_with(reasons_suffix) && entry->is_regular_file(error) && !paths_.is_taken(name)) {
            old.push_back(std::move(name));
        }
    }
    for (const std::string& reasons : old) {
        if (inputs.count(input_of(reasons)) == 0) {
            continue;  // of another run, or of somebody else
        }
        const std::string data = reasons.substr(0, reasons.size() - reasons_suffix.size());
        if (!paths_.is_taken(data)) {
            fs::remove(data, error);
        }
        fs::remove(reasons, error);
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
