#include "io/archive_writer.h"

#include <cerrno>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "io/error.h"

namespace tengen::io {

namespace {

constexpr unsigned member_permissions = 0644;
constexpr int block_size = 64 * 1024;
constexpr std::size_t piece_size = std::size_t{1} << 20U;

struct FreeEntry {
    void operator()(archive_entry* entry) const noexcept { ::archive_entry_free(entry); }
};

}  // namespace

ArchiveWriter::ArchiveWriter(Settings settings, std::function<void(std::string_view)> take)
    : settings_(std::move(settings)), take_(std::move(take)), handle_(::archive_write_new()) {
    if (!handle_) throw std::bad_alloc();
    archive* const handle = handle_.get();
    switch (settings_.format) {
        case Format::zip:
            check(::archive_write_set_format_zip(handle));
            check(::archive_write_set_options(handle, "zip:compression=deflate"));
            break;
        case Format::ustar:
            check(::archive_write_set_format_ustar(handle));
            break;
        case Format::pax:
            check(::archive_write_set_format_pax_restricted(handle));
            break;
    }
    if (settings_.compression != Compression::none) {
        check(::archive_write_add_filter_gzip(handle));
        check(::archive_write_set_filter_option(handle, "gzip", "timestamp", nullptr));
        check(::archive_write_set_filter_option(handle, "gzip", "compression-level",
                                                settings_.compression == Compression::gzip_stored ? "0" : "6"));
    }
    check(::archive_write_set_bytes_per_block(handle, block_size));
    check(::archive_write_set_bytes_in_last_block(handle, 1));  // a last record of zeros is for tapes
    check(::archive_write_open(handle, this, nullptr, &ArchiveWriter::write, nullptr));
}

ArchiveWriter::~ArchiveWriter() {
    is_given_up_ = true;  // what libarchive still has to say is not wanted
}

void ArchiveWriter::add(std::string_view name, std::string_view bytes) {
    const Utf8Locale::Scope scope(locale_);
    const std::unique_ptr<archive_entry, FreeEntry> entry(::archive_entry_new());
    if (!entry) throw std::bad_alloc();
    ::archive_entry_set_pathname_utf8(entry.get(), std::string(name).c_str());
    ::archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
    ::archive_entry_set_filetype(entry.get(), AE_IFREG);
    ::archive_entry_set_perm(entry.get(), member_permissions);
    ::archive_entry_set_mtime(entry.get(), settings_.date, 0);
    check(::archive_write_header(handle_.get(), entry.get()));
    while (!bytes.empty()) {
        const std::string_view piece = bytes.substr(0, piece_size);
        const la_ssize_t count = ::archive_write_data(handle_.get(), piece.data(), piece.size());
        if (count <= 0) check(ARCHIVE_FATAL);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    check(::archive_write_finish_entry(handle_.get()));
}

void ArchiveWriter::close() {
    const Utf8Locale::Scope scope(locale_);
    check(::archive_write_close(handle_.get()));
}

la_ssize_t ArchiveWriter::write(archive* handle, void* self, const void* bytes, std::size_t size) noexcept {
    auto& writer = *static_cast<ArchiveWriter*>(self);
    if (writer.is_given_up_) return static_cast<la_ssize_t>(size);
    if (writer.thrown_) return -1;
    try {
        writer.take_({static_cast<const char*>(bytes), size});
        return static_cast<la_ssize_t>(size);
    } catch (...) {
        writer.thrown_ = std::current_exception();
        ::archive_set_error(handle, EIO, "the bytes were not taken");
        return -1;
    }
}

void ArchiveWriter::check(int result) {
    if (thrown_) std::rethrow_exception(thrown_);
    if (result < ARCHIVE_WARN) {
        const std::string what =
            settings_.target.empty() ? "the container" : fmt::format("'{}'", display_path(settings_.target));
        throw IoError("io.write-failed", fmt::format("cannot write {}: {}", what, archive_error(handle_.get())),
                      settings_.target);
    }
}

}  // namespace tengen::io
