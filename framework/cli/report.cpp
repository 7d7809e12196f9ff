// tengen report merge: the reports of shards become one.
#include <algorithm>
#include <cerrno>
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
#include "pipeline/output_paths.h"
#include "pipeline/report_lines.h"
#include "reporting.h"

namespace tengen::cli {

namespace {

// The lines of one input, or what a shard said at its end: where they stand in their file.
struct Block {
    std::uint64_t place = 0;  // of the input in the run, or number of the shard
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
                // Cards that games are joined with have no place among the inputs; one shard tells of them.
                (summary->place ? inputs_ : cards_).push_back({summary->place.value_or(0), file, begin, at});
                begin = at;
            } else if (const auto* books = std::get_if<pipeline::Books>(&*line)) {
                add(*books, name);
                has_books = true;
                rest_.push_back({shards_.back().shard.number, file, begin, end});  // what collections said at the end
                begin = at;
            }
        }
        if (!has_books) {
            throw UsageError(fmt::format("'{}' is not complete: there are no books at its end", name));
        }
    }

    // To be called when all were read; throws if they are not the whole of one run.
    void put_in_order() {
        const pipeline::BooksShard& first = shards_.front().shard;
        for (const Named& each : shards_) {
            if (each.shard.count != first.count || each.shard.inputs != first.inputs) {
                throw UsageError(fmt::format(
                    "'{}' is of a run with {} shards and {} inputs, '{}' of one with {} shards and {} inputs",
                    shards_.front().name, first.count, first.inputs, each.name, each.shard.count, each.shard.inputs));
            }
            refuse_other(shards_.front(), each);
        }
        refuse_gaps();
        for (std::vector<Block>* blocks : {&inputs_, &rest_}) {
            std::stable_sort(blocks->begin(), blocks->end(),
                             [](const Block& a, const Block& b) { return a.place < b.place; });
        }
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            if (i != 0 && inputs_[i].place == inputs_[i - 1].place) {
                throw UsageError("two of the reports are about one input: are they of one run?");
            }
        }
        // Every input is in one shard.
        if (inputs_.size() != first.inputs) {
            throw UsageError(fmt::format("the reports tell of {} inputs, and the run has {}: are they of one run?",
                                         inputs_.size(), first.inputs));
        }
    }

    void tell(pipeline::DiagnosticReceiver& report) const {
        for (const std::vector<Block>* blocks : {&cards_, &inputs_, &rest_}) {
            for (const Block& block : *blocks) {
                tell(report, block);
            }
        }
        report.add_books(*books_);
        report.finish();
    }

private:
    struct Named {
        pipeline::BooksShard shard;
        std::string name;
    };

    void add(const pipeline::Books& books, const std::string& name) {
        if (!books.shard) {
            throw UsageError(fmt::format("'{}' is no report of a shard (tengen run --shard I/N)", name));
        }
        shards_.push_back({*books.shard, name});
        if (!books_) {
            books_ = books;
            books_->shard.reset();
        } else if (!books_->add(books)) {
            throw UsageError(fmt::format("'{}' is of another pipeline than the reports before it", name));
        }
    }

    // The same pipeline, in all that findings depend on.
    static void refuse_other(const Named& first, const Named& other) {
        const auto refuse = [&](const char* what, const std::string& a, const std::string& b) {
            throw UsageError(
                fmt::format("'{}' is of a run {} {}, '{}' of one {} {}", first.name, what, a, other.name, what, b));
        };
        if (first.shard.version != other.shard.version) {
            refuse("of tengen", version_of(first), version_of(other));
        }
        if (first.shard.level != other.shard.level) {
            refuse("at level", first.shard.level, other.shard.level);
        }
        if (first.shard.pipeline != other.shard.pipeline) {
            throw UsageError(fmt::format(
                "'{}' and '{}' are of runs whose pipelines said different things: run one of the shards again",
                first.name, other.name));
        }
    }
    static std::string version_of(const Named& report) {
        return report.shard.version.empty() ? "(an earlier version)" : report.shard.version;
    }

    // Each shard is there, once.
    void refuse_gaps() {
        std::stable_sort(shards_.begin(), shards_.end(),
                         [](const Named& a, const Named& b) { return a.shard.number < b.shard.number; });
        constexpr std::size_t most_named = 10;
        std::vector<std::uint32_t> missing;
        std::uint32_t expected = 1;
        for (const Named& each : shards_) {
            if (each.shard.number < expected) {
                throw UsageError(
                    fmt::format("'{}' and '{}' are both of shard {}", (&each - 1)->name, each.name, each.shard.number));
            }
            for (; expected < each.shard.number && missing.size() < most_named; ++expected) {
                missing.push_back(expected);
            }
            expected = each.shard.number + 1;
        }
        const std::uint32_t count = shards_.front().shard.count;
        for (; expected != 0 && expected <= count && missing.size() < most_named; ++expected) {
            missing.push_back(expected);
        }
        const std::size_t lacking = count - shards_.size();
        if (lacking == 1) {
            throw UsageError(fmt::format("the report of shard {} of {} is missing", missing.front(), count));
        }
        if (lacking != 0) {
            throw UsageError(fmt::format("the reports of {} of {} shards are missing: {}{}", lacking, count,
                                         fmt::join(missing, ", "), lacking > missing.size() ? " ..." : ""));
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
    std::vector<Named> shards_;
    std::vector<Block> cards_;
    std::vector<Block> inputs_;
    std::vector<Block> rest_;
    std::optional<pipeline::Books> books_;
};

}  // namespace

int run_report(const std::vector<std::string>& arguments) {
    options::options_description visible("options");
    visible.add_options()  //
        ("output,o", options::value<std::string>()->value_name("FILE")->default_value("-"),
         "the report (SARIF if it ends in .sarif, a page for people if it ends in .html)")  //
        ("force,f", options::bool_switch(), "replace a report that exists (nothing else is ever replaced)");
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
    const std::string output = text_of(parsed.values, "output");
    pipeline::OutputPaths paths;
    for (const std::string& name : names) {
        paths.add_source(name, "one of the reports");
    }
    paths.refuse_input(output);
    refuse_no_report(output);
    Parts parts;
    for (const std::string& name : names) {
        parts.read(name);
    }
    parts.put_in_order();
    io::FileOptions file;
    file.overwrite = parsed.values["force"].as<bool>();
    std::unique_ptr<io::Sink> sink;
    try {
        sink = io::open_output(output, file);
    } catch (const io::IoError& error) {
        if (error.error_number() != EEXIST) {
            throw;
        }
        throw io::IoError(error.id(), fmt::format("{} (--force replaces it)", error.what()), output, EEXIST);
    }
    if (output.ends_with(".sarif")) {
        pipeline::SarifReport report(std::move(sink), diagnostics::Level::archive);
        parts.tell(report);
    } else if (output.ends_with(".html")) {
        plugins::Registry registry = registry_of(parsed.values);
        pipeline::Settings settings;
        settings.policy = diagnostics::Policy(diagnostics::Level::archive);
        pipeline::BoardPictures pictures(registry, settings, std::filesystem::current_path());
        pipeline::HtmlReport report(std::move(sink), "Report of the shards of a run",
                                    [&](const diagnostics::Diagnostic& diagnostic, const std::string& format) {
                                        return pictures.draw(diagnostic, format);
                                    });
        parts.tell(report);
    } else {
        pipeline::JsonLinesReport report(std::move(sink));
        parts.tell(report);
    }
    return exit_done;
}

}  // namespace tengen::cli
