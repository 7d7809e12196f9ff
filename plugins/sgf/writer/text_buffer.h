// Where the output is collected before it goes to the sink.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

namespace tengen::sgf {

/// Bytes that grow at their end. Whoever appends keeps the end in a pointer of its own: ask for room, write there, and
/// say with commit() where the end is now. Not thread-safe.
class TextBuffer {
public:
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::string_view view() const { return {data_.get(), size_}; }
    [[nodiscard]] std::string_view from(std::size_t offset) const { return view().substr(offset); }

    /// The end of what was committed; nothing may be written there before room() was asked for.
    [[nodiscard]] char* end() { return data_.get() + size_; }

    /// Make sure that `bytes` can be written at `to`, which is the end of what has been written so far. The answer is
    /// the same place, in new memory if it had to move.
    [[nodiscard]] char* room(char* to, std::size_t bytes) {
        if (static_cast<std::size_t>(limit_ - to) < bytes) [[unlikely]] {
            return grow(to, bytes);
        }
        return to;
    }
    /// Offset of a place in the memory of this buffer.
    [[nodiscard]] std::size_t offset(const char* at) const { return static_cast<std::size_t>(at - data_.get()); }
    [[nodiscard]] char* at(std::size_t offset) { return data_.get() + offset; }

    void commit(const char* end) { size_ = offset(end); }
    void cut(std::size_t size) { size_ = size; }
    void clear() { size_ = 0; }

    void append(std::string_view bytes) {
        char* to = room(end(), bytes.size());
        if (!bytes.empty()) {
            std::memcpy(to, bytes.data(), bytes.size());
        }
        commit(to + bytes.size());
    }
    /// Put bytes in at an offset; what stood there moves back.
    void insert(std::size_t offset, std::string_view bytes) {
        char* to = room(end(), bytes.size());
        commit(to + bytes.size());
        char* gap = at(offset);
        std::memmove(gap + bytes.size(), gap, static_cast<std::size_t>(to - gap));
        std::memcpy(gap, bytes.data(), bytes.size());
    }

private:
    [[gnu::noinline, gnu::cold]] char* grow(const char* to, std::size_t bytes) {
        const std::size_t used = data_ == nullptr ? 0 : offset(to);
        std::size_t capacity = static_cast<std::size_t>(limit_ - data_.get()) * 2;
        if (capacity < used + bytes) {
            capacity = used + bytes;
        }
        if (capacity < least_capacity) {
            capacity = least_capacity;
        }
        std::unique_ptr<char[]> larger(new char[capacity]);  // not value-initialised: it will be written
        if (used != 0) {
            std::memcpy(larger.get(), data_.get(), used);
        }
        data_ = std::move(larger);
        limit_ = data_.get() + capacity;
        return data_.get() + used;
    }

    static constexpr std::size_t least_capacity = std::size_t{320} << 10;

    std::unique_ptr<char[]> data_;
    char* limit_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace tengen::sgf
