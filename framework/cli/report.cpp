// tengen report merge: the reports of shards become one.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "command.h"
#include "io/atomic_file.h"
#include "io/bytes.h"
#include "io/error.h"
#include "options.h"
#include "pipeline/board_picture.h"
#include "pipeline/html_report.h"
#include "pipeline/report_lines.h"
#include "reporting.h"

namespace tengen::cli {

namespace {

// The lines of one input: where they stand in their file.
struct Block {
    std::uint64_t place = 0;
    std::size_t file = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
};

// The parts of a run, read but not yet in order.
class Parts {
public:
    void read(const std::string& name) {
        files_.push_back(io::read_file(name));
        const std::size_t file = files_.size() - 1;
        const std::string_view text = files_.back().view();
        std::size_t begin = 0;
        bool has_books = false;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const auto line = pipeline::parse_report_line(text.substr(at, end - at));
            at = std::min(end + 1, text.size());
            if (!line) {
                throw UsageError(fmt::format("'{}' is no report of tengen (JSON lines)", name));
            }
            if (const auto* summary = std::get_if<diagnostics::InputSummary>(&*line)) {
                if (!summary->place) {
                    throw UsageError(fmt::format("'{}' is no report of a shard (tengen run --shard I/N)", name));
                }
                blocks_.push_back({*summary->place, file, begin, at});
                begin = at;
            } else if (const auto* books = std::get_if<pipeline::Books>(&*line)) {
                add(*books, name);
                has_books = true;
                rest_.push_back({0, file, begin, end});  // what collections said at the end
                begin = at;
            }
        }
        if (!has_books) {
            throw UsageError(fmt::format("'{}' is not complete: there are no books at its end", name));
        }
    }

    void tell(pipeline::DiagnosticReceiver& report) {
        std::stable_sort(blocks_.begin(), blocks_.end(),
                         [](const Block& a, const Block& b) { return a.place < b.place; });
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            if (i != 0 && blocks_[i].place == blocks_[i - 1].place) {
                throw UsageError("two of the reports are about one input: are they of one run?");
            }
        }
        // Every input is in one shard, and places count from 0.
        if (!blocks_.empty() && blocks_.back().place >= blocks_.size()) {
            throw UsageError(
                fmt::format("the reports of some shards are missing: {} inputs of at least {} are in these",
                            blocks_.size(), blocks_.back().place + 1));
        }
        for (const Block& block : blocks_) {
            tell(report, block);
        }
        for (const Block& block : rest_) {
            tell(report, block);
        }
        report.add_books(*books_);
        report.finish();
    }

    [[nodiscard]] const pipeline::Books& books() const { return *books_; }

private:
    void add(const pipeline::Books& books, const std::string& name) {
        if (!books_) {
            books_ = books;
        } else if (!books_->add(books)) {
            throw UsageError(fmt::format("'{}' is of another pipeline than the reports before it", name));
        }
    }

    void tell(pipeline::DiagnosticReceiver& report, const Block& block) const {
        std::string_view text = files_[block.file].view().substr(block.begin, block.end - block.begin);
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            auto line = pipeline::parse_report_line(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
            if (const auto* diagnostic = line ? std::get_if<diagnostics::Diagnostic>(&*line) : nullptr) {
                report.add(*diagnostic, {});
            } else if (auto* summary = line ? std::get_if<diagnostics::InputSummary>(&*line) : nullptr) {
                summary->place.reset();
                report.add(*summary);
            }
        }
    }

    std::vector<io::Bytes> files_;
    std::vector<Block> blocks_;
    std::vector<Block> rest_;
    std::optional<pipeline::Books> books_;
};

}  // namespace

int run_report(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    visible.add_options()  //
        ("output,o", options::value<std::string>()->value_name("FILE")->default_value("-"),
         "the report (SARIF if it ends in .sarif, a page for people if it ends in .html)")  //
        ("force,f", options::bool_switch(), "replace a report that exists");
    add_plugin_options(visible);
    const ParsedOptions parsed =
        parse_options(arguments, visible, "report merge [OPTIONS] REPORT...",
                      "Puts the reports of the shards of a run (JSON lines) together: the result is the report of a "
                      "run that was not\n"
                      "shared. Exit code 0: done, 2: a report is missing, not complete, or of another run.",
                      {"input"});
    if (parsed.help) {
        return exit_done;
    }
    std::vector<std::string> names = list_of(parsed.values, "input");
    if (names.empty() || names.front() != "merge") {
        throw UsageError("tengen report merge REPORT... is all there is");
    }
    names.erase(names.begin());
    if (names.empty()) {
        throw UsageError("name the reports");
    }
    Parts parts;
    for (const std::string& name : names) {
        parts.read(name);
    }
    io::FileOptions file;
    file.overwrite = parsed.values["force"].as<bool>();
    const std::string output = text_of(parsed.values, "output");
    auto sink = io::open_output(output, file);
    if (output.ends_with(".sarif")) {
        pipeline::SarifReport report(std::move(sink), diagnostics::Level::archive);
        parts.tell(report);
    } else if (output.ends_with(".html")) {
        plugins::Registry registry = registry_of(parsed.values);
        pipeline::Settings settings;
        settings.policy = diagnostics::Policy(diagnostics::Level::archive);
        pipeline::BoardPictures pictures(registry, settings, std::filesystem::current_path());
        pipeline::HtmlReport report(
            std::move(sink), "Report of the shards of a run",
            [&](const diagnostics::Diagnostic& diagnostic) { return pictures.draw(diagnostic); });
        parts.tell(report);
    } else {
        pipeline::JsonLinesReport report(std::move(sink));
        parts.tell(report);
    }
    return exit_done;
}

}  // namespace tengen::cli
