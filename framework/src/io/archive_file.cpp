#include "io/archive_file.h"

#include <cerrno>
#include <ctime>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "io/archive_handle.h"
#include "io/error.h"
#include "io/utf8_locale.h"

namespace tengen::io {

namespace {

constexpr std::time_t member_date = 315'532'800;  // 1980-01-01, the first one a zip file can hold
constexpr unsigned member_permissions = 0644;

enum class Format { none, zip, tar, tar_gzip };

Format format_of(std::string_view name) noexcept {
    if (name.ends_with(".zip")) return Format::zip;
    if (name.ends_with(".tar")) return Format::tar;
    if (name.ends_with(".tar.gz") || name.ends_with(".tgz")) return Format::tar_gzip;
    return Format::none;
}

struct FreeWriter {
    void operator()(archive* handle) const noexcept { ::archive_write_free(handle); }
};
struct FreeEntry {
    void operator()(archive_entry* entry) const noexcept { ::archive_entry_free(entry); }
};

}  // namespace

class ArchiveFile::Writer {
public:
    Writer(const std::filesystem::path& target, const FileOptions& options)
        : file_(target, options), handle_(::archive_write_new()) {
        if (!handle_) throw std::bad_alloc();
        archive* const handle = handle_.get();
        switch (format_of(target.native())) {
            case Format::zip:
                check(::archive_write_set_format_zip(handle));
                check(::archive_write_set_options(handle, "zip:compression=deflate"));
                break;
            case Format::tar_gzip:
                check(::archive_write_add_filter_gzip(handle));
                check(::archive_write_set_options(handle, "gzip:!timestamp"));
                [[fallthrough]];
            case Format::tar:
                check(::archive_write_set_format_pax_restricted(handle));
                break;
            case Format::none:
                throw IoError("io.write-failed",
                              fmt::format("'{}' is no .zip, .tar or .tar.gz file", display_path(target)), target);
        }
        check(::archive_write_set_bytes_per_block(handle, 64 * 1024));
        check(::archive_write_set_bytes_in_last_block(handle, 1));
        check(::archive_write_open(handle, this, nullptr, &Writer::write, nullptr));
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() { is_closing_ = true; }  // what libarchive still has to say is not wanted

    void add(std::string_view name, std::string_view bytes) {
        const Utf8Locale::Scope scope(locale_);
        const std::unique_ptr<archive_entry, FreeEntry> entry(::archive_entry_new());
        if (!entry) throw std::bad_alloc();
        ::archive_entry_set_pathname_utf8(entry.get(), std::string(name).c_str());
        ::archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
        ::archive_entry_set_filetype(entry.get(), AE_IFREG);
        ::archive_entry_set_perm(entry.get(), member_permissions);
        ::archive_entry_set_mtime(entry.get(), member_date, 0);
        check(::archive_write_header(handle_.get(), entry.get()));
        while (!bytes.empty()) {
            const la_ssize_t count = ::archive_write_data(handle_.get(), bytes.data(), bytes.size());
            if (count <= 0) check(ARCHIVE_FATAL);
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        check(::archive_write_finish_entry(handle_.get()));
    }

    void commit() {
        const Utf8Locale::Scope scope(locale_);
        check(::archive_write_close(handle_.get()));
        file_.commit();
    }

private:
    static la_ssize_t write(archive* handle, void* context, const void* bytes, std::size_t size) noexcept {
        auto& writer = *static_cast<Writer*>(context);
        if (writer.is_closing_) return static_cast<la_ssize_t>(size);
        try {
            writer.file_.write({static_cast<const char*>(bytes), size});
            return static_cast<la_ssize_t>(size);
        } catch (...) {
            writer.thrown_ = std::current_exception();
            ::archive_set_error(handle, EIO, "write error");
            return -1;
        }
    }

    void check(int result) {
        if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
        if (result < ARCHIVE_WARN) {
            throw IoError(
                "io.write-failed",
                fmt::format("cannot write '{}': {}", display_path(file_.target()), archive_error(handle_.get())),
                file_.target());
        }
    }

    Utf8Locale locale_;
    AtomicFile file_;
    std::exception_ptr thrown_;
    bool is_closing_ = false;
    std::unique_ptr<archive, FreeWriter> handle_;
};

ArchiveFile::ArchiveFile(const std::filesystem::path& target, const FileOptions& options)
    : writer_(std::make_unique<Writer>(target, options)) {}
ArchiveFile::~ArchiveFile() = default;

bool ArchiveFile::has_format(std::string_view name) noexcept {
    return format_of(name) != Format::none;
}

void ArchiveFile::add(std::string_view name, std::string_view bytes) {
    writer_->add(name, bytes);
}

void ArchiveFile::commit() {
    writer_->commit();
}

}  // namespace tengen::io
