#include "io/container.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/archive_handle.h"
#include "io/archive_level.h"
#include "io/member_name.h"
#include "io/output_name.h"
#include "io/utf8.h"
#include "io/utf8_locale.h"

namespace tengen::io {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t tar_block = 512;
constexpr std::size_t most_sample_bytes = std::size_t{64} << 10U;

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
        auto level = std::make_unique<ArchiveLevel>(bytes, Bytes(), kind, budget_);
        level->name = last_part(name);
        open(std::move(level));
    }

    bool stopped() const noexcept { return stopped_; }
    std::uint64_t left_out() const noexcept { return budget_.members - budget_.given - entered_; }

    std::optional<Member> next() {
        const Utf8Locale::Scope scope(locale_);
        while (!levels_.empty()) {
            ArchiveLevel& level = *levels_.back();
            std::optional<Member> member;
            if (level.finished) {
                levels_.pop_back();
                continue;
            }
            member = level.is_single() ? next_single(level) : next_member(level);
            if (stopped_) levels_.clear();
            if (!member) continue;
            member->kind = recognise(member->bytes);
            if (member->kind != ContainerKind::none && member->depth < options_.depth &&
                (!options_.enter || options_.enter(member->name, member->kind))) {
                ++entered_;
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

    void open(std::unique_ptr<ArchiveLevel> level) {
        const Result result = level->open();
        if (result.outcome != Outcome::good) {
            end(*level, result,
                level->prefix.empty() ? std::string() : level->prefix.substr(0, level->prefix.size() - 1));
        }
        if (!level->finished) levels_.push_back(std::move(level));
    }

    void enter(Member member) {
        const int depth = member.depth + 1;
        auto level = std::make_unique<ArchiveLevel>(std::string_view(), std::move(member.bytes), member.kind, budget_);
        level->prefix = member.name + "/";
        level->safe_prefix = member.safe_name + "/";
        level->name = last_part(member.name);
        level->depth = depth;
        open(std::move(level));
    }

    // Tells what ended a level.
    void end(ArchiveLevel& level, const Result& result, std::string member) {
        level.finished = true;
        const std::string_view kind = to_string(level.kind());
        const std::string where = member.empty() ? std::string() : fmt::format(" at '{}'", member);
        if (result.outcome == Outcome::stop) {
            stopped_ = true;
            report("container.limit", std::move(member),
                   fmt::format("{} archive given up{}: {}", kind, where, result.reason), level.header_offset());
        } else if (result.outcome == Outcome::locked) {
            report("container.encrypted", std::move(member),
                   fmt::format("encrypted {} archive{}: {}; unpack it with its password first", kind, where,
                               result.reason));
        } else {
            report("container.damaged", std::move(member),
                   fmt::format("damaged {} archive{}: {}", kind, where, result.reason), level.header_offset());
        }
    }

    // True if there is room for one more member.
    bool count(ArchiveLevel& level, const std::string& name) {
        if (++budget_.members <= budget_.limits.members) return true;
        end(level, {Outcome::stop, fmt::format("it has more than {} members", budget_.limits.members)}, name);
        return false;
    }

    std::optional<Member> next_single(ArchiveLevel& level) {
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

    std::optional<Member> next_member(ArchiveLevel& level) {
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
            report("container.not-regular", member.name,
                   fmt::format("'{}' is no regular file and is left out", member.name));
            skip(level, member.name);
            return std::nullopt;
        }
        if (::archive_entry_is_data_encrypted(entry) != 0) {
            report("container.encrypted", member.name,
                   fmt::format("'{}' is encrypted and is left out; unpack it with its password first", member.name),
                   level.header_offset());
            level.pass_over_locked();
            return std::nullopt;
        }
        const NameFault fault = judge_member_name(name, !options_.flat_names);
        if (fault == NameFault::folder) {
            report("container.directory-member", member.name,
                   fmt::format("'{}' is in a folder and is left out", member.name));
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
                   fmt::format("a member before '{}' has the same name, at least but for capitals{}", member.name,
                               options_.keep_duplicates ? "; both are taken" : "; this one is left out"));
            if (!options_.keep_duplicates) {
                skip(level, member.name);
                return std::nullopt;
            }
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
    std::optional<Member> finish(ArchiveLevel& level, Member member, BytesBuilder& builder, const Result& result) {
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
            case Outcome::locked:
            case Outcome::broken:
                end(level, {result.outcome, result.reason + (options_.keep_damaged ? "" : "; the member is left out")},
                    member.name);
                member.damaged = true;
                break;
            case Outcome::unreadable:
                report("container.damaged", member.name,
                       fmt::format("'{}' cannot be read in full{}: {}", member.name,
                                   options_.keep_damaged ? "" : " and is left out", result.reason),
                       level.header_offset());
                member.damaged = true;
                break;
        }
        if (member.damaged && !options_.keep_damaged) return std::nullopt;
        member.bytes = builder.finish();
        member.size = member.bytes.size();
        return member;
    }

    void skip(ArchiveLevel& level, const std::string& name) {
        const Result result = level.skip();
        if (result.outcome != Outcome::good) end(level, result, name);
    }

    // The nested archive itself, for findings that are about it as a whole.
    static std::string archive_member(const ArchiveLevel& level) {
        return level.prefix.empty() ? std::string() : level.prefix.substr(0, level.prefix.size() - 1);
    }

    std::string decode(ArchiveLevel& level, std::string_view raw, bool is_folder) {
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
    std::uint64_t entered_ = 0;  // members that are containers themselves
    bool stopped_ = false;
    std::vector<std::unique_ptr<ArchiveLevel>> levels_;
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
std::uint64_t Container::left_out() const noexcept {
    return reader_->left_out();
}

}  // namespace tengen::io
