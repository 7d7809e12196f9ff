#include "output_container.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include <tengen/model/stream_source.h>

#include "command.h"
#include "io/bytes.h"
#include "io/error.h"
#include "io/member_name.h"
#include "io/output_name.h"
#include "pipeline/format_choice.h"
#include "pipeline/media_container.h"

namespace tengen::cli {

namespace fs = std::filesystem;

void add_container_options(options::options_description& description) {
    description.add_options()("media", options::value<std::vector<std::string>>()->value_name("FILE"),
                              "put this file beside the record into the container (an output *.rgt or *.rgz); may be "
                              "repeated");
}

std::optional<io::Packing> packing_of(std::string_view name) {
    const std::string folded = stream_source_detail::folded(name);
    if (folded == "rgt") {
        return io::Packing::none;
    }
    return folded == "rgz" ? std::optional(io::Packing::gzip) : std::nullopt;
}

OutputContainer::OutputContainer(io::Packing packing, const std::vector<std::string>& media,
                                 const pipeline::Settings& settings)
    : settings_(settings), packing_(packing) {
    io::ReadOptions read;
    read.max_size = io::ContainerLimits::media().member_size;
    for (const std::string& path : media) {
        std::string name = io::display_path(fs::path(path).filename());
        if (const io::NameFault fault = io::judge_member_name(name, false); fault != io::NameFault::none) {
            throw UsageError(fmt::format("--media {}: the name {}", path, io::describe(fault)));
        }
        has_medium_ = has_medium_ || pipeline::is_medium_name(name);
        media_.push_back({std::move(name), io::read_file(path, read)});
    }
}

std::unique_ptr<io::Sink> OutputContainer::open(std::unique_ptr<io::Sink> target) {
    auto sink = std::make_unique<io::ContainerSink>(std::move(target), packing_);
    sink_ = sink.get();
    for (Member& member : media_) {
        sink_->add_member(std::move(member.name), std::move(member.bytes));
    }
    media_.clear();
    return sink;
}

std::vector<std::string> OutputContainer::take_members(const io::Input& input, std::string_view main) {
    if (io::recognise(input.bytes.view()) == io::ContainerKind::none ||
        !pipeline::is_media_container(input.name, settings_.from)) {
        return {};
    }
    pipeline::MembersBeside beside = pipeline::members_beside_record(
        input.bytes.view(), input.name, main, settings_.companion_files, settings_.container_limits);
    for (pipeline::MediaContainer::Record& member : beside.members) {
        has_medium_ = has_medium_ || pipeline::is_medium_name(member.name);
        sink_->add_member(std::move(member.name), std::move(member.bytes));
    }
    return std::move(beside.left_out);
}

void OutputContainer::see(const pipeline::ReadGame& game, std::string_view input) {
    if (record_stem_.empty()) {
        const fs::path name(game.member.empty() ? input : game.member);
        record_stem_ = input == io::SourceOptions().standard_input_name ? std::string() : name.stem().string();
    }
    const tengen_game& columns = game.game.columns();
    for (std::uint32_t i = 0; i < columns.stream_count; ++i) {
        if (columns.streams[i].source_kind == TENGEN_SOURCE_FILE) {
            sources_.emplace(game.game.stored(columns.streams[i].source));
        }
    }
}

bool OutputContainer::is_fit(const fs::path& output, std::string_view extension, pipeline::DiagnosticReceiver& report) {
    if (record_stem_.empty()) {
        record_stem_ = output == "-" ? std::string() : output.stem().string();
    }
    constexpr std::size_t longest_stem = 90;
    sink_->name_record(io::output_name(record_stem_, {longest_stem, "_", "record"}) + "." + std::string(extension));
    bool is_fit = true;
    const auto say = [&](const char* id, std::string message) {
        diagnostics::Diagnostic diagnostic;
        diagnostic.id = id;
        diagnostic.severity = settings_.policy.severity(id);
        diagnostic.message = std::move(message);
        diagnostic.input = io::display_path(output);
        is_fit = is_fit && diagnostic.severity < diagnostics::Severity::error;
        if (diagnostic.severity != diagnostics::Severity::off) {
            report.add(diagnostic, {});
        }
    };
    if (!has_medium_) {
        say("container.no-media", "there is no medium in the container; --media names one");
    }
    for (const std::string& source : sources_) {
        if (!sink_->has_member(source)) {
            say("rgf.source-missing", fmt::format("'{}' is not in the container; --media takes it along", source));
        }
    }
    return is_fit;
}

}  // namespace tengen::cli
