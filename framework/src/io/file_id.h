// What a file is, whatever it is called.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tengen::io {

/// A file, by its file system and its number there: hard links and the ends of symbolic links are the same one.
struct FileId {
    std::uint64_t device = 0;
    std::uint64_t number = 0;  // inode
    friend bool operator==(const FileId&, const FileId&) = default;
};

struct FileIdHash {
    std::size_t operator()(const FileId& id) const noexcept {
        // Inode numbers are close together; the multiplication spreads them.
        return static_cast<std::size_t>((id.number ^ (id.device << 40U)) * 0x9E3779B97F4A7C15U);
    }
};

}  // namespace tengen::io
