#include "io/archive_level.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

namespace tengen::io {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t tar_block = 512;
constexpr std::uint64_t most_trailing_bytes = std::uint64_t{16} << 20U;
constexpr std::string_view more_after_end = "there are bytes after the end mark, which are not read";

bool is_zero(std::string_view bytes) noexcept {
    return bytes.find_first_not_of('\0') == std::string_view::npos;
}

}  // namespace

ArchiveLevel::ArchiveLevel(std::string_view bytes, Bytes owned, ContainerKind kind, Budget& budget)
    : owned_(std::move(owned)), bytes_(owned_.empty() ? bytes : owned_.view()), kind_(kind), budget_(budget) {}

Result ArchiveLevel::open() {
    if (is_compression(kind_)) {
        stream_ = std::make_unique<CompressedStream>(bytes_, kind_, budget_.limits);
        // Enough to see whether it is a tar.
        while (head_.size() < tar_block) {
            std::string_view piece;
            if (stream_->read(piece) != CompressedStream::Status::data) break;
            head_.append(piece);
        }
        if (recognise(head_) != ContainerKind::tar) return {};
    }
    archive_ = new_archive();
    archive* const handle = archive_.get();
    int result = ARCHIVE_OK;
    if (stream_) {
        ::archive_read_support_format_tar(handle);
        result = ::archive_read_open(handle, this, nullptr, &ArchiveLevel::feed, nullptr);
    } else {
        if (kind_ == ContainerKind::zip) ::archive_read_support_format_zip(handle);
        if (kind_ == ContainerKind::tar) ::archive_read_support_format_tar(handle);
        if (kind_ == ContainerKind::seven_zip) ::archive_read_support_format_7zip(handle);
        result = ::archive_read_open_memory(handle, bytes_.data(), bytes_.size());
    }
    return result == ARCHIVE_OK ? Result{} : failure(Outcome::broken);
}

Result ArchiveLevel::read_single(BytesBuilder& builder) {
    if (Result checked = take(0, 0, head_.size()); checked.outcome != Outcome::good) return checked;
    builder.append(head_);
    head_ = {};
    for (;;) {
        std::string_view piece;
        switch (stream_->read(piece)) {
            case CompressedStream::Status::data:
                if (Result checked = take(builder.size(), 0, piece.size()); checked.outcome != Outcome::good) {
                    return checked;
                }
                builder.append(piece);
                break;
            case CompressedStream::Status::end:
                return {};
            case CompressedStream::Status::damaged:
                return {Outcome::unreadable, stream_->reason()};
            case CompressedStream::Status::limit:
                return {Outcome::stop, stream_->reason()};
        }
    }
}

Result ArchiveLevel::next_header(archive_entry*& entry) {
    entry = nullptr;
    const int result = ::archive_read_next_header(archive_.get(), &entry);
    if (result == ARCHIVE_EOF) {
        entry = nullptr;
        return check_end();
    }
    if (result == ARCHIVE_OK || result == ARCHIVE_WARN) {
        consumed_before_ = consumed();
        has_headers_ = true;
        return {};
    }
    entry = nullptr;
    // libarchive cannot step over such data in every archive.
    if (is_behind_locked_ && kind_ == ContainerKind::seven_zip) {
        return {Outcome::locked, "what stands behind an encrypted member, if anything does, cannot be read"};
    }
    if (!has_headers_ && ::archive_read_has_encrypted_entries(archive_.get()) > 0)
        return {Outcome::locked, "the directory of the archive is encrypted"};
    return failure(result == ARCHIVE_FAILED ? Outcome::unreadable : Outcome::broken);
}

std::optional<std::uint64_t> ArchiveLevel::header_offset() const {
    if (stream_ || !archive_ || kind_ == ContainerKind::seven_zip || depth != 1) return std::nullopt;
    const la_int64_t position = ::archive_read_header_position(archive_.get());
    if (position < 0) return std::nullopt;
    return static_cast<std::uint64_t>(position);
}

Result ArchiveLevel::read(archive_entry* entry, BytesBuilder& builder) {
    const bool has_size = ::archive_entry_size_is_set(entry) != 0;
    const auto declared = static_cast<std::uint64_t>(std::max<la_int64_t>(::archive_entry_size(entry), 0));
    if (has_size && declared > budget_.limits.member_size) return too_big();
    std::uint64_t size = 0;
    for (;;) {
        const void* data = nullptr;
        std::size_t length = 0;
        la_int64_t offset = 0;
        const int result = ::archive_read_data_block(archive_.get(), &data, &length, &offset);
        if (result == ARCHIVE_EOF) break;
        if (data == nullptr) length = 0;
        // Holes of sparse files are zeros.
        const std::uint64_t at = static_cast<std::uint64_t>(std::max<la_int64_t>(offset, 0));
        const std::uint64_t hole = length > 0 && at > size ? at - size : 0;
        if (hole + length > 0) {
            if (Result checked = take(size, hole, length); checked.outcome != Outcome::good) return checked;
            builder.append_zeros(static_cast<std::size_t>(hole));
            builder.append({static_cast<const char*>(data), length});
            size += hole + length;
        }
        if (result == ARCHIVE_OK) continue;
        return failure(result == ARCHIVE_FATAL ? Outcome::broken : Outcome::unreadable);
    }
    if (has_size && declared > size) {
        // Only a sparse file ends in a hole; anything else lost its end.
        if (::archive_entry_sparse_count(entry) == 0) return {Outcome::unreadable, "the data ends too early"};
        if (Result checked = take(size, declared - size, 0); checked.outcome != Outcome::good) return checked;
        builder.append_zeros(static_cast<std::size_t>(declared - size));
    }
    return {};
}

Result ArchiveLevel::skip() {
    if (!must_decompress()) return {};  // the next header steps over it
    std::uint64_t size = 0;
    for (;;) {
        const void* data = nullptr;
        std::size_t length = 0;
        la_int64_t offset = 0;
        const int result = ::archive_read_data_block(archive_.get(), &data, &length, &offset);
        if (result == ARCHIVE_EOF) return {};
        if (length > 0) {
            if (Result checked = take(size, 0, length); checked.outcome == Outcome::stop) return checked;
            size += length;
        }
        if (result == ARCHIVE_FATAL || result == ARCHIVE_RETRY) return failure(Outcome::broken);
        if (result == ARCHIVE_FAILED) return {};
    }
}

la_ssize_t ArchiveLevel::feed(archive* handle, void* self, const void** buffer) noexcept {
    auto* const level = static_cast<ArchiveLevel*>(self);
    try {
        std::string_view piece;
        if (!level->head_used_) {
            level->head_used_ = true;
            piece = level->head_;
        } else {
            switch (level->stream_->read(piece)) {
                case CompressedStream::Status::data:
                case CompressedStream::Status::end:
                    break;
                case CompressedStream::Status::damaged:
                case CompressedStream::Status::limit:
                    ::archive_set_error(handle, EIO, "%s", level->stream_->reason().c_str());
                    return -1;
            }
        }
        *buffer = piece.data();
        return static_cast<la_ssize_t>(piece.size());
    } catch (...) {
        level->exception_ = std::current_exception();
        ::archive_set_error(handle, ENOMEM, "out of memory");
        return -1;
    }
}

Result ArchiveLevel::failure(Outcome outcome) {
    if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
    if (stream_) {
        std::string_view piece;
        if (!stream_->reason().empty() && stream_->read(piece) == CompressedStream::Status::limit) {
            return {Outcome::stop, stream_->reason()};
        }
    }
    return {outcome, archive_error(archive_.get())};
}

Result ArchiveLevel::too_big() const {
    return {Outcome::too_big, fmt::format("it has more than {} bytes", budget_.limits.member_size)};
}

std::uint64_t ArchiveLevel::consumed() const noexcept {
    return static_cast<std::uint64_t>(std::max<la_int64_t>(::archive_filter_bytes(archive_.get(), -1), 0));
}

// Counts bytes that are about to come out of the member of which `size` bytes already have.
Result ArchiveLevel::take(std::uint64_t size, std::uint64_t hole, std::uint64_t length) {
    const ContainerLimits& limits = budget_.limits;
    if (hole > limits.member_size || size + hole + length > limits.member_size) return too_big();
    const std::uint64_t more = hole + length;
    if (more > limits.total_size - std::min(budget_.total, limits.total_size)) {
        return {Outcome::stop, fmt::format("the members have more than {} bytes together", limits.total_size)};
    }
    budget_.total += more;
    const auto above = [&](std::uint64_t out, std::uint64_t in) {
        return out > limits.ratio_above && out / limits.ratio > in;
    };
    bool bomb = above(budget_.total, budget_.input_size);
    // A plain tar packs nothing, and may be taken in as a whole before its first member; its holes count above.
    if (archive_ && !stream_ && kind_ != ContainerKind::tar) {
        const std::uint64_t now = consumed();
        bomb = bomb || above(size + more, now - std::min(now, consumed_before_));
    }
    if (bomb) return {Outcome::stop, fmt::format("more than {} bytes come out of each byte", limits.ratio)};
    return {};
}

// The stream around a tar has a check sum at its own end.
Result ArchiveLevel::check_end() {
    if (Result checked = check_tail(); checked.outcome != Outcome::good) return checked;
    if (!stream_) return {};
    std::uint64_t trailing = 0;
    while (trailing <= most_trailing_bytes) {
        std::string_view piece;
        switch (stream_->read(piece)) {
            case CompressedStream::Status::data:
                if (!is_zero(piece)) return {Outcome::broken, std::string(more_after_end)};
                trailing += piece.size();
                break;
            case CompressedStream::Status::end:
                return {};
            case CompressedStream::Status::damaged:
                return {Outcome::broken, stream_->reason()};
            case CompressedStream::Status::limit:
                return {Outcome::stop, stream_->reason()};
        }
    }
    return {};
}

// An archive that lost its end can look complete; one that goes on after its end holds more than it shows.
Result ArchiveLevel::check_tail() const {
    if (kind_ == ContainerKind::zip) {
        // Without its directory libarchive goes from member to member.
        constexpr std::size_t longest_end = 22 + 0xFFFF;
        const std::string_view tail = bytes_.substr(bytes_.size() - std::min(bytes_.size(), longest_end));
        if (tail.find("PK\x05\x06"sv) == std::string_view::npos) {
            return {Outcome::broken, "the end of the directory is missing"};
        }
    }
    if (!stream_ && kind_ != ContainerKind::tar) return {};
    // A tar ends with blocks of zeros.
    const la_int64_t end = ::archive_filter_bytes(archive_.get(), 0);
    if (end == ::archive_read_header_position(archive_.get())) {
        return {Outcome::broken, "the end mark is missing, members may be lost"};
    }
    if (!stream_ && end >= 0 && static_cast<std::size_t>(end) < bytes_.size() &&
        !is_zero(bytes_.substr(static_cast<std::size_t>(end)))) {
        return {Outcome::broken, std::string(more_after_end)};
    }
    return {};
}

}  // namespace tengen::io
