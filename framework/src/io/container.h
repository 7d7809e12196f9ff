// Archives and compressed files, read in memory. Nothing is ever written to disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "io/bytes.h"
#include "io/finding.h"

namespace tengen::io {

enum class ContainerKind { none, gzip, xz, zstd, bzip2, zip, tar, seven_zip };

// Looks at the first bytes alone; names play no part. A tar is known by "ustar" at byte 257 (POSIX ustar and pax, GNU).
ContainerKind recognise(std::string_view bytes) noexcept;

// True for kinds that hold one stream of bytes rather than members. The stream may be a tar.
constexpr bool is_compression(ContainerKind kind) noexcept {
    return kind == ContainerKind::gzip || kind == ContainerKind::xz || kind == ContainerKind::zstd ||
           kind == ContainerKind::bzip2;
}

// "tar", "gzip" ...; "none".
std::string_view to_string(ContainerKind kind) noexcept;

// Above a limit there is a finding container.limit, and what is above it is not used.
struct ContainerLimits {
    std::uint64_t members = 100'000;                        // of all kinds but folders, nested ones included
    std::uint64_t member_size = std::uint64_t{512} << 20U;  // bytes of one member
    std::uint64_t total_size = no_size_limit;               // bytes of all members together
    std::uint64_t ratio = 200;                              // bytes out for each byte in ...
    std::uint64_t ratio_above = std::uint64_t{1} << 20U;    // ... once more than this has come out

    // A folder of records.
    static constexpr ContainerLimits records() noexcept { return {}; }
    // One record with its media (RGT, RGZ).
    static constexpr ContainerLimits media() noexcept {
        ContainerLimits limits;
        limits.members = 256;
        limits.total_size = std::uint64_t{1} << 30U;
        return limits;
    }
};

struct ContainerOptions {
    ContainerLimits limits;

    // Members must be in no folder (RGT, RGZ): those that are get container.directory-member and are left out.
    bool flat_names = false;

    // How many containers inside each other are entered: 2 is a container and those directly in it. A tar in a
    // compressed stream counts as one. Deeper ones come as ordinary members whose `kind` is set.
    int depth = 2;

    // Asked for each container inside this one; if it says no, it comes as an ordinary member. Empty: always yes.
    std::function<bool(std::string_view name, ContainerKind kind)> enter;

    // Asked for each member before it is read; if it says no, the member comes without bytes (Member::read). So a
    // medium of hundreds of megabytes need not be read to know that it is there. Empty: always yes.
    std::function<bool(std::string_view name)> wanted;

    // Also give members whose names were there before, also but for capitals. There is a finding
    // container.duplicate-member in any case.
    bool keep_duplicates = false;

    // Also give members whose check sum is wrong or that are cut off, as far as they go (Member::damaged), and enter
    // such containers. There is a finding container.damaged in any case.
    bool keep_damaged = false;

    // Makes UTF-8 of a name in an undeclared charset. `sample` holds all such names of the archive that can be had
    // cheaply, the asked one among them, separated by line breaks, because a single name is too short to tell a
    // charset from. Empty: ISO-8859-1.
    std::function<std::string(std::string_view raw, std::string_view sample)> decode_name;
};

struct Member {
    // UTF-8, as the container has it (a leading "./" removed); for a member of a nested container the name of that
    // one comes first: "inner.zip/game.sgf". This is what Finding::member says.
    std::string name;
    // A relative path that is safe on every system: `name`, or its last part made harmless.
    std::string safe_name;
    // The bytes the name has in the container.
    std::string raw_name;
    std::uint64_t index = 0;  // number among the members given, from 0
    std::uint64_t size = 0;   // bytes of the member, also if it was not read (then as the container declares it)
    int depth = 1;            // 2: member of a nested container
    ContainerKind kind = ContainerKind::none;  // what the bytes are, if a container that was not entered
    bool read = true;
    bool unsafe = false;   // container.unsafe-path was found
    bool damaged = false;  // only with keep_damaged
    Bytes bytes;
};

// The members of a container, in its order. Findings, each with the member's name:
//
//   container.limit             a limit. A member that is too big is left out; any other limit ends the reading
//   container.damaged           a bad or cut header ends the (nested) archive; a member that cannot be read in full
//                               (cut off, wrong check sum, encrypted, unknown method) is left out. A tar without its
//                               end mark is damaged too: members may be missing; so is what goes on behind its end
//   container.unsafe-path       see member_name.h; the member comes, with a safe_name
//   container.directory-member  with flat_names
//   container.not-regular       link, device and the like; left out
//   container.duplicate-member  same name as an earlier member of the archive, letters folded; left out
//   container.name-charset      the name is not UTF-8 and the archive does not say what it is
//
// Folders themselves are passed over. A file that is only compressed has one member with the name of the file less the
// suffix. Memory: one member at a time, plus the nested containers that are open; compressed streams are checked
// against the limits piece by piece. Bad content never throws. One thread at a time.
class Container {
public:
    // `bytes` must outlive the object. `name` is the file name of the container. recognise() must know the bytes,
    // otherwise there are no members.
    Container(std::string_view bytes, std::string_view name, ContainerOptions options, FindingSink findings);
    Container(Container&&) noexcept;
    Container& operator=(Container&&) noexcept;
    ~Container();

    std::optional<Member> next();

    // True once a limit ended the reading.
    bool stopped() const noexcept;

    // How many members were seen so far and not given, folders aside: a finding says why. Damage may hide further ones.
    std::uint64_t left_out() const noexcept;

private:
    class Reader;
    std::unique_ptr<Reader> reader_;
};

}  // namespace tengen::io
