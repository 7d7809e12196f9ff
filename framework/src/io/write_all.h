// Writing to descriptors, shared by the sinks.
#pragma once

#include <cerrno>
#include <cstddef>
#include <string>
#include <string_view>

#include <unistd.h>

#include "io/descriptor.h"
#include "io/error.h"

namespace tengen::io {

inline constexpr std::size_t write_buffer_size = std::size_t{64} << 10U;

// All of the bytes, or IoError io.write-failed.
inline void write_all(int descriptor, std::string_view bytes, const std::string& name) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            wait_for(descriptor, Direction::write);
        } else if (errno != EINTR) {
            throw IoError::from_errno("io.write-failed", "write", name, errno);
        }
    }
}

// Small pieces are collected, a piece of the size of the buffer goes out as it is.
inline void write_buffered(int descriptor, std::string& buffer, std::string_view bytes, const std::string& name) {
    if (buffer.size() + bytes.size() >= write_buffer_size) {
        write_all(descriptor, buffer, name);
        buffer.clear();
        if (bytes.size() >= write_buffer_size) {
            write_all(descriptor, bytes, name);
            return;
        }
    }
    buffer.append(bytes);
}

}  // namespace tengen::io
