// A growable array of plain records: the storage behind the columns of a game.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace tengen {

/// Thrown when a game needs more entries of one kind than 32 bits can count.
class TooManyEntries : public std::length_error {
public:
    TooManyEntries() : std::length_error("a game with more than 4,294,967,294 entries of one kind") {}
};

/// Like std::vector for trivially copyable T, but it grows by realloc (large columns move by remapping, not by
/// copying), never initialises what it does not write, and clear() keeps the memory for the next game.
/// Throws std::bad_alloc and TooManyEntries. Not thread-safe.
template <class T>
class Column {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Column() = default;
    Column(const Column&) = delete;
    Column& operator=(const Column&) = delete;
    Column(Column&& other) noexcept { swap(other); }
    Column& operator=(Column&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Column() { std::free(data_); }

    void swap(Column& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    [[nodiscard]] std::uint32_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::uint32_t capacity() const { return capacity_; }
    [[nodiscard]] T* data() { return data_; }
    [[nodiscard]] const T* data() const { return data_; }
    [[nodiscard]] T& operator[](std::uint32_t i) { return data_[i]; }
    [[nodiscard]] const T& operator[](std::uint32_t i) const { return data_[i]; }
    [[nodiscard]] T& back() { return data_[size_ - 1]; }
    [[nodiscard]] const T& back() const { return data_[size_ - 1]; }
    [[nodiscard]] T* begin() { return data_; }
    [[nodiscard]] T* end() { return data_ + size_; }
    [[nodiscard]] const T* begin() const { return data_; }
    [[nodiscard]] const T* end() const { return data_ + size_; }

    void clear() { size_ = 0; }

    void push_back(const T& value) {
        if (size_ == capacity_) [[unlikely]] {
            const T copy = value;  // value may live in this column
            grow(1);
            data_[size_++] = copy;
            return;
        }
        data_[size_++] = value;
    }

    /// Append `count` entries whose content the caller writes.
    T* append(std::uint32_t count) {
        if (capacity_ - size_ < count) [[unlikely]] {
            grow(count);
        }
        T* first = data_ + size_;
        size_ += count;
        return first;
    }

    void append(const T* from, std::uint32_t count) {
        if (count != 0) {
            std::memcpy(append(count), from, static_cast<std::size_t>(count) * sizeof(T));
        }
    }

    void resize(std::uint32_t size, const T& fill = T{}) {
        if (size > size_) {
            const std::uint32_t old = size_;
            append(size - size_);
            for (std::uint32_t i = old; i < size; ++i) {
                data_[i] = fill;
            }
        }
        size_ = size;
    }

    void pop_back() { --size_; }

    void reserve(std::uint32_t capacity) {
        if (capacity > capacity_) {
            reallocate(capacity);
        }
    }

    /// Give memory back if far more is held than `keep` bytes: one huge game must not pin its columns for ever.
    void trim(std::size_t keep) {
        if (static_cast<std::size_t>(capacity_) * sizeof(T) > keep) {
            std::free(data_);
            data_ = nullptr;
            size_ = capacity_ = 0;
        }
    }

private:
    [[gnu::noinline, gnu::cold]] void grow(std::uint32_t more) {
        constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max() - 1;
        const std::uint64_t needed = std::uint64_t{size_} + more;
        if (needed > most) {
            throw TooManyEntries();
        }
        std::uint64_t wanted = std::uint64_t{capacity_} * 2;
        if (wanted < needed) {
            wanted = needed;
        }
        if (wanted < 64) {
            wanted = 64;
        }
        reallocate(static_cast<std::uint32_t>(wanted < most ? wanted : most));
    }

    void reallocate(std::uint32_t capacity) {
        void* moved = std::realloc(static_cast<void*>(data_), static_cast<std::size_t>(capacity) * sizeof(T));
        if (moved == nullptr) {
            throw std::bad_alloc();
        }
        data_ = static_cast<T*>(moved);
        capacity_ = capacity;
    }

    T* data_ = nullptr;
    std::uint32_t size_ = 0;
    std::uint32_t capacity_ = 0;
};

}  // namespace tengen
