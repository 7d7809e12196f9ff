// File names that every file system takes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tengen::io {

struct OutputNameOptions {
    std::size_t max_bytes = 255;        // what ext4, XFS, APFS and NTFS allow, counted in bytes to be safe
    std::string_view instead = "_";     // for every character that cannot stay
    std::string_view when_empty = "_";  // if nothing is left
};

// Makes one part of a path (never a whole path) out of any text:
//  * separators, control characters, the characters < > : " | ? *, line and direction marks of Unicode and bytes that
//    are not UTF-8 are replaced;
//  * blanks and dots at both ends go, so nothing is hidden, "." or ".."; a leading '~' is replaced;
//  * names of devices (CON, NUL, COM1 ...) get a prefix, with or without an extension;
//  * too long a name is cut between characters, and the extension (up to 16 bytes) stays.
// The result is never empty, is UTF-8, and comes back unchanged if it is put in again.
std::string output_name(std::string_view text, const OutputNameOptions& options = {});

}  // namespace tengen::io
