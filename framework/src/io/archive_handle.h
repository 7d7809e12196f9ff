// Owns a libarchive reader. Internal to this folder: no other header may include <archive.h>.
#pragma once

#include <memory>
#include <new>
#include <string>
#include <string_view>

#include <archive.h>
#include <archive_entry.h>

#include "io/error.h"
#include "io/utf8.h"

namespace tengen::io {

struct FreeArchive {
    void operator()(archive* handle) const noexcept { ::archive_read_free(handle); }
};
using ArchiveHandle = std::unique_ptr<archive, FreeArchive>;

inline ArchiveHandle new_archive() {
    ArchiveHandle handle(::archive_read_new());
    if (!handle) throw std::bad_alloc();
    return handle;
}

inline std::string archive_error(archive* handle) {
    const char* const text = ::archive_error_string(handle);
    if (text == nullptr || *text == '\0') return "unknown fault";
    const std::string_view view = text;
    return utf8::is_valid(view) ? std::string(view) : utf8::from_latin1(view);
}

}  // namespace tengen::io
