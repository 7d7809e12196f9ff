// One archive while it is read, with the limits of all of them. Internal to this folder.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "io/archive_handle.h"
#include "io/bytes.h"
#include "io/compressed_stream.h"
#include "io/container.h"

namespace tengen::io {

// What all containers inside each other share.
struct Budget {
    ContainerLimits limits;
    std::uint64_t input_size = 0;
    std::uint64_t members = 0;
    std::uint64_t total = 0;
    std::uint64_t given = 0;
};

// What became of an archive or a member.
enum class Outcome {
    good,
    too_big,     // this member only
    stop,        // a limit that ends everything
    unreadable,  // this member only
    locked,      // the directory of the archive is encrypted
    broken,      // the archive ends here
};

struct Result {
    Outcome outcome = Outcome::good;
    std::string reason;
};

// A zip, tar or 7z, a tar in a compressed stream, or a compressed stream that is no archive at all.
class ArchiveLevel {
public:
    // Reads `owned`, or `bytes` if that is empty. The budget must outlive the object.
    ArchiveLevel(std::string_view bytes, Bytes owned, ContainerKind kind, Budget& budget);
    ArchiveLevel(const ArchiveLevel&) = delete;
    ArchiveLevel& operator=(const ArchiveLevel&) = delete;

    std::string prefix;       // before the names of its members, as shown
    std::string safe_prefix;  // the same, safe
    std::string name;         // file name of the archive itself
    int depth = 1;
    std::unordered_set<std::string> names;    // folded
    std::optional<std::string> legacy_names;  // once asked for
    bool finished = false;

    ContainerKind kind() const noexcept { return kind_; }
    std::string_view bytes() const noexcept { return bytes_; }

    // To be called once, first.
    Result open();

    // One member that is the whole stream.
    bool is_single() const noexcept { return stream_ && !archive_; }

    // The whole stream as one member.
    Result read_single(BytesBuilder& builder);

    // Steps to the next header; entry is null at the end or after a fault.
    Result next_header(archive_entry*& entry);

    // The data of the member whose header was read last is encrypted, and is not read.
    void pass_over_locked() noexcept { is_behind_locked_ = true; }

    // Where the last header is, if that means a place in the bytes.
    std::optional<std::uint64_t> header_offset() const;

    // Reads the data of the member whose header was read last.
    Result read(archive_entry* entry, BytesBuilder& builder);

    // Passes over the data of the member whose header was read last. Where that means to decompress it, the limits
    // hold for it too.
    Result skip();

    // True if passing over a member costs as much as reading it.
    bool must_decompress() const noexcept { return stream_ != nullptr || kind_ == ContainerKind::seven_zip; }

private:
    static la_ssize_t feed(archive* handle, void* self, const void** buffer) noexcept;
    Result failure(Outcome outcome);
    Result too_big() const;
    Result take(std::uint64_t size, std::uint64_t hole, std::uint64_t length);
    Result check_end();
    Result check_tail() const;
    std::uint64_t consumed() const noexcept;

    Bytes owned_;
    std::string_view bytes_;
    ContainerKind kind_;
    Budget& budget_;
    std::unique_ptr<CompressedStream> stream_;
    std::string head_;
    bool head_used_ = false;
    bool has_headers_ = false;
    bool is_behind_locked_ = false;
    std::exception_ptr exception_;
    std::uint64_t consumed_before_ = 0;
    ArchiveHandle archive_;  // last: it must go before what its callback uses
};

}  // namespace tengen::io
