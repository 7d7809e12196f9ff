#include "io/sink.h"

#include <cerrno>
#include <utility>

#include <unistd.h>

#include "io/error.h"
#include "io/write_all.h"

namespace tengen::io {

DescriptorSink::DescriptorSink(int descriptor, std::string name, Ownership ownership)
    : descriptor_(descriptor), name_(std::move(name)), ownership_(ownership) {}

DescriptorSink::~DescriptorSink() {
    if (ownership_ == Ownership::own && descriptor_ >= 0) ::close(descriptor_);
}

void DescriptorSink::write(std::string_view bytes) {
    write_buffered(descriptor_, buffer_, bytes, name_);
}

void DescriptorSink::flush() {
    write_all(descriptor_, buffer_, name_);
    buffer_.clear();
}

void DescriptorSink::commit() {
    flush();
    if (ownership_ == Ownership::own) {
        // Some file systems report a full disk only here.
        if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) {
            throw IoError::from_errno("io.write-failed", "write", name_, errno);
        }
    }
}

DescriptorSink standard_output() {
    return {STDOUT_FILENO, "<stdout>"};
}

}  // namespace tengen::io
