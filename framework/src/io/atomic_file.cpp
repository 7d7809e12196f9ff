#include "io/atomic_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <random>
#include <system_error>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/descriptor.h"
#include "io/error.h"
#include "io/utf8.h"
#include "io/write_all.h"

namespace tengen::io {
namespace {

constexpr std::string_view mark = ".tengen-";
constexpr std::size_t random_letters = 6;
constexpr std::size_t longest_tag = 3;  // what is left must make collisions rare
constexpr std::size_t longest_name = 255;
constexpr int most_attempts = 100;
constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
}

std::string_view name_of(std::string_view path) {
    return path.substr(path.find_last_of('/') + 1);
}

// Another name beside it.
std::string temporary_beside(const std::string& path, std::string_view tag) {
    return path.substr(0, path.size() - name_of(path).size()) + temporary_name(name_of(path), tag);
}

IoError output_exists(const std::filesystem::path& path) {
    return {"io.output-exists", fmt::format("'{}' exists already", display_path(path)), path, EEXIST};
}

IoError write_failed(std::string_view action, const std::filesystem::path& path, int error) {
    return IoError::from_errno("io.write-failed", action, path, error);
}

// What cannot be looked at counts as changed.
bool is_unchanged_since(const std::filesystem::path& folder, std::time_t time) {
    std::error_code failure;
    for (std::filesystem::recursive_directory_iterator at(folder, failure), end; !failure && at != end;
         at.increment(failure)) {
        struct stat status {};
        if (::lstat(at->path().c_str(), &status) != 0 || status.st_mtime > time) return false;
    }
    return !failure;
}

void sync_folder(const std::filesystem::path& folder) {
    const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // A folder that cannot be opened or synced is no reason to call a complete file failed.
    if (descriptor) ::fsync(descriptor.get());
}

// Gives a file its name unless that name is taken; 0 or an errno value.
int rename_to_new(const char* from, const char* to) noexcept {
#if defined(RENAME_NOREPLACE)
    if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return errno;
#endif
    // The file system does not know that call. A hard link never replaces anything.
    if (::link(from, to) == 0) {
        ::unlink(from);
        return 0;
    }
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK) return errno;
    // Nor hard links: take the name with an empty file first, which is exclusive, and then replace our own file.
    const int placeholder = ::open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (placeholder < 0) return errno;
    ::close(placeholder);
    if (::rename(from, to) == 0) return 0;
    const int error = errno;
    ::unlink(to);
    return error;
}

// Gives a file without a name one that is free; 0 or an errno value.
int name_file(int descriptor, const char* name) noexcept {
#if defined(AT_EMPTY_PATH)
    // Only some may name a descriptor directly; everybody may by way of /proc.
    if (::linkat(descriptor, "", AT_FDCWD, name, AT_EMPTY_PATH) == 0) return 0;
    if (errno != ENOENT) return errno;
#endif
    std::array<char, 32> path{};
    std::snprintf(path.data(), path.size(), "/proc/self/fd/%d", descriptor);
    return ::linkat(AT_FDCWD, path.data(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

}  // namespace

AtomicFile::AtomicFile(std::string target, const FileOptions& options) : target_(std::move(target)), options_(options) {
    if (name_of(target_).empty()) throw write_failed("create", target_, target_.empty() ? ENOENT : EISDIR);
    struct stat status {};
    if (options_.look_first && ::lstat(target_.c_str(), &status) == 0) {
        // Early, before any work is done; commit() looks again.
        if (S_ISDIR(status.st_mode)) throw write_failed("create", target_, EISDIR);
        if (!options_.overwrite) throw output_exists(target_);
        if (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) {
            throw IoError("io.write-failed",
                          fmt::format("cannot replace '{}': it is no regular file", display_path(target_)), target_);
        }
    }
    create_temporary();
}

AtomicFile::~AtomicFile() {
    discard();
}

// Where a file has no name, the system shows it under the number of its descriptor.
std::string AtomicFile::temporary() const {
    return temporary_.empty() ? fmt::format("/proc/self/fd/{}", descriptor_) : temporary_;
}

void AtomicFile::create_temporary() {
    const auto create = [this] { return (options_.nameless && create_nameless()) || create_named(); };
    if (create()) return;
    make_folders();
    if (!create()) throw write_failed("create", target_, ENOENT);
}

// False if it does not work; whoever tries the other way finds out why.
bool AtomicFile::create_nameless() {
#if defined(O_TMPFILE)
    descriptor_ = ::open(folder_of(target_).c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    if (descriptor_ < 0) return false;
    is_nameless_ = true;
    return true;
#else
    return false;
#endif
}

// False if the folder is missing and may be made.
bool AtomicFile::create_named() {
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        temporary_ = temporary_beside(target_, options_.tag);
        descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0666);
        if (descriptor_ >= 0) {
            has_temporary_name_ = true;
            return true;
        }
        if (errno == ENOENT && options_.create_folders) return false;
        if (errno != EEXIST && errno != EINTR) throw write_failed("create", target_, errno);
    }
    throw write_failed("create", target_, EEXIST);
}

void AtomicFile::make_folders() {
    std::error_code failure;
    std::filesystem::create_directories(folder_of(target_), failure);
    if (failure) throw write_failed("create the folder of", target_, failure.value());
}

void AtomicFile::discard() noexcept {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
    if (std::exchange(has_temporary_name_, false)) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
    write_buffered(descriptor_, buffer_, bytes, target_);
    bytes_written_ += bytes.size();
}

void AtomicFile::write_through(std::string_view bytes) {
    write_all(descriptor_, buffer_, target_);
    buffer_.clear();
    write_all(descriptor_, bytes, target_);
    bytes_written_ += bytes.size();
}

void AtomicFile::commit() {
    write_all(descriptor_, buffer_, target_);
    buffer_.clear();
    if (options_.sync == Sync::file && ::fdatasync(descriptor_) != 0) throw write_failed("write", target_, errno);
    if (is_nameless_) {
        place_nameless();
    } else {
        close_written();
        place();
        has_temporary_name_ = false;
    }
    if (options_.sync == Sync::file) sync_folder(folder_of(target_));
}

// Network file systems report a full disk only when a file is closed.
void AtomicFile::close_written() {
    if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) throw write_failed("write", target_, errno);
}

void AtomicFile::place() {
    if (options_.overwrite) {
        if (::rename(temporary_.c_str(), target_.c_str()) != 0) throw write_failed("create", target_, errno);
        return;
    }
    const int error = rename_to_new(temporary_.c_str(), target_.c_str());
    if (error == EEXIST) throw output_exists(target_);
    if (error != 0) throw write_failed("create", target_, error);
}

void AtomicFile::place_nameless() {
    int error = name_file(descriptor_, target_.c_str());
    if (error == EEXIST && !options_.overwrite) throw output_exists(target_);
    // A name can be given only if it is free; one that is taken is replaced by way of another one.
    for (int attempt = 0; error == EEXIST && attempt < most_attempts; ++attempt) {
        temporary_ = temporary_beside(target_, options_.tag);
        error = name_file(descriptor_, temporary_.c_str());
        if (error == 0) {
            has_temporary_name_ = true;
            place();
            has_temporary_name_ = false;
        }
    }
    if (error != 0) throw write_failed("create", target_, error);
    close_written();
}

void write_file(const std::string& target, std::string_view bytes, const FileOptions& options) {
    FileOptions at_once = options;
    // There is no work to be saved by looking whether the name is free; without `overwrite` commit() finds out.
    at_once.look_first = options.overwrite;
    AtomicFile file(target, at_once);
    file.write_through(bytes);
    file.commit();
}

std::unique_ptr<Sink> open_output(const std::filesystem::path& path, const FileOptions& options) {
    if (path == "-") return std::make_unique<DescriptorSink>(STDOUT_FILENO, "<stdout>");
    struct stat status {};
    // Follows links: /dev/stdout is one.
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        if (descriptor < 0) throw write_failed("open", path, errno);
        return std::make_unique<DescriptorSink>(descriptor, path, DescriptorSink::Ownership::own);
    }
    return std::make_unique<AtomicFile>(path, options);
}

void sync_file_system(const std::filesystem::path& path) {
    const Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!descriptor) throw write_failed("open", path, errno);
    if (::syncfs(descriptor.get()) != 0) throw write_failed("sync", path, errno);
}

std::string temporary_name(std::string_view name, std::string_view tag) {
    // Uniqueness comes from O_EXCL; the generator only has to make collisions rare.
    thread_local std::minstd_rand generator{std::random_device{}()};
    std::uniform_int_distribution<std::size_t> pick(0, letters.size() - 1);
    const std::string_view kept = utf8::cut(name, longest_name - 1 - mark.size() - random_letters);
    std::string out;
    out.reserve(longest_name);
    out.push_back('.');
    out.append(kept);
    out.append(mark);
    const std::string_view given = tag.substr(0, longest_tag);
    out.append(given);
    for (std::size_t i = given.size(); i < random_letters; ++i) out.push_back(letters[pick(generator)]);
    return out;
}

bool is_temporary_name(std::string_view name) noexcept {
    if (name.size() < 2 + mark.size() + random_letters || name.front() != '.') return false;
    const std::string_view tail = name.substr(name.size() - random_letters);
    if (tail.find_first_not_of(letters) != std::string_view::npos) return false;
    return name.substr(0, name.size() - random_letters).ends_with(mark);
}

std::vector<std::filesystem::path> stale_temporaries(const std::filesystem::path& folder, std::chrono::seconds min_age,
                                                     std::string_view tag) {
    std::vector<std::filesystem::path> found;
    struct CloseDirectory {
        void operator()(DIR* directory) const noexcept { ::closedir(directory); }
    };
    const std::unique_ptr<DIR, CloseDirectory> directory(::opendir(folder.c_str()));
    if (!directory) return found;
    // Not std::time: it may lag behind the times of files by a tick, and then a new file would be from the future.
    const std::time_t newest = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()) -
                               static_cast<std::time_t>(min_age.count());
    while (const dirent* const entry = ::readdir(directory.get())) {
        const std::string_view name = entry->d_name;
        if (!is_temporary_name(name) || !name.substr(name.size() - random_letters).starts_with(tag)) continue;
        struct stat status {};
        if (::fstatat(::dirfd(directory.get()), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
        const bool is_old = status.st_mtime <= newest;
        if (S_ISREG(status.st_mode) && is_old) found.push_back(folder / entry->d_name);
        // Folders have no tags.
        if (S_ISDIR(status.st_mode) && is_old && tag.empty() && is_unchanged_since(folder / entry->d_name, newest)) {
            found.push_back(folder / entry->d_name);
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::size_t remove_stale_temporaries(const std::filesystem::path& folder, std::chrono::seconds min_age,
                                     std::string_view tag) {
    std::size_t removed = 0;
    for (const std::filesystem::path& path : stale_temporaries(folder, min_age, tag)) {
        std::error_code failure;
        std::filesystem::remove_all(path, failure);
        if (!failure) ++removed;
    }
    return removed;
}

}  // namespace tengen::io
