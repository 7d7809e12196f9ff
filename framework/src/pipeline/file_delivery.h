// Files of a run that may be there already: what an earlier run wrote is right if it is what would be written.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/atomic_file.h"
#include "io/sink.h"

namespace tengen::pipeline {

/// Write a file. With `accept_identical` it may exist with exactly these bytes. With `is_dry` nothing is written, but
/// what would be wrong with a file that exists is found out. Throws io::IoError. Any thread.
void deliver(const std::string& path, std::string_view bytes, const io::FileOptions& options, bool accept_identical,
             bool is_dry = false);

/// The same for bytes that come in pieces. Throws io::IoError, and so do the functions of the sink.
[[nodiscard]] std::unique_ptr<io::Sink> open_delivery(const std::string& path, const io::FileOptions& options,
                                                      bool accept_identical, bool is_dry = false);

}  // namespace tengen::pipeline
