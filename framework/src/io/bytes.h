// The bytes of one input, owned, read-only and padded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>

namespace tengen::io {

inline constexpr std::uint64_t no_size_limit = std::numeric_limits<std::uint64_t>::max();

// An owning, read-only, movable buffer. After the last byte there are always at least `padding` more readable bytes,
// all zero, so that a parser may read ahead without asking for the end at every step. They are not part of size().
//
// Any number of threads may read one object; moving, destroying and release_prefix() need it for themselves.
// data() stays the same when the object is moved.
class Bytes {
public:
    static constexpr std::size_t padding = 64;

    Bytes() noexcept;
    Bytes(Bytes&& other) noexcept;
    Bytes& operator=(Bytes&& other) noexcept;
    Bytes(const Bytes&) = delete;
    Bytes& operator=(const Bytes&) = delete;
    ~Bytes();

    // Takes the string over; no copy if its capacity has room for the padding.
    static Bytes from(std::string text);
    static Bytes copy_of(std::string_view text);

    const char* data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    std::string_view view() const noexcept { return {data_, size_}; }
    operator std::string_view() const noexcept { return view(); }

    // True if the bytes are pages of a file rather than memory of this process.
    bool is_mapped() const noexcept { return mapped_ != 0; }

    // Tells the system that the first `end` bytes are not needed soon, so that a big mapped file takes little memory
    // while it is read from front to back. They may still be read (they come from the file again). Does nothing for
    // bytes that are not mapped; cheap enough to call once a game.
    void release_prefix(std::size_t end) noexcept;

    // The same for any piece of the bytes; pieces of anything else are left alone.
    void release(std::string_view piece) noexcept;

private:
    friend class BytesBuilder;
    friend Bytes map_file(int descriptor, std::size_t size, const std::filesystem::path& path);
    using Destroy = void (*)(void* base, std::size_t length) noexcept;

    Bytes(const char* data, std::size_t size, void* base, std::size_t length, std::size_t mapped,
          Destroy destroy) noexcept;
    void reset() noexcept;

    const char* data_;
    std::size_t size_ = 0;
    void* base_ = nullptr;      // what `destroy_` frees
    std::size_t length_ = 0;    // its length, if it is pages or a block that can be used again
    std::size_t mapped_ = 0;    // length of the part that is pages of a file
    std::size_t released_ = 0;  // what release_prefix() has already given back
    Destroy destroy_ = nullptr;
};

// Collects bytes whose number is not known beforehand. Grows by realloc, which moves big blocks by page tables
// instead of copying them. Throws std::bad_alloc; has the strong guarantee.
class BytesBuilder {
public:
    BytesBuilder() = default;
    // Takes over memory that is not needed any more; bytes that are no block of memory are freed.
    explicit BytesBuilder(Bytes&& old) noexcept;
    BytesBuilder(BytesBuilder&& other) noexcept;
    BytesBuilder& operator=(BytesBuilder&& other) noexcept;
    BytesBuilder(const BytesBuilder&) = delete;
    BytesBuilder& operator=(const BytesBuilder&) = delete;
    ~BytesBuilder();

    std::size_t size() const noexcept { return size_; }
    std::string_view view() const noexcept { return {buffer_, size_}; }

    void append(std::string_view bytes);
    void append_zeros(std::size_t count);

    // Room for `count` more bytes, to be filled by the caller and then confirmed by commit(). The pointer is valid
    // until the next call of a non-const member.
    char* prepare(std::size_t count);
    void commit(std::size_t count) noexcept { size_ += count; }

    // Hands the bytes over; the builder is empty afterwards.
    Bytes finish();

private:
    char* buffer_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

struct ReadOptions {
    // The most bytes an input may have.
    std::uint64_t max_size = no_size_limit;
    // Regular files above this size are mapped, smaller ones are read (for these, mapping is slower). A mapped file
    // must not be made shorter by somebody else while it is read: the system answers that with SIGBUS. Set it to
    // no_size_limit to read every file into memory.
    std::uint64_t map_above = std::uint64_t{1} << 20U;
};

// The whole content of a file. A FIFO or a device is read to its end; a FIFO waits for a writer, as everywhere.
// Throws IoError: io.open-failed (also for a folder) or io.too-large. Any thread.
Bytes read_file(const std::filesystem::path& path, const ReadOptions& options = {});

// The same for a file that had this many bytes when it was listed, which saves asking; it may have changed since. The
// memory of `old` is used again where it will do.
Bytes read_file_of_size(const std::string& path, std::uint64_t size, const ReadOptions& options = {}, Bytes old = {});

// The rest of what an open descriptor gives, which stays open; `name` is for messages. Errors as read_file().
Bytes read_descriptor(int descriptor, const std::filesystem::path& name, const ReadOptions& options = {});

}  // namespace tengen::io
