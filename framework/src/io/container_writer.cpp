#include "io/container_writer.h"

#include <cerrno>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "io/compressed_stream.h"
#include "io/error.h"
#include "io/member_name.h"
#include "io/utf8_locale.h"

namespace tengen::io {
namespace {

constexpr std::uint64_t tar_block = 512;
constexpr std::size_t longest_ustar_name = 100;
constexpr std::size_t piece_size = std::size_t{1} << 20U;

struct FreeWriter {
    void operator()(archive* handle) const noexcept { ::archive_write_free(handle); }
    void operator()(archive_entry* entry) const noexcept { ::archive_entry_free(entry); }
};

// Makes an archive and gives its bytes to a function, which may throw.
class ArchiveWriter {
public:
    ArchiveWriter(Packing packing, bool stored, std::function<void(std::string_view)> take)
        : take_(std::move(take)), archive_(::archive_write_new()) {
        if (!archive_) throw std::bad_alloc();
        archive* const handle = archive_.get();
        check(::archive_write_set_format_ustar(handle));
        if (packing == Packing::gzip) {
            check(::archive_write_add_filter_gzip(handle));
            check(::archive_write_set_filter_option(handle, "gzip", "timestamp", nullptr));
            check(::archive_write_set_filter_option(handle, "gzip", "compression-level", stored ? "0" : "6"));
        }
        check(::archive_write_set_bytes_in_last_block(handle, 1));  // a last record of zeros is for tapes
        check(::archive_write_open(handle, this, nullptr, &ArchiveWriter::write, nullptr));
    }

    void add(const NewMember& member) {
        const Utf8Locale::Scope scope(locale_);
        const std::unique_ptr<archive_entry, FreeWriter> entry(::archive_entry_new());
        if (!entry) throw std::bad_alloc();
        ::archive_entry_set_pathname(entry.get(), member.name.c_str());
        ::archive_entry_set_filetype(entry.get(), AE_IFREG);
        ::archive_entry_set_perm(entry.get(), 0644);
        ::archive_entry_set_mtime(entry.get(), 0, 0);
        ::archive_entry_set_size(entry.get(), static_cast<la_int64_t>(member.bytes.size()));
        check(::archive_write_header(archive_.get(), entry.get()));
        for (std::string_view rest = member.bytes; !rest.empty();) {
            const std::string_view piece = rest.substr(0, piece_size);
            check(static_cast<int>(::archive_write_data(archive_.get(), piece.data(), piece.size()) < 0 ? ARCHIVE_FATAL
                                                                                                        : ARCHIVE_OK));
            rest.remove_prefix(piece.size());
        }
    }

    void close() { check(::archive_write_close(archive_.get())); }

private:
    static la_ssize_t write(archive* handle, void* self, const void* data, std::size_t size) noexcept {
        auto& writer = *static_cast<ArchiveWriter*>(self);
        if (writer.exception_) return -1;
        try {
            writer.take_({static_cast<const char*>(data), size});
        } catch (...) {
            writer.exception_ = std::current_exception();
            ::archive_set_error(handle, EIO, "the bytes were not taken");
            return -1;
        }
        return static_cast<la_ssize_t>(size);
    }

    void check(int result) {
        if (exception_) std::rethrow_exception(exception_);
        if (result < ARCHIVE_OK) {
            const char* const text = ::archive_error_string(archive_.get());
            throw IoError("io.write-failed",
                          fmt::format("cannot write the container: {}", text == nullptr ? "" : text));
        }
    }

    Utf8Locale locale_;
    std::function<void(std::string_view)> take_;
    std::exception_ptr exception_;
    std::unique_ptr<archive, FreeWriter> archive_;  // last: it may write when it goes
};

// Passes compressed bytes on once it is sure that nobody takes them for a bomb, whatever follows.
class Gate {
public:
    struct Bomb {};

    Gate(Sink& sink, std::uint64_t total, const ContainerLimits& limits)
        : sink_(sink), total_(total), limits_(limits) {}

    void take(std::string_view bytes) {
        if (open_) {
            sink_.write(bytes);
            return;
        }
        held_.append(bytes);
        if (held_.size() > total_ / limits_.ratio) open();
    }

    // At the end, or when what is held is so much that all the rest together cannot reach the ratio any more.
    void open() {
        if (open_) return;
        if (total_ > limits_.ratio_above) {
            CompressedStream stream(held_, ContainerKind::gzip, limits_);
            std::string_view piece;
            CompressedStream::Status status = CompressedStream::Status::data;
            while (status == CompressedStream::Status::data) status = stream.read(piece);
            if (status == CompressedStream::Status::limit) throw Bomb();
        }
        sink_.write(held_);
        held_ = {};
        open_ = true;
    }

private:
    Sink& sink_;
    std::uint64_t total_;
    ContainerLimits limits_;
    std::string held_;
    bool open_ = false;
};

std::uint64_t tar_size(std::span<const NewMember> members) {
    std::uint64_t size = 2 * tar_block;
    for (const NewMember& member : members) {
        size += tar_block + (member.bytes.size() + tar_block - 1) / tar_block * tar_block;
    }
    return size;
}

Finding fault(std::string_view id, const NewMember& member, std::string message) {
    return {std::string(id), std::move(message), {}, member.name, std::nullopt};
}

}  // namespace

std::optional<Finding> judge_members(std::span<const NewMember> members, const ContainerLimits& limits) {
    const Utf8Locale locale;
    std::unordered_set<std::string> names;
    std::uint64_t total = 0;
    if (members.size() > limits.members) {
        return Finding{"container.limit", fmt::format("more than {} members", limits.members), {}, {}, std::nullopt};
    }
    for (const NewMember& member : members) {
        const NameFault name_fault = judge_member_name(member.name, false);
        if (name_fault == NameFault::folder) {
            return fault("container.directory-member", member, fmt::format("'{}' is in a folder", member.name));
        }
        if (name_fault != NameFault::none) {
            return fault("container.unsafe-path", member,
                         fmt::format("the name '{}' {}", member.name, describe(name_fault)));
        }
        if (member.name.size() > longest_ustar_name) {
            return fault("container.unsafe-path", member,
                         fmt::format("the name '{}' is longer than {} bytes", member.name, longest_ustar_name));
        }
        if (!names.insert(locale.fold(member.name)).second) {
            return fault("container.duplicate-member", member, fmt::format("two members are named '{}'", member.name));
        }
        total += member.bytes.size();
        if (member.bytes.size() > limits.member_size) {
            return fault("container.limit", member,
                         fmt::format("'{}' has more than {} bytes", member.name, limits.member_size));
        }
        if (total > limits.total_size) {
            return fault("container.limit", member,
                         fmt::format("the members up to '{}' have more than {} bytes", member.name, limits.total_size));
        }
    }
    return std::nullopt;
}

void write_container(std::span<const NewMember> members, Packing packing, const ContainerLimits& limits, Sink& sink) {
    const auto write = [&](bool stored, std::function<void(std::string_view)> take) {
        ArchiveWriter writer(packing, stored, std::move(take));
        for (const NewMember& member : members) writer.add(member);
        writer.close();
    };
    if (packing == Packing::none) {
        write(false, [&](std::string_view bytes) { sink.write(bytes); });
        return;
    }
    try {
        Gate gate(sink, tar_size(members), limits);
        write(false, [&](std::string_view bytes) { gate.take(bytes); });
        gate.open();
    } catch (const Gate::Bomb&) {
        write(true, [&](std::string_view bytes) { sink.write(bytes); });
    }
}

}  // namespace tengen::io
