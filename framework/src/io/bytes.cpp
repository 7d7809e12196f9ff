#include "io/bytes.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/descriptor.h"
#include "io/error.h"

namespace tengen::io {
namespace {

constexpr std::array<char, Bytes::padding> zeros{};

constexpr std::size_t stream_chunk = std::size_t{64} << 10U;
// Up to this size it counts how many calls a file takes.
constexpr std::uint64_t small_file = std::uint64_t{1} << 20U;

constexpr int open_flags = O_RDONLY | O_CLOEXEC | O_NOCTTY;

void free_block(void* base, std::size_t) noexcept {
    std::free(base);
}
void delete_string(void* base, std::size_t) noexcept {
    delete static_cast<std::string*>(base);
}
void unmap(void* base, std::size_t length) noexcept {
    ::munmap(base, length);
}

std::size_t page_size() noexcept {
    static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

[[noreturn]] void throw_too_large(const std::filesystem::path& path, std::uint64_t limit) {
    throw IoError("io.too-large", fmt::format("'{}' is larger than the limit of {} bytes", display_path(path), limit),
                  path, EFBIG);
}

// Reads until the buffer is full or the input ends; returns what was read. Text becomes a path only for a message.
template <class Path>
std::size_t read_some(int descriptor, char* buffer, std::size_t size, const Path& path) {
    for (;;) {
        const ssize_t count = ::read(descriptor, buffer, size);
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            // Somebody gave us a non-blocking pipe.
            wait_for(descriptor, Direction::read);
        } else if (errno != EINTR) {
            throw IoError::from_errno("io.open-failed", "read", path, errno);
        }
    }
}

// Appends the rest of the stream, one byte more than allowed being enough to know.
void read_rest(int descriptor, BytesBuilder& builder, const std::filesystem::path& path, std::uint64_t limit) {
    for (;;) {
        const std::size_t wanted = std::max(stream_chunk, builder.size() / 2);
        const std::size_t count = read_some(descriptor, builder.prepare(wanted), wanted, path);
        if (count == 0) return;
        builder.commit(count);
        if (builder.size() > limit) throw_too_large(path, limit);
    }
}

}  // namespace

Bytes::Bytes() noexcept : data_(zeros.data()) {}

Bytes::Bytes(const char* data, std::size_t size, void* base, std::size_t length, std::size_t mapped,
             Destroy destroy) noexcept
    : data_(data), size_(size), base_(base), length_(length), mapped_(mapped), destroy_(destroy) {}

Bytes::Bytes(Bytes&& other) noexcept
    : data_(std::exchange(other.data_, zeros.data())),
      size_(std::exchange(other.size_, 0)),
      base_(std::exchange(other.base_, nullptr)),
      length_(std::exchange(other.length_, 0)),
      mapped_(std::exchange(other.mapped_, 0)),
      released_(std::exchange(other.released_, 0)),
      destroy_(std::exchange(other.destroy_, nullptr)) {}

Bytes& Bytes::operator=(Bytes&& other) noexcept {
    if (this != &other) {
        reset();
        data_ = std::exchange(other.data_, zeros.data());
        size_ = std::exchange(other.size_, 0);
        base_ = std::exchange(other.base_, nullptr);
        length_ = std::exchange(other.length_, 0);
        mapped_ = std::exchange(other.mapped_, 0);
        released_ = std::exchange(other.released_, 0);
        destroy_ = std::exchange(other.destroy_, nullptr);
    }
    return *this;
}

Bytes::~Bytes() {
    reset();
}

void Bytes::reset() noexcept {
    if (destroy_ != nullptr) destroy_(base_, length_);
    destroy_ = nullptr;
}

Bytes Bytes::from(std::string text) {
    const std::size_t size = text.size();
    auto owned = std::make_unique<std::string>(std::move(text));
    owned->append(padding, '\0');
    std::string* const base = owned.release();
    return {base->data(), size, base, 0, 0, delete_string};
}

Bytes Bytes::copy_of(std::string_view text) {
    BytesBuilder builder;
    builder.append(text);
    return builder.finish();
}

void Bytes::release_prefix(std::size_t end) noexcept {
    // The system maps some pages around one that is asked for: what is given back ends where such a group ends, so that
    // the next page does not bring back those before it.
    const std::size_t group = std::max(page_size(), std::size_t{64} << 10U);
    const std::size_t whole = std::min(end, mapped_) / group * group;
    if (whole <= released_) return;
    ::madvise(static_cast<char*>(base_) + released_, whole - released_, MADV_DONTNEED);
    released_ = whole;
}

void Bytes::release(std::string_view piece) noexcept {
    const auto begin = reinterpret_cast<std::uintptr_t>(piece.data());
    const auto first = reinterpret_cast<std::uintptr_t>(base_);
    if (mapped_ == 0 || begin < first || begin - first >= mapped_) return;
    const std::size_t page = page_size();
    const std::size_t from = (begin - first + page - 1) / page * page;
    const std::size_t end = std::min<std::size_t>(begin - first + piece.size(), mapped_) / page * page;
    if (from < end) ::madvise(static_cast<char*>(base_) + from, end - from, MADV_DONTNEED);
}

BytesBuilder::BytesBuilder(Bytes&& old) noexcept {
    if (old.destroy_ == free_block) {
        buffer_ = static_cast<char*>(std::exchange(old.base_, nullptr));
        capacity_ = std::exchange(old.length_, 0);
    }
    old = Bytes();
}

BytesBuilder::BytesBuilder(BytesBuilder&& other) noexcept
    : buffer_(std::exchange(other.buffer_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

BytesBuilder& BytesBuilder::operator=(BytesBuilder&& other) noexcept {
    std::swap(buffer_, other.buffer_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
}

BytesBuilder::~BytesBuilder() {
    std::free(buffer_);
}

char* BytesBuilder::prepare(std::size_t count) {
    // The padding is part of every reservation: finish() never has to move the bytes for it.
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 2;
    if (count > most - Bytes::padding || size_ > most - Bytes::padding - count) throw std::bad_alloc();
    const std::size_t needed = size_ + count + Bytes::padding;
    if (needed > capacity_) {
        const std::size_t capacity = capacity_ == 0 ? needed : std::max(needed, capacity_ + capacity_ / 2);
        void* const grown = std::realloc(buffer_, capacity);
        if (grown == nullptr) throw std::bad_alloc();
        buffer_ = static_cast<char*>(grown);
        capacity_ = capacity;
    }
    return buffer_ + size_;
}

void BytesBuilder::append(std::string_view bytes) {
    if (bytes.empty()) return;
    std::memcpy(prepare(bytes.size()), bytes.data(), bytes.size());
    commit(bytes.size());
}

void BytesBuilder::append_zeros(std::size_t count) {
    if (count == 0) return;
    std::memset(prepare(count), 0, count);
    commit(count);
}

Bytes BytesBuilder::finish() {
    if (size_ == 0) return {};
    std::memset(prepare(0), 0, Bytes::padding);
    if (capacity_ - size_ > size_ / 4 + stream_chunk) {
        // A stream that ended early in a big block; if the system will not shrink it, the block is good as it is.
        if (void* const shrunk = std::realloc(buffer_, size_ + Bytes::padding)) {
            buffer_ = static_cast<char*>(shrunk);
            capacity_ = size_ + Bytes::padding;
        }
    }
    char* const base = std::exchange(buffer_, nullptr);
    return {base, std::exchange(size_, 0), base, std::exchange(capacity_, 0), 0, free_block};
}

// Maps the whole pages of a file and reads the rest of it: the last, partial page must not be the file's, because a
// file that grows meanwhile would write into the padding.
Bytes map_file(int descriptor, std::size_t size, const std::filesystem::path& path) {
    const std::size_t page = page_size();
    const std::size_t whole = size / page * page;
    const std::size_t length = (size + Bytes::padding + page - 1) / page * page;
    void* const base =
        ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) throw IoError::from_errno("io.open-failed", "map", path, errno);
    char* const data = static_cast<char*>(base);
    Bytes bytes(data, size, base, length, whole, unmap);
    if (::mmap(base, whole, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, 0) == MAP_FAILED) {
        throw IoError::from_errno("io.open-failed", "map", path, errno);
    }
    for (std::size_t done = whole; done < size;) {
        const ssize_t count = ::pread(descriptor, data + done, size - done, static_cast<off_t>(done));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw IoError::from_errno("io.open-failed", "read", path, errno);
        if (count == 0)
            throw IoError("io.open-failed", fmt::format("'{}' became shorter while it was read", display_path(path)),
                          path);
        done += static_cast<std::size_t>(count);
    }
    ::mprotect(data + whole, length - whole, PROT_READ);
    ::madvise(base, whole, MADV_SEQUENTIAL);
    return bytes;
}

Bytes read_descriptor(int descriptor, const std::filesystem::path& name, const ReadOptions& options) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) throw IoError::from_errno("io.open-failed", "read", name, errno);
    if (S_ISDIR(status.st_mode)) throw IoError::from_errno("io.open-failed", "read", name, EISDIR);
    BytesBuilder builder;
    // Files of a virtual file system say that they are empty and are not.
    if (S_ISREG(status.st_mode) && status.st_size > 0) {
        const auto size = static_cast<std::uint64_t>(status.st_size);
        const off_t position = ::lseek(descriptor, 0, SEEK_CUR);
        const std::uint64_t left = position > 0 ? size - std::min(size, static_cast<std::uint64_t>(position)) : size;
        if (left > options.max_size) throw_too_large(name, options.max_size);
        if (position == 0 && size > options.map_above && size >= page_size()) {
            try {
                return map_file(descriptor, static_cast<std::size_t>(size), name);
            } catch (const IoError& error) {
                // Some file systems cannot map; they can read.
                if (error.error_number() != ENODEV && error.error_number() != EINVAL) throw;
            }
        }
        // Asking for more than there is makes the short answer the proof of the end.
        const std::size_t wanted = static_cast<std::size_t>(left) + Bytes::padding;
        const std::size_t count = read_some(descriptor, builder.prepare(wanted), wanted, name);
        builder.commit(count);
        if (count > options.max_size) throw_too_large(name, options.max_size);
        if (count >= left && count < wanted) return builder.finish();
    }
    read_rest(descriptor, builder, name, options.max_size);
    return builder.finish();
}

Bytes read_file_of_size(const std::string& path, std::uint64_t size, const ReadOptions& options, Bytes old) {
    const std::uint64_t most = std::min(options.max_size, std::min(options.map_above, small_file));
    if (size == 0 || size > most) return read_file(path, options);
    const Descriptor descriptor(::open(path.c_str(), open_flags));
    if (!descriptor) throw IoError::from_errno("io.open-failed", "open", path, errno);
    BytesBuilder builder(std::move(old));
    const std::size_t wanted = static_cast<std::size_t>(size) + Bytes::padding;
    builder.commit(read_some(descriptor.get(), builder.prepare(wanted), wanted, path));
    // As many as expected, where more were asked for, are the end of a file, but a pipe may have taken its place.
    if (builder.size() == size) {
        const std::size_t more = read_some(descriptor.get(), builder.prepare(Bytes::padding), Bytes::padding, path);
        if (more == 0) return builder.finish();
        builder.commit(more);
    }
    if (builder.size() > options.max_size) throw_too_large(path, options.max_size);
    read_rest(descriptor.get(), builder, path, options.max_size);
    return builder.finish();
}

Bytes read_file(const std::filesystem::path& path, const ReadOptions& options) {
    const Descriptor descriptor(::open(path.c_str(), open_flags));
    if (!descriptor) throw IoError::from_errno("io.open-failed", "open", path, errno);
    return read_descriptor(descriptor.get(), path, options);
}

}  // namespace tengen::io
