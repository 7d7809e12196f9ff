// Outputs that are containers: a record with its media in one file.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "io/container_sink.h"
#include "io/source.h"
#include "options.h"
#include "pipeline/input_reader.h"
#include "pipeline/report.h"
#include "pipeline/settings.h"

namespace tengen::cli {

/// --media
void add_container_options(options::options_description& description);

/// RGT or RGZ, if a format name or an extension (without its dot) says so.
[[nodiscard]] std::optional<io::Packing> packing_of(std::string_view name);

/// One container while it is made: what goes into it beside the record, and what is to be said about it.
class OutputContainer {
public:
    /// `media` are paths. Throws UsageError for names that no member may have, io::IoError for files that cannot be
    /// read.
    OutputContainer(io::Packing packing, const std::vector<std::string>& media, const pipeline::Settings& settings);

    /// The sink for the record; it must live until is_fit().
    [[nodiscard]] std::unique_ptr<io::Sink> open(std::unique_ptr<io::Sink> target);

    /// What a container brings along that is no record goes into this one too. `main` is its member that is read.
    /// The names of those that are left out.
    [[nodiscard]] std::vector<std::string> take_members(const io::Input& input, std::string_view main);

    /// The first game names the record; streams name what should be there.
    void see(const pipeline::ReadGame& game, std::string_view input);

    /// Before the sink is committed: give the record its name and say what the container lacks. False if that is an
    /// error.
    [[nodiscard]] bool is_fit(const std::filesystem::path& output, std::string_view extension,
                              pipeline::DiagnosticReceiver& report);

private:
    struct Member {
        std::string name;
        io::Bytes bytes;
    };

    const pipeline::Settings& settings_;
    io::Packing packing_;
    std::vector<Member> media_;
    io::ContainerSink* sink_ = nullptr;
    bool has_medium_ = false;
    std::string record_stem_;
    std::set<std::string, std::less<>> sources_;  // files that streams name
};

}  // namespace tengen::cli
