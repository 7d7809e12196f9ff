#include "fixed_copies.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "command.h"
#include "complaint.h"
#include "diagnostics/catalogue.h"
#include "diagnostics/examples.h"
#include "io/atomic_file.h"
#include "io/error.h"
#include "io/source.h"
#include "passes/standard.h"
#include "pipeline/configuration_error.h"
#include "pipeline/game_output.h"
#include "pipeline/input_reader.h"
#include "pipeline/reader_options.h"
#include "pipeline/recorded_report.h"
#include "reporting.h"

namespace tengen::cli {

namespace {

namespace fs = std::filesystem;

}  // namespace

bool is_repairable(std::string_view id, const pipeline::Settings& settings) {
    const diagnostics::CatalogueEntry* entry = diagnostics::find(id);
    return passes::may_be_repaired_by_option(settings.passes, id) ||
           (entry != nullptr && settings.policy.applies_fix(id) && diagnostics::changes_record(*entry));
}

namespace {

// Counts by id what could be repaired in the games that are not left out. Whether a repair was possible in the case at
// hand only the result tells: what was repaired is not found in it any more.
class FaultCount final : public pipeline::DiagnosticReceiver {
public:
    using Counts = std::map<std::string, std::uint64_t, std::less<>>;

    explicit FaultCount(const pipeline::Settings& settings) : settings_(settings) {}
    void add(const diagnostics::Diagnostic& diagnostic, std::string_view) override {
        if (is_repairable(diagnostic.id, settings_)) {
            found_.emplace_back(diagnostic.game, diagnostic.id);
        }
    }
    void add(const diagnostics::InputSummary&) override {}

    [[nodiscard]] bool empty() const { return found_.empty(); }

    // Of the games that are asked for, and of what belongs to no game.
    template <class IsWanted>
    [[nodiscard]] Counts counts(IsWanted&& is_wanted) const {
        Counts counts;
        for (const auto& [game, id] : found_) {
            if (!game || is_wanted(*game)) {
                ++counts[id];
            }
        }
        return counts;
    }
    [[nodiscard]] Counts counts() const {
        return counts([](std::uint32_t) { return true; });
    }

private:
    const pipeline::Settings& settings_;
    std::vector<std::pair<std::optional<std::uint32_t>, std::string>> found_;
};

// The copies of one input, in memory: one for each format in it, nearly always one.
class Copies final : public pipeline::GameConsumer {
public:
    struct Copy {
        std::string extension;
        pipeline::RecordedReport report;               // what is lost in it
        std::string bytes;                             // once it is finished
        std::unique_ptr<pipeline::GameOutput> output;  // none: nothing writes the format, or a game is missing
        std::vector<std::uint32_t> games;              // those in it, or that would be, ascending
        bool is_whole = true;                          // none of its format was left out

        [[nodiscard]] bool has(std::uint32_t game) const {
            return std::binary_search(games.begin(), games.end(), game);
        }
    };

    // Where a copy is to go, if nobody else wants to be there.
    using Place = std::function<fs::path(std::string_view extension)>;

    Copies(const pipeline::Settings& settings, plugins::Registry& registry, plugins::CharsetServices& charsets,
           std::string input, Place place)
        : settings_(settings),
          registry_(registry),
          charsets_(charsets),
          input_(std::move(input)),
          place_(std::move(place)) {}

    void take(const pipeline::ReadGame& game) override {
        Copy& copy = copy_of(game.format);
        if (!game.rejected && (!copy.output || copy.output->put(game, input_))) {
            copy.games.push_back(game.index);
        } else {
            copy.is_whole = false;
        }
    }

    void finish() {
        for (auto& [format, copy] : copies_) {
            if (copy.output && !copy.output->finish()) {
                copy.output.reset();
            }
        }
    }

    [[nodiscard]] std::map<std::string, Copy>& all() { return copies_; }

private:
    class Collector final : public io::Sink {
    public:
        explicit Collector(std::string& to) : to_(to) {}
        void write(std::string_view bytes) override { to_ += bytes; }
        void commit() override {}

    private:
        std::string& to_;
    };

    Copy& copy_of(std::string_view format) {
        const auto [entry, is_new] = copies_.try_emplace(std::string(format));
        Copy& copy = entry->second;
        if (!is_new) {
            return copy;
        }
        if (const std::optional<plugins::WriterHandle> writer = registry_.find_writer(format)) {
            pipeline::OutputSettings settings;
            settings.writer_options = pipeline::writer_options(settings_, *writer->writer, entry->first);
            settings.allowed_loss = pipeline::AllowedLoss::all;
            copy.extension = writer->writer->extension;
            copy.output = std::make_unique<pipeline::GameOutput>(
                *writer, charsets_, settings_.policy, std::move(settings), copy.report,
                std::make_unique<Collector>(copy.bytes), io::display_path(place_(copy.extension)));
        }
        return copy;
    }

    const pipeline::Settings& settings_;
    plugins::Registry& registry_;
    plugins::CharsetServices& charsets_;
    std::string input_;
    Place place_;
    std::map<std::string, Copy> copies_;
};

// Severities that the user changed have no part in what is repaired.
pipeline::Settings with_all_findings(pipeline::Settings settings) {
    settings.policy = diagnostics::Policy(settings.policy.level(), settings.policy.fix_mode(), false);
    return settings;
}

// A copy is in the charset that it states, whatever the record was in.
pipeline::Settings for_copy(pipeline::Settings settings, const std::string& format) {
    const auto is_charset = [](const auto& option) { return option.first == "charset"; };
    std::erase_if(settings.common_reader_options, is_charset);
    for (auto& [name, options] : settings.reader_options) {
        std::erase_if(options, is_charset);
    }
    settings.from = format;
    settings.companion_files = false;
    return settings;
}

}  // namespace

std::optional<FixedCopies> FixedCopies::wanted(const options::variables_map& values,
                                               const pipeline::Settings& settings) {
    const diagnostics::FixMode mode = settings.policy.fix_mode();
    if (mode != diagnostics::FixMode::safe && mode != diagnostics::FixMode::guess) {
        if (has(values, "fixed")) {
            throw UsageError("--fixed names the place of corrected copies, which --fix safe or --fix guess writes");
        }
        return std::nullopt;
    }
    if (settings.policy.level() == diagnostics::Level::strict) {
        complain("tengen check: nothing is repaired at level strict; --level lenient does it\n");
        return std::nullopt;
    }
    FixedCopies copies;
    copies.target_ = text_of(values, "fixed");
    copies.is_folder_ = copies.target_.ends_with('/') || (!copies.target_.empty() && is_folder(copies.target_));
    copies.overwrite_ = values["force"].as<bool>();
    copies.hears_all_ = !has(values, "severity");
    return copies;
}

void FixedCopies::refuse(const std::vector<ListedInput>& inputs) const {
    for (const ListedInput& input : inputs) {
        const auto* entry = std::get_if<io::SourceEntry>(&input.item);
        if (entry != nullptr && entry->kind == io::SourceEntry::Kind::standard_input) {
            throw UsageError("--fix needs inputs that can be read twice, and standard input cannot");
        }
    }
    if (!target_.empty() && !is_folder_ && inputs.size() > 1) {
        throw UsageError(fmt::format("--fixed names one file, '{}', for {} inputs; a name that ends in / is a folder",
                                     target_, inputs.size()));
    }
}

fs::path FixedCopies::place_for(const ListedInput& input, std::string_view extension) const {
    const fs::path& path = std::get<io::SourceEntry>(input.item).path;
    const std::string dotted = fmt::format(".{}", extension);
    if (target_.empty()) {
        return path.parent_path() / (path.stem().string() + ".fixed" + dotted);
    }
    if (!is_folder_) {
        return target_;
    }
    return (fs::path(target_) / input.folder / (path.stem().string() + dotted)).lexically_normal();
}

FixedCopyWriter::FixedCopyWriter(const FixedCopies& wanted, const std::vector<ListedInput>& inputs,
                                 const pipeline::Settings& settings, plugins::Registry& registry,
                                 plugins::CharsetServices& charsets)
    : wanted_(wanted), settings_(settings), registry_(registry), charsets_(charsets) {
    add_inputs(paths_, inputs);
}

void FixedCopyWriter::write(io::Input& input, const ListedInput& listed, pipeline::DiagnosticReceiver& report,
                            diagnostics::InputSummary& summary) {
    if (failed_) {
        return;
    }
    try {
        copy(input, listed, report, summary);
    } catch (...) {  // the inputs behind are checked all the same
        failed_ = std::current_exception();
    }
}

bool FixedCopyWriter::finish() {
    complain("{}", std::exchange(said_, {}));
    if (failed_) {
        std::rethrow_exception(failed_);
    }
    return is_whole_;
}

void FixedCopyWriter::copy(io::Input& input, const ListedInput& listed, pipeline::DiagnosticReceiver& report,
                           diagnostics::InputSummary& summary) {
    pipeline::NoReport silence;  // everything was said when the input was read for the first time
    pipeline::NoGames no_games;
    const pipeline::Settings all_findings = with_all_findings(settings_);
    FaultCount before(all_findings);
    pipeline::InputReader(registry_, charsets_, all_findings, before).read(input, no_games);
    if (before.empty()) {
        return;
    }
    Copies copies(settings_, registry_, charsets_, input.name,
                  [&](std::string_view extension) { return wanted_.place_for(listed, extension); });
    pipeline::InputReader(registry_, charsets_, settings_, silence).read(input, copies);
    copies.finish();
    std::vector<std::string> not_copied;
    std::erase_if(copies.all(), [&](const auto& entry) {
        const std::string& format = entry.first;
        const Copies::Copy& copy = entry.second;
        FaultCount::Counts left;
        if (copy.output) {
            io::Input again{input.name, {}, {}, io::Bytes::copy_of(copy.bytes)};
            const pipeline::Settings how = for_copy(all_findings, format);
            FaultCount after(how);
            pipeline::InputReader(registry_, charsets_, how, after).read(again, no_games);
            left = after.counts();
        }
        const bool is_as_before = left == before.counts([&](std::uint32_t game) { return copy.has(game); });
        if (is_as_before && !copy.games.empty()) {
            not_copied.push_back(fmt::format("{} {} of the format {}", copy.games.size(),
                                             copy.games.size() == 1 ? "game" : "games", format));
        }
        return is_as_before;  // nothing could be repaired
    });
    if (copies.all().size() > 1 && wanted_.is_one_file()) {
        std::vector<std::string_view> formats;
        for (const auto& [format, copy] : copies.all()) {
            formats.emplace_back(format);
        }
        throw pipeline::ConfigurationError(
            {"config.bad-value",
             fmt::format("--fixed names one file for the records of '{}', which are of several formats ({}); a name "
                         "that ends in / is a folder",
                         input.name, fmt::join(formats, ", "))});
    }
    io::FileOptions file;
    file.overwrite = wanted_.overwrites();
    file.create_folders = true;
    for (const auto& [format, copy] : copies.all()) {
        std::size_t losses = 0;
        for (const diagnostics::Diagnostic& loss : copy.report.diagnostics()) {
            summary.count(loss);
            report.add(loss, {});
            losses += loss.id.starts_with("loss.") ? 1 : 0;
        }
        is_whole_ = is_whole_ && copy.output && copy.is_whole;
        if (!copy.output) {
            said_ += fmt::format("tengen check: no corrected copy of '{}' was written\n", input.name);
            continue;
        }
        const std::string place = wanted_.place_for(listed, copy.extension);
        if (const std::optional<std::string> what = paths_.reads(place)) {  // of an earlier run over the same folder
            is_whole_ = false;
            said_ += fmt::format(
                "tengen check: no corrected copy of '{}' was written: '{}' is {}; --fixed names another place\n",
                input.name, io::display_path(place), *what);
            continue;
        }
        const fs::path path = paths_.claim(place, pipeline::Collision::number).value();
        const std::unique_ptr<io::Sink> sink = io::open_output(path, file);
        sink->write(copy.bytes);
        sink->commit();
        said_ += fmt::format("tengen check: '{}' corrected: '{}'{}{}{}\n", input.name, io::display_path(path),
                             copy.is_whole ? "" : ", without the games that were rejected",
                             not_copied.empty() ? std::string()
                                                : fmt::format(", without the {}, in which nothing was to be repaired",
                                                              fmt::join(not_copied, " and the ")),
                             losses == 0   ? ""
                             : losses == 1 ? ", with 1 loss"
                                           : fmt::format(", with {} losses", losses));
    }
}

}  // namespace tengen::cli
