// Archives that are written: zip, tar, tar.gz.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

#include "io/atomic_file.h"

namespace tengen::io {

// Takes whole files in order. The same files make the same bytes, whoever writes them and when: members have no owner,
// the permissions 0644 and the date 1980-01-01. The archive appears under its name when it is complete, as an
// AtomicFile does. One thread at a time. Throws IoError (io.write-failed, io.output-exists).
class ArchiveFile {
public:
    // What the name says: .zip, .tar, .tar.gz or .tgz; anything else is an error. `named` says it instead of the
    // target's own name, unless it is empty.
    ArchiveFile(const std::filesystem::path& target, const FileOptions& options, std::string_view named = {});
    ~ArchiveFile();

    static bool has_format(std::string_view name) noexcept;

    // A member; its name is a relative path in UTF-8.
    void add(std::string_view name, std::string_view bytes);
    void commit();

private:
    class Writer;
    std::unique_ptr<Writer> writer_;
};

}  // namespace tengen::io
