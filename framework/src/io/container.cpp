#include "io/container.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <cwctype>
#include <exception>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <locale.h>

#include "io/archive_handle.h"
#include "io/compressed_stream.h"
#include "io/member_name.h"
#include "io/output_name.h"
#include "io/utf8.h"

namespace tengen::io {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t tar_block = 512;
constexpr std::uint64_t most_trailing_bytes = std::uint64_t{16} << 20U;
constexpr std::size_t most_sample_bytes = std::size_t{64} << 10U;

// libarchive converts the names of some formats to the charset of the locale and loses what does not fit. A locale of
// our own, set for this thread only while libarchive runs, makes that UTF-8 whatever the program's locale is.
class Utf8Locale {
public:
    Utf8Locale() {
        for (const char* const name : {"C.UTF-8", "C.utf8", "en_US.UTF-8", "UTF-8"}) {
            locale_ = ::newlocale(LC_CTYPE_MASK, name, static_cast<locale_t>(nullptr));
            if (locale_ != nullptr) return;
        }
    }
    Utf8Locale(const Utf8Locale&) = delete;
    Utf8Locale& operator=(const Utf8Locale&) = delete;
    ~Utf8Locale() {
        if (locale_ != nullptr) ::freelocale(locale_);
    }

    class Scope {
    public:
        explicit Scope(const Utf8Locale& locale) : before_(::uselocale(locale.locale_)) {}
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope() { ::uselocale(before_); }

    private:
        locale_t before_;
    };

    // Letters that differ in case only become the same: by way of upper case, because some letters have two lower
    // case forms (the Greek sigma).
    std::string fold(std::string_view name) const {
        std::string out;
        out.reserve(name.size());
        for (std::size_t i = 0; i < name.size();) {
            const utf8::Decoded decoded = utf8::decode(name, i);
            i += decoded.length;
            char32_t code = decoded.code;
            if (code >= U'A' && code <= U'Z') {
                code += U'a' - U'A';
            } else if (code >= 0x80 && locale_ != nullptr) {
                const auto wide = static_cast<wint_t>(code);
                code = static_cast<char32_t>(::towlower_l(::towupper_l(wide, locale_), locale_));
            }
            utf8::append(out, code);
        }
        return out;
    }

private:
    locale_t locale_ = nullptr;
};

std::string_view last_part(std::string_view path) noexcept {
    const std::size_t separator = path.find_last_of("/\\");
    return separator == std::string_view::npos ? path : path.substr(separator + 1);
}

bool ends_with_folded(std::string_view text, std::string_view lower) noexcept {
    if (text.size() < lower.size()) return false;
    return std::equal(
        lower.begin(), lower.end(), text.end() - static_cast<std::ptrdiff_t>(lower.size()),
        [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b + ('a' - 'A')) : b); });
}

// The name of what is in a compressed file.
std::string_view without_suffix(std::string_view name, ContainerKind kind) noexcept {
    std::string_view suffix;
    switch (kind) {
        case ContainerKind::gzip:
            suffix = ".gz";
            break;
        case ContainerKind::xz:
            suffix = ".xz";
            break;
        case ContainerKind::zstd:
            suffix = ".zst";
            break;
        case ContainerKind::bzip2:
            suffix = ".bz2";
            break;
        default:
            break;
    }
    if (name.size() > suffix.size() && ends_with_folded(name, suffix)) name.remove_suffix(suffix.size());
    return name;
}

std::string_view raw_name_of(archive_entry* entry) noexcept {
    if (const char* const name = ::archive_entry_pathname(entry)) return name;
    if (const char* const name = ::archive_entry_pathname_utf8(entry)) return name;
    return {};
}

std::string_view without_dot(std::string_view name) noexcept {
    while (name.starts_with("./")) {
        name.remove_prefix(2);
        while (name.starts_with('/')) name.remove_prefix(1);
    }
    return name;
}

// All names of an archive that are not UTF-8, for archives whose headers can be read without the data.
std::string collect_legacy_names(std::string_view bytes, ContainerKind kind, std::uint64_t most_members) {
    std::string sample;
    const ArchiveHandle handle = new_archive();
    if (kind == ContainerKind::zip) {
        ::archive_read_support_format_zip_seekable(handle.get());
    } else if (kind == ContainerKind::tar) {
        ::archive_read_support_format_tar(handle.get());
    } else {
        return sample;
    }
    if (::archive_read_open_memory(handle.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) return sample;
    archive_entry* entry = nullptr;
    for (std::uint64_t i = 0; i < most_members && sample.size() < most_sample_bytes; ++i) {
        if (::archive_read_next_header(handle.get(), &entry) < ARCHIVE_WARN || entry == nullptr) break;
        const std::string_view name = raw_name_of(entry);
        if (utf8::is_valid(name)) continue;
        sample.append(name);
        sample.push_back('\n');
        entry = nullptr;
    }
    return sample;
}

// What all containers inside each other share.
struct Budget {
    ContainerLimits limits;
    std::uint64_t input_size = 0;
    std::uint64_t members = 0;
    std::uint64_t total = 0;
    std::uint64_t given = 0;
};

enum class Outcome {
    good,
    too_big,     // this member only
    stop,        // a limit that ends everything
    unreadable,  // this member only
    broken,      // the archive ends here
};

struct Result {
    Outcome outcome = Outcome::good;
    std::string reason;
};

// One archive that is being read.
class Level {
public:
    Level(std::string_view bytes, Bytes owned, ContainerKind kind, Budget& budget)
        : owned_(std::move(owned)), bytes_(owned_.empty() ? bytes : owned_.view()), kind_(kind), budget_(budget) {}
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

    std::string prefix;       // before the names of its members, as shown
    std::string safe_prefix;  // the same, safe
    std::string name;         // file name of the archive itself
    int depth = 1;
    std::unordered_set<std::string> names;    // folded
    std::optional<std::string> legacy_names;  // once asked for
    bool finished = false;

    ContainerKind kind() const noexcept { return kind_; }
    std::string_view bytes() const noexcept { return bytes_; }
    archive* handle() const noexcept { return archive_.get(); }

    // One member that is the whole stream.
    bool is_single() const noexcept { return stream_ && !archive_; }

    Result open() {
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
            result = ::archive_read_open(handle, this, nullptr, &Level::feed, nullptr);
        } else {
            if (kind_ == ContainerKind::zip) ::archive_read_support_format_zip(handle);
            if (kind_ == ContainerKind::tar) ::archive_read_support_format_tar(handle);
            if (kind_ == ContainerKind::seven_zip) ::archive_read_support_format_7zip(handle);
            result = ::archive_read_open_memory(handle, bytes_.data(), bytes_.size());
        }
        return result == ARCHIVE_OK ? Result{} : failure(Outcome::broken);
    }

    // Steps to the next header; entry is null at the end.
    Result next_header(archive_entry*& entry) {
        entry = nullptr;
        const int result = ::archive_read_next_header(archive_.get(), &entry);
        if (result == ARCHIVE_EOF) {
            entry = nullptr;
            return check_end();
        }
        if (result == ARCHIVE_OK || result == ARCHIVE_WARN) {
            consumed_before_ = consumed();
            return {};
        }
        entry = nullptr;
        return failure(result == ARCHIVE_FAILED ? Outcome::unreadable : Outcome::broken);
    }

    // Where the last header is, if that means a place in the bytes.
    std::optional<std::uint64_t> header_offset() const {
        if (stream_ || !archive_ || kind_ == ContainerKind::seven_zip || depth != 1) return std::nullopt;
        const la_int64_t position = ::archive_read_header_position(archive_.get());
        if (position < 0) return std::nullopt;
        return static_cast<std::uint64_t>(position);
    }

    // Reads the data of the member whose header was read last.
    Result read(archive_entry* entry, BytesBuilder& builder) {
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

    // Passes over the data of the member whose header was read last. Where that means to decompress it, the limits
    // hold for it too.
    Result skip() {
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

    // True if passing over a member costs as much as reading it.
    bool must_decompress() const noexcept { return stream_ != nullptr || kind_ == ContainerKind::seven_zip; }

    // The whole stream as one member.
    Result read_single(BytesBuilder& builder) {
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

private:
    static la_ssize_t feed(archive* handle, void* self, const void** buffer) noexcept {
        auto* const level = static_cast<Level*>(self);
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

    Result failure(Outcome outcome) {
        if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
        if (stream_) {
            std::string_view piece;
            if (!stream_->reason().empty() && stream_->read(piece) == CompressedStream::Status::limit) {
                return {Outcome::stop, stream_->reason()};
            }
        }
        return {outcome, archive_error(archive_.get())};
    }

    Result too_big() const {
        return {Outcome::too_big, fmt::format("it has more than {} bytes", budget_.limits.member_size)};
    }

    std::uint64_t consumed() const noexcept {
        return static_cast<std::uint64_t>(std::max<la_int64_t>(::archive_filter_bytes(archive_.get(), -1), 0));
    }

    // Counts bytes that are about to come out of the member of which `size` bytes already have.
    Result take(std::uint64_t size, std::uint64_t hole, std::uint64_t length) {
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
        if (archive_ && !stream_) {
            const std::uint64_t now = consumed();
            bomb = bomb || above(size + more, now - std::min(now, consumed_before_));
        }
        if (bomb) return {Outcome::stop, fmt::format("more than {} bytes come out of each byte", limits.ratio)};
        return {};
    }

    // A tar ends with blocks of zeros; the compressed stream around it has a check sum at its own end.
    Result check_end() {
        const bool is_tar = stream_ || kind_ == ContainerKind::tar;
        if (is_tar && ::archive_filter_bytes(archive_.get(), 0) == ::archive_read_header_position(archive_.get())) {
            return {Outcome::broken, "the end mark is missing, members may be lost"};
        }
        if (kind_ == ContainerKind::zip) {
            // Without it libarchive goes from member to member, and a cut file looks complete.
            constexpr std::size_t longest_end = 22 + 0xFFFF;
            const std::string_view tail = bytes_.substr(bytes_.size() - std::min(bytes_.size(), longest_end));
            if (tail.find("PK\x05\x06"sv) == std::string_view::npos) {
                return {Outcome::broken, "the end of the directory is missing"};
            }
        }
        if (!stream_) return {};
        std::uint64_t trailing = 0;
        while (trailing <= most_trailing_bytes) {
            std::string_view piece;
            switch (stream_->read(piece)) {
                case CompressedStream::Status::data:
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

    Bytes owned_;
    std::string_view bytes_;
    ContainerKind kind_;
    Budget& budget_;
    std::unique_ptr<CompressedStream> stream_;
    std::string head_;
    bool head_used_ = false;
    std::exception_ptr exception_;
    std::uint64_t consumed_before_ = 0;
    ArchiveHandle archive_;  // last: it must go before what its callback uses
};

}  // namespace

ContainerKind recognise(std::string_view bytes) noexcept {
    if (bytes.starts_with("\x1f\x8b"sv)) return ContainerKind::gzip;
    if (bytes.starts_with("PK\x03\x04"sv) || bytes.starts_with("PK\x05\x06"sv) || bytes.starts_with("PK\x07\x08"sv)) {
        return ContainerKind::zip;
    }
    if (bytes.starts_with("\xfd\x37\x7a\x58\x5a\x00"sv)) return ContainerKind::xz;
    if (bytes.starts_with("\x28\xb5\x2f\xfd"sv)) return ContainerKind::zstd;
    if (bytes.starts_with("7z\xbc\xaf\x27\x1c"sv)) return ContainerKind::seven_zip;
    if (bytes.size() >= 10 && bytes.starts_with("BZh"sv) && bytes[3] >= '1' && bytes[3] <= '9') {
        // A block, or at once the end of the stream.
        const std::string_view block = bytes.substr(4, 6);
        if (block == "\x31\x41\x59\x26\x53\x59"sv || block == "\x17\x72\x45\x38\x50\x90"sv) return ContainerKind::bzip2;
    }
    constexpr std::size_t magic_offset = 257;
    if (bytes.size() >= tar_block && bytes.substr(magic_offset, 5) == "ustar"sv) return ContainerKind::tar;
    return ContainerKind::none;
}

std::string_view to_string(ContainerKind kind) noexcept {
    switch (kind) {
        case ContainerKind::none:
            return "none";
        case ContainerKind::gzip:
            return "gzip";
        case ContainerKind::xz:
            return "xz";
        case ContainerKind::zstd:
            return "zstd";
        case ContainerKind::bzip2:
            return "bzip2";
        case ContainerKind::zip:
            return "zip";
        case ContainerKind::tar:
            return "tar";
        case ContainerKind::seven_zip:
            return "7z";
    }
    return "none";
}

class Container::Reader {
public:
    Reader(std::string_view bytes, std::string_view name, ContainerOptions options, FindingSink findings)
        : options_(std::move(options)), findings_(std::move(findings)) {
        budget_.limits = options_.limits;
        budget_.limits.ratio = std::max<std::uint64_t>(budget_.limits.ratio, 1);
        budget_.input_size = bytes.size();
        const ContainerKind kind = recognise(bytes);
        if (kind == ContainerKind::none || options_.depth < 1) return;
        const Utf8Locale::Scope scope(locale_);
        auto level = std::make_unique<Level>(bytes, Bytes(), kind, budget_);
        level->name = last_part(name);
        open(std::move(level));
    }

    bool stopped() const noexcept { return stopped_; }

    std::optional<Member> next() {
        const Utf8Locale::Scope scope(locale_);
        while (!levels_.empty()) {
            Level& level = *levels_.back();
            std::optional<Member> member;
            if (level.finished) {
                levels_.pop_back();
                continue;
            }
            member = level.is_single() ? next_single(level) : next_member(level);
            if (stopped_) levels_.clear();
            if (!member) continue;
            member->kind = recognise(member->bytes);
            if (member->kind != ContainerKind::none && !member->damaged && member->depth < options_.depth &&
                (!options_.enter || options_.enter(member->name, member->kind))) {
                enter(std::move(*member));
                continue;
            }
            member->index = budget_.given++;
            return member;
        }
        return std::nullopt;
    }

private:
    void report(std::string_view id, std::string member, std::string message,
                std::optional<std::uint64_t> offset = std::nullopt) {
        if (!findings_) return;
        findings_({.id = std::string(id),
                   .message = std::move(message),
                   .input = {},
                   .member = std::move(member),
                   .offset = offset});
    }

    void open(std::unique_ptr<Level> level) {
        const Result result = level->open();
        if (result.outcome != Outcome::good) {
            end(*level, result,
                level->prefix.empty() ? std::string() : level->prefix.substr(0, level->prefix.size() - 1));
        }
        if (!level->finished) levels_.push_back(std::move(level));
    }

    void enter(Member member) {
        const int depth = member.depth + 1;
        auto level = std::make_unique<Level>(std::string_view(), std::move(member.bytes), member.kind, budget_);
        level->prefix = member.name + "/";
        level->safe_prefix = member.safe_name + "/";
        level->name = last_part(member.name);
        level->depth = depth;
        open(std::move(level));
    }

    // Tells what ended a level.
    void end(Level& level, const Result& result, std::string member) {
        level.finished = true;
        const std::string_view kind = to_string(level.kind());
        const std::string where = member.empty() ? std::string() : fmt::format(" at '{}'", member);
        if (result.outcome == Outcome::stop) {
            stopped_ = true;
            report("container.limit", std::move(member),
                   fmt::format("{} archive given up{}: {}", kind, where, result.reason), level.header_offset());
        } else {
            report("container.damaged", std::move(member),
                   fmt::format("damaged {} archive{}: {}", kind, where, result.reason), level.header_offset());
        }
    }

    // True if there is room for one more member.
    bool count(Level& level, const std::string& name) {
        if (++budget_.members <= budget_.limits.members) return true;
        end(level, {Outcome::stop, fmt::format("it has more than {} members", budget_.limits.members)}, name);
        return false;
    }

    std::optional<Member> next_single(Level& level) {
        level.finished = true;
        Member member;
        member.raw_name = without_suffix(level.name, level.kind());
        const std::string name = utf8::is_valid(member.raw_name) ? member.raw_name : utf8::from_latin1(member.raw_name);
        member.name = level.prefix + name;
        member.safe_name = level.safe_prefix + output_name(name);
        member.depth = level.depth;
        if (!count(level, member.name)) return std::nullopt;
        BytesBuilder builder;
        const Result result = level.read_single(builder);
        return finish(level, std::move(member), builder, result);
    }

    std::optional<Member> next_member(Level& level) {
        archive_entry* entry = nullptr;
        Result result = level.next_header(entry);
        if (entry == nullptr) {
            if (result.outcome == Outcome::good) {
                level.finished = true;
            } else if (result.outcome == Outcome::unreadable) {
                // A header that cannot be understood among others that can.
                if (count(level, {})) {
                    report("container.damaged", {}, fmt::format("member left out: {}", result.reason),
                           level.header_offset());
                }
            } else {
                end(level, result, archive_member(level));
            }
            return std::nullopt;
        }

        Member member;
        member.depth = level.depth;
        const auto type = ::archive_entry_filetype(entry);
        const bool is_folder = type == AE_IFDIR;
        member.raw_name = raw_name_of(entry);
        const std::string name = decode(level, member.raw_name, is_folder);
        member.name = level.prefix + name;
        member.size = static_cast<std::uint64_t>(std::max<la_int64_t>(::archive_entry_size(entry), 0));
        if (is_folder) {
            if (options_.flat_names && !name.empty() && name != ".") {
                report("container.directory-member", member.name, fmt::format("'{}' is a folder", member.name));
            }
            return std::nullopt;
        }
        if (!count(level, member.name)) return std::nullopt;
        if (type != AE_IFREG || ::archive_entry_hardlink(entry) != nullptr) {
            report("container.not-regular", member.name, fmt::format("'{}' is no regular file", member.name));
            skip(level, member.name);
            return std::nullopt;
        }
        const NameFault fault = judge_member_name(name, !options_.flat_names);
        if (fault == NameFault::folder) {
            report("container.directory-member", member.name, fmt::format("'{}' is in a folder", member.name));
            skip(level, member.name);
            return std::nullopt;
        }
        if (fault != NameFault::none) {
            report("container.unsafe-path", member.name, fmt::format("the name '{}' {}", member.name, describe(fault)));
            member.unsafe = true;
        }
        member.safe_name = level.safe_prefix + (member.unsafe ? output_name(last_part(name)) : name);
        if (!level.names.insert(locale_.fold(name)).second) {
            report("container.duplicate-member", member.name,
                   fmt::format("there is a member '{}' before; this one is left out", member.name));
            skip(level, member.name);
            return std::nullopt;
        }
        if (options_.wanted && !options_.wanted(member.name)) {
            member.read = false;
            skip(level, member.name);
            if (stopped_) return std::nullopt;
            return member;
        }
        BytesBuilder builder;
        result = level.read(entry, builder);
        return finish(level, std::move(member), builder, result);
    }

    // What became of the data of a member.
    std::optional<Member> finish(Level& level, Member member, BytesBuilder& builder, const Result& result) {
        switch (result.outcome) {
            case Outcome::good:
                break;
            case Outcome::too_big:
                if (level.must_decompress()) {
                    // To step over it would cost what the limit is there to save.
                    end(level, {Outcome::stop, result.reason}, member.name);
                } else {
                    report("container.limit", member.name,
                           fmt::format("'{}' is left out: {}", member.name, result.reason), level.header_offset());
                }
                return std::nullopt;
            case Outcome::stop:
                end(level, result, member.name);
                return std::nullopt;
            case Outcome::broken:
                end(level, result, member.name);
                member.damaged = true;
                break;
            case Outcome::unreadable:
                report("container.damaged", member.name,
                       fmt::format("'{}' cannot be read in full: {}", member.name, result.reason),
                       level.header_offset());
                member.damaged = true;
                break;
        }
        if (member.damaged && !options_.keep_damaged) return std::nullopt;
        member.bytes = builder.finish();
        member.size = member.bytes.size();
        return member;
    }

    void skip(Level& level, const std::string& name) {
        const Result result = level.skip();
        if (result.outcome != Outcome::good) end(level, result, name);
    }

    // The nested archive itself, for findings that are about it as a whole.
    static std::string archive_member(const Level& level) {
        return level.prefix.empty() ? std::string() : level.prefix.substr(0, level.prefix.size() - 1);
    }

    std::string decode(Level& level, std::string_view raw, bool is_folder) {
        const std::string_view plain = without_dot(raw);
        if (!plain.empty() && utf8::is_valid(plain)) return std::string(plain);
        if (plain.empty() && !raw.empty()) return {};
        std::string name;
        if (plain.empty()) {
            // The archive says how its names are written and does not keep to it.
            name = fmt::format("member-{}", budget_.members + 1);
        } else if (options_.decode_name) {
            if (!level.legacy_names) {
                level.legacy_names = collect_legacy_names(level.bytes(), level.kind(), budget_.limits.members);
            }
            std::string sample = *level.legacy_names;
            if (sample.find(plain) == std::string::npos) sample.append(plain);
            name = options_.decode_name(plain, sample);
        }
        if (name.empty() || !utf8::is_valid(name)) name = utf8::from_latin1(plain);
        if (!is_folder) {
            report("container.name-charset", level.prefix + name,
                   fmt::format("the charset of the name is not declared; read as '{}'", level.prefix + name));
        }
        return name;
    }

    ContainerOptions options_;
    FindingSink findings_;
    Utf8Locale locale_;
    Budget budget_;
    bool stopped_ = false;
    std::vector<std::unique_ptr<Level>> levels_;
};

Container::Container(std::string_view bytes, std::string_view name, ContainerOptions options, FindingSink findings)
    : reader_(std::make_unique<Reader>(bytes, name, std::move(options), std::move(findings))) {}
Container::Container(Container&&) noexcept = default;
Container& Container::operator=(Container&&) noexcept = default;
Container::~Container() = default;

std::optional<Member> Container::next() {
    return reader_->next();
}
bool Container::stopped() const noexcept {
    return reader_->stopped();
}

}  // namespace tengen::io
