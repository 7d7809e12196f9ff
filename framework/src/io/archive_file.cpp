#include "io/archive_file.h"

#include <ctime>
#include <optional>

#include <fmt/format.h>

#include "io/archive_writer.h"
#include "io/error.h"

namespace tengen::io {

namespace {

constexpr std::time_t member_date = 315'532'800;  // 1980-01-01, the first one a zip file can hold

std::optional<ArchiveWriter::Settings> settings_of(std::string_view name) {
    using Format = ArchiveWriter::Format;
    using Compression = ArchiveWriter::Compression;
    if (name.ends_with(".zip")) return ArchiveWriter::Settings{Format::zip, Compression::none, member_date, {}};
    if (name.ends_with(".tar")) return ArchiveWriter::Settings{Format::pax, Compression::none, member_date, {}};
    if (name.ends_with(".tar.gz") || name.ends_with(".tgz")) {
        return ArchiveWriter::Settings{Format::pax, Compression::gzip, member_date, {}};
    }
    return std::nullopt;
}

ArchiveWriter::Settings settings_for(const std::filesystem::path& target, std::string_view named) {
    auto settings = settings_of(named.empty() ? std::string_view(target.native()) : named);
    if (!settings) {
        throw IoError("io.write-failed", fmt::format("'{}' is no .zip, .tar or .tar.gz file", display_path(target)),
                      target);
    }
    settings->target = target;
    return *std::move(settings);
}

}  // namespace

class ArchiveFile::Writer {
public:
    Writer(const std::filesystem::path& target, const FileOptions& options, std::string_view named)
        : file_(target, options),
          archive_(settings_for(target, named), [this](std::string_view bytes) { file_.write(bytes); }) {}

    void add(std::string_view name, std::string_view bytes) { archive_.add(name, bytes); }
    void commit() {
        archive_.close();
        file_.commit();
    }

private:
    AtomicFile file_;
    ArchiveWriter archive_;
};

ArchiveFile::ArchiveFile(const std::filesystem::path& target, const FileOptions& options, std::string_view named)
    : writer_(std::make_unique<Writer>(target, options, named)) {}
ArchiveFile::~ArchiveFile() = default;

bool ArchiveFile::has_format(std::string_view name) noexcept {
    return settings_of(name).has_value();
}

void ArchiveFile::add(std::string_view name, std::string_view bytes) {
    writer_->add(name, bytes);
}

void ArchiveFile::commit() {
    writer_->commit();
}

}  // namespace tengen::io
