// Files of a run that goes on where another one ended: what that one wrote already is right.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "io/atomic_file.h"

namespace tengen::pipeline {

/// Write a file. With `accept_identical` it may exist with exactly these bytes. Throws io::IoError. Any thread.
void deliver(const std::string& path, std::string_view bytes, const io::FileOptions& options, bool accept_identical);

/// The same for bytes that come in pieces: an io::AtomicFile whose target may exist with what is written.
class ResumedFile final : public io::Sink {
public:
    ResumedFile(const std::string& path, io::FileOptions options);
    void write(std::string_view bytes) override { file_.write(bytes); }
    void commit() override;

private:
    io::AtomicFile file_;
};

}  // namespace tengen::pipeline
