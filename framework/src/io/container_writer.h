// One record with its media in one file: RGT (tar) and RGZ (tar, compressed by gzip).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "io/container.h"
#include "io/finding.h"
#include "io/sink.h"

namespace tengen::io {

struct NewMember {
    std::string name;        // UTF-8, a plain name
    std::string_view bytes;  // must live until the container is written
};

enum class Packing : std::uint8_t { none, gzip };

// Whether such a container can be written so that a reader with these limits takes it without a finding:
//
//   container.unsafe-path       a name that is no plain one (member_name.h), or longer than the 100 bytes of ustar
//   container.directory-member  a name with a folder
//   container.duplicate-member  one name twice, letters folded
//   container.limit             too many members, too big ones, or too much together
//
// The first fault, or nothing.
std::optional<Finding> judge_members(std::span<const NewMember> members, const ContainerLimits& limits);

// Writes a POSIX ustar archive to the sink, members in the order given, owners 0, time 0, mode 0644; compressed, gzip
// names neither a file nor a time. Equal members make equal bytes. Content that gzip would make smaller than the limits
// allow (`ratio`) is stored instead, since readers take it for a bomb. Does not commit the sink.
//
// judge_members must have said nothing. Throws IoError of the sink; memory: about a 200th of the members at most.
void write_container(std::span<const NewMember> members, Packing packing, const ContainerLimits& limits, Sink& sink);

}  // namespace tengen::io
