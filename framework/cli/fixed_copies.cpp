#include "fixed_copies.h"

#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "command.h"
#include "io/atomic_file.h"
#include "io/error.h"
#include "io/source.h"
#include "pipeline/game_output.h"
#include "pipeline/input_reader.h"
#include "pipeline/reader_options.h"
#include "reporting.h"

namespace tengen::cli {

namespace {

namespace fs = std::filesystem;

// One output for each format in an input; nearly always one.
class Copies final : public pipeline::GameConsumer {
public:
    using Place = std::function<fs::path(std::string_view extension)>;

    Copies(const pipeline::Settings& settings, plugins::Registry& registry, plugins::CharsetServices& charsets,
           pipeline::DiagnosticReceiver& report, const io::FileOptions& file, std::string input, Place place)
        : settings_(settings),
          registry_(registry),
          charsets_(charsets),
          report_(report),
          file_(file),
          input_(std::move(input)),
          place_(std::move(place)) {}

    void take(const pipeline::ReadGame& game) override {
        if (game.rejected) {
            is_whole_ = false;
            return;
        }
        Copy& copy = copy_of(game.format);
        is_whole_ = copy.output && copy.output->put(game, input_) && is_whole_;
    }

    // False if a game or a whole copy is missing.
    bool finish() {
        for (auto& [format, copy] : copies_) {
            if (!copy.output || !copy.output->finish()) {
                is_whole_ = false;
                fmt::print(stderr, "tengen check: no corrected copy of '{}' was written\n", input_);
                continue;
            }
            fmt::print(stderr, "tengen check: '{}' corrected: '{}'{}\n", input_, io::display_path(copy.path),
                       is_whole_ ? "" : ", without the games that were rejected");
        }
        return is_whole_;
    }

private:
    struct Copy {
        fs::path path;
        std::unique_ptr<pipeline::GameOutput> output;  // none: nothing writes the format
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
            copy.path = place_(writer->writer->extension);
            copy.output = std::make_unique<pipeline::GameOutput>(
                *writer, charsets_, settings_.policy, std::move(settings), report_, io::open_output(copy.path, file_),
                io::display_path(copy.path));
        }
        return copy;
    }

    const pipeline::Settings& settings_;
    plugins::Registry& registry_;
    plugins::CharsetServices& charsets_;
    pipeline::DiagnosticReceiver& report_;
    io::FileOptions file_;
    std::string input_;
    Place place_;
    std::map<std::string, Copy> copies_;
    bool is_whole_ = true;
};

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
        fmt::print(stderr, "tengen check: nothing is repaired at level strict; --level lenient does it\n");
        return std::nullopt;
    }
    FixedCopies copies;
    copies.target_ = text_of(values, "fixed");
    copies.is_folder_ = copies.target_.ends_with('/') || (!copies.target_.empty() && is_folder(copies.target_));
    copies.overwrite_ = values["force"].as<bool>();
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

bool FixedCopies::write(const std::vector<ListedInput>& inputs, const pipeline::Settings& settings,
                        plugins::Registry& registry, plugins::CharsetServices& charsets,
                        pipeline::DiagnosticReceiver& report) const {
    pipeline::NoReport silence;  // everything was said when the inputs were read for the first time
    pipeline::InputReader reader(registry, charsets, settings, silence);
    pipeline::OutputPaths paths;
    add_inputs(paths, inputs);
    bool is_whole = true;
    visit_inputs(
        inputs, settings,
        [&](io::Input& input, const ListedInput& listed) {
            io::FileOptions file;
            file.overwrite = overwrite_;
            file.create_folders = true;
            Copies copies(settings, registry, charsets, report, file, input.name, [&](std::string_view extension) {
                return paths.claim(place_for(listed, extension), pipeline::Collision::number).value();
            });
            reader.read(input, copies);
            is_whole = copies.finish() && is_whole;
        },
        [&](const io::Finding&) { is_whole = false; });
    return is_whole;
}

}  // namespace tengen::cli
