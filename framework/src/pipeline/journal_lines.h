// What the line of an input in a journal says: what was counted, and which files were written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/input_job.h"

namespace tengen::pipeline {

/// Add what is between the braces behind the key of the input.
void append_outcome(std::string& out, const InputJob& job);

/// Take over what the line says; false if it is damaged, and the job may then hold anything.
[[nodiscard]] bool take_outcome(InputJob& job, std::string_view line);

/// Whether a regular file, and no link to one, stands there and is that big.
[[nodiscard]] bool is_file_of_size(const std::string& path, std::uint64_t size);

/// Whether such a file stands there, as it was written. The digest of what was written piece by piece is not known.
[[nodiscard]] bool is_as_written(const std::string& path, std::uint64_t size, const Digest& digest);

/// Whether the files that a job has written are there, as they were.
[[nodiscard]] bool has_all_files(const InputJob& job);

/// Files that the line names and that are there; also those in the quarantine if `with_quarantine`.
[[nodiscard]] std::vector<std::string> files_there(std::string_view line, bool with_quarantine);

}  // namespace tengen::pipeline
