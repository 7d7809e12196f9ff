#pragma once

#include <filesystem>
#include <string>

#include <tengen/abi/plugin.h>

namespace tengen::plugins {

enum class LoadStatus : unsigned char {
    loaded,
    failed,       ///< no module, one that does not link, or one whose tables are wrong
    abi_mismatch  ///< a plugin, but for another major version of the boundary
};

struct LoadResult {
    LoadStatus status = LoadStatus::failed;
    const tengen_plugin* entry = nullptr;  ///< valid until the process ends; only if loaded
    std::string reason;                    ///< why not, for people
};

/// Load a module and check its entry. Modules stay in memory until the process ends, also refused ones: code that ran
/// once may have left pointers anywhere. Calls must not overlap (the registry sees to it). `file` must be absolute.
[[nodiscard]] LoadResult load_module(const std::filesystem::path& file);

/// Why the operating system's loader must not be given a file: it maps what the headers of the file promise, and a file
/// that was cut off then stops the whole process. Empty if the headers are consistent with the size of the file.
[[nodiscard]] std::string check_module_file(const std::filesystem::path& path);

}  // namespace tengen::plugins
