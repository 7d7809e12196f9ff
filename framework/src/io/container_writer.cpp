#include "io/container_writer.h"

#include <functional>
#include <string>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "io/archive_writer.h"
#include "io/compressed_stream.h"
#include "io/member_name.h"
#include "io/utf8_locale.h"

namespace tengen::io {
namespace {

constexpr std::uint64_t tar_block = 512;
constexpr std::size_t longest_ustar_name = 100;

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
    const auto write = [&](ArchiveWriter::Compression compression, std::function<void(std::string_view)> take) {
        ArchiveWriter writer({ArchiveWriter::Format::ustar, compression, 0, {}}, std::move(take));
        for (const NewMember& member : members) writer.add(member.name, member.bytes);
        writer.close();
    };
    if (packing == Packing::none) {
        write(ArchiveWriter::Compression::none, [&](std::string_view bytes) { sink.write(bytes); });
        return;
    }
    try {
        Gate gate(sink, tar_size(members), limits);
        write(ArchiveWriter::Compression::gzip, [&](std::string_view bytes) { gate.take(bytes); });
        gate.open();
    } catch (const Gate::Bomb&) {
        write(ArchiveWriter::Compression::gzip_stored, [&](std::string_view bytes) { sink.write(bytes); });
    }
}

}  // namespace tengen::io
