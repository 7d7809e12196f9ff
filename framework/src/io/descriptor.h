// Owns a file descriptor.
#pragma once

#include <utility>

#include <poll.h>
#include <unistd.h>

namespace tengen::io {

class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int value) noexcept : value_(value) {}
    Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(value_, other.value_);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (value_ >= 0) ::close(value_);
    }

    explicit operator bool() const noexcept { return value_ >= 0; }
    int get() const noexcept { return value_; }
    // Gives up ownership: for callers that want to see what close() says.
    int release() noexcept { return std::exchange(value_, -1); }

private:
    int value_ = -1;
};

enum class Direction { read, write };

// Waits until a non-blocking descriptor is ready; returns early after a signal.
inline void wait_for(int descriptor, Direction direction) noexcept {
    pollfd request{};
    request.fd = descriptor;
    request.events = direction == Direction::read ? POLLIN : POLLOUT;
    ::poll(&request, 1, -1);
}

}  // namespace tengen::io
