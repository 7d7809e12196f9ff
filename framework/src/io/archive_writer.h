// Owns a libarchive writer. Internal to this folder.
#pragma once

#include <cstdint>
#include <ctime>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/archive_handle.h"
#include "io/utf8_locale.h"

namespace tengen::io {

// Makes an archive of whole members and gives its bytes to a function, which may throw: what it throws comes out of the
// call at hand. Equal members make equal bytes: they have no owner, the permissions 0644 and one date, and gzip names
// neither a file nor a time. An archive that is not closed gives nothing more when the object goes. One thread at a
// time. Throws IoError (io.write-failed) in the name of `target`.
class ArchiveWriter {
public:
    enum class Format : std::uint8_t { zip, ustar, pax };
    enum class Compression : std::uint8_t { none, gzip, gzip_stored };  // stored: gzip that compresses nothing

    struct Settings {
        Format format = Format::pax;
        Compression compression = Compression::none;  // of the whole; a zip compresses its members by itself
        std::time_t date = 0;                         // of all members
        std::filesystem::path target;                 // for messages; empty: a container
    };

    ArchiveWriter(Settings settings, std::function<void(std::string_view)> take);
    ArchiveWriter(const ArchiveWriter&) = delete;
    ArchiveWriter& operator=(const ArchiveWriter&) = delete;
    ~ArchiveWriter();

    // The name is a relative path in UTF-8.
    void add(std::string_view name, std::string_view bytes);
    void close();

private:
    struct FreeWriter {
        void operator()(archive* handle) const noexcept { ::archive_write_free(handle); }
    };

    static la_ssize_t write(archive* handle, void* self, const void* bytes, std::size_t size) noexcept;
    void check(int result);

    Settings settings_;
    Utf8Locale locale_;
    std::function<void(std::string_view)> take_;
    std::exception_ptr thrown_;
    bool is_given_up_ = false;
    std::unique_ptr<archive, FreeWriter> handle_;  // last: it may write when it goes
};

}  // namespace tengen::io
