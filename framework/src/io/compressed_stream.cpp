#include "io/compressed_stream.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>

#include "io/archive_handle.h"

namespace tengen::io {
namespace {

using Status = CompressedStream::Status;

constexpr std::size_t piece_size = std::size_t{64} << 10U;
constexpr const char* bytes_behind = "there are bytes behind the compressed data, which are not read";

// Zeros may stand behind compressed data, as tapes leave them.
bool is_padding(std::string_view bytes) noexcept {
    return bytes.find_first_not_of('\0') == std::string_view::npos;
}

int filter_of(ContainerKind kind) noexcept {
    switch (kind) {
        case ContainerKind::xz:
            return ARCHIVE_FILTER_XZ;
        case ContainerKind::zstd:
            return ARCHIVE_FILTER_ZSTD;
        case ContainerKind::bzip2:
            return ARCHIVE_FILTER_BZIP2;
        default:
            return ARCHIVE_FILTER_NONE;
    }
}

// One or more gzip members in a row (RFC 1952, 2.2). Sums are checked. What follows the last member and is no padding
// is damage, told when all members were given.
class GzipDecoder final : public CompressedStream::Decoder {
public:
    explicit GzipDecoder(std::string_view bytes) : rest_(bytes), size_(bytes.size()), buffer_(piece_size) {
        constexpr int gzip_only = 16 + MAX_WBITS;
        if (::inflateInit2(&stream_, gzip_only) != Z_OK) throw std::bad_alloc();
    }
    GzipDecoder(const GzipDecoder&) = delete;
    GzipDecoder& operator=(const GzipDecoder&) = delete;
    ~GzipDecoder() override { ::inflateEnd(&stream_); }

    Status next(std::string_view& piece, std::string& reason) override {
        for (;;) {
            if (between_members_) {
                if (!rest_.starts_with("\x1f\x8b")) {
                    if (is_padding(rest_)) return Status::end;
                    reason = bytes_behind;
                    return Status::damaged;
                }
                ::inflateReset(&stream_);
                between_members_ = false;
            }
            const std::size_t given = std::min<std::size_t>(rest_.size(), std::numeric_limits<uInt>::max());
            // zlib reads through a pointer to bytes that it does not change.
            stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
            stream_.avail_in = static_cast<uInt>(given);
            stream_.next_out = buffer_.data();
            stream_.avail_out = static_cast<uInt>(buffer_.size());
            const int result = ::inflate(&stream_, Z_NO_FLUSH);
            rest_.remove_prefix(given - stream_.avail_in);
            const std::size_t made = buffer_.size() - stream_.avail_out;
            if (result == Z_MEM_ERROR) throw std::bad_alloc();
            if (result == Z_STREAM_END) {
                between_members_ = true;
            } else if (result != Z_OK && made == 0) {
                // Nothing more can be made of nothing more: the end is missing.
                const bool cut = result == Z_BUF_ERROR && rest_.empty();
                reason = cut || stream_.msg == nullptr ? "truncated gzip data" : stream_.msg;
                return Status::damaged;
            }
            if (made > 0) {
                piece = {reinterpret_cast<const char*>(buffer_.data()), made};
                return Status::data;
            }
        }
    }

    std::uint64_t consumed() const noexcept override { return size_ - rest_.size(); }

private:
    std::string_view rest_;
    std::size_t size_;
    std::vector<Bytef> buffer_;
    z_stream stream_{};
    bool between_members_ = false;
};

// The other streams; their libraries check the sums, where there are any. Those of xz and zstd take what follows a
// stream for a damaged one; that of bzip2 stops there.
class ArchiveDecoder final : public CompressedStream::Decoder {
public:
    ArchiveDecoder(std::string_view bytes, ContainerKind kind) : bytes_(bytes), archive_(new_archive()) {
        archive* const handle = archive_.get();
        archive_entry* entry = nullptr;
        // Exactly this filter once (what is compressed twice is a container in a container), and no guessing of
        // formats, which would lose the errors of the first piece.
        opened_ = ::archive_read_append_filter(handle, filter_of(kind)) >= ARCHIVE_WARN &&
                  ::archive_read_set_format(handle, ARCHIVE_FORMAT_RAW) >= ARCHIVE_WARN &&
                  ::archive_read_open_memory(handle, bytes.data(), bytes.size()) >= ARCHIVE_WARN &&
                  ::archive_read_next_header(handle, &entry) >= ARCHIVE_WARN;
    }

    Status next(std::string_view& piece, std::string& reason) override {
        while (opened_) {
            const void* buffer = nullptr;
            std::size_t size = 0;
            la_int64_t offset = 0;
            const int result = ::archive_read_data_block(archive_.get(), &buffer, &size, &offset);
            if (result == ARCHIVE_EOF) {
                const std::uint64_t used = std::min<std::uint64_t>(consumed(), bytes_.size());
                if (used > 0 && is_padding(bytes_.substr(static_cast<std::size_t>(used)))) return Status::end;
                // If nothing was used, not even the beginning could be.
                reason = used > 0 ? bytes_behind : "truncated data";
                return Status::damaged;
            }
            if (result < ARCHIVE_WARN) break;
            if (size == 0) continue;
            piece = {static_cast<const char*>(buffer), size};
            return Status::data;
        }
        reason = archive_error(archive_.get());
        return Status::damaged;
    }

    std::uint64_t consumed() const noexcept override {
        return static_cast<std::uint64_t>(std::max<la_int64_t>(::archive_filter_bytes(archive_.get(), -1), 0));
    }

private:
    std::string_view bytes_;
    ArchiveHandle archive_;
    bool opened_ = false;
};

}  // namespace

CompressedStream::CompressedStream(std::string_view bytes, ContainerKind kind, const ContainerLimits& limits)
    : limits_(limits) {
    if (kind == ContainerKind::gzip) {
        decoder_ = std::make_unique<GzipDecoder>(bytes);
    } else {
        decoder_ = std::make_unique<ArchiveDecoder>(bytes, kind);
    }
}

CompressedStream::~CompressedStream() = default;

CompressedStream::Status CompressedStream::read(std::string_view& piece) {
    piece = {};
    if (status_ != Status::data) return status_;
    status_ = decoder_->next(piece, reason_);
    if (status_ != Status::data) return status_;
    produced_ += piece.size();
    if (produced_ > limits_.ratio_above &&
        produced_ / limits_.ratio > std::max<std::uint64_t>(decoder_->consumed(), 1)) {
        piece = {};
        reason_ = fmt::format("more than {} bytes come out of each byte", limits_.ratio);
        status_ = Status::limit;
    }
    return status_;
}

}  // namespace tengen::io
